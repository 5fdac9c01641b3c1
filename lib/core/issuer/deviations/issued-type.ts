import type { CredentialConfiguration } from '../../ground/formats/credential-format'
import type { IssuanceSession } from '../../ground/ports/store-types'
import { credentialConfiguration } from '../configurations'
import { configurationOfSession } from '../configurations/laboratory/laboratory-configuration'
import { deviationOf } from '.'

/**
 * The type of the credential that a session issues, with its deviation applied; `null` if the configuration is unknown.
 */
export function issuedType(session: IssuanceSession): CredentialConfiguration | null {
  const issuer = configurationOfSession(session)
  const configuration = issuer && credentialConfiguration(issuer, session.credentialConfigurationId)
  if (configuration === null) return null
  return deviationOf(session)?.changes.type?.(configuration) ?? configuration
}
