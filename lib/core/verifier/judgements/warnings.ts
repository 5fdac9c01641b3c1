import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import { deviationOf, expectsRefusal, type TestedSession } from '../deviations'
import { isWarningEnough, trustFacts } from '../deviations/deviation-facts'
import type { OfRecord } from '../history/verifier-history'
import { lastShown, presentedAt } from './subjects'

/**
 * True if the wallet presented, should have warned its user first, and nobody has reported whether it did; then nothing
 * shows whether it was right.
 * @see ARF3-RPRC_17, ARF3-RPA_07b
 */
export function lacksWarningReport({ session, events }: Pick<PresentationEvidence, 'session' | 'events'>): boolean {
  if (!expectsRefusal(session) || deviationOf(session)?.advisory === true) return false
  const facts = trustFacts(session, events)
  const answer = presentedAt(events)
  return (
    isWarningEnough(session, facts) &&
    facts.reached &&
    answer !== undefined &&
    answer.detail.registered_only !== true &&
    lastShown(events) === undefined
  )
}

/** What a person can report about the wallet. */
export type PersonReport = 'error' | 'went_on' | 'warned'

/** A session, and whether its request exceeds the registration. */
interface Asked {
  readonly session: TestedSession
  readonly overAsks: boolean
}

/** True if a person should watch the wallet: it should refuse, or warn its user first. ARF3-RPRC_21 */
export const needsPerson = ({ session, overAsks }: Asked): boolean => expectsRefusal(session) || overAsks

/**
 * True if a reported warning matters in the session. Follows from the session alone: where a warning is enough unless
 * the wallet used the registration, it may later turn out that it did.
 * @see ARF3-RPRC_17, ARF3-RPRC_21
 */
export const takesWarning = ({ session, overAsks }: Asked): boolean =>
  expectsRefusal(session) ? isWarningEnough(session, { registrationStatusRead: false }) : overAsks

/**
 * What a person can still report where a warning matters: nothing once the wallet refused, showed only registered data,
 * or presented where a warning is not enough; after a presentation, no longer an error.
 */
export function openReports(asked: Asked, events: readonly OfRecord[]): readonly PersonReport[] {
  const { session } = asked
  if (!takesWarning(asked) || events.some(endsQuestion)) return []
  if (!events.some(isPresentation)) return ['error', 'went_on', 'warned']
  const facts = trustFacts(session, events)
  const isOpen = expectsRefusal(session) ? facts.reached && isWarningEnough(session, facts) : true
  return isOpen ? ['went_on', 'warned'] : []
}

const endsQuestion = ({ type, detail }: OfRecord): boolean =>
  (type === 'vp_wallet_error_received' && detail.consumed === true) || detail.registered_only === true

const isPresentation = ({ type, detail }: OfRecord): boolean =>
  type === 'vp_presentation_response_received' && detail.vp_token_observed === true && detail.consumed === true
