import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import type { IssuanceSession, StoredEvent, StoredExchange } from '../../ground/ports/store-types'
import { addSeconds, type EpochMillis } from '../../ground/time/time'
import { faultAlteration, faultOf } from '.'
import type { IssuanceFault } from './fault'

/**
 * What a wallet did with an answer that was changed on purpose. `refused`: it or a person said so, it did not present the
 * credential later, or it sent nothing more for as long as the session waits. `continued`: a request or a presentation shows
 * that it continued. `waiting`:
 * that time is not over. `undecided`: nothing that came shows either. `untested`: the wallet was never sent the changed
 * answer.
 */
export interface FaultResult {
  readonly outcome: 'refused' | 'continued' | 'undecided' | 'waiting' | 'untested'
  /** When it came to that; `null` for what is still open. */
  readonly at: EpochMillis | null
  /** What shows it, for people; empty for what is still open. */
  readonly seen: string
  /** The request of this session that shows it; `null` where something else does. */
  readonly exchange: StoredExchange | null
}

const defaultSettleSeconds = 60

/** Seconds of silence after the changed answer that a session waits. */
const settleSeconds = ({ options }: Pick<IssuanceSession, 'options'>): number =>
  options.settle_seconds ?? defaultSettleSeconds

/** True where a good wallet stops. */
export const mustStop = (session: Pick<IssuanceSession, 'options'>): boolean => faultOf(session)?.expects === 'refusal'

/** Reads what came after the changed answer of a session; `null` for a session without a fault. */
export function faultResult(evidence: IssuanceEvidence): FaultResult | null {
  const { session, now } = evidence
  const fault = faultOf(session)
  if (fault === null) return null
  const open = (outcome: FaultResult['outcome']): FaultResult => ({ outcome, at: null, seen: '', exchange: null })
  const altered = firstAltered(fault, evidence)
  if (altered === undefined) return open('untested')
  const answers = evidence.events.filter(({ type }) => type === 'credential_asked_back')
  const presented = answers.find(isPresented)
  // What is presented was kept, whatever the wallet or a person said of it.
  if (presented !== undefined)
    return { outcome: 'continued', at: presented.at, seen: 'the wallet presented the credential later', exchange: null }
  const step = fault.next(evidence.exchanges.slice(altered.index + 1).filter(isOfWallet), altered.exchange)
  if (step !== null) return { outcome: step.did, at: step.exchange.at, seen: step.seen, exchange: step.exchange }
  const told = evidence.events.findLast(isTold)
  if (told !== undefined) return asTold(told)
  const [first] = answers
  if (first !== undefined)
    return { outcome: 'refused', at: first.at, seen: 'the wallet did not present the credential later', exchange: null }
  const seconds = settleSeconds(session)
  const due = addSeconds(altered.exchange.at, seconds)
  if (now < due) return open('waiting')
  if (fault.silence === 'says_nothing') return open('undecided')
  if (fault.silence === 'continued')
    return { outcome: 'continued', at: due, seen: `no such request for ${seconds} s`, exchange: null }
  return { outcome: 'refused', at: due, seen: `silence for ${seconds} s`, exchange: null }
}

/** The wallet presented the credential that it was to refuse. */
export const isPresented = ({ type, detail }: StoredEvent): boolean =>
  type === 'credential_asked_back' && detail.presented === true

/** True where a person said what the wallet showed. */
const isTold = ({ type, detail }: StoredEvent): boolean =>
  type === 'refusal_reported' || (type === 'campaign_session_ended' && detail.shown !== 'nothing')

/** What a person saw on the wallet. */
const asTold = ({ at, detail }: StoredEvent): FaultResult =>
  detail.shown === 'error'
    ? { outcome: 'refused', at, seen: 'a person saw the wallet show an error', exchange: null }
    : { outcome: 'continued', at, seen: 'a person saw the wallet continue', exchange: null }

const isOfWallet = ({ origin }: StoredExchange): boolean => origin === 'wallet' || origin === 'user_agent'

/** The first exchange whose answer was changed, and its place among all. */
function firstAltered(fault: IssuanceFault, { events, exchanges }: IssuanceEvidence) {
  const name = faultAlteration(fault)
  const event = events.find(({ type, detail }) => type === 'answer_altered' && detail.alteration === name)
  const index = exchanges.findIndex(({ id }) => id === event?.exchangeId)
  const exchange = exchanges[index]
  return exchange === undefined ? undefined : { exchange, index }
}

/** The wallet did what it should. */
export function isAsItShould(
  fault: Pick<IssuanceFault, 'expects'>,
  { outcome }: Pick<FaultResult, 'outcome'>,
): boolean {
  return outcome === (fault.expects === 'refusal' ? 'refused' : 'continued')
}
