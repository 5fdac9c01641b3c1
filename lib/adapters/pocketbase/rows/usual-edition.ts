import type { Finding } from '@/lib/core/ground/ports/finding'
import type { Json } from '@/lib/core/ground/values/json'
import { type FindingGroup, findingsOf, groupFindings } from './finding-groups'
import { isSameJsonText } from './same-json-text'
import { packFindings } from './stored-findings'
import { type UsualFindings, usualFindings } from './usual-findings'

/** How many times the bytes of a new edition the newest one may take, before a new one is due. */
const growthMax = 1.5

/** Sizes and durations, which two rounds share by chance. */
const measured = /^-?\d+ (?:bytes|ms|s)$/

/** Values that another round of the same requests may have or not: what was measured, and lists in no order of their own. */
const isByChance = (actual: Json): boolean =>
  (Array.isArray(actual) && actual.length > 1) || (typeof actual === 'string' && measured.test(actual))

/** What a pass shows is left out where it was another in the second round, such as a time, a key or an address. */
function seenTwice(one: Finding, other: Finding | undefined): Finding | null {
  const isSame = JSON.stringify({ ...one, actual: null }) === JSON.stringify({ ...other, actual: null })
  if (!isSame) return null
  if (!isByChance(one.actual) && isSameJsonText(one.actual, other?.actual ?? null)) return one
  return one.status === 'pass' ? { ...one, actual: null } : null
}

/**
 * What is usual in both of two rounds of the same requests, in their order: findings of each request that say the same in
 * both, about no credential in particular. Throws when the rounds are not of the same requests.
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
 * An edition that names nearly all findings of these requests by their places. A request adds what the earlier ones lack,
 * with the finding after it, for one alone is not named by its place.
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
 * All editions, oldest first, with a new one at the end where the newest stores these requests in more than one and a
 * half times the bytes. Stored rows count the entries of an edition, so those that exist stay as they are.
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
