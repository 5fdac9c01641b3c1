import type { CredentialConfiguration } from '../../ground/formats/credential-format'
import type { IssuanceSession } from '../../ground/ports/store-types'
import { testOrganization } from '../../ground/trust/organization'
import { overAsked, readRegisteredCredentials } from '../../ground/trust/registration/registered-credential'
import {
  type Entitlement,
  encodeRegistration,
  type ProvidedAttestation,
  readRegistration,
} from '../../ground/trust/registration/registration'
import { trustAddress } from '../../ground/trust/trust-addresses'
import type { Json, JsonObject } from '../../ground/values/json'

/** What an issuer registers that it provides: the types of its credentials. E475-5.2.4 */
export const providedAttestations = (configurations: readonly CredentialConfiguration[]): ProvidedAttestation[] =>
  configurations.map((one) =>
    one.format === 'mso_mdoc'
      ? { format: one.format, meta: { doctype_value: one.doctype } }
      : { format: one.format, meta: { vct_values: [one.vct] } },
  )

/**
 * What of it a registration certificate does not register.
 * @see ARF3-RPRC_23
 */
export const overProvided = (
  configurations: readonly CredentialConfiguration[],
  { provides_attestations: registered }: JsonObject,
): ProvidedAttestation[] => overAsked(providedAttestations(configurations), readRegisteredCredentials(registered) ?? [])

/** By which right it provides them: the test PID as a provider of PIDs, a tester's own types as one of attestations. E475-A.2 */
export const entitlementsOf = (configurations: readonly CredentialConfiguration[]): Entitlement[] => [
  ...new Set(configurations.map(({ own }) => (own === undefined ? 'PID_Provider' : 'Non_Q_EAA_Provider'))),
]

/** `format` of a registration certificate, and of what the register says without a signature. E4723-4.2.3 */
const [certificateFormat, datasetFormat] = ['registration_cert', 'registrar_dataset']

/** One form of what a registrar says of an issuer. */
export interface IssuerInfoEntry {
  readonly [member: string]: Json
  readonly format: string
  readonly data: Json
}

/**
 * `issuer_info` of the metadata of an issuer in the European trust framework, in both forms: some wallets read the one, some
 * the other. `null` for any other issuer.
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
    // Another registrar has a register of its own.
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
            // What the tester sent is shown as given.
            data: registration.source === 'own' ? compact : encodeRegistration(compact, encoding),
          }),
        )),
  ]
}
