import { expectsRefusal, refusalOutcome, refusalWait } from '../../../oid4vp/negative/refusal-outcome'
import type { PresentationEvidence } from '../../../sessions/session-evidence'
import { notObserved, type Outcome, pass, violated } from '../../check'

/** What `vp.negative.rejected` comes to where no answer decided it: by the clock, or by what a person saw. */
export function judgeSilence({ session, events, now }: PresentationEvidence): Outcome {
  if (!expectsRefusal(session)) return notObserved('A good wallet answers this request.')
  const { outcome } = refusalOutcome(session, events, now)
  switch (outcome) {
    case 'silent':
      return pass(`no answer within ${refusalWait(session)} s of a fetch that failed`)
    case 'no_answer':
      return notObserved(
        `No answer within ${refusalWait(session)} s. Look at the wallet, and say whether it showed an error or went on.`,
      )
    case 'untested':
      return notObserved('Nothing was wrong with the request that this wallet fetched.')
    case 'reported_error':
      return pass('the wallet showed an error, as a person saw')
    case 'reported_going_on':
      return violated({ expected: 'an error', actual: 'the wallet went on, as a person saw', error: null })
    case 'unknown':
      return notObserved('The wallet fetched nothing. Say what it showed: only a person can tell.')
    default:
      return notObserved('The wallet has not answered yet.')
  }
}
