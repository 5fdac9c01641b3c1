import type { FlowModel, Inspected, SessionHead } from './flow-model'
import { sessionPhase } from './session-state'

/** Kind of a request that the flow does not know. */
const unknown = { kind: 'other', does: 'Not an address of ours' } as const

/** Reads a session by its flow. `intended` names the operation that a misdirected request was meant for, by exchange. */
export function inspectSession<Session extends SessionHead>(
  flow: FlowModel<Session>,
  { session, intended }: { readonly session: Session; readonly intended: Readonly<Record<string, string>> },
): Inspected<Session> {
  return {
    session,
    phase: sessionPhase(session, flow),
    exchanges: session.exchanges.map((exchange) => {
      const kind = flow.operations[exchange.operation ?? intended[exchange.id] ?? '']
      const does = kind === undefined ? undefined : flow.does[kind]
      return kind === undefined || does === undefined ? { ...exchange, ...unknown } : { ...exchange, kind, does }
    }),
  }
}
