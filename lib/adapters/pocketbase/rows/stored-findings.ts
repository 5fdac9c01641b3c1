import type { CheckId } from '@/lib/core/shared/ports/check-id'
import type { Finding } from '@/lib/core/shared/ports/finding'
import { readSubjectKey, subjectKey } from '@/lib/core/shared/ports/finding'
import { isObject, type Json } from '@/lib/core/shared/values/json'
import editions from '@/pb_hooks/evidence/usual-findings.json'
import { isSameJsonText } from './same-json-text'

/** The members of a finding other than its check id. Members with the value of a plain pass are omitted. */
interface StoredFacts extends Partial<Omit<Finding, 'id' | 'subject'>> {
  /** A short string, made by `subjectKey`. */
  readonly subject?: string
}

/** Consecutive findings that are equal except for their check ids. */
export interface FindingGroup extends StoredFacts {
  readonly ids: readonly CheckId[]
}

/** A single finding in the older format, before findings were grouped. */
export interface SingleFinding extends StoredFacts {
  readonly id: CheckId
}

const usual = { status: 'pass', expected: null, actual: null, hint: null, error: null, rejected: false } as const

/** Groups consecutive equal findings, for example checks that passed or were not applicable for the same reason. */
export function groupFindings(findings: readonly Finding[]): FindingGroup[] {
  const groups: { finding: Finding; ids: CheckId[] }[] = []
  for (const finding of findings) {
    const last = groups.at(-1)
    if (last !== undefined && sayTheSame(last.finding, finding)) last.ids.push(finding.id)
    else groups.push({ finding, ids: [finding.id] })
  }
  return groups.map(({ finding, ids }) => ({ ids, ...factsOf(finding) }))
}

/**
 * Expands a group into its findings, in order and with every member. Throws if the subject is not one that we wrote.
 */
export function findingsOf(entry: FindingGroup | SingleFinding): Finding[] {
  const { ids, subject, status, expected, actual, hint, error, rejected, ...others } =
    'ids' in entry ? entry : { ...entry, ids: [entry.id] }
  return ids.map(
    (id): Finding => ({
      id,
      status: status ?? usual.status,
      ...(subject === undefined ? {} : { subject: readSubjectKey(subject) }),
      expected: expected ?? null,
      actual: actual ?? null,
      hint: hint ?? null,
      error: error ?? null,
      rejected: rejected ?? false,
      ...others,
    }),
  )
}

/** Whether two findings differ only in their ids, as far as a cheap comparison can tell. */
const sayTheSame = (one: Finding, other: Finding): boolean =>
  one.status === other.status &&
  subjectKey(one.subject) === subjectKey(other.subject) &&
  isSameReason(one.actual, other.actual) &&
  [one, other].every(
    ({ expected, reason, cause, hint, error, rejected, refusal, exchangeId }) =>
      expected === null &&
      reason === undefined &&
      cause === undefined &&
      hint === null &&
      error === null &&
      !rejected &&
      refusal === undefined &&
      exchangeId === undefined,
  )

const isSameReason = (one: Json, other: Json): boolean =>
  one === other || (reasonOf(one) !== null && reasonOf(one) === reasonOf(other))

/** The message of a finding whose value holds nothing else. */
const reasonOf = (actual: Json): string | null =>
  isObject(actual) && typeof actual.because === 'string' && Object.keys(actual).length === 1 ? actual.because : null

function factsOf({ id: _, subject, ...finding }: Finding): StoredFacts {
  const facts: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(finding))
    if (value !== undefined && value !== usual[name as keyof typeof usual]) facts[name] = value
  return { ...facts, ...(subject === undefined ? {} : { subject: subjectKey(subject) }) }
}

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
function usualBetween(edition: number, from: number, to: number): readonly Finding[] | null {
  const { findings } = known[edition - 1] ?? { findings: [] }
  return from >= 0 && from <= to && to < findings.length ? findings.slice(from, to + 1) : null
}

/** Consecutive usual findings. `actual` holds the values that differ, by the index of their finding. */
interface UsualRun {
  readonly from: number
  readonly to: number
  readonly actual: Readonly<Record<string, Json>>
}

/**
 * Finds the longest run that begins at an index and concerns one credential; `null` if the finding there is not usual.
 * A different value does not end a run: a signature is valid whenever it was made.
 */
function usualRun(
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
  one.reason === undefined &&
  one.cause === undefined &&
  one.refusal === undefined &&
  one.exchangeId === undefined &&
  isSameJsonText(one.expected, usual.expected)

/** A run of findings from an edition of the usual ones. */
interface UsualEntry {
  /** The edition, and the indexes of the first and last finding. */
  readonly usual: readonly [edition: number, from: number, to: number]
  /** Values that differ from the usual ones, by the index of their finding. */
  readonly actual?: Readonly<Record<string, Json>>
  /** The subject that they share, as in a group. */
  readonly subject?: string
}

/** Findings in stored form. */
export type StoredFindings = readonly (UsualEntry | FindingGroup | SingleFinding)[]

/** A shorter run of usual findings is not worth an entry of its own between other findings. */
const runMin = 2

/**
 * Packs findings for storage. Usual findings, which ordinary flows also have, become index ranges of an edition plus
 * the values that differ; all others are stored in full. `unpackFindings` restores every member, in order.
 */
export function packFindings(findings: readonly Finding[], usual: UsualFindings = newestUsual): StoredFindings {
  const stored: StoredFindings[number][] = []
  let others: Finding[] = []
  let index = 0
  for (let finding = findings[0]; finding !== undefined; finding = findings[index]) {
    const run = usualRun(findings, index, usual)
    const length = run === null ? 0 : run.to - run.from + 1
    if (run === null || length < runMin) {
      others.push(finding)
      index += 1
      continue
    }
    const subject = subjectKey(finding.subject)
    stored.push(...groupFindings(others), {
      usual: [usual.edition, run.from, run.to],
      ...(Object.keys(run.actual).length > 0 ? { actual: run.actual } : {}),
      ...(subject === '' ? {} : { subject }),
    })
    others = []
    index += length
  }
  return [...stored, ...groupFindings(others)]
}

/** Unpacks what `packFindings` of this or an earlier version stored. Throws for the format of a later version. */
export const unpackFindings = (stored: StoredFindings): Finding[] =>
  stored.flatMap((entry) => ('usual' in entry ? unpackUsual(entry) : findingsOf(entry)))

function unpackUsual({ usual: [edition, from, to], actual, subject }: UsualEntry): readonly Finding[] {
  const findings = usualBetween(edition, from, to)
  if (findings === null) throw new Error('A later version of this program stored these findings.')
  if (actual === undefined && subject === undefined) return findings
  const about = subject === undefined ? undefined : readSubjectKey(subject)
  return findings.map(({ id, status, ...finding }, index) => {
    const value = actual?.[from + index]
    return {
      id,
      status,
      ...(about === undefined ? {} : { subject: about }),
      ...finding,
      ...(value === undefined ? {} : { actual: value }),
    }
  })
}
