import type { Concern } from '../../engine/checks/check'
import type { CheckId } from '../../ground/ports/check-id'
import type { JudgedFinding } from '../../ground/ports/finding'
import { issuanceCheck } from '../checks'
import type { ClientAuthenticationReading } from '../read/oauth/client-authentication/client-authentication-reading'

/** True if one of the findings that refuse the request puts the concern in doubt. */
export const inDoubt = (concern: Concern, findings: readonly JudgedFinding[]): boolean =>
  findings.some(({ id, error }) => error !== null && isAbout(concern, id))

/** True if the client is not known for certain; where a DPoP proof is its proof of possession, because of that too. ABCA10-7.3 */
export const clientInDoubt = (
  { attestation }: Pick<ClientAuthenticationReading, 'attestation'>,
  findings: readonly JudgedFinding[],
): boolean =>
  inDoubt('client', findings) ||
  (attestation !== null && attestation.combined !== null && inDoubt('dpop_proof', findings))

/** True if a violation of the check puts the concern in doubt. */
export const isAbout = (concern: Concern, checkId: CheckId): boolean =>
  issuanceCheck(checkId)?.concerns?.includes(concern) ?? false
