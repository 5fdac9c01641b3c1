import { makeJwt, readJwt } from '../../jose/jwt'
import { invariant } from '../../ports/errors'
import type { Sha256, Signer } from '../../ports/ports'
import { addSeconds, type EpochMillis, toEpochSeconds } from '../../time/time'
import { fromBase64, toBase64url, utf8 } from '../../values/base64url'
import { isObject, type Json, type JsonObject } from '../../values/json'
import { isLegalIdentifier, personRedacted } from '../organization'
import { trustAddress } from '../trust-addresses'
import { type RegisteredCredential, readRegisteredCredentials } from './registered-credential'

/** An organisation as known to a registrar and stated in a registration certificate. E475-5.2.4, CIR848-AnnexV */
export interface RegisteredOrganization {
  /** As in the organizationIdentifier of its access certificate. ARF3-RPRC_06 */
  readonly identifier: string
  readonly legalName: string
  /** As in the common name of its access certificate. */
  readonly tradeName: string
  readonly country: string
}

/** What a registration entitles an organisation to. E475-A.2 */
export type Entitlement = 'Service_Provider' | 'PID_Provider' | 'Non_Q_EAA_Provider'

const entitlementPrefix = 'https://uri.etsi.org/19475/Entitlement/'

/** `policy_id` of registration certificates. E475-6.1.3 */
const policyId = '0.4.0.19475.3.1'

/** Validity of a certificate; the maximum is twelve months. E475-5.2.4 (GEN-5.2.4-08) */
const registrationTtlSeconds = 180 * 24 * 60 * 60

/** Index in the status list with the revocation status. E475-6.2.6.2 */
interface RegistrationStatus {
  readonly idx: number
  readonly uri: string
}

/** Common input of registration certificates. */
export interface RegistrationInput {
  readonly organization: RegisteredOrganization
  readonly baseUrl: string
  readonly entitlements: readonly Entitlement[]
  readonly jti: string
  readonly issuedAt: EpochMillis
  readonly status: RegistrationStatus
}

/** The single intended use of a verifier's certificate. ARF3-RPRC_15 */
export interface IntendedUse {
  readonly id: string
  readonly purpose: string
  /** `null` if the requested credentials are unknown. */
  readonly credentials: readonly RegisteredCredential[] | null
}

/** An attestation type that an issuer provides. E475-5.2.4 */
export interface ProvidedAttestation {
  readonly format: string
  readonly meta: JsonObject
}

/**
 * Claims of a verifier's registration certificate.
 * @see E475-5.2.4, CIR848-AnnexV, ARF3-RPRC_12
 */
export const verifierRegistration = (input: RegistrationInput, use: IntendedUse): JsonObject => ({
  ...commonClaims(input),
  intended_use_id: use.id,
  purpose: inEnglish(use.purpose),
  ...(use.credentials === null ? {} : { credentials: use.credentials as unknown as Json }),
})

/**
 * Claims of an issuer's registration certificate, without purpose and intended use.
 * @see E475-5.2.4, ARF3-RPRC_05, ARF3-RPRC_15
 */
export const issuerRegistration = (input: RegistrationInput, provides: readonly ProvidedAttestation[]): JsonObject => ({
  ...commonClaims(input),
  provides_attestations: provides.map(({ format, meta }): JsonObject => ({ format, meta })),
})

function commonClaims({ organization, baseUrl, entitlements, jti, issuedAt, status }: RegistrationInput): JsonObject {
  const { identifier, legalName, tradeName, country } = organization
  return {
    sub: identifier,
    sub_ln: legalName,
    name: tradeName,
    country,
    registry_uri: trustAddress.registrar(baseUrl),
    info_uri: trustAddress.information(baseUrl),
    support_uri: trustAddress.support(baseUrl),
    privacy_policy: trustAddress.privacy(baseUrl),
    srv_description: [inEnglish('Tests of wallets with test data')],
    supervisory_authority: {
      name: 'Test authority of Wallet Capture',
      country,
      email: `authority@${new URL(baseUrl).hostname}`,
      uri: trustAddress.privacy(baseUrl),
    },
    entitlements: entitlements.map((name) => `${entitlementPrefix}${name}`),
    policy_id: [policyId],
    certificate_policy: trustAddress.policy(baseUrl),
    jti,
    iat: toEpochSeconds(issuedAt),
    exp: toEpochSeconds(addSeconds(issuedAt, registrationTtlSeconds)),
    status: { status_list: { idx: status.idx, uri: status.uri } },
  }
}

const inEnglish = (value: string): JsonObject[] => [{ lang: 'en', value }]

/** A registration certificate, decoded but not verified. */
export interface RegistrationReading {
  readonly header: JsonObject
  readonly claims: JsonObject
  /** `null` if it registers no credentials. */
  readonly credentials: readonly RegisteredCredential[] | null
}

/** Reads a registration certificate; `null` unless it is a compact JWS with JSON claims. Never throws. E475-5.2.1 */
export function readRegistration(compact: string): RegistrationReading | null {
  const read = readJwt(compact)
  if (!read.readable) return null
  const claims = read.claims as JsonObject
  return { header: read.header as JsonObject, claims, credentials: readRegisteredCredentials(claims.credentials) }
}

/** `typ` of a registration certificate: the current one, and that of earlier drafts. E475-5.2.1 */
export const registrationTypes = ['rc-wrp+jwt', 'rc-rp+jwt'] as const

/** Encodings of a certificate in `data`: as is, or base64url of its text. E4722-6.3.2.2 */
export const registrationEncodings = ['compact', 'base64url'] as const

export type RegistrationEncoding = (typeof registrationEncodings)[number]

/**
 * Header of a registration certificate, a JAdES B-B signature. `x5c` contains no trust anchor.
 * @see E475-5.2.1, ARF3-RPRC_02
 */
export function registrationHeader(
  { typ, x5c, issuedAt }: { readonly typ: string; readonly x5c: readonly string[]; readonly issuedAt: EpochMillis },
  sha256: Sha256,
): JsonObject {
  const leaf = fromBase64(x5c[0] ?? '')
  invariant(leaf !== null && leaf.length > 0, 'The registrar has a certificate.')
  return { typ, x5c: [...x5c], 'x5t#S256': toBase64url(sha256(leaf)), iat: toEpochSeconds(issuedAt) }
}

/** Signs the certificate as compact JWS. */
export const signRegistration = (header: JsonObject, claims: JsonObject, signer: Signer): string =>
  makeJwt({ header, claims, signer }).token

/** Encodes a certificate for `data` of `verifier_info` and `issuer_info`. E4722-6.3.2.2 */
export const encodeRegistration = (compact: string, encoding: RegistrationEncoding): string =>
  encoding === 'compact' ? compact : toBase64url(utf8(compact))

/** Claims that say nothing about the registered party. E475-5.2.4 */
const impersonal: ReadonlySet<string> = new Set([
  ...['iat', 'nbf', 'exp', 'jti', 'status', 'country', 'entitlements', 'policy_id', 'certificate_policy'],
  ...['registry_uri', 'supervisory_authority', 'srv_description', 'purpose', 'intended_use_id'],
  ...['credentials', 'provides_attestations', 'public_body'],
])

/** Claims that only a natural person has: given name, family name. */
const personal = /^(sub_)?(gn|fn|given_?name|family_?name|surname|birth.*)$/i

/**
 * Whether a registration certificate may name a natural person: true unless it clearly is of an organisation, with a
 * legal name (`sub_ln`, or `legal_name` inside `sub`) or a legal person's identifier, and without given or family name.
 * @see E475-5.2.4, CIR848-AnnexI
 */
export function mayRegisterPerson(claims: JsonObject): boolean {
  const { sub } = claims
  const inside = isObject(sub) ? (sub as JsonObject) : {}
  if ([...Object.keys(claims), ...Object.keys(inside)].some((name) => personal.test(name))) return true
  const names = [claims.sub_ln, inside.legal_name, inside.ln]
  return !isLegalIdentifier(sub) && !isLegalIdentifier(inside.id) && !names.some(isText)
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** Removes what may name a person: claims about the registered party keep only their names. */
export const registrationWithoutPerson = (claims: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(claims).map(([name, value]): [string, Json] => [
      name,
      impersonal.has(name) ? value : personRedacted,
    ]),
  )

/**
 * The certificate for evidence, as unsigned JWS. Personal claims are removed if it may name a person, or if `certified`
 * says that the access certificate does; `null` if nothing needs removing. Never throws.
 */
export function registrationForEvidence(compact: string, certified: boolean): string | null {
  const read = readRegistration(compact)
  if (read === null || !(certified || mayRegisterPerson(read.claims))) return null
  const [header = ''] = compact.split('.')
  return `${header}.${toBase64url(utf8(JSON.stringify(registrationWithoutPerson(read.claims))))}.`
}
