import { toldWords } from '../../engine/deviations/deviation'
import { type DeviationOutcome, open, outcomeOf, outcomeTold } from '../../engine/deviations/outcome'
import type { PresentationSession, StoredEvent } from '../../ground/ports/store-types'
import { tellerOf } from '../../ground/ports/teller'
import type { EpochMillis } from '../../ground/time/time'
import { consumedAnswer, fetchFacts } from '../history/verifier-history'
import { channelOf, deviationOf, waitSeconds } from '.'
import { isAdvisory, testsTrust } from './advisory'
import { browserDeclined, calledDirectly, lastCall } from './browser-outcome'
import { followedRedirect } from './followed-redirect'
import { missedBecause } from './missed'
import { type TrustFacts, trustFacts } from './trust-facts'
import type { VerifierDeviation } from './verifier-deviation'

type Asked = Pick<PresentationSession, 'options' | 'createdAt' | 'sessionId'>

/** Derives the outcome from the events of a session in which a conformant wallet refuses. */
export function deviationOutcome(session: Asked, events: readonly StoredEvent[], now: EpochMillis): DeviationOutcome {
  const deviation = deviationOf(session)
  // A page fetches the request for the browser before anybody asks a wallet.
  const fetched =
    channelOf(session) === 'dc_api' ? lastCall(events) : events.findLast(({ type }) => type === 'vp_request_retrieved')
  const reported = events.findLast(({ type }) => type === 'vp_refusal_reported')
  const facts = trustFacts(session, events)
  const isCounted = isSilenceCounted(events)
  const isTolerated = isAdvisory(session, facts)
  const shown = [
    presented(events),
    followed(session, events),
    calledDirectly(session, events),
    neverMet(deviation, events, { ...facts, isTold: reported !== undefined || isCounted, isCounted }),
    refusedWithError(events),
    ...(testsTrust(session)
      ? [
          registeredOnly(events),
          isTolerated && reported?.detail.shown === 'warned' ? warned(reported) : null,
          presentedNevertheless(events),
        ]
      : []),
    reported === undefined ? null : outcomeTold(reported),
    accepted(isTolerated, events),
    browserDeclined(session, events, isCounted),
  ]
  return outcomeOf(shown, {
    since: fetched?.at ?? session.createdAt,
    seconds: waitSeconds(session),
    reached: fetched !== undefined,
    silence: isCounted
      ? 'refused'
      : // If only the tester considers the request wrong, it reaches the wallet like any other.
        (deviation?.silence ?? 'says_nothing'),
    now,
  })
}

/** True where the campaign of a session knows that silence is a refusal in it. */
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

/** True for a refused answer with a presentation, but not for an empty or undecryptable one. */
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
 * A deviation that needs a `wallet_nonce` or a key cannot occur if the wallet sent none, and one of lists if it read none: then
 * what was told shows nothing either.
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

/** The wallet was asked for more than is registered, and showed what is registered. ARF3-RPRC_21 */
function registeredOnly(events: readonly StoredEvent[]): DeviationOutcome | null {
  const event = events.find(({ type, detail }) => type === responseEvent && detail.registered_only === true)
  return event === undefined
    ? null
    : { ...byWallet('refused', event, 'a presentation of what is registered'), by: 'registered_only' }
}

/** A warning that was told of, which a presentation may follow then. */
const warned = ({ at, detail }: StoredEvent): DeviationOutcome => ({
  did: 'refused',
  by: 'warning',
  at,
  seen: toldWords('warned', tellerOf({ detail })),
  exchangeId: null,
})

const responseEvent = 'vp_presentation_response_received'

/** A presentation to a verifier that is not trusted, whatever else is wrong with it. */
function presentedNevertheless(events: readonly StoredEvent[]): DeviationOutcome | null {
  const event = events.find(
    ({ type, detail }) => type === responseEvent && detail.vp_token_observed === true && detail.consumed === true,
  )
  return event === undefined ? null : byWallet('continued', event, 'a presentation')
}

/** An accepted answer counts as continued for an advisory deviation; otherwise the wallet was never tested. */
function accepted(isTolerated: boolean, events: readonly StoredEvent[]): DeviationOutcome | null {
  const event = events.find(({ detail }) => detail.presentation_valid === true)
  if (event === undefined) return null
  return isTolerated ? byWallet('continued', event, 'a presentation') : open('untested')
}
