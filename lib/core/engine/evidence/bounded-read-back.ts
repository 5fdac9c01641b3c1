import { subjectKey } from '../../shared/ports/finding'
import type { StoredExchange } from '../../shared/ports/store-types'
import type { PausableWork } from '../../shared/time/pausable-work'
import { utf8 } from '../../shared/values/base64url'
import { groupBy } from '../../shared/values/collections'
import { withoutContent } from '../sessions/without-content'
import { projectExchange, projectRawRequest } from './project-exchange'
import type { ConformanceEntry } from './session-view'
import { worstByCheck } from './summarise'

const ascii = /^[\0-\x7f]*$/

/** Bytes of a value as JSON text in UTF-8. */
export function jsonBytes(value: unknown): number {
  const text = JSON.stringify(value)
  return ascii.test(text) ? text.length : utf8(text).length
}

/**
 * Which exchanges to show: those after the one with an id (`null`: from the first), or at most `newestMax` of the
 * newest.
 */
export type ShownExchanges = { readonly after: string | null } | { readonly newestMax: number }

/** Size limits for the exchanges of a page, in bytes. */
export interface PageRoom {
  /** Always available. */
  readonly bytesMin: number
  /** Total limit. Called only beyond `bytesMin`, because it is expensive to compute. */
  readonly bytesMax: () => number
}

/**
 * The exchanges that fit into a number of bytes in a read-back, oldest first. One that is too large for any page is
 * shown without its content, so that paging always makes progress.
 */
export function* pageInSteps(
  exchanges: readonly StoredExchange[],
  { show, ...room }: PageRoom & { readonly show: ShownExchanges },
): PausableWork<readonly StoredExchange[]> {
  if ('newestMax' in show) return (yield* firstThatFit(exchanges.slice(-show.newestMax).reverse(), room)).reverse()
  const from = show.after === null ? 0 : exchanges.findIndex(({ id }) => id === show.after) + 1
  return yield* firstThatFit(exchanges.slice(from), room)
}

/** Exchanges to measure per step. */
const perStep = 20

function* firstThatFit(
  exchanges: readonly StoredExchange[],
  { bytesMin, bytesMax }: PageRoom,
): PausableWork<StoredExchange[]> {
  const page: StoredExchange[] = []
  let left = bytesMin
  let isMeasured = false
  for (const exchange of exchanges) {
    left -= jsonBytes(projectExchange(exchange)) + jsonBytes(projectRawRequest(exchange)) + 2
    if (left < 0 && !isMeasured) {
      yield
      left += Math.max(bytesMin, bytesMax()) - bytesMin
      isMeasured = true
      yield
    }
    if (left < 0) return page.length > 0 ? page : [withoutContent(exchange)]
    page.push(exchange)
    if (page.length % perStep === 0) yield
  }
  return page
}

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
