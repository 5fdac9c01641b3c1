import type { ExpectedExchange, FlowModel, Inspected, InspectedExchange, SessionHead } from './flow-model'
import { isOver } from './session-state'

/** True for a request that succeeded; a CORS preflight does not count. */
export const succeeded = ({ operation, response }: Pick<InspectedExchange, 'operation' | 'response'>): boolean =>
  operation !== null && response.status !== null && response.status < 400

/**
 * What a clean flow still has to send: everything after the furthest successful step; after a refusal, everything from the
 * step that goes on with what is still valid. Nothing once the session is over, or where only a new one helps.
 */
export function expectedExchanges<Session extends SessionHead>(
  { session, exchanges, phase }: Inspected<Session>,
  flow: Pick<FlowModel<Session>, 'expected' | 'operations'>,
): readonly ExpectedExchange[] {
  if (isOver(phase)) return []
  const clean = flow.expected(session)
  if (session.next_step !== null) {
    const { operation } = session.next_step
    if (operation === null) return []
    const from = clean.findIndex(({ kind }) => kind === flow.operations[operation])
    if (from !== -1) return clean.slice(from)
  }
  const done = new Set(exchanges.filter(succeeded).map(({ kind }) => kind))
  return clean.slice(clean.findLastIndex(({ kind }) => done.has(kind)) + 1)
}
