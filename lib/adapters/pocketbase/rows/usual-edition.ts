import type { Finding } from '@/lib/core/shared/ports/finding'
import type { Json } from '@/lib/core/shared/values/json'
import { isSameJsonText } from './same-json-text'
import {
  type FindingGroup,
  findingsOf,
  groupFindings,
  packFindings,
  type UsualFindings,
  usualFindings,
} from './stored-findings'

/** A new edition is due when the newest needs more than this multiple of the bytes of a new one. */
const growthMax = 1.5

/** Sizes and durations, which are equal in two rounds only by chance. */
const measured = /^-?\d+ (?:bytes|ms|s)$/

/** Values that may differ in another round of the same requests: measurements, and lists without a defined order. */
const isByChance = (actual: Json): boolean =>
  (Array.isArray(actual) && actual.length > 1) || (typeof actual === 'string' && measured.test(actual))

/** Drops the value of a pass if the second round had another one, such as a time, key or address. */
function seenTwice(one: Finding, other: Finding | undefined): Finding | null {
  const isSame = JSON.stringify({ ...one, actual: null }) === JSON.stringify({ ...other, actual: null })
  if (!isSame) return null
  if (!isByChance(one.actual) && isSameJsonText(one.actual, other?.actual ?? null)) return one
  return one.status === 'pass' ? { ...one, actual: null } : null
}

/**
 * The findings that two rounds of the same requests have in common, in order. Findings about a particular credential
 * are left out. Throws if the rounds are not of the same requests.
 */
export function usualIn(first: readonly (readonly Finding[])[], second: readonly (readonly Finding[])[]): Finding[][] {
  if (first.length !== second.length) throw new Error('The two rounds are not of the same requests.')
  return first.map((findings, place) =>
    findings.flatMap((finding, index) => {
      const usual = seenTwice(finding, second[place]?.[index])
      if (usual === null) return []
      const { subject: _, ...without } = usual
      return [without]
    }),
  )
}

/**
 * Builds an edition that covers nearly all findings of these requests. Each request adds the findings that earlier ones
 * lack, together with the finding after each, because a single finding is not stored by its index.
 */
export function usualEdition(requests: readonly (readonly Finding[])[]): FindingGroup[] {
  let edition: Finding[] = []
  for (const findings of requests) {
    const missing: Finding[] = []
    let index = 0
    let isOpen = false
    for (const entry of packFindings(findings, usualFindings(1, groupFindings(edition)))) {
      const count = 'usual' in entry ? entry.usual[2] - entry.usual[1] + 1 : findingsOf(entry).length
      const isMissing = !('usual' in entry)
      missing.push(...findings.slice(index, index + (isMissing ? count : isOpen ? 1 : 0)))
      isOpen = isMissing
      index += count
    }
    edition = [...edition, ...missing]
  }
  return groupFindings(edition)
}

/**
 * Returns all editions, oldest first. Appends a new one if the newest needs more than one and a half times its bytes to
 * store these requests. Existing editions never change, because stored rows refer to their entries by index.
 */
export function usualEditions(
  editions: readonly (readonly FindingGroup[])[],
  requests: readonly (readonly Finding[])[],
): readonly (readonly FindingGroup[])[] {
  const next = usualEdition(requests)
  const newest = usualFindings(editions.length, editions.at(-1) ?? [])
  const isDue = bytesOf(requests, newest) > growthMax * bytesOf(requests, usualFindings(editions.length + 1, next))
  return isDue ? [...editions, next] : editions
}

const bytesOf = (requests: readonly (readonly Finding[])[], usual: UsualFindings): number =>
  requests.reduce((bytes, findings) => bytes + JSON.stringify(packFindings(findings, usual)).length, 0)
