import { type Finding, subjectKey } from '@/lib/core/ground/ports/finding'
import type { Json } from '@/lib/core/ground/values/json'
import editions from '@/pb_hooks/evidence/usual-findings.json'
import { type FindingGroup, findingsOf } from './finding-groups'
import { isSameJsonText } from './same-json-text'

/**
 * The findings of ordinary flows in their order, so that storage can refer to a whole run of them. An edition never
 * changes, because stored rows refer to its entries by index; if it no longer fits, a new edition is added.
 */
export interface UsualFindings {
  /** Counts from 1. */
  readonly edition: number
  readonly findings: readonly Finding[]
  /** The indexes of the findings of each check. */
  readonly byId: ReadonlyMap<string, readonly number[]>
}

/** Makes an edition from findings without a subject; `edition` counts from 1. */
export function usualFindings(edition: number, groups: readonly FindingGroup[]): UsualFindings {
  const findings = groups.flatMap(findingsOf)
  const byId = new Map<string, number[]>()
  for (const [place, { id }] of findings.entries()) byId.set(id, [...(byId.get(id) ?? []), place])
  return { edition, findings, byId }
}

const known = (editions as unknown as readonly (readonly FindingGroup[])[]).map((groups, index) =>
  usualFindings(index + 1, groups),
)

/** The edition used for writing. Every edition can be read. */
export const newestUsual: UsualFindings = known.at(-1) ?? usualFindings(0, [])

/**
 * The findings of an edition from one index to another, inclusive. `null` if the edition or an index does not exist.
 */
export function usualBetween(edition: number, from: number, to: number): readonly Finding[] | null {
  const { findings } = known[edition - 1] ?? { findings: [] }
  return from >= 0 && from <= to && to < findings.length ? findings.slice(from, to + 1) : null
}

/** Consecutive usual findings. `actual` holds the values that differ, by the index of their finding. */
export interface UsualRun {
  readonly from: number
  readonly to: number
  readonly actual: Readonly<Record<string, Json>>
}

/**
 * Finds the longest run that begins at an index and concerns one credential; `null` if the finding there is not usual.
 * A different value does not end a run: a signature is valid whenever it was made.
 */
export function usualRun(
  findings: readonly Finding[],
  start: number,
  { findings: usual, byId }: UsualFindings,
): UsualRun | null {
  const first = findings[start]
  const places = first === undefined ? [] : (byId.get(first.id) ?? [])
  let best: UsualRun | null = null
  for (const place of places) {
    const run = runAt(findings, start, { usual, byId, place })
    if (run !== null && (best === null || lengthOf(run) > lengthOf(best))) best = run
  }
  return best
}

/** Each differing value counts against a run, because a run of equal length without them is shorter to store. */
const lengthOf = ({ from, to, actual }: UsualRun): number => to - from - Object.keys(actual).length

function runAt(
  findings: readonly Finding[],
  start: number,
  {
    usual,
    byId,
    place,
  }: { readonly usual: readonly Finding[]; readonly byId: UsualFindings['byId']; readonly place: number },
): UsualRun | null {
  const actual: Record<string, Json> = {}
  const subject = findings[start]?.subject
  const about = subjectKey(subject)
  let to = place - 1
  for (let index = start; index < findings.length; index++) {
    const finding = findings[index]
    const like = usual[to + 1]
    if (finding === undefined || like === undefined || !isAlike(finding, like)) break
    if (finding.subject !== subject && subjectKey(finding.subject) !== about) break
    if (!isSameJsonText(finding.actual, like.actual)) {
      // Neighbours share a different reason, which a group stores once for all of them.
      if (finding.status !== 'pass') break
      const exact = (byId.get(finding.id) ?? []).some((other) => {
        const one = usual[other]
        return one !== undefined && isAlike(finding, one) && isSameJsonText(finding.actual, one.actual)
      })
      if (exact) break
      actual[to + 1] = finding.actual
    }
    to += 1
  }
  return to < place ? null : { from: place, to, actual }
}

/** Whether two findings are equal except for their subject and value. */
const isAlike = (one: Finding, usual: Finding): boolean =>
  one.id === usual.id &&
  one.status === usual.status &&
  one.hint === usual.hint &&
  one.error === usual.error &&
  one.rejected === usual.rejected &&
  one.cause === undefined &&
  one.refusal === undefined &&
  one.exchangeId === undefined &&
  isSameJsonText(one.expected, usual.expected)
