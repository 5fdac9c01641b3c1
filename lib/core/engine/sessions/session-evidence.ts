import type {
  IssuanceSession,
  PresentationSession,
  Session,
  StoredEvent,
  StoredExchange,
} from '../../ground/ports/store-types'
import type { EpochMillis } from '../../ground/time/time'
import { isObject } from '../../ground/values/json'
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
export function answeredError({ response }: StoredExchange): string | null {
  const error = isObject(response.body) ? response.body.error : null
  return response.status !== null && response.status >= 400 && typeof error === 'string' ? error : null
}

/** True once nothing more can happen in a session. */
export const isOver = ({ session, events, now }: SessionEvidence): boolean => sessionEnd(session, events) <= now

/** True for what arrived once nothing more could happen in its session. */
export function afterItsEnd({ session, events }: Pick<SessionEvidence, 'session' | 'events'>) {
  const end = sessionEnd(session, events)
  return ({ at }: Pick<StoredExchange, 'at'>): boolean => at >= end
}

/**
 * What came in time: without the exchanges after the end, and without what a wallet brought about by one. The browser of a
 * presentation may still follow the redirect of a response that came in time.
 */
export function inTime<Of extends Session>(evidence: SessionEvidence<Of>): SessionEvidence<Of> {
  const isTooLate = afterItsEnd(evidence)
  const origins = evidence.session.kind === 'issuance' ? ['wallet', 'user_agent'] : ['wallet']
  const late = new Set(
    evidence.exchanges.filter((one) => isTooLate(one) && origins.includes(one.origin)).map(({ id }) => id),
  )
  return {
    ...evidence,
    exchanges: evidence.exchanges.filter((exchange) => !isTooLate(exchange)),
    events: evidence.events.filter(({ exchangeId }) => exchangeId === null || !late.has(exchangeId)),
  }
}

/** The evidence of a presentation. */
export type PresentationEvidence = SessionEvidence<PresentationSession>
