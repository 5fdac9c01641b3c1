import { type Exchange, headerValues, listHeader } from '../../../shared/http/exchange'
import { prefers } from '../../../shared/http/request-headers'
import type { StoredEvent } from '../../../shared/ports/store-types'
import { type StatusListForm, statusListTypes } from '../../../shared/status/status-list-token'
import type { EpochMillis } from '../../../shared/time/time'
import type { IssuerContext } from '../../configurations/issuer-in-play'
import { formatOfStatusList } from '../../configurations/laboratory/status-lists'
import { type IssuedStatus, statusEntries } from './status-entries'

/** Who fetches: the flow's client or another one. `unknown`: a proxy hides it. */
type StatusListReader = 'wallet' | 'another_client' | 'unknown'

/** Facts of a status list fetch. */
export interface StatusListReading {
  /** `null` if no list has this URL. */
  readonly list: number | null
  readonly accept: string | null
  /** Names of identifying header fields. */
  readonly identifying: readonly IdentifyingField[]
  /** Anybody may read a list, but only the wallet is judged. */
  readonly by: StatusListReader
  /** Recorded fetches of this list by others. */
  readonly othersOnRecord: number
  /** The wallet's last fetch of this list; `null` if none. */
  readonly previousAt: EpochMillis | null
  readonly ttlSeconds: number
  readonly now: EpochMillis
  readonly entries: readonly IssuedStatus[]
}

/** Header fields unnecessary for a public list. TSL14-12.1 */
const identifyingFields = ['authorization', 'dpop', 'cookie'] as const
type IdentifyingField = (typeof identifyingFields)[number]

/** Operations that only a session's wallet calls. */
const ofWallet = ['pushAuthorizationRequest', 'requestToken', 'requestCredential'] as const

/** Reads a status list fetch. TSL14-8.1 */
export async function readStatusListRequest(context: IssuerContext): Promise<StatusListReading> {
  const { exchange, issuer, params, ports, client, clientHidden } = context
  const { session } = issuer
  const number = /^[12]$/.test(params.statusListId ?? '') ? Number(params.statusListId) : 0
  const { status } = issuer.options
  const list = status === null || formatOfStatusList(number) === null ? null : number
  const [events, isWallet] =
    session === null
      ? [[], false]
      : await Promise.all([
          ports.store.events(session.sessionId),
          clientHidden ? false : ports.store.hasWalletExchange(session.sessionId, client, ofWallet),
        ])
  return {
    list,
    accept: listHeader(exchange, 'accept'),
    identifying: identifyingFields.filter((name) => headerValues(exchange, name).length > 0),
    by: clientHidden ? 'unknown' : isWallet ? 'wallet' : 'another_client',
    othersOnRecord: list === null ? 0 : retrievals(events, list).filter(({ detail }) => detail.by !== 'wallet').length,
    previousAt: list === null ? null : previousRetrieval(events, list),
    ttlSeconds: status?.ttl ?? 0,
    now: exchange.at,
    entries: statusEntries(events),
  }
}

/** A deviating list may be refetched at once. */
const previousRetrieval = (events: readonly StoredEvent[], list: number): EpochMillis | null =>
  retrievals(events, list).findLast(({ detail }) => detail.by === 'wallet' && detail.altered !== true)?.at ?? null

const retrievals = (events: readonly StoredEvent[], list: number): readonly StoredEvent[] =>
  events.filter(({ type, detail }) => type === 'status_list_retrieved' && detail.list === list)

/**
 * Format of the list response: the only one available, else the one preferred by the request, else the one that matches
 * the credential format. TSL14-8.1
 */
export function statusListForm(
  exchange: Exchange,
  { list, has }: { readonly list: number; readonly has: StatusListForm | 'both' },
): StatusListForm {
  if (has !== 'both') return has
  const [usual, other]: readonly StatusListForm[] =
    formatOfStatusList(list) === 'mso_mdoc' ? ['cwt', 'jwt'] : ['jwt', 'cwt']
  const accept = headerValues(exchange, 'accept').join()
  return prefers(accept, statusListTypes[other ?? 'jwt'], statusListTypes[usual ?? 'jwt'])
    ? (other ?? 'jwt')
    : (usual ?? 'jwt')
}
