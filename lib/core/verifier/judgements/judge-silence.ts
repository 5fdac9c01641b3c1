import { decidedBy, notObserved, type Outcome, pass, tolerated, violated } from '../../engine/checks/check'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import { negativeTestOf } from '../deviations'
import { followedRedirect } from '../deviations/followed-redirect'
import { expectsRefusal, isPresentedLate, refusalOutcome, refusalWait } from '../deviations/refusal-outcome'

/** The result of `vp.negative.rejected` if no response decided it: by timeout, or by what a person saw. */
export function judgeSilence({ session, events, now }: PresentationEvidence): Outcome {
  if (!expectsRefusal(session)) return notObserved('A correct wallet answers this request.')
  const { outcome } = refusalOutcome(session, events, now)
  const wrong = negativeTestOf(session)?.advisory ? tolerated : violated
  const late = events.find(isPresentedLate)
  if (late !== undefined) {
    const actual = 'a presentation after the session had ended'
    const outcome = wrong({ expected: 'an error, and nothing after it', actual, error: null })
    return late.exchangeId === null ? outcome : decidedBy({ id: late.exchangeId }, outcome)
  }
  const followed = followedRedirect('request', session, events)
  if (followed?.exchangeId) {
    const actual = 'a call of the address in Location'
    return decidedBy({ id: followed.exchangeId }, violated({ expected: 'an error, or no answer', actual, error: null }))
  }
  switch (outcome) {
    case 'silent':
      return pass(`no answer within ${refusalWait(session)} s of a fetch that failed`)
    case 'no_answer':
      return notObserved(
        `No answer within ${refusalWait(session)} s. Look at the wallet, and report whether it showed an error or continued.`,
      )
    case 'untested':
      return notObserved('Nothing was wrong with the request that this wallet fetched.')
    case 'reported_error':
      return pass('a person saw the wallet show an error')
    case 'reported_going_on':
      return wrong({ expected: 'an error', actual: 'a person saw the wallet continue', error: null })
    case 'unknown':
      return notObserved('The wallet fetched nothing. Report what it displayed.')
    default:
      return notObserved('The wallet has not answered yet.')
  }
}
