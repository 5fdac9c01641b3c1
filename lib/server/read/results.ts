import { touchedSessions } from '@/lib/core/engine/sessions/touched-sessions'
import type { Results } from '@/lib/core/ground/ports/ports'
import type { Commit } from '@/lib/core/ground/ports/store-types'

/** Number of sessions whose result is cached; open campaigns have some dozens of sessions each. */
const sessionsMax = 4000

/** Results computed from sessions, cached until their evidence changes. Losing them does no harm. */
export function createResults(): {
  readonly of: Results
  /** Notes a finished commit. A failed one may have been written anyway. */
  written(commit: Commit): void
  /** Notes that evidence was deleted. */
  forget(): void
} {
  const known = new Map<string, unknown>()
  /** A computation that began before a commit may have missed it. */
  const atWork = new Map<string, { isStale: boolean }[]>()

  const dismiss = (id: string): void => {
    known.delete(id)
    for (const work of atWork.get(id) ?? []) work.isStale = true
  }

  return {
    async of<Value>(id: Parameters<Results>[0], work: Parameters<Results>[1]) {
      if (known.has(id)) return known.get(id) as Value
      const own = { isStale: false }
      atWork.set(id, [...(atWork.get(id) ?? []), own])
      try {
        const { value, isFinal } = await work()
        if (isFinal && !own.isStale) known.set(id, value)
        if (known.size > sessionsMax) known.delete(known.keys().next().value ?? '')
        return value as Value
      } finally {
        const others = (atWork.get(id) ?? []).filter((one) => one !== own)
        if (others.length === 0) atWork.delete(id)
        else atWork.set(id, others)
      }
    },
    written(commit) {
      for (const id of touchedSessions(commit)) dismiss(id)
    },
    forget() {
      for (const id of [...known.keys(), ...atWork.keys()]) dismiss(id)
    },
  }
}
