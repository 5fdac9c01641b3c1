import { toIso } from '../../shared/time/time'
import { groupBy } from '../../shared/values/collections'
import { type SessionEvidence, untilEnding } from '../sessions/session-evidence'
import type { KindTypes, SessionKind, Step } from './session-kind'
import type { EventView } from './session-view'

/**
 * The events of a session in a read-back: the stored ones, and those derived from them or from the exchanges, which are
 * never stored. Oldest first; a status change comes right after the event that caused it.
 */
export function projectEvents<Types extends KindTypes>(
  { status, steps, ending }: SessionKind<Types>,
  evidence: SessionEvidence<Types['session']>,
): EventView[] {
  const { events, exchanges } = evidence
  // Events after the end are listed but change nothing.
  const inTime = untilEnding(evidence, ending(evidence))
  const { changes } = status(inTime)
  const byCause = groupBy(changes, ({ cause }) => cause)
  const changesBy = (cause: (typeof events)[number] | null) =>
    (byCause.get(cause) ?? []).flatMap((change) => steps.ofChange(change, inTime))
  const completed = steps.ofEvents(events)
  const counted = new Set(inTime.events)
  const stepsOf = (event: (typeof events)[number], index: number) => {
    const [first, ...following] = completed[index] ?? []
    return [first ?? event, ...(counted.has(event) ? following : [])]
  }
  const told = events.flatMap((event, index) => [...stepsOf(event, index), ...changesBy(event)])
  // Array.prototype.sort is stable, so simultaneous events keep their order.
  const whole = steps.ofWhole?.(inTime) ?? []
  return [...told, ...exchanges.flatMap(steps.ofExchange), ...changesBy(null), ...whole]
    .sort((a, b) => a.at - b.at)
    .map(toView)
}

const toView = ({ at, type, detail: { client: kept, ...shown }, ...rest }: Step): EventView => {
  // Which client sent a request that names no session is for the reading alone.
  const detail = type === 'request_may_belong' || kept === undefined ? shown : { ...shown, client: kept }
  return {
    at: toIso(at),
    type,
    detail: rest.exchangeId === null ? detail : { ...detail, exchange_id: rest.exchangeId },
  }
}
