import type { Concern } from '../../engine/checks/concern'
import type { CheckId } from '../../ground/ports/check-id'
import type { JudgedFinding } from '../../ground/ports/judged-finding'
import { issuanceCheck } from '../checks'

/** True if one of the findings that refuse the request puts the concern in doubt. */
export const inDoubt = (concern: Concern, findings: readonly JudgedFinding[]): boolean =>
  findings.some(({ id, error }) => error !== null && isAbout(concern, id))

/** True if a violation of the check puts the concern in doubt. */
export const isAbout = (concern: Concern, checkId: CheckId): boolean =>
  issuanceCheck(checkId)?.concerns?.includes(concern) ?? false
