import type { ConformanceEntry } from '../engine/evidence/session-view'
import { checkRegistry } from '../issuer-and-verifier'
import { type FindingStatus, findingStatuses } from '../shared/ports/finding'
import type { Reporter } from '../shared/ports/reporter'
import type { EpochMillis } from '../shared/time/time'
import type { PresentedIssuer } from '../verifier/evidence/verifier-observed'
import type { Carrier } from '../verifier/read/carrier'
import type { PersonAnswer } from './person-answers'
import type { SessionState } from './session-state'

/** The worst result of a check in a session. */
export interface FoundByCheck {
  readonly status: FindingStatus
  /** What is wrong, or what it examined, if it lists that. */
  readonly named: readonly string[] | null
  /** Where a violation was seen; absent if nothing is wrong. */
  readonly place?: {
    readonly exchangeId: string | null
    readonly subject: NonNullable<ConformanceEntry['subject']> | null
  }
  /** The members that are wrong, see `wrongMembers`; absent where nothing says. */
  readonly wrong?: readonly string[]
  /** True if all that shows it may belong to another session of the same client; only of issuances. */
  readonly shared?: true
  /** When it was judged, from the record of a session from before the check; absent for what was judged as it happened. */
  readonly derivedAt?: EpochMillis
}

/** A presented credential. */
export interface PresentedCredential extends PresentedIssuer {
  /**
   * Findings about this credential, plus those about none; `null` for all findings of the session if it is the only
   * credential.
   */
  readonly found: Readonly<Record<string, FoundByCheck>> | null
}

/** Whether it was reported what the wallet showed; false if a session was ended because nobody can tell. */
export const isTold = ({ told }: Pick<DecidingResult, 'told'>): boolean => told !== null && told !== 'nothing'

/** The part of a session's result that decides official cases. */
export interface DecidingResult {
  readonly state: SessionState
  /** Status as in the read-back; `null` while the session is open, or if no wallet used it. */
  readonly status: string | null
  /** Why there is no verdict, in a sentence; `null` with one. */
  readonly reason: string | null
  /** The last report of what the wallet showed; `null` if there is none. */
  readonly told: PersonAnswer | null
  /** Who reported it; `null` without a report, or if the reporter is not recorded. */
  readonly toldBy: Reporter | null
  /** True if its silence counts as a refusal, because another session of the campaign shows that the wallet works. */
  readonly silenceCounted?: true
  /** What carried the request and response; absent for a link. */
  readonly carrier?: Carrier
  /** Checks that refused its last response; empty if it was not refused. */
  readonly refusedBy: readonly string[]
  /** The result of each check, without those that did not apply. */
  readonly found: Readonly<Record<string, FoundByCheck>>
  /** The credentials that the wallet presented last, and their issuers. */
  readonly presented: readonly PresentedCredential[]
}

/** A letter for each check in catalogue order, and further details by the check's position. */
type PackedFound = readonly [letters: string, more: Readonly<Record<number, Details>>]

type Details = readonly [named: FoundByCheck['named'], place?: FoundByCheck['place'], wrong?: FoundByCheck['wrong']]

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
 * catalogue can read it. What was judged later or may belong to another session is not in it: it is of issuances, whose
 * results are not stored.
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
    const { status, named, place, wrong } = one
    // Members are wrong only where something is violated, which has a place.
    if (wrong !== undefined) more[at] = [named, place, wrong]
    else if (named !== null || place !== undefined) more[at] = place === undefined ? [named] : [named, place]
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
    else {
      const [named, place, wrong] = details
      found[id] = {
        ...plain,
        named,
        ...(place === undefined ? {} : { place }),
        ...(wrong === undefined ? {} : { wrong }),
      }
    }
  }
  return found
}
