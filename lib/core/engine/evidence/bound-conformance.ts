import { subjectKey } from '../../ground/ports/finding-subject'
import { groupBy } from '../../ground/values/group-by'
import { jsonBytes } from './json-bytes'
import type { ConformanceEntry } from './session-view'
import { worstByCheck } from './summarise'

const entriesMax = 1500
const bytesMax = 800_000
/** How many of a check's newest findings to list besides the worst; the largest that fits is used. */
const newestOfEach = [1, 2, 5, 10, 20] as const

/**
 * The findings that a read-back lists: all of them, unless a session has very many. Then it lists the worst and the
 * newest of each check and credential, and the newest says how many are left out. Summary and verdict count them all.
 */
export function boundConformance(conformance: readonly ConformanceEntry[]): readonly ConformanceEntry[] {
  if (conformance.length <= entriesMax && bytesFit(conformance)) return conformance
  const fits = fitting()
  const groups = [...groupBy(conformance, keyOf).values()].map((entries) => ({
    entries,
    worst: worstByCheck(entries)[0],
  }))
  let bounded: readonly ConformanceEntry[] | null = null
  for (const newest of newestOfEach) {
    const tried = groups.flatMap((group) => boundGroup(group, newest))
    if (bounded !== null && !fits(tried)) break
    bounded = tried
  }
  return bounded ?? []
}

/** Entries to measure at once: one long text costs less than many short ones, and a few say early that all are too many. */
const perText = 50

/** Whether all entries take at most `bytesMax`, without the commas between them. */
function bytesFit(entries: readonly ConformanceEntry[]): boolean {
  let left = bytesMax
  for (let start = 0; start < entries.length && left >= 0; start += perText) {
    const some = entries.slice(start, start + perText)
    // An array has one character more than it has entries besides these: brackets and commas.
    left -= jsonBytes(some) - some.length - 1
  }
  return left >= 0
}

/** Tells whether entries fit. Each is measured once; after the first that exceeds the limit, none is. */
function fitting(): (entries: readonly ConformanceEntry[]) => boolean {
  const measured = new Map<string, number>()
  const bytesOf = (entry: ConformanceEntry): number => {
    const key = `${keyOf(entry)} ${entry.occurrence}`
    const bytes = measured.get(key) ?? jsonBytes(entry)
    measured.set(key, bytes)
    return bytes
  }
  return (entries) => {
    if (entries.length > entriesMax) return false
    let left = bytesMax
    return entries.every((entry) => {
      left -= bytesOf(entry)
      return left >= 0
    })
  }
}

const keyOf = ({ id, subject }: ConformanceEntry): string =>
  `${id} ${subjectKey(subject && { queryId: subject.query_id, index: subject.index })}`

/** The findings of one check about one credential, and the worst of them. */
interface Group {
  readonly entries: readonly ConformanceEntry[]
  readonly worst: ConformanceEntry | undefined
}

function boundGroup({ entries, worst }: Group, newest: number): readonly ConformanceEntry[] {
  const last = entries.at(-1)
  if (entries.length <= newest + 1 || worst === undefined || last === undefined) return entries
  const kept = entries.slice(-newest)
  const listed = kept.includes(worst) ? kept : [worst, ...kept]
  const leftOut = (last.left_out ?? 0) + entries.length - listed.length
  return listed.map((entry) => (entry === last ? { ...entry, left_out: leftOut } : entry))
}
