import type { CredentialConfiguration } from '../../ground/formats/credential-format'
import { euPidDeviceBound } from './eu-pid-device-bound'
import { euPidJwtProofOnly } from './eu-pid-jwt-proof-only'
import type { IssuerConfiguration } from './issuer-configuration'

/** Every issuer of this service, in catalogue order; the first is the default for a session. */
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

/** The credential configuration of this issuer with this id; `null` if the issuer has none. */
export const credentialConfiguration = (
  issuer: Pick<IssuerConfiguration, 'credentialConfigurations'>,
  id: string,
): CredentialConfiguration | null =>
  issuer.credentialConfigurations.find((configuration) => configuration.id === id) ?? null
