import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { issuerConfigurations } from '@/lib/core/issuer/configurations'
import type { IssuerKeys, LaboratoryKeys, VerifierKeys } from '@/lib/core/shared/ports/keys'
import type { Clock, KeyedHash, Ports } from '@/lib/core/shared/ports/ports'
import type { OpenTrustKeys, OwnAccess, OwnIdentity } from '@/lib/core/shared/ports/trust'
import { type EpochMillis, epochMillis } from '@/lib/core/shared/time/time'
import { attestationLeafProfile, leafRenewalSeconds, serverLeafProfile } from './certificate-profiles'
import { decrypter, responseKeys } from './decrypter'
import { KeyFileError } from './key-file-error'
import {
  createKeyFile,
  makeKeyDirectory,
  parseCertificates,
  privateKeyFile,
  readKeyFile,
  replaceKeyFile,
} from './key-files'
import { laboratoryKeys } from './laboratory-keys'
import { makeCertificate } from './make-certificate'
import { isCurrent, namesHost, onceOpened, openLeaf, openRoot, type Root } from './open-leaf'
import { openVerifierLeaf } from './open-verifier-leaf'
import { keyedHash } from './ports'
import { certifiedSigner, derivedKey, signer } from './signer'
import { openStatementSigner } from './statement-signer'
import { trustKeys } from './trust/open-trust-keys'
import { ownAccess } from './trust/own-access'
import { wrongSigners } from './wrong-signers'

/** All keys of the installation. Private keys are not exposed, except the one for https, which Node takes as PEM. */
export interface KeyStore {
  /** Throws for an id that is not an issuer configuration. */
  readonly issuerKeys: (issuerConfigurationId: string) => IssuerKeys
  readonly laboratoryKeys: LaboratoryKeys
  readonly verifierKeys: VerifierKeys
  readonly statementSigner: Ports['statementSigner']
  readonly trustKeys: OpenTrustKeys
  readonly ownAccess: OwnAccess
  readonly keyedHash: KeyedHash
  /** The test root as PEM and as DER. */
  readonly rootPem: () => string
  readonly rootDer: () => Uint8Array
  /** The https certificate under the test root; `null` unless requested. */
  readonly server: ServerCertificate | null
}

/**
 * Opens the keys in a directory and creates missing ones: `root-ca.{key,cert}.pem`, `installation.key`, and for each
 * issuer configuration `{id}/access-token.key.pem`, `{id}/request-encryption.key.pem`,
 * `{id}/credential.{key,cert}.pem`, `{id}/mdoc.{key,cert}.pem`; for the verifier `verifier/request.{key,cert}.pem`, and
 * the same in `verifier-2` for the second signature of multi-signed requests; with `server`, also
 * `server.{key,cert}.pem`. Created on first use: `verifier/wrong/…` for deliberately wrong requests, `trust/…` for the
 * European trust framework, and `statement.pem` with `statement.cert.pem` for evidence bundles. The operator may
 * replace any of them while the service is stopped. Throws KeyFileError with one sentence for people.
 */
export async function openKeyStore({
  directory,
  baseUrl,
  now,
  server = false,
  verifierNamesHost = false,
  identities = new Map(),
}: {
  readonly directory: string
  readonly baseUrl: string
  readonly now: Clock
  /** Whether https is served under the test root. */
  readonly server?: boolean
  /** Whether the certificate of the verifier must name the host of `baseUrl`. */
  readonly verifierNamesHost?: boolean
  /** The operator's own access certificates, by name. */
  readonly identities?: ReadonlyMap<string, OwnIdentity>
}): Promise<KeyStore> {
  const at = now()
  await makeKeyDirectory(directory)
  const root = await openRoot(directory, at)
  const installationKey = await openInstallationKey(join(directory, 'installation.key'))
  const issuers = new Map<string, IssuerKeys>()
  for (const { id } of issuerConfigurations) {
    issuers.set(id, await openIssuerKeys({ directory: join(directory, id), id, baseUrl, at, root }))
  }
  const hashed = keyedHash(installationKey)
  const trust = trustKeys({ directory: join(directory, 'trust'), baseUrl, now })
  return {
    issuerKeys(issuerConfigurationId) {
      const keys = issuers.get(issuerConfigurationId)
      if (keys === undefined) throw new RangeError('There are no keys for this issuer configuration.')
      return keys
    },
    laboratoryKeys: laboratoryKeys({ installationKey, root, baseUrl, authorities: trust.authorities, now }),
    verifierKeys: await openVerifierKeys({
      directory: join(directory, 'verifier'),
      secondDirectory: join(directory, 'verifier-2'),
      baseUrl,
      at,
      now,
      root,
      hashed,
      mustNameHost: verifierNamesHost,
      attestationIssuer: attestationIssuer({ installationKey, root, baseUrl, now }),
    }),
    statementSigner: openStatementSigner({ directory, baseUrl, root, now }),
    trustKeys: trust.open,
    ownAccess: ownAccess(hashed('own-access', ''), identities),
    keyedHash: hashed,
    rootPem: () => root.certificate.toString(),
    rootDer: () => new Uint8Array(root.certificate.raw),
    server: server ? await openServerLeaf({ directory, baseUrl, now: at, root }) : null,
  }
}

async function openVerifierKeys({
  directory,
  secondDirectory,
  baseUrl,
  at,
  now,
  root,
  hashed,
  mustNameHost,
  attestationIssuer,
}: {
  readonly directory: string
  readonly secondDirectory: string
  readonly baseUrl: string
  readonly at: EpochMillis
  readonly now: Clock
  readonly root: Root
  readonly hashed: KeyedHash
  readonly mustNameHost: boolean
  readonly attestationIssuer: VerifierKeys['attestationIssuer']
}): Promise<VerifierKeys> {
  await makeKeyDirectory(directory)
  const leaf = { directory, baseUrl, now: at, root, mustNameHost }
  const { key, current, selfSigned, byCertificate } = await openVerifierLeaf(leaf)
  const second = await openSecondLeaf({ ...leaf, directory: secondDirectory })
  return {
    requestSigner: current,
    secondSigner: second?.current ?? null,
    selfSignedSigner: selfSigned,
    signerByCertificate: (hash) => {
      const found = byCertificate.get(hash) ?? second?.byCertificate.get(hash)
      return found !== undefined && now() < found.until ? found.signer : null
    },
    wrongSigner: wrongSigners({ directory: join(directory, 'wrong'), baseUrl, now, root, key, selfSigned }),
    attestationIssuer,
    ...responseKeys(hashed('response-keys', '')),
  }
}

/**
 * The leaf for second signatures, which wallets know by its hash. Missing if the installation's root key is kept
 * elsewhere.
 */
async function openSecondLeaf(leaf: Parameters<typeof openVerifierLeaf>[0]) {
  await makeKeyDirectory(leaf.directory)
  const isMade = (await readKeyFile(join(leaf.directory, 'request.cert.pem'))) !== null
  return isMade || leaf.root.privateKey !== null ? openVerifierLeaf({ ...leaf, mustNameHost: false }) : null
}

async function openIssuerKeys({
  directory,
  id,
  baseUrl,
  at,
  root,
}: {
  readonly directory: string
  readonly id: string
  readonly baseUrl: string
  readonly at: EpochMillis
  readonly root: Root
}): Promise<IssuerKeys> {
  await makeKeyDirectory(directory)
  const leaf = { directory, issuerConfigurationId: id, baseUrl, now: at, root }
  return {
    accessToken: signer(await privateKeyFile(join(directory, 'access-token.key.pem'))),
    credential: await openLeaf({ ...leaf, purpose: 'credential' }),
    mdoc: await openLeaf({ ...leaf, purpose: 'mdoc' }),
    requestEncryption: decrypter(await privateKeyFile(join(directory, 'request-encryption.key.pem'))),
  }
}

/** 32 random bytes as base64url, from which the offers, codes and digests of this installation are derived. */
async function openInstallationKey(path: string): Promise<Uint8Array> {
  const text = (await readKeyFile(path)) ?? (await createKeyFile(path, `${randomBytes(32).toString('base64url')}\n`))
  const key = Buffer.from(text.trim(), 'base64url')
  if (key.length < 32) throw new KeyFileError(`The key file ${path} does not hold 32 bytes of base64url.`)
  return key
}

/**
 * The signer of verifier attestations. Its key is derived from the installation key, so it is never stored and every
 * process has the same one; the root certifies it on first use, if its key is here.
 */
function attestationIssuer({
  installationKey,
  root,
  baseUrl,
  now,
}: {
  readonly installationKey: Uint8Array
  readonly root: Root
  readonly baseUrl: string
  readonly now: Clock
}): VerifierKeys['attestationIssuer'] {
  return onceOpened(async () => {
    const key = derivedKey(installationKey, 'verifier-attestations')
    if (root.privateKey === null) return signer(key)
    const rootNotAfter = epochMillis(Date.parse(root.certificate.validTo))
    const issuer = { privateKey: root.privateKey, certificate: root.certificate }
    return certifiedSigner(key, [
      await makeCertificate(key, issuer, attestationLeafProfile({ baseUrl, now: now(), rootNotAfter })),
    ])
  })
}

interface ServerCertificate {
  readonly cert: string
  readonly key: string
}

/**
 * Opens the web server's certificate under the test root, for the service's host. The key is created once. The
 * certificate is reissued for the same key when the host or the root has changed, or when it is about to expire. Throws
 * KeyFileError when the root's key is not available to sign it.
 */
async function openServerLeaf(request: {
  readonly directory: string
  readonly baseUrl: string
  readonly now: EpochMillis
  readonly root: Root
}): Promise<ServerCertificate> {
  const { directory, baseUrl, now, root } = request
  const privateKey = await privateKeyFile(join(directory, 'server.key.pem'))
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const path = join(directory, 'server.cert.pem')
  const pem = await readKeyFile(path)
  if (pem !== null) {
    const [present] = parseCertificates(path, pem)
    const current = { certificate: present, key: privateKey, root, now, renewalSeconds: leafRenewalSeconds }
    if (isCurrent(current) && namesHost(present, baseUrl)) return { cert: present.toString(), key }
  }
  if (root.privateKey === null) {
    throw new KeyFileError(`The root key ${root.keyPath} is missing, and the web server needs a certificate.`)
  }
  const rootNotAfter = epochMillis(Date.parse(root.certificate.validTo))
  const issuer = { privateKey: root.privateKey, certificate: root.certificate }
  const made = await makeCertificate(privateKey, issuer, serverLeafProfile({ baseUrl, now, rootNotAfter }))
  await replaceKeyFile(path, made.toString())
  return { cert: made.toString(), key }
}
