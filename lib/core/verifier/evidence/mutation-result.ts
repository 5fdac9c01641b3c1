import { describeReport } from '../../engine/deviations/deviation'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import { reporterOf } from '../../shared/ports/reporter'
import type { StoredEvent } from '../../shared/ports/store-types'
import { addSeconds, type EpochMillis } from '../../shared/time/time'
import { isReported, waitSeconds } from '../deviations'
import { type MutatedSession, mutationsOf } from '../deviations/mutated'
import { declinedInBrowser } from '../deviations/verifier-deviation-outcome'
import { isDelivery, sealedAnswer } from '../history/verifier-history'

/** What a wallet did with a request of which nothing says what a good wallet does. */
export interface MutationResult {
  /** `stopped`: it fetched the request and sent nothing, or a person saw it stop. `nothing`: it was never seen. */
  readonly did: 'answered' | 'error' | 'stopped' | 'nothing'
  /** Of the error that it sent. */
  readonly code?: string
  /** Who told what its screen showed, and what: the wallet itself sent nothing. */
  readonly told?: string
  /** Only its tester has the key to decrypt the answer. */
  readonly sealed?: true
  /** From the last delivery, or from the creation, to what shows it. */
  readonly seconds: number
  readonly at: EpochMillis
  readonly cause: StoredEvent | null
}

/** The result of a session with such a request; `null` while the wallet may still send something, and in others. */
export function mutationResult({ session, events, now }: PresentationEvidence): MutationResult | null {
  if (!isReported(session)) return null
  const delivered = (until: EpochMillis) => events.findLast((event) => isDelivery(event) && event.at <= until)
  const shown = (cause: StoredEvent, did: MutationResult['did'], code?: string): MutationResult => {
    const since = delivered(cause.at)?.at ?? session.createdAt
    const seconds = Math.max(0, Math.round((cause.at - since) / 1000))
    return { did, ...(code === undefined ? {} : { code }), seconds, at: cause.at, cause }
  }
  const answer = events.find(
    ({ type, detail }) =>
      (type === 'vp_presentation_response_received' || type === 'vp_authorization_code_received') &&
      (detail.consumed === true || detail.presentation_valid === true),
  )
  const error = events.find(({ type, detail }) => type === 'vp_wallet_error_received' && detail.consumed === true)
  const first = [answer, error]
    .filter((event) => event !== undefined)
    .toSorted((one, other) => events.indexOf(one) - events.indexOf(other))
    .at(0)
  if (first !== undefined && first === error)
    return shown(error, 'error', typeof error.detail.error === 'string' ? error.detail.error : undefined)
  if (first !== undefined)
    return { ...shown(first, 'answered'), ...(first === sealedAnswer(events) ? { sealed: true } : {}) }
  const report = events.findLast(({ type }) => type === 'vp_refusal_reported')
  if (report !== undefined) {
    const told = describeReport(report.detail.shown, reporterOf(report))
    return { ...shown(report, report.detail.shown === 'went_on' ? 'answered' : 'stopped'), told }
  }
  const declined = declinedInBrowser(events)
  if (declined !== undefined) return shown(declined, 'stopped')
  const last = delivered(now)
  if (last === undefined)
    return now < session.expiresAt
      ? null
      : {
          did: 'nothing',
          seconds: Math.round((session.expiresAt - session.createdAt) / 1000),
          at: session.expiresAt,
          cause: null,
        }
  const seconds = waitSeconds(session)
  const at = addSeconds(last.at, seconds)
  return now < at ? null : { did: 'stopped', seconds, at, cause: null }
}

/** Whether it is known what the wallet did: it sent something, or somebody told what it showed. Silence tells nothing. */
export const isKnown = ({ did, told }: MutationResult): boolean =>
  did === 'answered' || did === 'error' || told !== undefined

/** When silence will count as a stop in a session with such a request; `null` in others, and before a delivery. */
export function mutationSilenceEnds(evidence: PresentationEvidence): EpochMillis | null {
  const { session, events } = evidence
  const last = isReported(session) && mutationResult(evidence) === null ? events.findLast(isDelivery) : undefined
  return last === undefined ? null : addSeconds(last.at, waitSeconds(session))
}

/** What became of a response that only its tester can decrypt. */
export const sealedWords = 'received, cannot be decrypted'

/** The result in a sentence for headlines and reports, which names what is changed: the request, or only our response. */
export function mutationWords(
  { did, code, seconds, sealed, told, cause }: Omit<MutationResult, 'at'>,
  session: MutatedSession,
): string {
  const what =
    told !== undefined
      ? told
      : did === 'answered'
        ? `the wallet answered${sealed ? ` (${sealedWords})` : ''}`
        : did === 'error'
          ? `the wallet sent the error ${code ?? 'without a code'}`
          : `the wallet sent nothing in ${seconds} s`
  const isOfRequest = mutationsOf(session).some(({ target }) => target !== 'response')
  const wrong = isOfRequest || mutationsOf(session).length === 0 ? 'Request' : 'Response'
  // Our error for a response that is refused stays right.
  if (wrong === 'Response' && did === 'answered' && cause?.detail.presentation_valid === false)
    return 'Response wrong on purpose was not sent: the response of the wallet was refused'
  return `${wrong} wrong on purpose: ${what}`
}
