import type { EventView } from '@/lib/core/engine/evidence/session-view'
import type { EventWords } from './flow-model'

/** The text of an event in the timeline; `null` if its exchange already says it. */
export function eventWords(event: EventView, { told, words }: EventWords): string | null {
  if (told.has(event.type)) return null
  const known = words[event.type]
  return known ? known(event) : event.type.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
}
