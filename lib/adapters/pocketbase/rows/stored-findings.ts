import { type Finding, readSubjectKey, subjectKey } from '@/lib/core/ground/ports/finding'
import type { Json } from '@/lib/core/ground/values/json'
import { type FindingGroup, findingsOf, groupFindings, type SingleFinding } from './finding-groups'
import { newestUsual, type UsualFindings, usualBetween, usualRun } from './usual-findings'

/** A run of findings from an edition of the usual ones. */
interface UsualEntry {
  /** The edition, and the indexes of the first and last finding. */
  readonly usual: readonly [edition: number, from: number, to: number]
  /** Values that differ from the usual ones, by the index of their finding. */
  readonly actual?: Readonly<Record<string, Json>>
  /** The subject of all of them, as in a group. */
  readonly subject?: string
}

/** The column's content. */
export type StoredFindings = readonly (UsualEntry | FindingGroup | SingleFinding)[]

/** Between other findings, a run of fewer usual findings than this is not worth an entry of its own. */
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
