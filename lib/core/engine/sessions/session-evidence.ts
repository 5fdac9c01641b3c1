import type {
  IssuanceSession,
  OneTimeValue,
  PresentationSession,
  Session,
  StoredEvent,
  StoredExchange,
} from '../../shared/ports/store-types'
import { type EpochMillis, epochMillis } from '../../shared/time/time'
import { isObject } from '../../shared/values/json'
import { sessionEnd } from './session-end'

/** The input of a check over a whole session: everything on record, oldest first. */
export interface SessionEvidence<Of extends Session = Session> {
  readonly session: Of
  readonly events: readonly StoredEvent[]
  readonly exchanges: readonly StoredExchange[]
  readonly now: EpochMillis
  /** True if inferred exchanges may also belong to another session of the same client. */
  readonly mixedTraffic?: boolean
  /** Number of exchanges that could also be inferred but exceed the limit. */
  readonly inferredLeftOut?: number
  /** Stored values that the session gave its wallet, whatever became of them; absent unless a request was refused. */
  readonly rows?: readonly OneTimeValue[]
  /** Documents that its client read before it, where another session of its workbench may have made it keep them. */
  readonly readEarlier?: readonly EarlierRead[]
}

/** A document that a wallet read before a session and may have kept. */
export interface EarlierRead {
  /** Operation of the contract. */
  readonly operation: string
  readonly at: EpochMillis
  /** Number of the session of the same workbench during which it was read; `null` if none was under way. */
  readonly inSession: number | null
}

/** The input of a check over a whole issuance. */
export type IssuanceEvidence = SessionEvidence<IssuanceSession>

/** Exchanges of one operation of the contract, oldest first. */
export const exchangesOf = (evidence: Pick<SessionEvidence, 'exchanges'>, operation: string): StoredExchange[] =>
  evidence.exchanges.filter((exchange) => exchange.operation === operation)

/** The first exchange of a session that belongs to the flow itself. */
export const firstFlowExchange = (evidence: SessionEvidence): StoredExchange | null =>
  evidence.exchanges.find(
    ({ operation }) =>
      operation === 'pushAuthorizationRequest' || operation === 'requestToken' || operation === 'requestCredential',
  ) ?? null

/** The error code of the answer; `null` if it was not an error. */
export function responseError({ response }: StoredExchange): string | null {
  const error = isObject(response.body) ? response.body.error : null
  return response.status !== null && response.status >= 400 && typeof error === 'string' ? error : null
}

/** True once nothing more can happen in a session. */
export const isOver = ({ session, events, now }: SessionEvidence): boolean => sessionEnd(session, events) <= now

/** True for what arrived after the end of its session. */
export function arrivedAfterEnd({ session, events }: Pick<SessionEvidence, 'session' | 'events'>) {
  const end = sessionEnd(session, events)
  return ({ at }: Pick<StoredExchange, 'at'>): boolean => at >= end
}

/** When the outcome of a session is final, and which exchanges came too late to change it. */
export interface Ending {
  /** May move with later events. */
  readonly at: EpochMillis
  readonly late: ReadonlySet<string>
}

/** The ending of a session by expiry or by its tester. */
export function endingByTime(evidence: Pick<SessionEvidence, 'session' | 'events' | 'exchanges'>): Ending {
  const isTooLate = arrivedAfterEnd(evidence)
  return {
    at: sessionEnd(evidence.session, evidence.events),
    late: new Set(evidence.exchanges.filter(isTooLate).map(({ id }) => id)),
  }
}

/** Reports by persons count at any time, as does evidence from other sessions of the campaign. */
const fromOutside: readonly StoredEvent['type'][] = [
  'refusal_reported',
  'vp_refusal_reported',
  'vp_silence_counted',
  'vp_screen_reported',
  'campaign_session_ended',
]

/**
 * The evidence for a session's outcome: everything before it was final, and later reports by persons. Time stops at the
 * ending, so the outcome of the same evidence never changes.
 */
export function untilEnding<Of extends Session>(
  evidence: SessionEvidence<Of>,
  { at: end, late }: Ending,
): SessionEvidence<Of> {
  const known = new Set(evidence.exchanges.map(({ id }): string => id))
  const counts = ({ type, at, exchangeId }: StoredEvent): boolean =>
    fromOutside.includes(type) || (exchangeId !== null && known.has(exchangeId) ? !late.has(exchangeId) : at <= end)
  return {
    ...evidence,
    exchanges: evidence.exchanges.filter(({ id }) => !late.has(id)),
    events: evidence.events.filter(counts),
    now: epochMillis(Math.min(evidence.now, end)),
  }
}

/** The evidence of a presentation. */
export type PresentationEvidence = SessionEvidence<PresentationSession>
