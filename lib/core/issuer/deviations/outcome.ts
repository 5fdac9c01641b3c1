import { type DeviationOutcome, open, outcomeOf, outcomeTold } from '../../engine/deviations/outcome'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import type { StoredEvent, StoredExchange } from '../../ground/ports/store-types'
import { alterationName, deviationOf, waitSeconds } from '.'
import type { IssuerDeviation } from './issuer-deviation'
import { wentAsFarAs } from './next-step'

/** Derives the outcome from what followed the altered answer; `null` for a session without a deviation. */
export function deviationOutcome(evidence: IssuanceEvidence): DeviationOutcome | null {
  const { session, events, exchanges, now } = evidence
  const deviation = deviationOf(session)
  if (deviation === null) return null
  const altered = firstAltered(deviation, evidence)
  if (altered === undefined || !hasReached(deviation, events)) return open('untested')
  const askedBack = events.filter(({ type }) => type === 'credential_asked_back')
  const later = exchanges.slice(altered.index + 1).filter(isOfWallet)
  const step = deviation.next(later, altered.exchange)
  const last = deviation.waitsFrom === 'last_request' ? later.at(-1) : undefined
  const told = events.findLast(isTold)
  const outcome = outcomeOf(
    [
      // A credential that is presented later was kept, whatever was told of the wallet.
      presentedLater(askedBack),
      step && { did: step.did, by: 'wallet', at: step.exchange.at, seen: step.seen, exchangeId: step.exchange.id },
      told === undefined ? null : outcomeTold(told),
      notPresentedLater(askedBack),
    ],
    {
      since: (last ?? altered.exchange).at,
      seconds: waitSeconds(session),
      reached: true,
      silence: deviation.silence,
      now,
    },
  )
  return deviation.changes.trust === undefined ? outcome : withFarthest(outcome, later)
}

/** Of what is wrong with lists: whether one of them was read. */
function hasReached({ reached }: IssuerDeviation, events: readonly StoredEvent[]): boolean {
  if (reached === undefined) return true
  const reads = events.filter(
    ({ type, detail }) => type === 'trust_resource_read' && detail.resource === 'list' && detail.by !== 'client',
  )
  return reached(reads.map(({ detail }) => detail))
}

/** No text says where requesting a credential begins, so the outcome says where a silent wallet stopped. */
function withFarthest(outcome: DeviationOutcome, later: readonly StoredExchange[]): DeviationOutcome {
  const farthest = outcome.by === 'silence' && outcome.did === 'refused' ? wentAsFarAs(later) : null
  return farthest === null ? outcome : { ...outcome, seen: `${outcome.seen}: the wallet went as far as ${farthest}` }
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

/** True if it was told what the wallet showed. */
const isTold = ({ type, detail }: StoredEvent): boolean =>
  type === 'refusal_reported' || (type === 'campaign_session_ended' && detail.shown !== 'nothing')

const isOfWallet = ({ origin }: StoredExchange): boolean => origin === 'wallet' || origin === 'user_agent'

/** The first exchange whose answer was altered, and its index among all. */
function firstAltered(deviation: IssuerDeviation, { events, exchanges }: IssuanceEvidence) {
  const name = alterationName(deviation)
  const event = events.find(({ type, detail }) => type === 'answer_altered' && detail.alteration === name)
  const index = exchanges.findIndex(({ id }) => id === event?.exchangeId)
  const exchange = exchanges[index]
  return exchange === undefined ? undefined : { exchange, index }
}
