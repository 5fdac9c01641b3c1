import type { RequestContext } from '../../../engine/endpoints/request-context'
import type { SessionId } from '../../../shared/ports/ids'
import type { Ports } from '../../../shared/ports/ports'
import type { StoredEvent } from '../../../shared/ports/store-types'
import { toBase64url } from '../../../shared/values/base64url'
import type { IssuerContext } from '../../configurations/issuer-in-play'
import {
  type EntryResult,
  type UnitList,
  unitListAt,
  unitListOf,
} from '../../configurations/laboratory/wallet-unit-lists'
import { unrevokedCredentials } from '../status/status-entries'
import { readUnitEntry } from './read-unit-entry'
import { type StatusReference, statusReferenceIn } from './status-reference'
import { revokedEntries, unitHistory } from './wallet-unit-history'

/** The entry of an attestation in a request, and what the issuer read there. */
interface UnitEntry extends StatusReference {
  readonly list: UnitList
  /** Identifies the entry among those of the session, without showing it. */
  readonly digest: string
  /** Whether the list is one of ours. */
  readonly own: boolean
  /** `null` if the issuer did not ask. */
  readonly result: EntryResult | null
}

/** What an issuer with `wallet_unit` knows of the unit of its session when a request comes. */
export interface UnitStatusReading {
  /** Whether it reads entries before it answers this request. */
  readonly asks: boolean
  /** Whether it knew already that the unit is revoked, or its key storage. */
  readonly unitRevoked: boolean
  readonly keysRevoked: boolean
  /** Entries of wallet attestations (1) and key attestations (2) in this request. */
  readonly entries: readonly UnitEntry[]
  /** Results of this request, also for an entry that an earlier one showed; the worst of each list. */
  readonly results: Readonly<Partial<Record<UnitList, EntryResult>>>
  /** Credentials of the session that are not revoked yet. */
  readonly credentials: number
  readonly sessionId: SessionId
}

/** Identifies an entry within a session. Keyed, since an index alone is easily guessed. */
export const unitEntryDigest = (
  sessionId: SessionId,
  { index, uri }: StatusReference,
  { keyedHash }: Pick<Ports, 'keyedHash'>,
): string => toBase64url(keyedHash('wallet unit entry', JSON.stringify([sessionId, uri, index])))

/** Entries read for one request; a batch may have a key attestation in each proof. */
const entriesMax = 4

/**
 * Reads the status of a wallet unit; `null` for an issuer without `wallet_unit`. Throws StoreUnavailable.
 * @param attestations what the request shows, with valid signatures
 * @param asks whether this request is one that entries are read before
 * @see TS3-2.4.3
 */
export async function readUnitStatus(
  context: IssuerContext,
  {
    attestations,
    isAsked,
  }: {
    readonly attestations: readonly { readonly list: UnitList; readonly status: unknown }[]
    readonly isAsked: boolean
  },
): Promise<UnitStatusReading | null> {
  const { issuer, ports, settings } = context
  const { wallet_unit: unit } = issuer.options
  const sessionId = issuer.session?.sessionId
  if (unit === null || sessionId === undefined) return null
  const events = await ports.store.events(sessionId)
  const { unitRevoked, keysRevoked } = unitHistory(events)
  const asks = isAsked && unit.check_status
  const shown = attestations.flatMap(({ list, status }) => {
    const reference = statusReferenceIn(status)
    if (reference === null) return []
    const own = unitListAt(reference.uri, settings.baseUrl) !== null
    return [{ list, ...reference, own, digest: unitEntryDigest(sessionId, reference, ports) }]
  })
  const distinct = [...new Map(shown.map((one) => [`${one.list} ${one.digest}`, one])).values()].slice(0, entriesMax)
  const entries = await Promise.all(
    distinct.map(async (one) => ({ ...one, result: asks ? await readUnitEntry(one, sessionId, context) : null })),
  )
  return {
    asks,
    unitRevoked,
    keysRevoked,
    entries,
    results: asks ? { ...(await shownBefore(sessionId, events, context)), ...worstOfEach(entries) } : {},
    credentials: unrevokedCredentials(events),
    sessionId,
  }
}

/** From the worst on. */
const severity: readonly EntryResult[] = ['invalid', 'suspended', 'other', 'unreachable', 'not_fetched', 'valid']

type Results = Partial<Record<UnitList, EntryResult>>

function worstOfEach(entries: readonly UnitEntry[]): Results {
  const results: Results = {}
  for (const { list, result } of entries) {
    const known = results[list]
    if (result !== null && (known === undefined || severity.indexOf(result) < severity.indexOf(known)))
      results[list] = result
  }
  return results
}

/** Reads again, on our own lists, the entries that earlier requests of the session showed. Throws StoreUnavailable. */
async function shownBefore(
  sessionId: SessionId,
  events: readonly StoredEvent[],
  { exchange, ports }: Pick<RequestContext, 'exchange' | 'ports'>,
): Promise<Results> {
  const results: Results = {}
  const kinds = ['wallet_unit_entry'] as const
  const values = await ports.store.liveValues({ kinds, session: sessionId, at: exchange.at, max: entriesMax })
  for (const { data } of values) {
    const list = unitListOf(data.list)
    if (list !== null && data.own === true) results[list] = 'valid'
  }
  for (const { list, used } of revokedEntries(events)) if (used) results[list] = 'invalid'
  return results
}
