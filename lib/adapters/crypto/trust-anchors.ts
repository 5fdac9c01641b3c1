import { X509Certificate } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Clock, TrustAnchors, TrustPurpose } from '@/lib/core/shared/ports/ports'
import { createCertificateBudget } from './certificate-budget'
import { parseCertificates } from './key-files'
import { hash } from './ports'
import { type ChainReading, certificateReader, chainReader, factsAt, type ListedAnchors } from './read-certificates'

/** The configured certificates by the purpose that they are trusted for. */
export type ConfiguredAnchors = Readonly<Record<'wallet' | 'credential_issuer', readonly X509Certificate[]>>

/** Anchors from lists of trusted entities. */
export interface AnchorLists {
  /** Changes whenever anchors were added or removed. */
  readonly version: () => number
  /** `null` if no list is configured for the purpose. */
  readonly anchors: (purpose: TrustPurpose) => ListedAnchors | null
}

const noLists: AnchorLists = { version: () => 0, anchors: () => null }

/** Folders below `trust/` whose anchors serve only one purpose. */
const folders: Readonly<Record<keyof ConfiguredAnchors, string>> = { wallet: 'wallets', credential_issuer: 'issuers' }

/**
 * The trust anchors of the installation, in the order of file names: every certificate in `trust/*.pem` of the data
 * directory serves any purpose; those in `trust/wallets/*.pem` and `trust/issuers/*.pem` serve only that one. None if
 * the directories do not exist.
 * @throws KeyFileError when a file holds no certificate
 */
export async function readTrustAnchors(dataDir: string): Promise<ConfiguredAnchors> {
  const directory = join(dataDir, 'trust')
  const [any, wallet, issuer] = await Promise.all([
    readDirectory(directory),
    readDirectory(join(directory, folders.wallet)),
    readDirectory(join(directory, folders.credential_issuer)),
  ])
  return { wallet: [...any, ...wallet], credential_issuer: [...any, ...issuer] }
}

/**
 * Decides which anchors a chain may lead to: the configured ones, those of lists, those that a session adds, and for
 * credential issuers also the installation's root. Nothing else decides this.
 */
export function trustAnchors(
  configured: ConfiguredAnchors,
  root: X509Certificate,
  now: Clock,
  lists: AnchorLists = noLists,
): TrustAnchors {
  const anchors = anchorsOf(configured, root)
  return (purpose, extra = []) => certificateReader(anchors(purpose, extra), { now, listed: lists.anchors(purpose) })
}

function anchorsOf(configured: ConfiguredAnchors, root: X509Certificate) {
  const issuers = [root, ...configured.credential_issuer]
  // An issuer may also publish revocations: configured anchors do not distinguish the two.
  const anchors = { wallet: configured.wallet, credential_issuer: issuers, credential_status: issuers }
  return (purpose: TrustPurpose, extra: readonly string[]) => [...anchors[purpose], ...extra.flatMap(parse)]
}

/** Total size of cached chains in base64 characters: enough for several thousand ordinary chains. */
const rememberedCharactersMax = 16 * 1024 * 1024

/**
 * Makes the trust anchors for one exchange, whose certificates share one budget. Chain readings are cached within an
 * exchange, because redaction reads them again after an endpoint, and across exchanges, because wallets keep sending
 * the same chains. Cached readings do not depend on the time. A chain that cannot be read is cached only for its
 * exchange, since the budget may be the reason.
 */
export const trustAnchorsByExchange = (
  configured: ConfiguredAnchors,
  root: X509Certificate,
  now: Clock,
  lists: AnchorLists = noLists,
): (() => TrustAnchors) => {
  const anchors = anchorsOf(configured, root)
  const readable = new LRUCache<string, ChainReading>({ maxSize: rememberedCharactersMax })
  return () => {
    const budget = createCertificateBudget()
    const unreadable = new Map<string, ChainReading>()
    return (purpose, extra = []) =>
      (x5c) => {
        const asked = JSON.stringify([purpose, extra, x5c, lists.version()])
        const name = hash('sha256', asked).toString('base64url')
        const known = readable.get(name) ?? unreadable.get(name)
        if (known !== undefined) return factsAt(known, now())
        const reading = chainReader(anchors(purpose, extra), budget, lists.anchors(purpose))(x5c)
        if (reading.readable) readable.set(name, reading, { size: asked.length })
        else unreadable.set(name, reading)
        return factsAt(reading, now())
      }
  }
}

/** A text that is not a certificate yields no anchor. */
function parse(encoded: string): X509Certificate[] {
  try {
    return [new X509Certificate(Buffer.from(encoded, 'base64'))]
  } catch {
    return []
  }
}

async function readDirectory(directory: string): Promise<readonly X509Certificate[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = names.filter((name) => name.endsWith('.pem')).sort()
  const certificates = await Promise.all(
    files.map(async (name) => {
      const path = join(directory, name)
      return parseCertificates(path, await readFile(path, 'utf8'))
    }),
  )
  return certificates.flat()
}
