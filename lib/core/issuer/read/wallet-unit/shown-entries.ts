import type { RequestContext } from '../../../engine/endpoints/request-context'
import { loadSession } from '../../../engine/sessions/load-session'
import { type SessionId, toSessionId } from '../../../shared/ports/ids'
import type { Ports } from '../../../shared/ports/ports'
import type { EpochMillis } from '../../../shared/time/time'
import { toBase64url } from '../../../shared/values/base64url'
import { identifierOf } from '../../configurations/issuer-in-play'
import { type UnitList, unitListOf, unitListUri } from '../../configurations/laboratory/wallet-unit-lists'
import type { StatusReference } from './status-reference'
import { revokedIndexes } from './wallet-unit-history'

/** An entry that the wallet of a session has shown. */
interface ShownEntry {
  readonly list: UnitList
  /** Which entry that is; its index is kept nowhere. */
  readonly digest: string
  /** The session whose issuer hosts the list, which may be another one than the session; `null` for another host. */
  readonly ofList: SessionId | null
}

/** Identifies an entry within a session. Keyed, since an index alone is easily guessed. */
export const unitEntryDigest = (
  sessionId: SessionId,
  { index, uri }: StatusReference,
  { keyedHash }: Pick<Ports, 'keyedHash'>,
): string => toBase64url(keyedHash('wallet unit entry', JSON.stringify([sessionId, uri, index])))

/** Entries that a wallet shows in a session, at most. */
const shownMax = 16

/** The entries that earlier requests of a session showed. Throws StoreUnavailable. */
export async function shownEntries(
  sessionId: SessionId,
  at: EpochMillis,
  { store }: Pick<Ports, 'store'>,
): Promise<readonly ShownEntry[]> {
  const values = await store.liveValues({ kinds: ['wallet_unit_entry'], session: sessionId, at, max: shownMax })
  return values.flatMap(({ data, digest }): ShownEntry[] => {
    const list = unitListOf(data.list)
    if (list === null) return []
    if (data.own !== true) return [{ list, digest, ofList: null }]
    const ofList = typeof data.of_list === 'string' ? toSessionId(data.of_list) : null
    return [{ list, digest, ofList: ofList ?? sessionId }]
  })
}

/**
 * Which of these entries are revoked by now, and since when; those of other issuers of ours are looked up there, and
 * those of other hosts left out. Throws StoreUnavailable.
 * @see TS3-2.4.3
 */
export async function revokedAmong(
  entries: readonly ShownEntry[],
  sessionId: SessionId,
  { ports, settings: { baseUrl } }: Pick<RequestContext, 'ports' | 'settings'>,
): Promise<readonly { readonly list: UnitList; readonly at: EpochMillis }[]> {
  const owners = [...new Set(entries.flatMap(({ ofList }) => ofList ?? []))]
  const found = await Promise.all(
    owners.map(async (ofList) => {
      const owner = await loadSession('issuance', ofList, ports)
      if (owner === null) return []
      const digests = new Set(entries.flatMap((entry) => (entry.ofList === ofList ? [entry.digest] : [])))
      const identifier = identifierOf(owner, baseUrl)
      return revokedIndexes(await ports.store.events(ofList), { sessionId: ofList, ports }).filter(({ list, index }) =>
        digests.has(unitEntryDigest(sessionId, { index, uri: unitListUri(identifier, list) }, ports)),
      )
    }),
  )
  return found.flat()
}
