import { sessionVerdict } from '@/lib/core/evidence/verdict'
import { exchangeNumbers } from './exchange-numbers'
import type { FlowModel, Inspected, SessionHead } from './flow-model'
import { sessionPhase } from './session-state'

/** The kind of requests that the flow does not know. */
const unknown = { kind: 'other', does: 'Unknown path' } as const

/**
 * Interprets a session by its flow. `intended` maps exchanges of misdirected requests to the operation they were meant
 * for.
 */
export function inspectSession<Session extends SessionHead>(
  flow: FlowModel<Session>,
  { session, intended }: { readonly session: Session; readonly intended: Readonly<Record<string, string>> },
): Inspected<Session> {
  const phase = sessionPhase(session, flow)
  // Of very many exchanges the newest are shown.
  const earlier = Math.max(0, session.recorded.exchanges - session.exchanges.length)
  const numbers = exchangeNumbers(session.exchanges, session.checks.summary.mixed_traffic, earlier)
  const status: Session['status'] = phase === 'expired' ? lastStatus(flow, session) : session.status
  // An outcome that the wallet had reached is kept when the session expires.
  const standing = phase === 'expired' && flow.states[status].phase === 'refused' ? 'refused' : phase
  return {
    session,
    phase,
    status,
    verdict: sessionVerdict({
      conformance: session.checks.conformance,
      standing,
      mixedTraffic: session.checks.summary.mixed_traffic,
    }),
    exchanges: session.exchanges.map((exchange) => {
      const number = numbers.get(exchange.id) ?? null
      const kind = flow.operations[exchange.operation ?? intended[exchange.id] ?? '']
      const does = kind === undefined ? undefined : flow.does[kind]
      return kind === undefined || does === undefined
        ? { ...exchange, number, ...unknown }
        : { ...exchange, number, kind, does }
    }),
  }
}

function lastStatus<Session extends SessionHead>(flow: FlowModel<Session>, session: Session): Session['status'] {
  const isStatus = (text: string): text is Session['status'] => Object.hasOwn(flow.states, text)
  const last = flow.lastStatus(session)
  return last !== null && isStatus(last) ? last : session.status
}
