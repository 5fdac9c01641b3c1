import type { KeyObject, X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import type { Signer } from '@/lib/core/ground/ports/ports'
import { credentialIssuer } from '@/lib/core/ground/ports/uris'
import { type EpochMillis, epochMillis } from '@/lib/core/ground/time/time'
import { parseCertificates } from './certificate-file'
import {
  credentialLeafProfile,
  type LeafPurpose,
  leafRenewalSeconds,
  leafSubject,
  mdocLeafProfile,
} from './certificate-profiles'
import { certifiedSigner, ownSigner } from './certified-signer'
import { hasSubject, isCurrent, namesHost } from './is-current'
import { KeyFileError, readKeyFile, replaceKeyFile } from './key-files'
import { makeCertificate } from './make-certificate'
import type { Root } from './open-root'
import { privateKeyFile } from './private-key-file'
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
 * Opens the signer for one purpose, with its certificate. The key is created once. The certificate is reissued for the
 * same key when the service's URL or the root has changed, or when it is about to expire. The operator's own
 * certificate is used unchanged. Throws KeyFileError when files do not match.
 */
export async function openLeaf(request: LeafRequest): Promise<Signer> {
  const { directory, purpose, now } = request
  const key = await privateKeyFile(join(directory, `${purpose}.key.pem`))
  const path = join(directory, `${purpose}.cert.pem`)
  const pem = await readKeyFile(path)
  if (pem !== null) {
    const chain = parseCertificates(path, pem)
    if (!isOurs(chain[0], request)) return ownSigner({ path, chain, key, now })
    if (isUpToDate(chain[0], key, request)) return certifiedSigner(key, [chain[0]])
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
  const rootNotAfter = epochMillis(Date.parse(root.certificate.validTo))
  const issuer = { privateKey: root.privateKey, certificate: root.certificate }
  return makeCertificate(key, issuer, profile({ ...request, rootNotAfter }))
}

const isOurs = (certificate: X509Certificate, { issuerConfigurationId, purpose }: LeafRequest): boolean =>
  hasSubject(certificate, leafSubject(issuerConfigurationId, purpose))

function isUpToDate(certificate: X509Certificate, key: KeyObject, request: LeafRequest): boolean {
  const { root, now, baseUrl, issuerConfigurationId, purpose } = request
  const names = splitAlternativeNames(certificate.subjectAltName ?? '')
  return (
    isCurrent({ certificate, key, root, now, renewalSeconds: leafRenewalSeconds }) &&
    (purpose === 'mdoc' ||
      (names.includes(`URI:${credentialIssuer(baseUrl, issuerConfigurationId)}`) && namesHost(certificate, baseUrl)))
  )
}
