import { LRUCache } from 'lru-cache'
import { digestOf } from '@/lib/core/ground/ports/digest-of'
import type { Ports } from '@/lib/core/ground/ports/ports'
import { builtInPipelines } from '@/lib/core/scoreboard/pipelines/built-in-pipelines'

/** How many ids are remembered. Who made a session never changes. */
const knownMax = 10_000
const readAtOnce = 8
const builtIn: ReadonlySet<string> = new Set(builtInPipelines.map(({ id }) => id))

/** Of ids of sessions and campaigns, those that runs of built-in pipelines made. */
export type BuiltInMarks = (ids: readonly string[]) => Promise<ReadonlySet<string>>

/** Reads who made sessions and campaigns, each once. */
export function createBuiltInMarks({ store, sha256 }: Pick<Ports, 'store' | 'sha256'>): BuiltInMarks {
  const known = new LRUCache<string, boolean>({ max: knownMax })
  const read = async (id: string): Promise<void> => {
    const made = await store.oneTimeValue('made_with_key', digestOf(id, sha256))
    const pipeline = made?.data.pipeline
    known.set(id, typeof pipeline === 'string' && builtIn.has(pipeline))
  }
  return async (ids) => {
    const unknown = [...new Set(ids)].filter((id) => known.get(id) === undefined)
    for (let from = 0; from < unknown.length; from += readAtOnce)
      await Promise.all(unknown.slice(from, from + readAtOnce).map(read))
    return new Set(ids.filter((id) => known.get(id) === true))
  }
}
