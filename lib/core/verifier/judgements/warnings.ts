import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import { deviationOf, expectsRefusal, type TestedSession } from '../deviations'
import { isWarningEnough } from '../deviations/advisory'
import { trustFacts } from '../deviations/trust-facts'
import type { OfRecord } from '../history/trust-reads'
import { lastShown, presentedAt } from './subjects'

/**
 * True where the wallet presented, had to warn its user before that, and nobody has told whether it did: then nothing shows
 * whether it is right.
 * @see ARF3-RPRC_17, ARF3-RPA_07b
 */
export function isWarningUntold({ session, events }: Pick<PresentationEvidence, 'session' | 'events'>): boolean {
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

/** What a person can tell of what the wallet showed. */
export type Told = 'error' | 'went_on' | 'warned'

/** A session, and whether its request asks for more than is registered. */
interface Asked {
  readonly session: TestedSession
  readonly overAsks: boolean
}

/** True if a person should look at the wallet: it should refuse, or warn its user first. ARF3-RPRC_21 */
export const needsPerson = ({ session, overAsks }: Asked): boolean => expectsRefusal(session) || overAsks

/**
 * True if it means something in a session that the wallet warned its user and asked. That follows from the session alone: where
 * a warning is enough unless the wallet used the registration, it may turn out later that it did.
 * @see ARF3-RPRC_17, ARF3-RPRC_21
 */
export const takesWarning = ({ session, overAsks }: Asked): boolean =>
  expectsRefusal(session) ? isWarningEnough(session, { registrationStatusRead: false }) : overAsks

/**
 * What a person can still tell where a warning means something: nothing once the wallet refused, showed only what is
 * registered, or presented where no warning is enough; once it presented, not that it showed an error.
 */
export function leftToTell(asked: Asked, events: readonly OfRecord[]): readonly Told[] {
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
