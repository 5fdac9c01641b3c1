import 'reflect-metadata'
import { createHash, X509Certificate as NodeCertificate, webcrypto } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  CertificatePolicyExtension,
  CRLDistributionPointsExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
  X509CrlGenerator,
} from '@peculiar/x509'
import { type CompactJWSHeaderParameters, CompactSign } from 'jose'
import { generateKey, type WalletKey } from '../jose/key'
import type { JsonObject } from '../json'
import type { TrustRole, TrustSettings } from '../trust/trust-context'
import { createTrustMemory } from '../trust/trust-context'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const dayMillis = 86_400_000
const etsi = 'http://uri.etsi.org/19602'

/** A key with a certificate for it. */
export interface TestParty {
  key: WalletKey
  privateKey: webcrypto.CryptoKey
  certificate: NodeCertificate
  /** Base64 of DER. */
  der: string
  publicKey: webcrypto.CryptoKey
  subject: string
}

/** What a test changes in a certificate. */
interface LeafOptions {
  subject?: Record<string, string>
  notBefore?: Date
  notAfter?: Date
  policies?: string[]
  revocationList?: string | null
  /** The issuer's name comes from one authority and the signature from another. */
  signedBy?: TestParty
  extensions?: Extension[]
  isAuthority?: boolean
  /** Whether it states its key usage. */
  hasUsages?: boolean
}

/** The identifier of the test organisation. */
export const identifier = 'NTRIT-WALLETCAPTURE'
const organisation = { C: 'IT', O: 'Wallet Capture', '2.5.4.97': identifier, OU: 'verifier', CN: 'Wallet Capture' }
const base = 'https://trust.example/lists'
export const statusListUri = 'https://trust.example/status.jwt'
export const revocationListUri = 'https://trust.example/access.crl'

const listKinds: Record<TrustRole, readonly [path: string, type: string, service: string]> = {
  access: ['access-certificate-providers', 'EUWRPACProvidersList', 'WRPAC'],
  registrar: ['registration-certificate-providers', 'EUWRPRCProvidersList', 'WRPRC'],
  pid: ['pid-providers', 'EUPIDProvidersList', 'PID'],
  pub_eaa: ['pub-eaa-providers', 'EUPubEAAProvidersList', 'PubEAA'],
}

/** The address of a role's list. */
export const listUrl = (role: TrustRole): string => `${base}/${listKinds[role][0]}.jwt`

/** The one statement id-etsi-qct-pid, 0.4.0.194126.1.1, in DER (RFC 3739 section 3.2.6). */
export const pidStatement = new Extension('1.3.6.1.5.5.7.1.3', false, Buffer.from('300b3009060704008bec4e0101', 'hex'))

/** What a test changes in a list. */
interface ListOptions {
  authorities?: TestParty[]
  information?: JsonObject
  signer?: TestParty
  /** Whether the signature is wrong by one bit. */
  isBroken?: boolean
  status?: string
}

/**
 * Everything that trust in a test organisation is based on, made with libraries that the wallet does not verify with.
 */
export interface TrustWorld {
  nowMillis: number
  /** Documents by address. A test replaces or removes some. */
  documents: Map<string, string | Buffer>
  authorities: Record<'access' | 'registrar' | 'pid' | 'strangers', TestParty>
  access: TestParty
  registrar: TestParty
  registrarStatus: TestParty
  operator: TestParty
  strangerOperator: TestParty
  leaf: (authority: TestParty, options?: LeafOptions) => Promise<TestParty>
  registration: (changes?: JsonObject, header?: JsonObject, signer?: TestParty) => Promise<string>
  list: (role: TrustRole, options?: ListOptions) => Promise<string>
  statusList: (revoked: readonly number[], changes?: JsonObject, signer?: TestParty) => Promise<string>
  revocationList: (serials: readonly string[], options?: { nextUpdate?: Date; by?: TestParty }) => Promise<Buffer>
  settings: (changes?: Partial<TrustSettings>) => TrustSettings
}

/** The registered credential of most tests. */
export const registeredPid = {
  format: 'dc+sd-jwt',
  meta: { vct_values: ['urn:eudi:pid:1'] },
  claim: [{ path: ['family_name'] }, { path: ['given_name'] }],
}

const usagesOf = (isAuthority: boolean): KeyUsageFlags =>
  isAuthority ? KeyUsageFlags.keyCertSign : KeyUsageFlags.digitalSignature

/** Makes keys, certificates and documents, all of them correct. */
export async function createTrustWorld(nowMillis: number): Promise<TrustWorld> {
  const seconds = Math.floor(nowMillis / 1000)
  const usual = {
    notBefore: new Date(nowMillis - dayMillis),
    notAfter: new Date(nowMillis + 300 * dayMillis),
  }
  const leaf = async (authority: TestParty, options: LeafOptions = {}): Promise<TestParty> => {
    const { policies = ['0.4.0.194118.1.2'], revocationList = revocationListUri, extensions = [] } = options
    const made = await newKeys()
    const { signedBy = authority, subject = organisation, isAuthority = false, hasUsages = true } = options
    const certificate = await X509CertificateGenerator.create({
      notBefore: options.notBefore ?? usual.notBefore,
      notAfter: options.notAfter ?? usual.notAfter,
      subject: nameOf(subject),
      issuer: authority.subject,
      publicKey: made.publicKey,
      signingKey: signedBy.privateKey,
      signingAlgorithm: algorithm,
      extensions: [
        await AuthorityKeyIdentifierExtension.create(authority.publicKey),
        await SubjectKeyIdentifierExtension.create(made.publicKey),
        new BasicConstraintsExtension(isAuthority, undefined, true),
        ...(hasUsages ? [new KeyUsagesExtension(usagesOf(isAuthority), true)] : []),
        ...(policies.length === 0 ? [] : [new CertificatePolicyExtension(policies)]),
        ...(revocationList === null ? [] : [new CRLDistributionPointsExtension([revocationList])]),
        ...extensions,
      ],
    })
    return partyOf(made, certificate.rawData, nameOf(subject))
  }
  const authorities = {
    access: await authorityOf('Access CA', usual),
    registrar: await authorityOf('Registrar CA', usual),
    pid: await authorityOf('PID CA', usual),
    strangers: await authorityOf('Stranger CA', usual),
  }
  const operator = await authorityOf('Operator', usual, { C: 'EU', O: 'Test List Operator', CN: 'Operator' }, false)
  const world: TrustWorld = {
    nowMillis,
    documents: new Map(),
    authorities,
    access: await leaf(authorities.access),
    registrar: await leaf(authorities.registrar, { revocationList: null }),
    registrarStatus: await leaf(authorities.registrar, { revocationList: null }),
    operator,
    strangerOperator: await authorityOf('Stranger', usual, { C: 'EU', O: 'Test List Operator', CN: 'S' }, false),
    leaf,
    registration: (changes = {}, header = {}, signer = world.registrar) =>
      sign(
        { typ: 'rc-wrp+jwt', x5c: [signer.der], 'x5t#S256': hashOf(signer), iat: seconds, ...header },
        {
          sub: identifier,
          sub_ln: 'Wallet Capture',
          name: 'Wallet Capture',
          country: 'IT',
          registry_uri: 'https://trust.example/registrar',
          entitlements: ['https://uri.etsi.org/19475/Entitlement/Service_Provider'],
          iat: seconds,
          exp: seconds + 180 * 86_400,
          status: { status_list: { idx: 17, uri: statusListUri } },
          intended_use_id: 'use',
          credentials: [registeredPid],
          ...changes,
        },
        signer,
      ),
    list: (role, options = {}) => makeList(role, { operator, authorities, nowMillis }, options),
    statusList: (revoked, changes = {}, signer = world.registrarStatus) => {
      const bits = Buffer.alloc(1024)
      for (const index of revoked) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7))
      return sign(
        { typ: 'statuslist+jwt', x5c: [signer.der] },
        {
          sub: statusListUri,
          iat: seconds,
          exp: seconds + 600,
          ttl: 60,
          status_list: { bits: 1, lst: deflateSync(bits).toString('base64url') },
          ...changes,
        },
        signer,
      )
    },
    revocationList: async (serials, { nextUpdate = new Date(nowMillis + dayMillis), by = authorities.access } = {}) => {
      const list = await X509CrlGenerator.create({
        issuer: by.subject,
        thisUpdate: new Date(nowMillis - 1000),
        nextUpdate,
        signingAlgorithm: algorithm,
        signingKey: by.privateKey,
        entries: serials.map((serialNumber) => ({ serialNumber, revocationDate: new Date(nowMillis - 1000) })),
      })
      return Buffer.from(list.rawData)
    },
    settings: (changes = {}) => ({
      policy: 'refuse',
      lists: { base, operators: [operator.certificate] },
      anchors: {},
      overAsking: 'warn',
      memory: createTrustMemory(),
      ...changes,
    }),
  }
  const { documents } = world
  for (const role of ['access', 'registrar', 'pid', 'pub_eaa'] as const)
    documents.set(listUrl(role), await world.list(role))
  documents.set(statusListUri, await world.statusList([3]))
  documents.set(revocationListUri, await world.revocationList(['0badc0de']))
  return world
}

async function makeList(
  role: TrustRole,
  world: Pick<TrustWorld, 'operator' | 'nowMillis'> & { authorities: Partial<Record<TrustRole, TestParty>> },
  { authorities, information = {}, signer = world.operator, isBroken = false, status }: ListOptions,
): Promise<string> {
  const [, type, service] = listKinds[role]
  const named = authorities ?? [world.authorities[role] ?? []].flat()
  const instant = (millis: number) => `${new Date(millis).toISOString().slice(0, 19)}Z`
  const serviceOf = ({ der }: TestParty, kind: string) => ({
    ServiceInformation: {
      ServiceName: [{ lang: 'en', value: `${service} ${kind}` }],
      ServiceDigitalIdentity: { X509Certificates: [{ val: der }] },
      ServiceTypeIdentifier: `${etsi}/SvcType/${service}/${kind}`,
      ...(status === undefined ? {} : { ServiceStatus: status }),
    },
  })
  const list = {
    LoTE: {
      ListAndSchemeInformation: {
        LoTEVersionIdentifier: 1,
        LoTESequenceNumber: 7,
        LoTEType: `${etsi}/LoTEType/${type}`,
        SchemeOperatorName: [{ lang: 'en', value: 'Test List Operator' }],
        SchemeTerritory: 'EU',
        ListIssueDateTime: instant(world.nowMillis - 1000),
        NextUpdate: instant(world.nowMillis + dayMillis),
        ...information,
      },
      TrustedEntitiesList: named.map((authority) => ({
        TrustedEntityInformation: { TEName: [{ lang: 'en', value: 'Test' }] },
        TrustedEntityServices: [serviceOf(authority, 'Issuance'), serviceOf(authority, 'Revocation')],
      })),
    },
  }
  const compact = await sign({ typ: 'JWT', x5c: [signer.der], 'x5t#S256': hashOf(signer) }, list, signer)
  return isBroken ? withBrokenSignature(compact) : compact
}

/** The JWS with the first byte of its signature changed. */
export function withBrokenSignature(compact: string): string {
  const [head, body, signature = ''] = compact.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  bytes[0] = (bytes[0] ?? 0) ^ 1
  return `${head}.${body}.${bytes.toString('base64url')}`
}

/** Signs with a library that is not used for verification here. */
export function sign(header: JsonObject, claims: JsonObject, { privateKey }: TestParty): Promise<string> {
  const protectedHeader = { alg: 'ES256', ...header } as CompactJWSHeaderParameters
  return new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader(protectedHeader).sign(privateKey)
}

const hashOf = ({ certificate }: TestParty): string => createHash('sha256').update(certificate.raw).digest('base64url')

async function authorityOf(
  commonName: string,
  period: { notBefore: Date; notAfter: Date },
  subject: Record<string, string> = { C: 'IT', O: 'Wallet Capture', '2.5.4.97': identifier, CN: commonName },
  isAuthority = true,
): Promise<TestParty> {
  const made = await newKeys()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...period,
    name: nameOf(subject),
    keys: { publicKey: made.publicKey, privateKey: made.privateKey },
    signingAlgorithm: algorithm,
    extensions: [
      await SubjectKeyIdentifierExtension.create(made.publicKey),
      new BasicConstraintsExtension(isAuthority, isAuthority ? 0 : undefined, true),
      new KeyUsagesExtension(
        isAuthority ? KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign : KeyUsageFlags.digitalSignature,
        true,
      ),
    ],
  })
  return partyOf(made, certificate.rawData, nameOf(subject))
}

const nameOf = (subject: Record<string, string>): string =>
  Object.entries(subject)
    .map(([type, value]) => `${type}=${value}`)
    .join(', ')

function partyOf(made: Keys, der: ArrayBuffer, subject: string): TestParty {
  const bytes = Buffer.from(der)
  return { ...made, certificate: new NodeCertificate(bytes), der: bytes.toString('base64'), subject }
}

interface Keys {
  key: WalletKey
  privateKey: webcrypto.CryptoKey
  publicKey: webcrypto.CryptoKey
}

async function newKeys(): Promise<Keys> {
  const key = generateKey()
  const { subtle } = webcrypto
  return {
    key,
    privateKey: await subtle.importKey(
      'pkcs8',
      key.privateKey.export({ format: 'der', type: 'pkcs8' }),
      algorithm,
      false,
      ['sign'],
    ),
    publicKey: await subtle.importKey('jwk', { ...key.publicJwk }, algorithm, true, ['verify']),
  }
}
