import { jsonBytes } from './json-bytes'
import type { EventView } from './session-view'

const bytesMax = 200_000
/** How many events to keep from the beginning of a session, which show how it was opened. */
const firstMax = 50

/**
 * The events that a read-back lists: all of them, or the first and the newest if there are very many. `/events` lists
 * them all.
 */
export function boundEvents(events: readonly EventView[]): readonly EventView[] {
  if (fitting(events, bytesMax) === events.length) return events
  const first = events.slice(0, firstMax)
  const newest = fitting(events.slice(firstMax).reverse(), bytesMax - jsonBytes(first))
  return [...first, ...events.slice(events.length - newest)]
}

/** How many of these fit, counted from the first; later ones are not measured. */
function fitting(events: readonly EventView[], bytes: number): number {
  let left = bytes
  const tooMuch = events.findIndex((event) => {
    left -= jsonBytes(event) + 1
    return left < 0
  })
  return tooMuch < 0 ? events.length : tooMuch
}
