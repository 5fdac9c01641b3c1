import { createHash, type KeyObject, X509Certificate } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Signer } from '@/lib/core/shared/ports/ports'
import { addSeconds, type EpochMillis, epochMillis } from '@/lib/core/shared/time/time'
import { verifierLeafProfile, verifierRenewalSeconds, verifierSubject } from './certificate-profiles'
import { KeyFileError } from './key-file-error'
import {
  createKeyFile,
  makeKeyDirectory,
  parseCertificates,
  privateKeyFile,
  readKeyFile,
  replaceKeyFile,
} from './key-files'
import { makeCertificate } from './make-certificate'
import { hasSubject, isCurrent, namesHost, type Root, splitAlternativeNames } from './open-leaf'
import { belongsTo, certifiedSigner, ownSigner } from './signer'

/** The signers of request objects. */
export interface VerifierSigners {
  /** The key that they share. */
  readonly key: KeyObject
  readonly current: Signer
  /** The same key with a self-signed certificate, which no wallet should trust. */
  readonly selfSigned: Signer
  /**
   * Signers by leaf hash (base64url SHA-256 of the DER), including former ones that are still valid, each with the end of its
   * leaf.
   */
  readonly byCertificate: ReadonlyMap<string, { readonly signer: Signer; readonly until: EpochMillis }>
}

interface VerifierLeafRequest {
  readonly directory: string
  readonly baseUrl: string
  readonly now: EpochMillis
  readonly root: Root
  /** Wallets know the verifier by the host of `baseUrl`, so the operator's own certificate must name it too. */
  readonly mustNameHost: boolean
}

/**
 * Opens the verifier's signer. The key is created once. The certificate is reissued for the same key when the service's
 * URL or the root has changed, or when it expires in less than 30 days. A session keeps the certificate that it began
 * with, since its hash is the client id (OID4VP-5.9.3), so former certificates are kept in `former/`. The operator's
 * own certificate is used unchanged. Throws KeyFileError when files do not match.
 */
export async function openVerifierLeaf(request: VerifierLeafRequest): Promise<VerifierSigners> {
  const { directory, now } = request
  const formerDirectory = join(directory, 'former')
  await makeKeyDirectory(formerDirectory)
  const key = await privateKeyFile(join(directory, 'request.key.pem'))
  const path = join(directory, 'request.cert.pem')
  const selfSigned = await openSelfSigned(key, request)
  const pem = await readKeyFile(path)
  const chain = pem === null ? null : parseCertificates(path, pem)
  if (chain !== null && !hasSubject(chain[0], verifierSubject)) {
    if (request.mustNameHost && !namesHost(chain[0], request.baseUrl)) {
      const host = new URL(request.baseUrl).hostname
      throw new KeyFileError(`${path} does not name ${host}, which VERIFIER_CLIENT_ID_PREFIX=x509_san_dns asks for.`)
    }
    return signersOf(key, ownSigner({ path, chain, key, now }), selfSigned, await readFormer(formerDirectory, key, now))
  }
  const present = chain?.[0] ?? null
  if (present !== null && isUpToDate(present, key, request)) {
    return signersOf(key, certifiedSigner(key, [present]), selfSigned, await readFormer(formerDirectory, key, now))
  }
  if (present !== null) await createKeyFile(join(formerDirectory, `${hashOf(present)}.cert.pem`), present.toString())
  const made = (await issue(key, request)).toString()
  // If two processes create the first certificate, both use the winner's.
  const kept = present === null ? await createKeyFile(path, made) : made
  if (present !== null) await replaceKeyFile(path, made)
  const current = certifiedSigner(key, [parseCertificates(path, kept)[0]])
  return signersOf(key, current, selfSigned, await readFormer(formerDirectory, key, now))
}

function issue(key: KeyObject, { root, baseUrl, now }: VerifierLeafRequest): Promise<X509Certificate> {
  if (root.privateKey === null) {
    throw new KeyFileError(`The root key ${root.keyPath} is missing, and the verifier needs a certificate.`)
  }
  const rootNotAfter = epochMillis(Date.parse(root.certificate.validTo))
  const issuer = { privateKey: root.privateKey, certificate: root.certificate }
  return makeCertificate(key, issuer, verifierLeafProfile({ baseUrl, now, rootNotAfter }))
}

const isUpToDate = (
  certificate: X509Certificate,
  key: KeyObject,
  { baseUrl, now, root }: VerifierLeafRequest,
): boolean =>
  isCurrent({ certificate, key, root, now, renewalSeconds: verifierRenewalSeconds }) &&
  namesHost(certificate, baseUrl) &&
  splitAlternativeNames(certificate.subjectAltName ?? '').includes(`URI:${baseUrl}`)

/** The former, unexpired certificates for this key. Those for a replaced key are ignored. */
async function readFormer(directory: string, key: KeyObject, now: EpochMillis): Promise<readonly Signer[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.cert.pem')).sort()
  const chains = await Promise.all(
    names.map(async (name) => {
      const path = join(directory, name)
      return parseCertificates(path, (await readKeyFile(path)) ?? '')
    }),
  )
  return chains
    .filter(([leaf]) => belongsTo(leaf, key) && Date.parse(leaf.validTo) > now)
    .map((chain) => certifiedSigner(key, chain))
}

/** A self-signed certificate for the key; reissued when it has expired or belongs to a former key. */
async function openSelfSigned(key: KeyObject, { directory, baseUrl, now }: VerifierLeafRequest): Promise<Signer> {
  const path = join(directory, 'self-signed.cert.pem')
  const pem = await readKeyFile(path)
  const [kept] = pem === null ? [] : parseCertificates(path, pem)
  if (kept !== undefined && belongsTo(kept, key) && Date.parse(kept.validTo) > now) return certifiedSigner(key, [kept])
  const rootNotAfter = addSeconds(now, tenYearsSeconds)
  const issuer = { privateKey: key, certificate: null }
  const made = await makeCertificate(key, issuer, verifierLeafProfile({ baseUrl, now, rootNotAfter }))
  if (kept !== undefined) await replaceKeyFile(path, made.toString())
  const winner = kept === undefined ? await createKeyFile(path, made.toString()) : made.toString()
  return certifiedSigner(key, [parseCertificates(path, winner)[0]])
}

const tenYearsSeconds = 10 * 365 * 86_400

const signersOf = (
  key: KeyObject,
  current: Signer,
  selfSigned: Signer,
  former: readonly Signer[],
): VerifierSigners => ({
  key,
  current,
  selfSigned,
  byCertificate: new Map(
    [...former, selfSigned, current].map((signer) => {
      const leaf = Buffer.from(signer.x5c[0] ?? '', 'base64')
      return [sha256(leaf), { signer, until: epochMillis(Date.parse(new X509Certificate(leaf).validTo)) }]
    }),
  ),
})

const hashOf = ({ raw }: X509Certificate): string => sha256(raw)
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url')
