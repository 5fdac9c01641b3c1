import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import { deviationOf, expectsRefusal } from '../deviations'
import { isWarningEnough } from '../deviations/advisory'
import { trustFacts } from '../deviations/trust-facts'
import { lastShown, presentedAt } from './on-trust'

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
