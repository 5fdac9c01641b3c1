import type { CredentialConfiguration } from '../../shared/formats/credential-format'
import { euPidDeviceBound } from './eu-pid-device-bound'
import { euPidJwtProofOnly } from './eu-pid-jwt-proof-only'
import type { IssuerConfiguration } from './issuer-configuration'

/** Every issuer of this service, in catalogue order; the first is the default for a session. */
export const issuerConfigurations: readonly [IssuerConfiguration, ...IssuerConfiguration[]] = [
  euPidDeviceBound,
  euPidJwtProofOnly,
]

/** For `z.enum`. */
export const issuerConfigurationIds: readonly [string, ...string[]] = [
  issuerConfigurations[0].id,
  ...issuerConfigurations.slice(1).map(({ id }) => id),
]

/** `null` for an unknown id. */
export const issuerConfiguration = (id: string): IssuerConfiguration | null =>
  issuerConfigurations.find((configuration) => configuration.id === id) ?? null

/** `null` if the issuer has no such configuration. */
export const credentialConfiguration = (
  issuer: Pick<IssuerConfiguration, 'credentialConfigurations'>,
  id: string,
): CredentialConfiguration | null =>
  issuer.credentialConfigurations.find((configuration) => configuration.id === id) ?? null
