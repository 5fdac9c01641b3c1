import type { KeptReadBack, ReadBacks } from '@/lib/core/ground/ports/ports'
import { createBoundedMap } from './bounded-map'

/** Bytes of all answers together: a hundred ordinary ones. */
const bytesMax = 16 * 1024 * 1024
/** What an entry takes besides its answer. */
const entryBytes = 1000

/** The answers of this process, within a bound of bytes. */
export function createReadBacks(): ReadBacks & {
  /** Notes that evidence was deleted. */
  forget(): void
} {
  const kept = createBoundedMap<string, KeptReadBack>(bytesMax)
  return {
    get: kept.get,
    set: (id, readBack) => kept.set(id, readBack, entryBytes + (readBack.kept?.bytes.length ?? 0)),
    delete: kept.delete,
    forget: kept.clear,
  }
}
