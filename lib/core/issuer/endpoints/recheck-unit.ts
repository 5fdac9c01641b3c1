import type { RequestContext } from '../../engine/endpoints/request-context'
import { digestOf } from '../../shared/ports/digests'
import { issuerIdOf } from '../../shared/ports/laboratory'
import type { IssuanceSession, StoredEvent } from '../../shared/ports/store-types'
import { type EpochMillis, epochMillis } from '../../shared/time/time'
import { completeLaboratory } from '../configurations/laboratory/laboratory-options'
import { type UnitList, unitLists } from '../configurations/laboratory/wallet-unit-lists'
import { unrevokedCredentials } from '../read/status/status-entries'
import { revokedAmong, shownEntries } from '../read/wallet-unit/shown-entries'
import { unitHistory } from '../read/wallet-unit/wallet-unit-history'
import { unitRevokedEvents } from './wallet-unit-evidence'

/** What reading the lists again has shown by now. */
interface Noticed {
  readonly at: EpochMillis
  readonly lists: readonly UnitList[]
}

interface Reading {
  readonly createdAt: EpochMillis
  readonly until: EpochMillis
  readonly seconds: number
}

/**
 * What an issuer that reads the lists that we host every so many seconds, from the start of the session on, has noticed
 * there; `null` for nothing.
 */
function noticedBy(
  { createdAt, until, seconds }: Reading,
  revoked: readonly { readonly list: UnitList; readonly at: EpochMillis }[],
  now: EpochMillis,
): Noticed | null {
  const step = seconds * 1000
  const seen = revoked.flatMap((entry) => {
    const at = epochMillis(createdAt + Math.max(0, Math.ceil((entry.at - createdAt) / step)) * step)
    return at <= now && at < until ? [{ at, list: entry.list }] : []
  })
  const at = seen.reduce<EpochMillis | null>((first, one) => (first !== null && first <= one.at ? first : one.at), null)
  return at === null
    ? null
    : { at, lists: unitLists.filter((list) => seen.some((one) => one.list === list && one.at === at)) }
}

/**
 * Records what reading the lists again has shown, before a request that could see it is answered: a revoked unit loses
 * its credentials at the time of that reading, also where the process was not running then. Throws StoreUnavailable.
 * @see TS3-2.4.3
 */
export async function recheckUnit(
  session: IssuanceSession,
  now: EpochMillis,
  { ports, settings }: Pick<RequestContext, 'ports' | 'settings'>,
): Promise<void> {
  const { createdAt, laboratory, sessionId } = session
  const seconds = laboratory && completeLaboratory(laboratory.options).wallet_unit?.recheck_seconds
  if (laboratory === undefined || typeof seconds !== 'number') return
  const { sha256, store, uuid } = ports
  const { until } = laboratory
  const shown = await shownEntries(sessionId, now, ports)
  if (shown.length === 0) return
  const events = await store.events(sessionId)
  const { unitRevoked, keysRevoked } = unitHistory(events)
  const isKnown = { 1: unitRevoked, 2: keysRevoked }
  const revoked = await revokedAmong(
    shown.filter(({ list }) => !isKnown[list]),
    sessionId,
    { ports, settings },
  )
  const noticed = noticedBy({ createdAt, until, seconds }, revoked, now)
  if (noticed === null) return
  const { at, lists } = noticed
  const credentials = unrevokedCredentials(events)
  const drafts = [
    ...lists.map((list) => ({ type: 'wallet_unit_checked' as const, detail: { list, result: 'invalid' } })),
    ...unitRevokedEvents('recheck', credentials),
  ]
  await store.commit({
    events: drafts.map(({ type, detail }) => ({
      id: uuid(),
      sessionId,
      exchangeId: null,
      at,
      type,
      detail: detail as StoredEvent['detail'],
    })),
    // Of two requests that notice at once, one records it.
    effects: [
      {
        type: 'grant',
        value: {
          kind: 'wallet_unit_entry',
          digest: digestOf(`recheck ${sessionId} ${at}`, sha256),
          issuerId: issuerIdOf(session),
          sessionId,
          exchangeId: null,
          parent: null,
          expiresAt: until,
          consumedAt: null,
          revokedAt: null,
          data: {},
        },
      },
    ],
  })
}
