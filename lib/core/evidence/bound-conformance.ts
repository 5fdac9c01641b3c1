import { subjectKey } from '../finding-subject'
import { groupBy } from '../group-by'
import { jsonBytes } from './json-bytes'
import type { ConformanceEntry } from './session-view'
import { worstByCheck } from './summarise'

const entriesMax = 2500
const bytesMax = 800_000
/** How many of the newest findings of a check are kept beside the worst one; the first that fits is taken. */
const newestOfEach = [100, 50, 20, 10, 5, 2, 1]

/**
 * The findings that a read-back lists: all of them, unless a session has very many. Then the worst and the newest of each
 * check and credential are listed, and the newest says how many are left out. Summary and verdict count them all.
 */
export function boundConformance(conformance: readonly ConformanceEntry[]): readonly ConformanceEntry[] {
  const fits = (entries: readonly ConformanceEntry[]) => entries.length <= entriesMax && jsonBytes(entries) <= bytesMax
  if (fits(conformance)) return conformance
  const groups = [...groupBy(conformance, (entry) => keyOf(entry)).values()]
  let bounded: ConformanceEntry[] = []
  for (const newest of newestOfEach) {
    bounded = groups.flatMap((group) => boundGroup(group, newest))
    if (fits(bounded)) break
  }
  return bounded
}

const keyOf = ({ id, subject }: ConformanceEntry): string =>
  `${id} ${subjectKey(subject && { queryId: subject.query_id, index: subject.index })}`

function boundGroup(group: readonly ConformanceEntry[], newest: number): readonly ConformanceEntry[] {
  const [worst] = worstByCheck(group)
  const last = group.at(-1)
  if (group.length <= newest + 1 || worst === undefined || last === undefined) return group
  const kept = group.slice(-newest)
  const listed = kept.includes(worst) ? kept : [worst, ...kept]
  return listed.map((entry) => (entry === last ? { ...entry, left_out: group.length - listed.length } : entry))
}
