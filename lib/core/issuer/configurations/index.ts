import type { CredentialConfiguration } from '../../ground/formats/credential-configuration'
import { euPidDeviceBound } from './eu-pid-device-bound'
import { euPidJwtProofOnly } from './eu-pid-jwt-proof-only'
import type { IssuerConfiguration } from './issuer-configuration'

/** Every issuer that this service plays, in the order of the catalogue; the first one is the default of a session. */
export const issuerConfigurations: readonly [IssuerConfiguration, ...IssuerConfiguration[]] = [
  euPidDeviceBound,
  euPidJwtProofOnly,
]

/** The ids of all issuer configurations, for `z.enum`. */
export const issuerConfigurationIds: readonly [string, ...string[]] = [
  issuerConfigurations[0].id,
  ...issuerConfigurations.slice(1).map(({ id }) => id),
]

/** The issuer configuration with this id, or `null`. */
export const issuerConfiguration = (id: string): IssuerConfiguration | null =>
  issuerConfigurations.find((configuration) => configuration.id === id) ?? null

/** The credential configuration of this issuer with this id, or `null`: ids of other issuers do not count. */
export const credentialConfiguration = (issuer: IssuerConfiguration, id: string): CredentialConfiguration | null =>
  issuer.credentialConfigurations.find((configuration) => configuration.id === id) ?? null
