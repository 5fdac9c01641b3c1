import { addSeconds, type EpochMillis, toEpochSeconds } from '../../time/time'
import type { Json, JsonObject } from '../../values/json'
import { trustAddress } from '../trust-addresses'
import type { RegisteredCredential } from './registered-credential'

/** What a registrar knows of an organisation, and says in a registration certificate. E475-5.2.4, CIR848-AnnexV */
export interface RegisteredOrganization {
  /** As in the organizationIdentifier of its access certificate. ARF3-RPRC_06 */
  readonly identifier: string
  readonly legalName: string
  /** As in the common name of its access certificate. */
  readonly tradeName: string
  readonly country: string
}

/** What an organisation may do by its registration. E475-A.2 */
export type Entitlement = 'Service_Provider' | 'PID_Provider' | 'Non_Q_EAA_Provider'

const entitlementPrefix = 'https://uri.etsi.org/19475/Entitlement/'

/** `policy_id` of registration certificates. E475-6.1.3 */
const policyId = '0.4.0.19475.3.1'

/** How long a certificate is valid; twelve months are the most. E475-5.2.4 (GEN-5.2.4-08) */
const registrationTtlSeconds = 180 * 24 * 60 * 60

/** Place in the status list that tells whether the certificate is revoked. E475-6.2.6.2 */
interface RegistrationStatus {
  readonly idx: number
  readonly uri: string
}

/** What a registration certificate is made of, whomever it is for. */
export interface RegistrationInput {
  readonly organization: RegisteredOrganization
  readonly baseUrl: string
  readonly entitlements: readonly Entitlement[]
  readonly jti: string
  readonly issuedAt: EpochMillis
  readonly status: RegistrationStatus
}

/** The one intended use that the certificate of a verifier is about. ARF3-RPRC_15 */
export interface IntendedUse {
  readonly id: string
  readonly purpose: string
  /** `null` where nobody knows what the request asks for. */
  readonly credentials: readonly RegisteredCredential[] | null
}

/** A type of attestation that an issuer provides. E475-5.2.4 */
export interface ProvidedAttestation {
  readonly format: string
  readonly meta: JsonObject
}

/**
 * Claims of the registration certificate of a verifier.
 * @see E475-5.2.4, CIR848-AnnexV, ARF3-RPRC_12
 */
export const verifierRegistration = (input: RegistrationInput, use: IntendedUse): JsonObject => ({
  ...commonClaims(input),
  intended_use_id: use.id,
  purpose: inEnglish(use.purpose),
  ...(use.credentials === null ? {} : { credentials: use.credentials as unknown as Json }),
})

/**
 * The same of an issuer, which has neither a purpose nor an intended use.
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
