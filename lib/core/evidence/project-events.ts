import type { IssuanceSession, StoredEvent } from '../store-types'
import { type EpochMillis, toIso } from '../time'
import { projectStatus } from './project-status'
import type { EventView } from './session-view'

/**
 * The events of a session as they are read back: the stored ones, each change of status that follows from them, and
 * its end. Oldest first; a change stands right behind the event that caused it.
 */
export function projectEvents(session: IssuanceSession, events: readonly StoredEvent[], now: EpochMillis): EventView[] {
  const { changes, expiredAt } = projectStatus(session, events, now)
  const stored = events.map(({ at, type, detail, exchangeId }) => ({
    at,
    view: { at: toIso(at), type, detail: exchangeId === null ? detail : { ...detail, exchange_id: exchangeId } },
  }))
  const derived = changes.map(({ at, previousState, state }) => ({
    at,
    view: { at: toIso(at), type: 'issuance_state_changed', detail: { previous_state: previousState, state } },
  }))
  const lastState = changes.at(-1)?.previousState ?? 'created'
  const end =
    expiredAt === null
      ? []
      : [{ at: expiredAt, view: { at: toIso(expiredAt), type: 'session_expired', detail: { last_state: lastState } } }]
  // Array.prototype.sort is stable, so of equal instants the stored event comes first.
  return [...stored, ...derived, ...end].sort((a, b) => a.at - b.at).map(({ view }) => view)
}
