import type { CredentialConfiguration } from '../../shared/formats/credential-format'
import type { IssuanceSession } from '../../shared/ports/store-types'
import { testOrganization } from '../../shared/trust/organization'
import { overAsked, readRegisteredCredentials } from '../../shared/trust/registration/registered-credential'
import {
  type Entitlement,
  encodeRegistration,
  type ProvidedAttestation,
  readRegistration,
} from '../../shared/trust/registration/registration'
import { trustAddress } from '../../shared/trust/trust-addresses'
import type { Json, JsonObject } from '../../shared/values/json'

/** Attestations that an issuer registers as provided: its credential types. E475-5.2.4 */
export const providedAttestations = (configurations: readonly CredentialConfiguration[]): ProvidedAttestation[] =>
  configurations.map((one) =>
    one.format === 'mso_mdoc'
      ? { format: one.format, meta: { doctype_value: one.doctype } }
      : { format: one.format, meta: { vct_values: [one.vct] } },
  )

/**
 * Provided attestations missing from a registration certificate.
 * @see ARF3-RPRC_23
 */
export const overProvided = (
  configurations: readonly CredentialConfiguration[],
  { provides_attestations: registered }: JsonObject,
): ProvidedAttestation[] => overAsked(providedAttestations(configurations), readRegisteredCredentials(registered) ?? [])

/** Entitlements of an issuer: PID provider for the test PID, attestation provider for tester-defined types. E475-A.2 */
export const entitlementsOf = (configurations: readonly CredentialConfiguration[]): Entitlement[] => [
  ...new Set(configurations.map(({ own }) => (own === undefined ? 'PID_Provider' : 'Non_Q_EAA_Provider'))),
]

/** `format` of a registration certificate and of unsigned registrar data. E4723-4.2.3 */
const [certificateFormat, datasetFormat] = ['registration_cert', 'registrar_dataset']

/** One form of registrar data. */
export interface IssuerInfoEntry {
  readonly [member: string]: Json
  readonly format: string
  readonly data: Json
}

/**
 * `issuer_info` of metadata in the European trust framework, in both forms, since some wallets read one and some the
 * other. `null` for any other issuer.
 * @see E4723-4.2.3, ARF3-RPRC_22
 */
export function buildIssuerInfo(
  { options }: Pick<IssuanceSession, 'options'>,
  configurations: readonly CredentialConfiguration[],
  baseUrl: string,
): IssuerInfoEntry[] | null {
  const { trust, registration_encoding: encoding = 'compact' } = options
  if (trust === undefined) return null
  const { registration, own } = trust
  const { identifier } = own ?? testOrganization
  const { registry_uri: registry } =
    registration?.source === 'own' ? (readRegistration(registration.compact)?.claims ?? {}) : {}
  const dataset: JsonObject = {
    identifier: identifier === null ? [] : [{ identifier }],
    srvDescription: [{ lang: 'en', content: 'Tests of wallets with test data' }],
    // Other registrars have their own register.
    registryURI: typeof registry === 'string' ? registry : trustAddress.registrar(baseUrl),
    providesAttestations: configurations.map((one) => ({
      format: one.format,
      type: one.format === 'mso_mdoc' ? one.doctype : one.vct,
    })),
  }
  return [
    { format: datasetFormat, data: dataset },
    ...(registration === null
      ? []
      : [registration.compact, ...(registration.another === undefined ? [] : [registration.another])].map(
          (compact) => ({
            format: certificateFormat,
            // The tester's certificate is shown as given.
            data: registration.source === 'own' ? compact : encodeRegistration(compact, encoding),
          }),
        )),
  ]
}
