import type { RequestContext } from '../../../engine/endpoints/request-context'
import type { SessionId } from '../../../shared/ports/ids'
import { laboratoryWithId } from '../../configurations/find-issuer'
import type { IssuerContext } from '../../configurations/issuer-in-play'
import { type EntryResult, type UnitList, unitListAt } from '../../configurations/laboratory/wallet-unit-lists'
import { unrevokedCredentials } from '../status/status-entries'
import { readUnitEntry } from './read-unit-entry'
import { revokedAmong, shownEntries, unitEntryDigest } from './shown-entries'
import { type StatusReference, statusReferenceIn } from './status-reference'
import { unitHistory } from './wallet-unit-history'

/** The entry of an attestation in a request, and what the issuer read there. */
interface UnitEntry extends StatusReference {
  readonly list: UnitList
  /** Identifies the entry among those of the session, without showing it. */
  readonly digest: string
  /** The session whose issuer hosts the list; `null` for a list that is none of ours. */
  readonly ofList: SessionId | null
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
  /** What an earlier request read on a list of another host; where its entry was is kept nowhere. */
  readonly earlier: Readonly<Partial<Record<UnitList, EntryResult>>>
  /** Credentials of the session that are not revoked yet. */
  readonly credentials: number
  readonly sessionId: SessionId
}

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
  const { issuer, ports } = context
  const { wallet_unit: unit } = issuer.options
  const sessionId = issuer.session?.sessionId
  if (unit === null || sessionId === undefined) return null
  const events = await ports.store.events(sessionId)
  const { newest, unitRevoked, keysRevoked } = unitHistory(events)
  const asks = isAsked && unit.check_status
  const shown = attestations.flatMap(({ list, status }) => {
    const reference = statusReferenceIn(status)
    return reference === null ? [] : [{ list, ...reference, digest: unitEntryDigest(sessionId, reference, ports) }]
  })
  const distinct = [...new Map(shown.map((one) => [`${one.list} ${one.digest}`, one])).values()].slice(0, entriesMax)
  const entries = await Promise.all(
    distinct.map(async (one) => ({
      ...one,
      ofList: await hostOf(one, context),
      result: asks ? await readUnitEntry(one, sessionId, context) : null,
    })),
  )
  const before = asks ? await shownBefore(sessionId, context) : { results: {}, foreign: [] }
  return {
    asks,
    unitRevoked,
    keysRevoked,
    entries,
    results: { ...before.results, ...worstOfEach(entries) },
    earlier: Object.fromEntries(before.foreign.flatMap((list) => (newest[list] ? [[list, newest[list]]] : []))),
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

/** The session whose issuer hosts the list of an entry; `null` if it is none of ours, or no longer served. */
async function hostOf({ uri }: StatusReference, { exchange, ports, settings: { baseUrl } }: IssuerContext) {
  const own = unitListAt(uri, baseUrl)
  const issuer = own && (await laboratoryWithId(own.labId, { at: exchange.at, baseUrl, ports }))
  return issuer?.session?.sessionId ?? null
}

/**
 * Reads again, on our own lists, the entries that earlier requests of the session showed, and names the lists of which it
 * showed entries elsewhere. Throws StoreUnavailable.
 */
async function shownBefore(
  sessionId: SessionId,
  context: Pick<RequestContext, 'exchange' | 'ports' | 'settings'>,
): Promise<{ readonly results: Results; readonly foreign: readonly UnitList[] }> {
  const entries = await shownEntries(sessionId, context.exchange.at, context.ports)
  const results: Results = {}
  for (const { list, ofList } of entries) if (ofList !== null) results[list] = 'valid'
  for (const { list } of await revokedAmong(entries, sessionId, context)) results[list] = 'invalid'
  return { results, foreign: entries.flatMap(({ list, ofList }) => (ofList === null ? [list] : [])) }
}
