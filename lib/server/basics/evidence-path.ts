import { contractEntry, operationIds } from '@/lib/contract/contract'
import { pathsOf } from '@/lib/contract/contract-entry'

const entries = operationIds.map(contractEntry)

/** Last segments of the addresses below an issuer, such as `token`. */
const issuerAddresses = new Set(entries.flatMap(({ path }) => /^\/issuers\/\{\w+\}\/([^/{}]+)$/.exec(path)?.[1] ?? []))

/** First segments of paths that wallets request, such as `issuers`. */
const walletRoots = alternatives(
  entries.flatMap((entry) =>
    (entry.area === 'wallet' ? pathsOf(entry) : []).flatMap((one) => /^\/([^/.]+)\//.exec(one)?.[1] ?? []),
  ),
)
const belowWalletRoot = new RegExp(`/${walletRoots}/+[^/]+/`)

/** Segments that are followed by the name of an issuer configuration. */
const issuerRoots = alternatives(
  entries.flatMap(({ underIssuer, path }) =>
    underIssuer ? (/([^/]+)\/\{issuerConfigurationId/.exec(path)?.[1] ?? []) : [],
  ),
)
const namedIssuer = new RegExp(`/${issuerRoots}/([^/]+)`)

/** A regular expression that matches any of the words. */
function alternatives(words: readonly string[]): string {
  return `(?:${[...new Set(words)].join('|')})`
}

/**
 * True for a path whose requests are evidence even if no endpoint exists there: any that names an issuer or a
 * well-known document, and an issuer path with the issuer missing.
 */
export function isEvidencePath(path: string): boolean {
  const [, address] = /^\/+([^/]+)\/*$/.exec(path) ?? []
  if (address !== undefined && issuerAddresses.has(address)) return true
  return belowWalletRoot.test(path) || /^\/+\.well-known(\/|$)|\/\.well-known\//.test(path)
}

/** The issuer configuration named in a path, even if no endpoint exists there; empty if none. */
export const issuerNamedIn = (path: string): string => namedIssuer.exec(path)?.[1] ?? ''

const namedLaboratory = /\/lab\/([^/]+)/

/** The laboratory named in a path, even if no endpoint exists there; `undefined` if none. */
export const laboratoryNamedIn = (path: string): string | undefined => namedLaboratory.exec(path)?.[1]
