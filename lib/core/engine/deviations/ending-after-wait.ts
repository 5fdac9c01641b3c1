import { epochMillis } from '../../ground/time/time'
import { expiryOf } from '../sessions/session-end'
import type { Ending, SessionEvidence } from '../sessions/session-evidence'
import type { DeviationOutcome } from './outcome'

/**
 * The ending of a session in which a message deviates: where its time ends while it waits for the wallet to say something, its
 * outcome is final once that wait is over. No wait goes on after the tester ended the session.
 * @param ending by its time, or by its tester
 * @param outcome of the deviation at that ending; `null` where nothing deviates
 */
export function endingAfterWait(
  ending: Ending,
  { session, events }: Pick<SessionEvidence, 'session' | 'events'>,
  outcome: Pick<DeviationOutcome, 'until'> | null,
): Ending {
  const until = outcome?.until
  if (until === undefined || ending.at < expiryOf(session, events)) return ending
  return { ...ending, at: epochMillis(Math.max(ending.at, until)) }
}
