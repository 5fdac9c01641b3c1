import type { Check } from '../../../engine/checks/check'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { trustListRead } from './list-read'
import { trustOverAsking } from './over-asking'
import { trustRegisterNotNeeded } from './register-not-needed'
import { trustRegistrationStatusRead } from './registration-status-read'
import { trustWarned } from './warned'

/** Checks of what a wallet makes of the trust in a verifier. ARF3-RPRC_17, ARF3-RPRC_21 */
export const trustChecks: readonly Check<PresentationEvidence>[] = [
  trustRegistrationStatusRead,
  trustOverAsking,
  trustWarned,
  trustRegisterNotNeeded,
  trustListRead,
]
