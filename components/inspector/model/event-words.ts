import type { EventView } from '@/lib/core/evidence/session-view'
import type { EventWords } from './flow-model'

/** What an event says in the timeline; `null` for one that its exchange already tells. */
export function eventWords(event: EventView, { told, words }: EventWords): string | null {
  if (told.has(event.type)) return null
  const known = words[event.type]
  return known ? known(event) : event.type.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
}
