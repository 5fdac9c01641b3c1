import { jsonBytes } from './json-bytes'
import type { EventView } from './session-view'

const bytesMax = 250_000
/** Events from the beginning of a session, which say how it was opened. */
const firstMax = 50

/** The events that a read-back lists: all of them, or the first and the newest of very many. `/events` lists them all. */
export function boundEvents(events: readonly EventView[]): readonly EventView[] {
  if (jsonBytes(events) <= bytesMax) return events
  const first = events.slice(0, firstMax)
  let left = bytesMax - jsonBytes(first)
  let from = events.length
  for (const event of events.slice(firstMax).reverse()) {
    left -= jsonBytes(event) + 1
    if (left < 0) break
    from--
  }
  return [...first, ...events.slice(from)]
}
