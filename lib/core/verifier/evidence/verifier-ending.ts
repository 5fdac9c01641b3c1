import { endingAfterWait } from '../../engine/deviations/outcome'
import {
  type Ending,
  endingByTime,
  type PresentationEvidence,
  untilEnding,
} from '../../engine/sessions/session-evidence'
import type { StoredEvent } from '../../ground/ports/store-types'
import { redirectSeconds } from '../../ground/time/durations'
import { addSeconds, epochMillis } from '../../ground/time/time'
import { deviationOf, expectsRefusal } from '../deviations'
import { deviationOutcome } from '../deviations/outcome'
import { consumedAnswer, lateFetches, replays } from '../history/verifier-history'

/**
 * A presentation ends with the response that uses up its request, or where that has a `redirect_uri`, with the visit of the
 * browser or the time for it. Without such a response it ends with its time. So does each session whose request is wrong or
 * unusual on purpose: a wallet that refuses, and presents nevertheless, has not refused. OID4VP-1FINAL-8.2
 */
export function verifierEnding(evidence: PresentationEvidence): Ending {
  const { session } = evidence
  const byTime = endingByTime(evidence)
  const inTime = untilEnding(evidence, byTime)
  if (expectsRefusal(session) || deviationOf(session) !== null) {
    const outcome = expectsRefusal(session) ? deviationOutcome(session, inTime.events, inTime.now) : null
    return endingAfterWait(byTime, evidence, outcome)
  }
  const response = consumedAnswer(inTime.events)
  if (response === undefined) return byTime
  const returned = inTime.events.find(
    ({ type, exchangeId }) => type === 'vp_redirect_returned' && exchangeId === response.exchangeId,
  )
  // Of responses that came at once one uses up the request, in whatever order they arrived.
  const behind = [...replays(evidence.events), ...lateFetches(evidence.events), ...byTime.late]
  if (returned === undefined) return endingWith(response, evidence, behind)
  const due = addSeconds(returned.at, redirectSeconds)
  const followed = inTime.events.find(({ type, at }) => type === 'vp_redirect_followed' && at < due)
  if (followed !== undefined) return endingWith(followed, evidence, byTime.late)
  const at = epochMillis(Math.min(due, byTime.at))
  return { at, late: new Set(evidence.exchanges.flatMap(({ id, at: arrived }) => (arrived >= at ? [id] : []))) }
}

/** The ending with an event: whatever is on record after its exchange came too late, and so did what is named. */
function endingWith(
  { at, exchangeId }: StoredEvent,
  { exchanges }: PresentationEvidence,
  behind: Iterable<string>,
): Ending {
  const last = exchanges.findIndex(({ id }) => id === exchangeId)
  const later = last === -1 ? exchanges.filter((one) => one.at > at) : exchanges.slice(last + 1)
  return { at, late: new Set<string>([...later.map(({ id }) => id), ...behind]) }
}
