import { type Changed, changedPurpose, changedTitle } from '../../engine/deviations/changed-words'
import { purposeWords } from '../../engine/deviations/deviation'
import type { WrongTrust } from '../../engine/sessions/session-trust'
import type { CredentialConfiguration } from '../../shared/formats/credential-format'
import type { IssuanceSession } from '../../shared/ports/store-types'
import type { TrustKeys } from '../../shared/ports/trust'
import { credentialConfiguration } from '../configurations'
import { configurationOfSession } from '../configurations/laboratory/laboratory-configuration'
import { deviationOf, issuerDeviation } from '.'

/** The parts of a session's read-back that say what is wrong in it on purpose. */
interface Purposeful {
  readonly options: { readonly fault?: unknown }
  readonly mutations?: Changed | undefined
}

/** Title of a session's deviation; `null` without one. */
export const deviationTitleOf = ({ options, mutations }: Purposeful): string | null =>
  mutations === undefined
    ? (issuerDeviation(options.fault)?.title.replace(/\.$/, '') ?? null)
    : changedTitle(issuerDeviation(mutations.same_as))

/** Header label of a session's deviation; `null` without one. */
export function purposeOf({ options, mutations }: Purposeful): string | null {
  if (mutations !== undefined) return changedPurpose(mutations, issuerDeviation(mutations.same_as))
  const deviation = issuerDeviation(options.fault)
  return deviation && purposeWords(deviation)
}

/** The credential type that a session issues, with its deviation applied; `null` if the configuration is unknown. */
export function issuedType(session: IssuanceSession): CredentialConfiguration | null {
  const issuer = configurationOfSession(session)
  const configuration = issuer && credentialConfiguration(issuer, session.credentialConfigurationId)
  if (configuration === null) return null
  return deviationOf(session)?.changes.type?.(configuration) ?? configuration
}

/** The wrong trust documents that an issuance serves. */
export function wrongTrustOf(session: Pick<IssuanceSession, 'options'>, keys: TrustKeys): WrongTrust {
  const { served, revoked } = deviationOf(session)?.changes.trust ?? {}
  return { ...served?.(keys), ...(revoked && { revoked }) }
}
