import { createHash, X509Certificate } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CertificateFacts } from '@/lib/core/certificate-facts'
import type { TrustAnchors, TrustPurpose } from '@/lib/core/ports'
import { createBoundedMap } from '../bounded-map'
import { createCertificateBudget, noCertificateBudget } from './certificate-budget'
import { parseCertificates } from './certificate-file'
import { certificateReader } from './read-certificates'

/** Certificates by what they are trusted to do. */
export type ConfiguredAnchors = Readonly<Record<TrustPurpose, readonly X509Certificate[]>>

/** Folders below `trust/` whose anchors serve one purpose only. */
const folders: Readonly<Record<TrustPurpose, string>> = { wallet: 'wallets', credential_issuer: 'issuers' }

/**
 * The trust anchors of the installation: every certificate in `trust/*.pem` of the data directory serves any purpose,
 * those in `trust/wallets/*.pem` and `trust/issuers/*.pem` the one; in the order of the file names. None without the
 * directories.
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
 * The one place that says whom a chain of certificates may lead to: to configured anchors, for an issuer of credentials to
 * the root of the installation too, and to those that a session adds.
 */
export function trustAnchors(
  configured: ConfiguredAnchors,
  root: X509Certificate,
  budget = noCertificateBudget,
): TrustAnchors {
  const anchors: ConfiguredAnchors = { ...configured, credential_issuer: [root, ...configured.credential_issuer] }
  return (purpose, extra = []) => certificateReader([...anchors[purpose], ...extra.flatMap(parse)], budget)
}

/** Characters of base64 whose facts are remembered, together: some thousands of chains of the usual size. */
const rememberedCharactersMax = 16 * 1024 * 1024

/**
 * Makes the trust anchors for one exchange, whose certificates share one budget. A chain that is asked about again, as by
 * redaction after an endpoint, is not parsed again; nor is one of an earlier exchange, for wallets bring the same ones all
 * the time, and what a chain says depends on no clock. One that cannot be read is remembered for its exchange only, since
 * the budget may be why.
 */
export const trustAnchorsByExchange = (configured: ConfiguredAnchors, root: X509Certificate): (() => TrustAnchors) => {
  const readable = createBoundedMap<string, CertificateFacts>(rememberedCharactersMax)
  return () => {
    const anchors = trustAnchors(configured, root, createCertificateBudget())
    const unreadable = new Map<string, CertificateFacts>()
    return (purpose, extra = []) =>
      (x5c) => {
        const asked = JSON.stringify([purpose, extra, x5c])
        const name = createHash('sha256').update(asked).digest('base64url')
        const known = readable.get(name) ?? unreadable.get(name)
        if (known !== undefined) return known
        const facts = anchors(purpose, extra)(x5c)
        if (facts.readable) readable.set(name, facts, asked.length)
        else unreadable.set(name, facts)
        return facts
      }
  }
}

/** What is no certificate trusts nobody. */
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
