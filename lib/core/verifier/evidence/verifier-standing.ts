import { endingAfterWait, isSilent } from '../../engine/deviations/deviation-outcome'
import { type SessionProgress, silentProgress } from '../../engine/evidence/outcomes'
import { sessionAnswer } from '../../engine/evidence/session-answer'
import {
  type Ending,
  endingByTime,
  type PresentationEvidence,
  untilEnding,
} from '../../engine/sessions/session-evidence'
import type { StoredEvent } from '../../shared/ports/store-types'
import { redirectSeconds } from '../../shared/time/durations'
import { addSeconds, epochMillis } from '../../shared/time/time'
import type { JsonObject } from '../../shared/values/json'
import { errorHeadline } from '../checks/error-codes'
import { deviationOf, expectsRefusal } from '../deviations'
import { declinedInBrowser, deviationOutcome } from '../deviations/verifier-deviation-outcome'
import { consumedAnswer, lateFetches, replays, sealedAnswer } from '../history/verifier-history'
import { isKnown, type MutationResult, mutationResult, mutationWords, sealedWords } from './mutation-result'
import type { PresentationStatus } from './verifier-status'

/**
 * A presentation ends with the response that uses up its request, or, if that has a `redirect_uri`, with the browser's
 * visit or its deadline; without such a response, when its time is up. The latter also holds for deliberately wrong or
 * unusual requests, because a wallet that refuses and then presents has not refused. OID4VP-1FINAL-8.2
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
  // Of simultaneous responses one uses up the request, in whatever order they arrived.
  const behind = [...replays(evidence.events), ...lateFetches(evidence.events), ...byTime.late]
  if (returned === undefined) return endingWith(response, evidence, behind)
  const due = addSeconds(returned.at, redirectSeconds)
  const followed = inTime.events.find(({ type, at }) => type === 'vp_redirect_followed' && at < due)
  if (followed !== undefined) return endingWith(followed, evidence, byTime.late)
  const at = epochMillis(Math.min(due, byTime.at))
  return { at, late: new Set(evidence.exchanges.flatMap(({ id, at: arrived }) => (arrived >= at ? [id] : []))) }
}

/** Ends a session with an event: later exchanges, and those named, came too late. */
function endingWith(
  { at, exchangeId }: StoredEvent,
  { exchanges }: PresentationEvidence,
  behind: Iterable<string>,
): Ending {
  const last = exchanges.findIndex(({ id }) => id === exchangeId)
  const later = last === -1 ? exchanges.filter((one) => one.at > at) : exchanges.slice(last + 1)
  return { at, late: new Set<string>([...later.map(({ id }) => id), ...behind]) }
}

/** Presentation status with one distinction more: a refused response that may be corrected does not end the session. */
export type PresentationStanding = PresentationStatus | 'answer_refused'

/** Meaning and label of each presentation status. */
export const verifierStands: Readonly<Record<PresentationStanding, SessionProgress>> = {
  created: { standing: 'running', words: 'Wallet at work' },
  request_retrieved: { standing: 'running', words: 'Waiting for the response' },
  answer_refused: { standing: 'refused', words: 'Response refused' },
  awaiting_redirect: { standing: 'running', words: 'Waiting for the browser' },
  presentation_validated: { standing: 'done', words: 'Presentation verified' },
  presentation_invalid: { standing: 'failed', words: 'Presentation refused' },
  presentation_captured: { standing: 'captured', words: 'Response captured, not read' },
  wallet_error: { standing: 'declined', words: errorHeadline(null) },
  request_refused: { standing: 'done', words: 'Request refused, as expected' },
  code_received: { standing: 'captured', words: 'Code received' },
  expired: { standing: 'expired', words: 'Expired without a verdict' },
}

const responses = ['vp_presentation_response_received', 'vp_wallet_error_received']

/** Distinguishes a response that ended the session from one that may be sent again, and an intended refusal. */
export function presentationStanding(
  status: PresentationStatus,
  {
    events,
    expectsRefusal,
  }: {
    readonly events: readonly { readonly type: string; readonly detail: JsonObject }[]
    /** A conformant wallet refuses in this session. */
    readonly expectsRefusal: boolean
  },
): PresentationStanding {
  if (status === 'wallet_error' && expectsRefusal) return 'request_refused'
  if (status !== 'presentation_invalid') return status
  const ended = events.some(({ type, detail }) => responses.includes(type) && detail.consumed === true)
  return ended ? status : 'answer_refused'
}

/**
 * The progress of a presentation. One that ended without a presentation is named by what ended it: the code and
 * description of an error response, a report, or silence.
 */
export function presentationProgress(status: PresentationStatus, evidence: PresentationEvidence): SessionProgress {
  const { session, events, now } = evidence
  const result = mutationResult(evidence)
  if (result !== null)
    return { standing: isKnown(result) ? 'done' : standings[result.did], words: mutationWords(result, session) }
  if (status === 'presentation_captured' && sealedAnswer(events) !== undefined)
    return { standing: 'done', words: `Response ${sealedWords}` }
  const refuses = expectsRefusal(session)
  const outcome = refuses ? deviationOutcome(session, events, now) : null
  const shared = nothingShared(evidence)
  if (isSilent(outcome)) return { ...silentProgress, ...shared }
  const progress = verifierStands[presentationStanding(status, { events, expectsRefusal: refuses })]
  if (status === 'created' || status === 'request_retrieved') return { ...progress, ...shared }
  const error = endingError(events)
  const isRefused = status === 'request_refused' && outcome !== null && outcome.by !== 'wallet'
  if (isRefused) return { ...progress, shownBy: outcome.seen }
  if (error === null || (status !== 'wallet_error' && status !== 'request_refused')) return progress
  const answer = sessionAnswer(error.detail)
  return { ...progress, ...(refuses ? {} : { words: errorHeadline(answer.error) }), answer }
}

/** The error response that ended a session; `null` without one. */
export const endingError = (events: readonly StoredEvent[]): StoredEvent | null =>
  events.find(({ type, detail }) => type === 'vp_wallet_error_received' && detail.consumed === true) ?? null

/** How far a request came that is wrong on purpose and of which nothing says what a wallet does. */
const standings: Readonly<Record<MutationResult['did'], SessionProgress['standing']>> = {
  answered: 'done',
  error: 'done',
  stopped: 'silent',
  nothing: 'expired',
}

/** What a browser said when it shared nothing, whoever decided that. */
function nothingShared({ session, events }: Pick<PresentationEvidence, 'session' | 'events'>): {
  readonly shownBy?: string
} {
  const rejected = session.dcApi === undefined ? undefined : declinedInBrowser(events)
  if (rejected === undefined) return {}
  const { error: name } = sessionAnswer({ error: rejected.detail.name ?? null })
  return { shownBy: `the browser shared nothing${name === null ? '' : `: ${name}`}` }
}
