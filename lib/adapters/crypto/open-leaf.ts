import { createPublicKey, type KeyObject, type X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { ProtocolError } from '@/lib/core/shared/ports/errors'
import type { Signer } from '@/lib/core/shared/ports/ports'
import { credentialIssuer } from '@/lib/core/shared/ports/uris'
import { addSeconds, type EpochMillis, epochMillis } from '@/lib/core/shared/time/time'
import { isDiskFull } from '../spool'
import {
  credentialLeafProfile,
  hostOf,
  type LeafPurpose,
  leafRenewalSeconds,
  leafSubject,
  mdocLeafProfile,
  rootProfile,
} from './certificate-profiles'
import { KeyFileError } from './key-file-error'
import {
  createKeyFile,
  parseCertificates,
  presentPrivateKeyFile,
  privateKeyFile,
  readKeyFile,
  replaceKeyFile,
} from './key-files'
import { type DistinguishedName, makeCertificate } from './make-certificate'
import { belongsTo, certifiedSigner, ownSigner } from './signer'

/** The installation's test root. */
export interface Root {
  readonly certificate: X509Certificate
  /** `null` if the operator installed their own root and keeps its key elsewhere. */
  readonly privateKey: KeyObject | null
  readonly keyPath: string
}

/**
 * Opens the root in this directory, or creates one. The key is created first, so that a second process uses the same
 * key.
 */
export async function openRoot(directory: string, now: EpochMillis): Promise<Root> {
  const keyPath = join(directory, 'root-ca.key.pem')
  const path = join(directory, 'root-ca.cert.pem')
  const present = await readKeyFile(path)
  const privateKey = present === null ? await privateKeyFile(keyPath) : await presentPrivateKeyFile(keyPath)
  const pem = present ?? (await createKeyFile(path, await newRootPem(await privateKeyFile(keyPath), now)))
  const [certificate] = parseCertificates(path, pem)
  if (!certificate.ca) throw new KeyFileError(`The certificate in ${path} is not a certificate authority.`)
  if (Date.parse(certificate.validTo) <= now) throw new KeyFileError(`The root certificate in ${path} has expired.`)
  if (privateKey !== null && !certificate.publicKey.equals(createPublicKey(privateKey))) {
    throw new KeyFileError(`The root certificate ${path} does not belong to the key ${keyPath}.`)
  }
  return { certificate, privateKey, keyPath }
}

const newRootPem = async (privateKey: KeyObject, now: EpochMillis): Promise<string> =>
  (await makeCertificate(privateKey, { privateKey, certificate: null }, rootProfile(now))).toString()

/** Whether a leaf certifies this key, was issued by the root, is valid now, and is not due for renewal. */
export const isCurrent = ({
  certificate,
  key,
  root,
  now,
  renewalSeconds,
}: {
  readonly certificate: X509Certificate
  readonly key: KeyObject
  readonly root: Pick<Root, 'certificate'>
  readonly now: EpochMillis
  readonly renewalSeconds: number
}): boolean =>
  belongsTo(certificate, key) &&
  certificate.checkIssued(root.certificate) &&
  certificate.verify(root.certificate.publicKey) &&
  Date.parse(certificate.validFrom) <= now &&
  addSeconds(now, renewalSeconds) <= Date.parse(certificate.validTo)

/** Whether a certificate has exactly this subject, which marks it as ours; any other belongs to the operator. */
export const hasSubject = (certificate: X509Certificate, subject: DistinguishedName): boolean =>
  certificate.subject === subject.map(([type, value]) => `${namedByNode[type] ?? type}=${value}`).join('\n')

/** Node's names for attributes, by the type that profiles use. */
const namedByNode: Readonly<Record<string, string>> = { '2.5.4.97': 'organizationIdentifier' }

/** Whether a certificate names the host of the service, as an IP address if it is one. */
export function namesHost(certificate: X509Certificate, baseUrl: string): boolean {
  const host = hostOf(baseUrl)
  return (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined
}

/**
 * Splits Node's `subjectAltName` (`DNS:example.com, URI:"a, b"`) into its names. Node quotes a name that contains a
 * comma or a quote, so that a URI cannot pose as several names; this removes the quotes.
 */
export function splitAlternativeNames(text: string): string[] {
  const names: string[] = []
  const name = /([A-Za-z ]+):("(?:[^"\\]|\\.)*"|[^,]*)(?:, |$)/gy
  for (let match = name.exec(text); match !== null; match = name.exec(text)) {
    const [, kind = '', value = ''] = match
    names.push(`${kind}:${unquote(value)}`)
  }
  return names
}

function unquote(value: string): string {
  if (!value.startsWith('"')) return value
  try {
    return String(JSON.parse(value))
  } catch {
    return value
  }
}

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

const noRoom =
  'The disk of this service is full, so a key that this needs cannot be made: it works once its operator has freed space.'

/**
 * Opens keys on first use and keeps them; a failure is not kept, so the next call tries again. Throws what `open`
 * throws, and ProtocolError `temporarily_unavailable` if the disk has no room for a new key.
 */
export function onceOpened<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opened: Promise<Opened> | null = null
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = null
      throw error instanceof KeyFileError && isDiskFull(error.cause)
        ? new ProtocolError('temporarily_unavailable', noRoom, {}, [['Retry-After', '60']])
        : error
    })
    return opened
  }
}
