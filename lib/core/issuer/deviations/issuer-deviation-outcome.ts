import { type DeviationOutcome, open, outcomeOf, reportedOutcome } from '../../engine/deviations/deviation-outcome'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import type { StoredEvent, StoredExchange } from '../../shared/ports/store-types'
import { issuerConfiguration } from '../configurations'
import { deviationName, deviationOf, waitSeconds } from '.'
import { type IssuerDeviation, mayGiveUp } from './issuer-deviation'
import { farthestStep, isOfFlow } from './next-step'

/** Derives the outcome from what followed the deviating reply; `null` for a session without a deviation. */
export function deviationOutcome(evidence: IssuanceEvidence): DeviationOutcome | null {
  const { session, events, exchanges, now } = evidence
  const deviation = deviationOf(session)
  if (deviation === null) return null
  if (altersLink(deviation, session)) return linkOutcome(deviation, evidence)
  const first = firstDeviating(deviation, evidence)
  if (first === undefined || !hasReached(deviation, events)) return open('untested')
  const { untestedWithout: needed } = deviation
  if (needed !== undefined && !exchanges.some((one) => one.operation === needed && isOfWallet(one)))
    return open('untested')
  const askedBack = events.filter(({ type }) => type === 'credential_asked_back')
  const later = exchanges.slice(first.index + 1).filter(isOfWallet)
  const step = deviation.next(later, first.exchange)
  const last = deviation.waitsFrom === 'last_request' ? later.at(-1) : undefined
  const told = events.findLast((event) => isTold(event) && !(mayGiveUp(deviation) && event.detail.shown === 'error'))
  const outcome = outcomeOf(
    [
      // A credential presented later was kept, whatever the tester reported.
      presentedLater(askedBack),
      step && {
        did: step.did,
        by: 'wallet',
        at: step.exchange.at,
        seen: step.seen,
        exchangeId: step.exchange.id,
        ...(step.onlyUnderHaip && !claimsHaip(session) ? { advisory: true } : {}),
      },
      told === undefined ? null : reportedOutcome(told),
      notPresentedLater(askedBack),
    ],
    {
      since: (last ?? first.exchange).at,
      seconds: waitSeconds(session),
      reached: true,
      silence: deviation.silence,
      now,
    },
  )
  // Where a wallet may go on for a while, or should, a refusal on the way hides what it would have done.
  const mayGoOn = deviation.expects !== 'refusal' || deviation.waitsFrom === 'last_request'
  if (mayGoOn && isSilentStop(outcome) && endsRefused(later, evidence)) return open('undecided', 'other_refusal')
  if (deviation.tellsFetchOf !== undefined) return withFetch(outcome, deviation.tellsFetchOf, exchanges)
  return deviation.changes.trust === undefined ? outcome : withFarthest(outcome, later)
}

/** Whether the link itself is changed, so that what follows begins at its creation. A changed offer is in it only by value. */
export const altersLink = (
  { changes }: IssuerDeviation,
  { options, credentialOfferMode }: IssuanceEvidence['session'],
) =>
  changes.link !== undefined &&
  (options.mutations === undefined ||
    credentialOfferMode === 'credential_offer' ||
    options.mutations.operations.some(({ target }) => target === 'offer_link'))

const isSilentStop = ({ did, by }: DeviationOutcome): boolean => did === 'refused' && by === 'silence'

/**
 * True if the wallet went on, and its last request of the flow was refused, but not on purpose: then its silence follows from
 * that, and says nothing about the deviation.
 */
function endsRefused(later: readonly StoredExchange[], { events }: IssuanceEvidence): boolean {
  const last = later.findLast(isOfFlow)
  if (last === undefined || (last.response.status ?? 0) < 400) return false
  return !events.some(({ type, exchangeId }) => type === 'answer_altered' && exchangeId === last.id)
}

/**
 * A link reaches the wallet without a request, and a wallet that refuses it sends none: until it did, only a person can
 * tell it from one that was never started.
 */
function linkOutcome(
  deviation: IssuerDeviation,
  { session, events, exchanges, now }: IssuanceEvidence,
): DeviationOutcome {
  const sent = exchanges.filter(isOfWallet)
  const [first] = sent
  const step = first === undefined ? null : deviation.next(sent, first)
  const told = events.findLast(isTold)
  return outcomeOf(
    [
      step && { did: step.did, by: 'wallet', at: step.exchange.at, seen: step.seen, exchangeId: step.exchange.id },
      told === undefined ? null : reportedOutcome(told),
    ],
    {
      since: sent.at(-1)?.at ?? session.createdAt,
      seconds: waitSeconds(session),
      reached: first !== undefined,
      silence: deviation.silence,
      now,
    },
  )
}

const claimsHaip = ({ issuerConfigurationId }: IssuanceEvidence['session']): boolean =>
  issuerConfiguration(issuerConfigurationId)?.claimsHaip ?? true

/** For deviations of lists: whether the wallet read one of them. */
function hasReached({ reached }: IssuerDeviation, events: readonly StoredEvent[]): boolean {
  if (reached === undefined) return true
  const reads = events.filter(
    ({ type, detail }) => type === 'trust_resource_read' && detail.resource === 'list' && detail.by !== 'client',
  )
  return reached(reads.map(({ detail }) => detail))
}

/** No specification says where requesting a credential begins, so the outcome states where a silent wallet stopped. */
function withFarthest(outcome: DeviationOutcome, later: readonly StoredExchange[]): DeviationOutcome {
  const farthest = isSilentStop(outcome) ? farthestStep(later) : null
  return farthest === null ? outcome : { ...outcome, seen: `${outcome.seen}: the wallet went as far as ${farthest}` }
}

/** Says beside what the wallet did whether it fetched the document, before or after. */
function withFetch(
  outcome: DeviationOutcome,
  operation: string,
  exchanges: readonly StoredExchange[],
): DeviationOutcome {
  if (outcome.at === null) return outcome
  const isFetched = exchanges.some((one) => one.operation === operation && isOfWallet(one))
  // A credential needs no notification.
  const seen = outcome.by === 'silence' ? 'the credential was issued, and no notification came' : outcome.seen
  return { ...outcome, seen: `${seen}; the type metadata were ${isFetched ? '' : 'not '}fetched` }
}

function presentedLater(askedBack: readonly StoredEvent[]): DeviationOutcome | null {
  const presented = askedBack.find(({ detail }) => detail.presented === true)
  if (presented === undefined) return null
  const seen = 'the wallet presented the credential later'
  return { did: 'continued', by: 'wallet', at: presented.at, seen, exchangeId: null }
}

function notPresentedLater([first]: readonly StoredEvent[]): DeviationOutcome | null {
  if (first === undefined) return null
  const seen = 'the wallet did not present the credential later'
  return { did: 'refused', by: 'later_session', at: first.at, seen, exchangeId: null }
}

/** True for a report of what the wallet showed. */
const isTold = ({ type, detail }: StoredEvent): boolean =>
  type === 'refusal_reported' || (type === 'campaign_session_ended' && detail.shown !== 'nothing')

/** True for a request of a wallet, or of the browser that it opened. */
export const isOfWallet = ({ origin }: StoredExchange): boolean => origin === 'wallet' || origin === 'user_agent'

const givesCredential = ({ operation, response }: StoredExchange): boolean =>
  (operation === 'requestCredential' || operation === 'requestDeferredCredential') && response.status === 200

/** The first exchange with a deviating reply, or with the credential that leads to one, and its index. */
function firstDeviating(deviation: IssuerDeviation, { events, exchanges }: IssuanceEvidence) {
  const name = deviationName(deviation)
  const event = events.find(({ type, detail }) => type === 'answer_altered' && detail.alteration === name)
  const index =
    deviation.tellsFetchOf === undefined
      ? exchanges.findIndex(({ id }) => id === event?.exchangeId)
      : exchanges.findIndex(givesCredential)
  const exchange = exchanges[index]
  return exchange === undefined ? undefined : { exchange, index }
}
