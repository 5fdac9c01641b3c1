import type { CredentialConfiguration } from '../../../shared/formats/credential-format'
import type { LaboratoryOptions } from '../../../shared/ports/laboratory'
import type { IssuanceSession } from '../../../shared/ports/store-types'
import type { JsonObject } from '../../../shared/values/json'
import { issuerConfiguration } from '..'
import type { IssuerConfiguration } from '../issuer-configuration'
import type { KeptCredentialType } from './credential-options'
import { completeLaboratory } from './laboratory-options'
import { extendedBy } from './type-relations'

/** A base configuration with what the laboratory has in its place: credentials, proof types, key attestations. */
export function laboratoryConfiguration(base: IssuerConfiguration, options: LaboratoryOptions): IssuerConfiguration {
  const { credentials, proof_types: types, key_attestations: attestations } = completeLaboratory(options)
  const [first, ...others] = (credentials ?? []).map(configurationOfType)
  const [type = null, ...more] = types ?? []
  return {
    ...base,
    ...(type === null ? {} : { proofTypes: [type, ...more] }),
    ...(attestations === 'as_base' ? {} : { keyAttestationsRequired: attestations === 'required' }),
    ...(first === undefined ? {} : { credentialConfigurations: [first, ...others] }),
  }
}

/** The configuration of a session's issuer; `null` if it is unknown. */
export function configurationOfSession({
  issuerConfigurationId,
  laboratory,
}: Pick<IssuanceSession, 'issuerConfigurationId' | 'laboratory'>): IssuerConfiguration | null {
  const base = issuerConfiguration(issuerConfigurationId)
  return base !== null && laboratory !== undefined ? laboratoryConfiguration(base, laboratory.options) : base
}

/** URL of hosted type metadata; the number in its path is one-based. SDJWTVC-6.3.1 */
export const hostedType = (typesUrl: string, index: number): string => `${typesUrl}/${index + 1}`

/** Fills in what types leave open: the URL of hosted metadata, the `vct` of types named by id, and the namespace. */
export function namedTypes(types: readonly KeptCredentialType[] | null, typesUrl: string): KeptCredentialType[] | null {
  const named = types?.map((type, index) =>
    type.format === 'mso_mdoc'
      ? { ...type, namespace: type.namespace ?? type.doctype }
      : { ...type, vct: type.vct ?? hostedType(typesUrl, index) },
  )
  return named?.map((type, index) => withExtended(type, extendedBy(named, index))) ?? null
}

const withExtended = (type: KeptCredentialType, extended: string | undefined): KeptCredentialType =>
  extended === undefined ? type : { ...type, extends: extended }

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
      ...(type.category === undefined ? {} : { category: type.category }),
      ...(type.transaction_types === undefined ? {} : { transactionTypes: type.transaction_types }),
      ...(type.extends === undefined ? {} : { extends: type.extends }),
      ...(type.aka_vcts === undefined ? {} : { akaVcts: type.aka_vcts }),
      ...(type.integrity === undefined ? {} : { integrity: type.integrity }),
      ...(type.transaction_elements === undefined ? {} : { transactionElements: type.transaction_elements }),
    },
  }
  return type.format === 'mso_mdoc'
    ? { ...common, format: type.format, doctype: type.doctype ?? '' }
    : { ...common, format: type.format, vct: type.vct ?? '' }
}
