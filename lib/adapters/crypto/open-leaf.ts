import { createPublicKey, type KeyObject, type X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { credentialIssuer } from '@/lib/core/identifiers'
import type { Signer } from '@/lib/core/ports'
import { addSeconds, type EpochMillis, epochMillis } from '@/lib/core/time'
import { parseCertificates } from './certificate-file'
import {
  credentialLeafProfile,
  hostOf,
  type LeafPurpose,
  leafRenewalSeconds,
  leafSubject,
  mdocLeafProfile,
} from './certificate-profiles'
import { KeyFileError, readKeyFile, replaceKeyFile } from './key-files'
import { makeCertificate } from './make-certificate'
import type { Root } from './open-root'
import { privateKeyFile } from './private-key-file'
import { signer } from './signer'
import { splitAlternativeNames } from './split-alternative-names'

export interface LeafRequest {
  readonly directory: string
  readonly purpose: LeafPurpose
  readonly issuerConfigurationId: string
  readonly baseUrl: string
  readonly now: EpochMillis
  readonly root: Root
}

/**
 * The signer of one purpose with its certificate. The key is made once; the certificate is issued again, over the same
 * key, when the address of the service or the root has changed or it is about to expire. A certificate that is not ours
 * is taken as it is. Throws KeyFileError when files do not fit together.
 */
export async function openLeaf(request: LeafRequest): Promise<Signer> {
  const { directory, purpose, now } = request
  const key = await privateKeyFile(join(directory, `${purpose}.key.pem`))
  const path = join(directory, `${purpose}.cert.pem`)
  const pem = await readKeyFile(path)
  if (pem !== null) {
    const chain = parseCertificates(path, pem)
    if (!isOurs(chain[0], request)) return ownSigner(path, chain, key, now)
    if (isCurrent(chain[0], key, request)) return certifiedSigner(key, [chain[0]])
  }
  const certificate = await issue(key, request)
  await replaceKeyFile(path, certificate.toString())
  return certifiedSigner(key, [certificate])
}

async function issue(key: KeyObject, request: LeafRequest): Promise<X509Certificate> {
  const { root, purpose } = request
  if (root.privateKey === null) {
    throw new KeyFileError(`The root key ${root.keyPath} is missing, and the ${purpose} signer needs a certificate.`)
  }
  const profile = purpose === 'credential' ? credentialLeafProfile : mdocLeafProfile
  const rootNotAfter = instant(root.certificate.validTo)
  const issuer = { privateKey: root.privateKey, certificate: root.certificate }
  return makeCertificate(key, issuer, profile({ ...request, rootNotAfter }))
}

const isOurs = (certificate: X509Certificate, { issuerConfigurationId, purpose }: LeafRequest): boolean =>
  certificate.subject ===
  leafSubject(issuerConfigurationId, purpose)
    .map(([type, value]) => `${type}=${value}`)
    .join('\n')

function isCurrent(certificate: X509Certificate, key: KeyObject, request: LeafRequest): boolean {
  const { root, now, baseUrl, issuerConfigurationId, purpose } = request
  const names = splitAlternativeNames(certificate.subjectAltName ?? '')
  const host = hostOf(baseUrl)
  return (
    belongsTo(certificate, key) &&
    certificate.checkIssued(root.certificate) &&
    certificate.verify(root.certificate.publicKey) &&
    instant(certificate.validFrom) <= now &&
    addSeconds(now, leafRenewalSeconds) <= instant(certificate.validTo) &&
    (purpose === 'mdoc' ||
      (names.includes(`URI:${credentialIssuer(baseUrl, issuerConfigurationId)}`) &&
        (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined))
  )
}

/** Somebody's own certificate, perhaps with intermediates; a trust anchor at the end is not sent along. HAIP-6.1.1 */
function ownSigner(path: string, chain: readonly X509Certificate[], key: KeyObject, now: EpochMillis): Signer {
  const [leaf, ...others] = chain
  if (leaf === undefined || !belongsTo(leaf, key)) {
    throw new KeyFileError(`The certificate file ${path} does not belong to the key beside it.`)
  }
  if (instant(leaf.validTo) <= now) throw new KeyFileError(`The certificate in ${path} has expired.`)
  const intermediates = others.filter((certificate) => !certificate.verify(certificate.publicKey))
  return certifiedSigner(key, [leaf, ...intermediates])
}

/** What it signs is valid once the latest of its certificates is. */
function certifiedSigner(key: KeyObject, chain: readonly X509Certificate[]): Signer {
  const validFrom = epochMillis(Math.max(...chain.map((certificate) => instant(certificate.validFrom))))
  return signer(key, chain.map(base64), validFrom)
}

const belongsTo = (certificate: X509Certificate, key: KeyObject): boolean =>
  certificate.publicKey.equals(createPublicKey(key))

const base64 = (certificate: X509Certificate): string => certificate.raw.toString('base64')
const instant = (text: string): EpochMillis => epochMillis(Date.parse(text))
