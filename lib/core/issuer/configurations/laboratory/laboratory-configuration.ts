import type { CredentialConfiguration } from '../../../ground/formats/credential-format'
import type { LaboratoryOptions } from '../../../ground/ports/laboratory'
import type { IssuanceSession } from '../../../ground/ports/store-types'
import type { JsonObject } from '../../../ground/values/json'
import { issuerConfiguration } from '..'
import type { IssuerConfiguration } from '../issuer-configuration'
import type { KeptCredentialType } from './credential-options'
import { completeLaboratory } from './laboratory-options'

/** A configuration with the credentials that a laboratory issues instead. */
export function laboratoryConfiguration(base: IssuerConfiguration, options: LaboratoryOptions): IssuerConfiguration {
  const [first, ...others] = (completeLaboratory(options).credentials ?? []).map(configurationOfType)
  return first === undefined ? base : { ...base, credentialConfigurations: [first, ...others] }
}

/** What the issuer of a session is configured to do; `null` if its configuration is unknown. */
export function configurationOfSession({
  issuerConfigurationId,
  laboratory,
}: Pick<IssuanceSession, 'issuerConfigurationId' | 'laboratory'>): IssuerConfiguration | null {
  const base = issuerConfiguration(issuerConfigurationId)
  return base !== null && laboratory !== undefined ? laboratoryConfiguration(base, laboratory.options) : base
}

/** The metadata of types that we host: its number in the path counts from one. SDJWTVC-6.3.1 */
export const hostedType = (typesUrl: string, index: number): string => `${typesUrl}/${index + 1}`

/** The types with what they leave open: the address of hosted metadata, and the namespace. */
export const namedTypes = <Types extends readonly KeptCredentialType[] | null>(types: Types, typesUrl: string) =>
  types?.map((type, index) =>
    type.format === 'mso_mdoc'
      ? { ...type, namespace: type.namespace ?? type.doctype }
      : { ...type, vct: type.vct ?? hostedType(typesUrl, index) },
  ) ?? null

function configurationOfType(type: KeptCredentialType): CredentialConfiguration {
  const { id, display, disclosure } = type
  const [first] = display
  const common = {
    id,
    name: { en: first?.name ?? id, it: first?.name ?? id },
    own: {
      claims: type.claims as JsonObject,
      namespace: type.namespace ?? type.doctype ?? null,
      bound: type.binding === 'key',
      disclosure,
      digestAlgorithm: type.digest_alg,
      display: display as JsonObject[],
    },
  }
  return type.format === 'mso_mdoc'
    ? { ...common, format: type.format, doctype: type.doctype ?? '' }
    : { ...common, format: type.format, vct: type.vct ?? '' }
}
