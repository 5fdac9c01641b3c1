import { type FindingStatus, findingStatuses } from '../ground/ports/finding'
import { checkRegistry } from '../wings'
import type { FoundByCheck, PresentedCredential, SessionResult } from './session-result'

/** What of a session's result official cases are judged by. */
export type DecidingResult = Pick<
  SessionResult,
  'state' | 'status' | 'reason' | 'told' | 'refusedBy' | 'found' | 'presented'
>

/** A letter for each check in catalogue order, and by its place what else is known of a check. */
type PackedFound = readonly [letters: string, more: Readonly<Record<number, Details>>]
type Details = readonly [named: FoundByCheck['named'], place?: FoundByCheck['place']]
type Packed = readonly [
  ...facts: [DecidingResult['state'], DecidingResult['status'], DecidingResult['reason'], DecidingResult['told']],
  refusedBy: DecidingResult['refusedBy'],
  found: PackedFound,
  presented: readonly (readonly [Omit<PresentedCredential, 'found'>, PackedFound | null])[],
]

const checkIds = checkRegistry.map(({ id }) => id)
const none = '-'
const letters: ReadonlyMap<FindingStatus, string> = new Map(findingStatuses.map((status, at) => [status, String(at)]))

/**
 * A result as a text, a tenth as long as its JSON. Equal results have equal texts. Only code with the same catalogue can read
 * it.
 */
export function packResult({ state, status, reason, told, refusedBy, found, presented }: DecidingResult): string {
  const packed: Packed = [
    ...([state, status, reason, told] as const),
    refusedBy,
    packFound(found),
    presented.map(({ found: ofIt, ...credential }) => [credential, ofIt && packFound(ofIt)] as const),
  ]
  return JSON.stringify(packed)
}

/** The result that a text was made of. */
export function unpackResult(text: string): DecidingResult {
  const [state, status, reason, told, refusedBy, found, presented] = JSON.parse(text) as Packed
  return {
    ...{ state, status, reason, told, refusedBy },
    found: unpackFound(found),
    presented: presented.map(([credential, ofIt]) => ({ ...credential, found: ofIt && unpackFound(ofIt) })),
  }
}

function packFound(found: DecidingResult['found']): PackedFound {
  const more: Record<number, Details> = {}
  const statuses = checkIds.map((id, at) => {
    const one = found[id]
    if (one === undefined) return none
    const { status, named, place } = one
    if (named !== null || place !== undefined) more[at] = place === undefined ? [named] : [named, place]
    return letters.get(status) ?? none
  })
  return [statuses.join(''), more]
}

function unpackFound([statuses, more]: PackedFound): DecidingResult['found'] {
  const found: Record<string, FoundByCheck> = {}
  for (const [at, id] of checkIds.entries()) {
    const status = findingStatuses[Number(statuses[at])]
    if (status === undefined) continue
    const [named, place] = more[at] ?? [null]
    found[id] = place === undefined ? { status, named } : { status, named, place }
  }
  return found
}
