import { describeReport } from '../../engine/deviations/deviation'
import { type DeviationOutcome, open, outcomeOf, reportedOutcome } from '../../engine/deviations/deviation-outcome'
import { reporterOf } from '../../shared/ports/reporter'
import type { PresentationSession, StoredEvent } from '../../shared/ports/store-types'
import type { EpochMillis } from '../../shared/time/time'
import { consumedAnswer, type FetchFacts, fetchFacts } from '../history/verifier-history'
import { channelOf, deviationOf, isDerivedRefusal, type TestedSession, waitSeconds } from '.'
import { followedRedirect, isAdvisory, type TrustFacts, testsTrust, trustFacts } from './deviation-facts'
import type { RequestAlgorithm, VerifierDeviation } from './verifier-deviation'

/**
 * Why the request was not wrong for this wallet; `null` if it was.
 * @see OID4VP-1FINAL-5.10, OID4VP-1FINAL-10.1
 */
export function missedBecause(
  { needsWalletNonce, needsWalletJwks, unlessAnnounced }: Pick<VerifierDeviation, Needed>,
  { walletNonceSent, walletKeySent, announcedAlgorithms }: FetchFacts,
): 'no_nonce' | 'no_key' | RequestAlgorithm | null {
  if (needsWalletNonce && !walletNonceSent) return 'no_nonce'
  if (needsWalletJwks && !walletKeySent) return 'no_key'
  return unlessAnnounced !== undefined && announcedAlgorithms.includes(unlessAnnounced) ? unlessAnnounced : null
}

type Needed = 'needsWalletNonce' | 'needsWalletJwks' | 'unlessAnnounced'

/** Names of reported outcomes, for responses and events. */
export const reportedOutcomeNames = {
  error: 'reported_error',
  went_on: 'reported_going_on',
  warned: 'reported_warning',
} as const

const names: Readonly<Record<string, Partial<Record<NonNullable<DeviationOutcome['by']>, string>>>> = {
  refused: {
    wallet: 'refused_with_error',
    report: reportedOutcomeNames.error,
    silence: 'silent',
    registered_only: 'presented_registered_only',
    warning: reportedOutcomeNames.warned,
  },
  continued: {
    wallet: 'presented',
    redirect: 'followed_redirect',
    fetch: 'fetched_request_uri',
    report: reportedOutcomeNames.went_on,
  },
  undecided: { browser: 'browser_declined' },
}

/** Name of an outcome in `vp_negative_test_result`; `null` while it has none. */
export const outcomeName = ({ did, by }: Pick<DeviationOutcome, 'did' | 'by'>): string | null =>
  did === 'untested' ? did : ((by && names[did]?.[by]) ?? null)

type OfEvent = Pick<StoredEvent, 'type' | 'detail' | 'at' | 'exchangeId'>

/** Errors about our page or the browser, not about the wallet. https://www.w3.org/TR/digital-credentials/ */
const ofPage: readonly unknown[] = ['AbortError', 'TypeError', 'SecurityError', 'InvalidStateError']

/** True for a rejected browser call; nothing shows whether user, wallet or platform rejected it. */
const isRejected = ({ type, detail }: OfEvent): boolean => type === 'vp_dc_api_failed' && !ofPage.includes(detail.name)

/** The last browser call of a page; `undefined` if none. */
const lastCall = <Of extends OfEvent>(events: readonly Of[]): Of | undefined =>
  events.findLast(({ type }) => type === 'vp_dc_api_started')

/**
 * The rejected call after which a browser shared nothing; `undefined` if it was not called or is asked again. A crashed
 * page reports no end, so a rejection after the last start counts regardless of earlier calls.
 */
export function declinedInBrowser<Of extends OfEvent>(events: readonly Of[]): Of | undefined {
  const started = events.findLastIndex(({ type }) => type === 'vp_dc_api_started')
  const rejected = events.findLastIndex(isRejected)
  if (started === -1 || (started > rejected && openCalls(events) > 0)) return undefined
  return events[rejected]
}

/** Number of calls without an end. Pages report starts without waiting, so a start may arrive after its end. */
function openCalls(events: readonly OfEvent[]): number {
  let calls = 0
  for (const { type } of events) {
    if (type === 'vp_dc_api_started') calls++
    if (type === 'vp_dc_api_failed' || (type === 'vp_dc_api_left' && calls > 0)) calls--
  }
  return calls
}

/**
 * Outcome if a browser shared nothing. By itself it means nothing, since no wallet may have been asked. `isCounted`: a
 * wallet answers in that browser, so it refused.
 */
function browserDeclined(
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

/** A presentation posted directly instead of through the browser; `undefined` if none. OID4VP-1FINALA-A.2 */
export const postedPresentation = <Of extends OfEvent>(
  session: TestedSession,
  events: readonly Of[],
): Of | undefined =>
  channelOf(session) === 'url'
    ? undefined
    : events.find(({ type, detail }) => type === 'vp_response_refused' && detail.presented === true)

/** A call of a URL that no wallet needs for a browser request; `null` if none. OID4VP-1FINALA-A.2 */
function calledDirectly(session: TestedSession, events: readonly StoredEvent[]): DeviationOutcome | null {
  const posted = postedPresentation(session, events)
  if (posted !== undefined) return wentOn(posted, 'wallet', 'a presentation, posted to the response_uri')
  const isFetchTest = deviationOf(session)?.id === 'dc_request_uri'
  const fetched = isFetchTest ? events.find(isRefusedFetch) : undefined
  return fetched === undefined ? null : wentOn(fetched, 'fetch', 'a fetch of the request_uri')
}

/**
 * A presentation with a wrong method or at an address of nothing, for a request that was wrong for this wallet: it went on,
 * and how decides nothing; `null` if none.
 */
export function strayedPresentation(session: TestedSession, events: readonly StoredEvent[]): DeviationOutcome | null {
  const deviation = deviationOf(session)
  const strayed = events.find(({ type, detail }) => type === 'unexpected_request' && detail.presented === true)
  if (strayed === undefined || !trustFacts(session, events).reached) return null
  if (deviation !== null && missedBecause(deviation, fetchFacts(events)) !== null) return null
  return wentOn(strayed, 'wallet', 'a presentation, where none is taken')
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

type Asked = Pick<PresentationSession, 'options' | 'createdAt' | 'sessionId'>

/** Derives the outcome of a session in which a conformant wallet refuses. */
export function deviationOutcome(session: Asked, events: readonly StoredEvent[], now: EpochMillis): DeviationOutcome {
  const deviation = deviationOf(session)
  // A page fetches the request before any wallet is asked.
  const fetched =
    channelOf(session) === 'dc_api' ? lastCall(events) : events.findLast(({ type }) => type === 'vp_request_retrieved')
  const reported = events.findLast(({ type }) => type === 'vp_refusal_reported')
  const facts = trustFacts(session, events)
  const isCounted = isSilenceCounted(events)
  const isTolerated = isAdvisory(session, facts)
  const spared = testsTrust(session)
    ? (registeredOnly(events) ?? (isTolerated && reported?.detail.shown === 'warned' ? warned(reported) : null))
    : null
  const shown = [
    presented(events),
    followed(session, events),
    calledDirectly(session, events),
    neverMet(deviation, events, { ...facts, isTold: reported !== undefined || isCounted, isCounted }),
    strayedPresentation(session, events),
    // A presentation counts before an error, whatever came of it.
    spared === null && (isTolerated || testsTrust(session) || isDerivedRefusal(session))
      ? presentedNevertheless(events)
      : null,
    refusedWithError(events),
    spared,
    reported === undefined ? null : reportedOutcome(reported),
    accepted(isTolerated, events),
    browserDeclined(session, events, isCounted),
  ]
  return outcomeOf(shown, {
    since: fetched?.at ?? session.createdAt,
    seconds: waitSeconds(session),
    reached: fetched !== undefined,
    silence: isCounted
      ? 'refused'
      : // A request that only the tester considers wrong reaches the wallet like any other.
        (deviation?.silence ?? 'says_nothing'),
    now,
  })
}

/** True if the session's campaign counts silence as a refusal. */
export const isSilenceCounted = (events: readonly StoredEvent[]): boolean =>
  events.some(({ type }) => type === 'vp_silence_counted')

const byWallet = (did: 'refused' | 'continued', { at, exchangeId }: StoredEvent, seen: string): DeviationOutcome => ({
  did,
  by: 'wallet',
  at,
  seen,
  exchangeId,
})

function presented(events: readonly StoredEvent[]): DeviationOutcome | null {
  const event = events.find(isPresented)
  return event === undefined ? null : byWallet('continued', event, 'a presentation')
}

/** True for a refused response with a presentation, unless empty or undecryptable. */
const isPresented = (event: StoredEvent): boolean =>
  isPresentedLate(event) ||
  (event.type === 'vp_presentation_response_received' &&
    Array.isArray(event.detail.errors) &&
    event.detail.errors.includes('vp.negative.rejected'))

/** True for a presentation after the error that ended the session. */
export const isPresentedLate = ({ type, detail }: StoredEvent): boolean =>
  type === 'vp_response_replayed' && detail.presented === true

function followed(session: Asked, events: readonly StoredEvent[]): DeviationOutcome | null {
  const event = followedRedirect('request', session, events)
  return event && { ...byWallet('continued', event, 'a call of the address in Location'), by: 'redirect' }
}

/**
 * A deviation that needs a `wallet_nonce` or key cannot occur if the wallet sent none, and one of lists if it read
 * none; then a report proves nothing either.
 */
function neverMet(
  deviation: VerifierDeviation | null,
  events: readonly StoredEvent[],
  { reached, isTold, isCounted }: TrustFacts & { readonly isTold: boolean; readonly isCounted: boolean },
): DeviationOutcome | null {
  const isAnswered = consumedAnswer(events) !== undefined
  const misses = deviation !== null && missedBecause(deviation, fetchFacts(events)) !== null
  return (misses && (isAnswered || isCounted)) || (!reached && (isAnswered || isTold)) ? open('untested') : null
}

function refusedWithError(events: readonly StoredEvent[]): DeviationOutcome | null {
  const event = events.find(({ type, detail }) => type === 'vp_wallet_error_received' && detail.consumed === true)
  return event === undefined ? null : byWallet('refused', event, 'an error')
}

/** The wallet was asked for more than is registered and showed only what is registered. ARF3-RPRC_21 */
function registeredOnly(events: readonly StoredEvent[]): DeviationOutcome | null {
  const event = events.find(({ type, detail }) => type === responseEvent && detail.registered_only === true)
  return event === undefined
    ? null
    : { ...byWallet('refused', event, 'a presentation of what is registered'), by: 'registered_only' }
}

/** A reported warning, after which a presentation is allowed. */
const warned = ({ at, detail }: StoredEvent): DeviationOutcome => ({
  did: 'refused',
  by: 'warning',
  at,
  seen: describeReport('warned', reporterOf({ detail })),
  exchangeId: null,
})

const responseEvent = 'vp_presentation_response_received'

/** A presentation where no check of ours refuses it for the deviation, whatever else is wrong with it. */
function presentedNevertheless(events: readonly StoredEvent[]): DeviationOutcome | null {
  const event = events.find(({ type, detail }) => type === responseEvent && detail.vp_token_observed === true)
  return event === undefined ? null : byWallet('continued', event, 'a presentation')
}

/** For an advisory deviation an accepted response counts as continued; otherwise the wallet was never tested. */
function accepted(isTolerated: boolean, events: readonly StoredEvent[]): DeviationOutcome | null {
  const event = events.find(({ detail }) => detail.presentation_valid === true)
  if (event === undefined) return null
  return isTolerated ? byWallet('continued', event, 'a presentation') : open('untested')
}
