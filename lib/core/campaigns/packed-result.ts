import { type FindingStatus, findingStatuses } from '../ground/ports/finding'
import { checkRegistry } from '../wings'
import type { DecidingResult, FoundByCheck, PresentedCredential } from './deciding-result'

/** A letter for each check in catalogue order, and further details by the check's position. */
type PackedFound = readonly [letters: string, more: Readonly<Record<number, Details>>]
type Details = readonly [named: FoundByCheck['named'], place?: FoundByCheck['place']]
type Packed = readonly [
  ...facts: [DecidingResult['state'], DecidingResult['status'], DecidingResult['reason'], DecidingResult['told']],
  silenceCounted: boolean,
  refusedBy: DecidingResult['refusedBy'],
  found: PackedFound,
  presented: readonly (readonly [Omit<PresentedCredential, 'found'>, PackedFound | null])[],
  // Texts from before this was recorded end here.
  ...more: [carrier?: DecidingResult['carrier'] | null, toldBy?: DecidingResult['toldBy']],
]

const checkIds = checkRegistry.map(({ id }) => id)
const none = '-'
const letters: ReadonlyMap<FindingStatus, string> = new Map(findingStatuses.map((status, at) => [status, String(at)]))

/**
 * A result as text, a tenth of the length of its JSON. Equal results have equal texts. Only code with the same
 * catalogue can read it.
 */
export function packResult({
  state,
  status,
  reason,
  told,
  toldBy,
  silenceCounted,
  refusedBy,
  found,
  presented,
  carrier,
}: DecidingResult): string {
  const packed: Packed = [
    ...([state, status, reason, told] as const),
    silenceCounted ?? false,
    refusedBy,
    packFound(found),
    presented.map(({ found: ofIt, ...credential }) => [credential, ofIt && packFound(ofIt)] as const),
    ...(toldBy === null
      ? carrier === undefined
        ? ([] as const)
        : ([carrier] as const)
      : ([carrier ?? null, toldBy] as const)),
  ]
  return JSON.stringify(packed)
}

/** Inverse of `packResult`. */
export function unpackResult(text: string): DecidingResult {
  const [state, status, reason, told, silenceCounted, refusedBy, found, presented, carrier, toldBy] = JSON.parse(
    text,
  ) as Packed
  return {
    ...{ state, status, reason, told, toldBy: toldBy ?? null, refusedBy },
    ...(silenceCounted ? { silenceCounted } : {}),
    ...(carrier == null ? {} : { carrier }),
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

/** Findings with only a status, as most checks have. */
const bare: readonly FoundByCheck[] = findingStatuses.map((status) => Object.freeze({ status, named: null }))

function unpackFound([statuses, more]: PackedFound): DecidingResult['found'] {
  const found: Record<string, FoundByCheck> = {}
  for (let at = 0; at < statuses.length; at++) {
    const id = checkIds[at]
    const plain = statuses[at] === none ? undefined : bare[Number(statuses[at])]
    if (id === undefined || plain === undefined) continue
    const details = more[at]
    if (details === undefined) found[id] = plain
    else found[id] = { ...plain, named: details[0], ...(details[1] === undefined ? {} : { place: details[1] }) }
  }
  return found
}
