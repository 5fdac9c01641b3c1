import 'reflect-metadata'
import { createPrivateKey, type KeyObject, sign, verify, X509Certificate } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as x509 from '@peculiar/x509'
import { LRUCache } from 'lru-cache'
import type {
  OwnAccess,
  OwnCertificate,
  OwnCertificateProblem,
  OwnHolder,
  OwnIdentity,
} from '@/lib/core/shared/ports/trust'
import type { EpochMillis } from '@/lib/core/shared/time/time'
import {
  mayNamePerson,
  type SubjectAttribute,
  subjectOid,
  subjectWithoutPerson,
} from '@/lib/core/shared/trust/organization'
import { readRegistration } from '@/lib/core/shared/trust/registration/registration'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { KeyFileError } from '../key-file-error'
import { readKeyFile } from '../key-files'
import { sealText, unsealText } from '../seal-key'
import { belongsTo, certifiedSigner, p256PublicJwk } from '../signer'
import { signerOf } from './open-trust-keys'

/** Maximum certificates of a chain, and characters of each. */
const certificatesMax = 10

const certificateCharactersMax = 16_384

/** Number of opened keys to cache: a request is signed soon after its session was created. */
const openMax = 256

/** A tester's or operator's certificate with its private key. */
export interface OwnKeyPair extends OwnCertificate {
  readonly key: KeyObject
  readonly chain: readonly X509Certificate[]
}

/**
 * Access certificates of testers and of the operator. Testers' keys are stored with their session, sealed under
 * `sealingKey`: 32 bytes that never leave the installation.
 */
export function ownAccess(sealingKey: Uint8Array, identities: ReadonlyMap<string, OwnIdentity>): OwnAccess {
  /** By their sealed form. */
  const opened = new LRUCache<string, KeyObject>({ max: openMax })
  const open = (sealed: string): KeyObject | null => {
    const known = opened.get(sealed)
    if (known !== undefined) return known
    const text = unsealText(sealed, sealingKey)
    const key = text === null ? null : readPrivateKey(text)
    if (key !== null) opened.set(sealed, key)
    return key
  }
  return {
    read(given, at) {
      const read = readOwnCertificate(given, at)
      if ('problem' in read) return read
      const { key, signer, holder, dropped } = read
      const sealed = sealText(key.export({ type: 'pkcs8', format: 'pem' }).toString(), sealingKey)
      opened.set(sealed, key)
      return { signer, holder, dropped, sealed }
    },
    open(sealed, x5c) {
      const key = open(sealed)
      return key === null ? null : signerOf(key, x5c)
    },
    identity: (name) => identities.get(name) ?? null,
    identities: () => [...identities],
  }
}

/** Reads a chain, leaf first, and the private key of its leaf. Never throws. */
export function readOwnCertificate(
  { chain: pem, privateKey }: { readonly chain: string; readonly privateKey: string | JsonObject },
  at: EpochMillis,
): OwnKeyPair | OwnCertificateProblem {
  const wrong = (member: OwnCertificateProblem['member'], problem: string): OwnCertificateProblem => ({
    member,
    problem,
  })
  const chain = readChain(pem)
  const [leaf, ...others] = chain ?? []
  const holder = leaf === undefined ? null : holderOf(leaf)
  if (chain === null || leaf === undefined || holder === null)
    return wrong(
      'chain',
      `It must be PEM of 1 to ${certificatesMax} readable X.509 certificates, leaf first, each of at most ${certificateCharactersMax} characters.`,
    )
  const key = readPrivateKey(privateKey)
  if (key === null)
    return wrong('private_key', 'It must be an unencrypted P-256 private key, as PKCS#8 in PEM form or as a JWK.')
  if (leaf.ca)
    return wrong('chain', 'Its first certificate must be that of the key, not one of a certificate authority.')
  if (!belongsTo(leaf, key) || !signsFor(key, leaf))
    return wrong('private_key', 'It must be the key of the first certificate of the chain.')
  const anchors = others.filter(isSelfSigned)
  const sent = [leaf, ...others.filter((certificate) => !anchors.includes(certificate))]
  if (!sent.every((certificate) => isCurrent(certificate, at)))
    return wrong('chain', 'Each of its certificates must be valid now.')
  return {
    key,
    chain: sent,
    signer: certifiedSigner(key, sent),
    holder,
    dropped: anchors.map((anchor) => chain.indexOf(anchor)),
  }
}

function readChain(pem: string): X509Certificate[] | null {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (blocks.length > certificatesMax || blocks.some((block) => block.length > certificateCharactersMax)) return null
  try {
    return blocks.map((block) => new X509Certificate(block))
  } catch {
    return null
  }
}

function readPrivateKey(given: string | JsonObject): KeyObject | null {
  try {
    const key = typeof given === 'string' ? createPrivateKey(given) : createPrivateKey({ key: given, format: 'jwk' })
    p256PublicJwk(key)
    return key
  } catch {
    return null
  }
}

const sample = Buffer.from('a signature that the certificate has to verify')

/** A private key may come with another key's public half; its signatures would not verify. */
const signsFor = (key: KeyObject, { publicKey }: X509Certificate): boolean =>
  verify('sha256', sample, publicKey, sign('sha256', sample, key))

const isSelfSigned = (certificate: X509Certificate): boolean =>
  certificate.checkIssued(certificate) && verifies(certificate)

/** False for a key that OpenSSL cannot verify with. */
function verifies(certificate: X509Certificate): boolean {
  try {
    return certificate.verify(certificate.publicKey)
  } catch {
    return false
  }
}

/** Whether a certificate is within its validity period. RFC 5280 section 4.1.2.5 */
const isCurrent = ({ validFrom, validTo }: X509Certificate, at: EpochMillis): boolean =>
  Date.parse(validFrom) <= at && at <= Date.parse(validTo)

/** The holder of a certificate; `null` if its subject cannot be read. */
function holderOf(leaf: X509Certificate): OwnHolder | null {
  try {
    return holderIn(new x509.X509Certificate(leaf.raw))
  } catch {
    return null
  }
}

function holderIn(certificate: x509.X509Certificate): OwnHolder {
  const attributes = certificate.subjectName
    .toJSON()
    .flatMap((part) => Object.entries(part))
    .flatMap(([type, values]): SubjectAttribute[] => {
      const oid = oidOf(type)
      return values.map((value) => ({ oid, value }))
    })
  const first = (oid: string): string | null => attributes.find((one) => one.oid === oid)?.value ?? null
  const policies = certificate.getExtension(x509.CertificatePolicyExtension)?.policies ?? []
  const tradeName = first(subjectOid.commonName) ?? first(subjectOid.organization) ?? ''
  return {
    identifier: first(subjectOid.organizationIdentifier) ?? first(subjectOid.serialNumber),
    legalName: first(subjectOid.organization) ?? tradeName,
    tradeName,
    country: first(subjectOid.country),
    service: first(subjectOid.unit),
    withoutPerson: mayNamePerson(attributes, policies) ? subjectWithoutPerson(attributes) : null,
  }
}

/** The library's short names of attributes. */
const shortNames: Readonly<Record<string, string>> = {
  CN: subjectOid.commonName,
  C: subjectOid.country,
  O: subjectOid.organization,
  OU: subjectOid.unit,
  G: subjectOid.givenName,
  GN: subjectOid.givenName,
  SN: subjectOid.surname,
}

const oidOf = (type: string): string => shortNames[type] ?? type

/** Identity names that a session request can refer to. */
const legalName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/**
 * The operator's own access certificates, each in a folder with its name: `chain.pem`, `key.pem`, and optionally
 * `registration.jwt` and `issuer-registration.jwt`. None if the directory does not exist.
 * @throws KeyFileError with one sentence that names the file
 */
export async function readIdentities(directory: string, at: EpochMillis): Promise<ReadonlyMap<string, OwnIdentity>> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new KeyFileError(`The directory ${directory} cannot be read (${error.code ?? 'unknown error'}).`)
  })
  const names = entries.flatMap((entry) => (entry.isDirectory() || entry.isSymbolicLink() ? [entry.name] : [])).sort()
  const identities = new Map<string, OwnIdentity>()
  for (const name of names) {
    const folder = join(directory, name)
    if (!legalName.test(name))
      throw new KeyFileError(
        `The folder ${folder} must have a name of at most 64 letters, digits, dots, dashes and underscores.`,
      )
    identities.set(name, await readIdentity(folder, at))
  }
  return identities
}

async function readIdentity(folder: string, at: EpochMillis): Promise<OwnIdentity> {
  const paths = { chain: join(folder, 'chain.pem'), private_key: join(folder, 'key.pem') }
  const [chain, privateKey] = [await needed(paths.chain), await needed(paths.private_key)]
  const read = readOwnCertificate({ chain, privateKey }, at)
  if ('problem' in read)
    throw new KeyFileError(`The file ${paths[read.member]} cannot be used: ${sentenceInside(read.problem)}`)
  const { key, signer, holder, dropped, chain: certificates } = read
  return {
    signer,
    holder,
    dropped,
    registration: await registrationIn(join(folder, 'registration.jwt')),
    issuerRegistration: await registrationIn(join(folder, 'issuer-registration.jwt')),
    byCertificate: (x5c) => signerOf(key, x5c),
    isCurrent: (now) => certificates.every((certificate) => isCurrent(certificate, now)),
  }
}

async function needed(path: string): Promise<string> {
  const text = await readKeyFile(path)
  if (text === null) throw new KeyFileError(`The file ${path} is missing.`)
  return text
}

async function registrationIn(path: string): Promise<string | null> {
  const compact = (await readKeyFile(path))?.trim() ?? null
  if (compact !== null && readRegistration(compact) === null)
    throw new KeyFileError(`The file ${path} holds no compact JWS with JSON claims.`)
  return compact
}

const sentenceInside = (sentence: string): string => `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
