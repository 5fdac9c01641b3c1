import { decidedBy, notObserved, type Outcome, pass, tolerated, violated } from '../../engine/checks/check'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import { quote, say } from '../../shared/values/wording'
import { deviationOf, expectsRefusal, waitSeconds } from '../deviations'
import { followedRedirect, isAdvisory, isWarningEnough, trustFacts } from '../deviations/deviation-facts'
import {
  declinedInBrowser,
  deviationOutcome,
  isPresentedLate,
  isSilenceCounted,
  postedPresentation,
  strayedPresentation,
} from '../deviations/verifier-deviation-outcome'
import { althoughWrong } from './deviation-reasons'

/** Result of `vp.negative.rejected` if no response decided it: by timeout or report. */
export function judgeDeviation({ session, events, now }: PresentationEvidence): Outcome {
  if (!expectsRefusal(session)) return notObserved(say`A correct wallet responds to this request.`)
  const deviation = deviationOf(session)
  const facts = trustFacts(session, events)
  const tolerates = isAdvisory(session, facts)
  const wrong = tolerates ? tolerated : violated
  const late = events.find(isPresentedLate)
  if (late !== undefined) {
    const actual = say`a presentation after the session had ended`
    const result = wrong('after_the_end', { expected: say`an error, and nothing after it`, actual })
    return late.exchangeId === null ? result : decidedBy({ id: late.exchangeId }, result)
  }
  const followed = followedRedirect('request', session, events)
  if (followed?.exchangeId) {
    const actual = say`a call of the address in Location`
    return decidedBy(
      { id: followed.exchangeId },
      violated('followed_redirect', { expected: say`an error, or no response`, actual }),
    )
  }
  const { did, by, seen, exchangeId } = deviationOutcome(session, events, now)
  const seconds = waitSeconds(session)
  const strayed = [postedPresentation(session, events), strayedPresentation(session, events)]
  if (exchangeId !== null && (by === 'fetch' || strayed.some((one) => one?.exchangeId === exchangeId)))
    return decidedBy(
      { id: exchangeId },
      wrong('went_on', { expected: say`an error, and nothing else`, actual: quote(seen) }),
    )
  if (did === 'untested')
    return notObserved(
      facts.reached
        ? say`Nothing was wrong with the request that this wallet fetched.`
        : say`The wallet read nothing of what is wrong.`,
    )
  if (by === 'warning') return pass(quote(seen))
  if (
    by === 'wallet' &&
    did === 'continued' &&
    exchangeId !== null &&
    deviation !== null &&
    isWarningEnough(session, facts)
  )
    return decidedBy(
      { id: exchangeId },
      althoughWrong(say`a presentation`, deviation, { isAdvisory: tolerates, ...facts }),
    )
  if (by === 'report')
    return did === 'refused' ? pass(quote(seen)) : wrong('went_on', { expected: say`an error`, actual: quote(seen) })
  if (by === 'silence' && did === 'refused')
    return pass(
      declinedInBrowser(events) !== undefined
        ? say`nothing shared, in a browser in which a wallet responds to another request of the campaign`
        : isSilenceCounted(events)
          ? say`no response within ${seconds} s, although a driver approves whatever the wallet asks`
          : say`no response within ${seconds} s of a fetch that failed`,
    )
  if (by === 'browser')
    return notObserved(
      say`The browser shared nothing, and no wallet has answered in this browser. Report whether the wallet showed an error or carried on, or run it in a campaign in which a wallet answers there.`,
    )
  if (by === 'silence')
    return notObserved(
      say`No response within ${seconds} s. Look at the wallet, and report whether it showed an error or carried on.`,
    )
  if (did === 'undecided') return notObserved(say`The wallet fetched nothing. Report what it displayed.`)
  return notObserved(say`The wallet has not responded yet.`)
}
