import { createPrivateKey, generateKeyPair, type KeyObject, sign, type X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { VerifierKeys, WrongSigner } from '@/lib/core/shared/ports/keys'
import type { Clock, JwsSigner, Signer } from '@/lib/core/shared/ports/ports'
import { otherVerifierHost } from '@/lib/core/shared/ports/uris'
import { addSeconds, type EpochMillis, epochMillis } from '@/lib/core/shared/time/time'
import { verifierLeafProfile, verifierRenewalSeconds, wrongCaProfile } from './certificate-profiles'
import { KeyFileError } from './key-file-error'
import {
  createKeyFile,
  makeKeyDirectory,
  parseCertificates,
  privateKeyFile,
  readKeyFile,
  replaceKeyFile,
} from './key-files'
import { type CertificateIssuer, type CertificateProfile, makeCertificate } from './make-certificate'
import { hasSubject, isCurrent, namesHost, onceOpened, type Root } from './open-leaf'
import { certifiedSigner, signer } from './signer'

interface Place {
  readonly directory: string
  readonly baseUrl: string
  readonly now: Clock
  readonly root: Root
  readonly key: KeyObject
  /** The key with a self-signed certificate. */
  readonly selfSigned: Signer
}

/**
 * Signers of requests that have exactly one defect. Their keys and certificates are created on first use, stored in the
 * directory, and cached. Only the leaf is sent, so the root's path length constraint stays hidden. OID4VP-1FINAL-5.9.3,
 * HAIP-5
 */
export function wrongSigners(place: Place): VerifierKeys['wrongSigner'] {
  const kinds: Readonly<Record<WrongSigner, () => Promise<JwsSigner | null>>> = {
    self_signed: async () => place.selfSigned,
    other_key: onceOpened(async () => signer(await keyIn(place, 'other'))),
    untrusted_chain: onceOpened(async () => openLeaf(place, 'untrusted', await openUntrusted(place))),
    incomplete_chain: onceOpened(() => underRoot(place, async (root) => openIncomplete(place, root))),
    rsa: onceOpened(() => underRoot(place, (root) => openOther(place, root, 'rsa'))),
    ed25519: onceOpened(() => underRoot(place, (root) => openOther(place, root, 'ed25519'))),
    other_name: onceOpened(() => underRoot(place, (root) => openLeaf(place, 'other-name', root, otherVerifierHost))),
  }
  return (how) => kinds[how]()
}

type Authority = CertificateIssuer & { readonly certificate: X509Certificate }

async function underRoot(
  { root: { privateKey, certificate } }: Place,
  make: (root: Authority) => Promise<JwsSigner>,
): Promise<JwsSigner | null> {
  return privateKey === null ? null : make({ privateKey, certificate })
}

async function keyIn({ directory }: Place, name: string): Promise<KeyObject> {
  await makeKeyDirectory(directory)
  return privateKeyFile(join(directory, `${name}.key.pem`))
}

const openUntrusted = (place: Place): Promise<Authority> =>
  openAuthority(place, 'untrusted-root', null, (now) =>
    wrongCaProfile('untrusted', { now, notAfter: addSeconds(now, centurySeconds) }),
  )

const centurySeconds = 100 * 365 * 86_400

async function openIncomplete(place: Place, root: Authority): Promise<JwsSigner> {
  const intermediate = await openAuthority(place, 'intermediate', root, (now) =>
    wrongCaProfile('intermediate', { now, notAfter: endOf(root) }),
  )
  return openLeaf(place, 'incomplete', intermediate)
}

/** A CA certificate with its own key; self-signed without an issuer. */
async function openAuthority(
  place: Place,
  name: string,
  issuer: Authority | null,
  profileAt: (now: EpochMillis) => CertificateProfile,
): Promise<Authority> {
  const privateKey = await keyIn(place, name)
  const profile = profileAt(place.now())
  const certificate = await openCertificate(place, name, privateKey, {
    issuer: issuer ?? { privateKey, certificate: null },
    profile,
    isStillRight: (kept) => hasSubject(kept, profile.subject),
  })
  return { privateKey, certificate }
}

/** A certificate of the verifier for the key that signs requests. */
async function openLeaf(
  place: Place,
  name: string,
  issuer: Authority,
  host = new URL(place.baseUrl).hostname,
): Promise<JwsSigner> {
  await makeKeyDirectory(place.directory)
  return certifiedSigner(place.key, [await openVerifierCertificate(place, name, place.key, { issuer, host })])
}

/** Keys of another kind than requests are signed with: their name, and what they sign as. */
const otherKinds = {
  // PKCS #1 v1.5, Node's default for RSA keys. RFC 7518 section 3.3
  rsa: { called: 'RSA', alg: 'RS384', hash: 'sha384' },
  // RFC 8037 section 3.1
  ed25519: { called: 'Ed25519', alg: 'EdDSA', hash: null },
} as const

type OtherKind = keyof typeof otherKinds

async function openOther(place: Place, root: Authority, kind: OtherKind): Promise<JwsSigner> {
  await makeKeyDirectory(place.directory)
  const key = await otherKeyFile(join(place.directory, `${kind}.key.pem`), kind)
  const host = new URL(place.baseUrl).hostname
  const { raw } = await openVerifierCertificate(place, kind, key, { issuer: root, host })
  const { alg, hash } = otherKinds[kind]
  return { alg, x5c: [raw.toString('base64')], sign: (data) => sign(hash, data, key) }
}

function openVerifierCertificate(
  place: Place,
  name: string,
  key: KeyObject,
  { issuer, host }: { readonly issuer: Authority; readonly host: string },
): Promise<X509Certificate> {
  const url = new URL(place.baseUrl)
  url.hostname = host
  const baseUrl = url.origin
  return openCertificate(place, name, key, {
    issuer,
    profile: verifierLeafProfile({ baseUrl, now: place.now(), rootNotAfter: endOf(issuer) }),
    isStillRight: (kept) => namesHost(kept, baseUrl),
  })
}

/** The certificate in a file, reissued when its key, issuer or names have changed, or when it is about to expire. */
async function openCertificate(
  { directory, now }: Place,
  name: string,
  key: KeyObject,
  {
    issuer,
    profile,
    isStillRight,
  }: {
    readonly issuer: CertificateIssuer
    readonly profile: CertificateProfile
    readonly isStillRight: (kept: X509Certificate) => boolean
  },
): Promise<X509Certificate> {
  const path = join(directory, `${name}.cert.pem`)
  const pem = await readKeyFile(path)
  const [kept] = pem === null ? [] : parseCertificates(path, pem)
  const root = { certificate: issuer.certificate ?? kept }
  const isKept =
    kept !== undefined &&
    root.certificate !== undefined &&
    isCurrent({
      certificate: kept,
      key,
      root: { certificate: root.certificate },
      now: now(),
      renewalSeconds: verifierRenewalSeconds,
    }) &&
    isStillRight(kept)
  if (isKept) return kept
  const made = (await makeCertificate(key, issuer, profile)).toString()
  if (kept !== undefined) await replaceKeyFile(path, made)
  // If two processes create the first certificate, both use the winner's.
  const winner = kept === undefined ? await createKeyFile(path, made) : made
  return parseCertificates(path, winner)[0]
}

const endOf = ({ certificate }: Authority): EpochMillis => epochMillis(Date.parse(certificate.validTo))

const makeKeyPair = promisify(generateKeyPair)

/** The private key of a kind in this PEM file, created if there is none. Throws KeyFileError for a key of another kind. */
async function otherKeyFile(path: string, kind: OtherKind): Promise<KeyObject> {
  const pem = (await readKeyFile(path)) ?? (await createKeyFile(path, await newPem(kind)))
  const key = readKey(pem)
  if (key?.asymmetricKeyType !== kind)
    throw new KeyFileError(`The key file ${path} holds no ${otherKinds[kind].called} private key in PEM form.`)
  return key
}

function readKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}

async function newPem(kind: OtherKind): Promise<string> {
  const { privateKey } =
    kind === 'rsa' ? await makeKeyPair('rsa', { modulusLength: 3072 }) : await makeKeyPair('ed25519', {})
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
