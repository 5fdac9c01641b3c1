import { type DeviationOutcome, open } from '../../engine/deviations/outcome'
import type { StoredEvent } from '../../ground/ports/store-types'
import { channelOf, deviationOf, type TestedSession } from './index'

type OfEvent = Pick<StoredEvent, 'type' | 'detail' | 'at' | 'exchangeId'>

/** Errors that tell of our page or of the browser, not of whom it asked. https://www.w3.org/TR/digital-credentials/ */
const ofPage: readonly unknown[] = ['AbortError', 'TypeError', 'SecurityError', 'InvalidStateError']

/** True for a call of the browser that was rejected, by the user, a wallet or the platform: nothing tells which. */
const isRejected = ({ type, detail }: OfEvent): boolean => type === 'vp_dc_api_failed' && !ofPage.includes(detail.name)

/** The last time that a page called the browser; `undefined` for none. */
export const lastCall = <Of extends OfEvent>(events: readonly Of[]): Of | undefined =>
  events.findLast(({ type }) => type === 'vp_dc_api_started')

/**
 * The rejected call with which a browser shared nothing; `undefined` where it was not called, or is asked again. A page that crashed
 * tells no end of its call, so a rejection after the last start stands whatever came before.
 */
export function declinedInBrowser<Of extends OfEvent>(events: readonly Of[]): Of | undefined {
  const started = events.findLastIndex(({ type }) => type === 'vp_dc_api_started')
  const rejected = events.findLastIndex(isRejected)
  if (started === -1 || (started > rejected && openCalls(events) > 0)) return undefined
  return events[rejected]
}

/** Calls without an end. A page reports the start of a call without waiting, so that it may come after the end. */
function openCalls(events: readonly OfEvent[]): number {
  let calls = 0
  for (const { type } of events) {
    if (type === 'vp_dc_api_started') calls++
    if (type === 'vp_dc_api_failed' || (type === 'vp_dc_api_left' && calls > 0)) calls--
  }
  return calls
}

/**
 * What it says that a browser shared nothing. By itself nothing: no wallet may have been asked. `isCounted`: a wallet responds in
 * that browser, so that it refused.
 */
export function browserDeclined(
  session: TestedSession,
  events: readonly StoredEvent[],
  isCounted: boolean,
): DeviationOutcome | null {
  if (channelOf(session) === 'url') return null
  const rejected = declinedInBrowser(events)
  if (rejected === undefined) return null
  if (!isCounted) return open('undecided', 'browser')
  const seen = 'nothing shared, in a browser in which a wallet responds'
  return { did: 'refused', by: 'silence', at: rejected.at, seen, exchangeId: null }
}

/** A presentation that was posted to us, where the browser should have carried it; `undefined` for none. OID4VP-1FINALA-A.2 */
export const postedPresentation = <Of extends OfEvent>(
  session: TestedSession,
  events: readonly Of[],
): Of | undefined =>
  channelOf(session) === 'url'
    ? undefined
    : events.find(({ type, detail }) => type === 'vp_response_refused' && detail.presented === true)

/** A call of an address that no wallet has to call where a browser carries the request; `null` for none. OID4VP-1FINALA-A.2 */
export function calledDirectly(session: TestedSession, events: readonly StoredEvent[]): DeviationOutcome | null {
  const posted = postedPresentation(session, events)
  if (posted !== undefined) return wentOn(posted, 'wallet', 'a presentation, posted to the response_uri')
  const isFetchTest = deviationOf(session)?.id === 'dc_request_uri'
  const fetched = isFetchTest ? events.find(isRefusedFetch) : undefined
  return fetched === undefined ? null : wentOn(fetched, 'fetch', 'a fetch of the request_uri')
}

const isRefusedFetch = ({ type, detail }: OfEvent): boolean =>
  type === 'vp_request_refused' && detail.reason === 'vp_request_in_browser'

const wentOn = ({ at, exchangeId }: OfEvent, by: 'wallet' | 'fetch', seen: string): DeviationOutcome => ({
  did: 'continued',
  by,
  at,
  seen,
  exchangeId,
})
