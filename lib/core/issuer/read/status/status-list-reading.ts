import { type Exchange, headerValues, listHeader } from '../../../ground/http/exchange'
import { prefers } from '../../../ground/http/request-headers'
import type { StoredEvent } from '../../../ground/ports/store-types'
import { type StatusListForm, statusListTypes } from '../../../ground/status/status-list-token'
import type { EpochMillis } from '../../../ground/time/time'
import type { IssuerContext } from '../../configurations/issuer-in-play'
import { formatOfStatusList } from '../../configurations/laboratory/status-lists'
import { type IssuedStatus, statusEntries } from './status-entries'

/** Who asks: the client that sent the requests of the flow, or another one. `unknown`: a proxy hides that. */
type StatusListReader = 'wallet' | 'another_client' | 'unknown'

/** A request for a status list, with what is known of who sent it. */
export interface StatusListReading {
  /** `null` where no list has this address. */
  readonly list: number | null
  readonly accept: string | null
  /** Names of header fields that tell who asks. */
  readonly identifying: readonly IdentifyingField[]
  /** Anybody may read a list, and only the wallet is judged. */
  readonly by: StatusListReader
  /** How many requests of others for this list are on record already. */
  readonly othersOnRecord: number
  /** When the wallet got this list last; `null` if it never did. */
  readonly previousAt: EpochMillis | null
  readonly ttlSeconds: number
  readonly now: EpochMillis
  readonly entries: readonly IssuedStatus[]
}

/** Header fields that a reader of a public list has no use for. TSL14-12.1 */
const identifyingFields = ['authorization', 'dpop', 'cookie'] as const
type IdentifyingField = (typeof identifyingFields)[number]

/** Operations that nobody but the wallet of a session calls. */
const ofWallet = ['pushAuthorizationRequest', 'requestToken', 'requestCredential'] as const

/** Reads a request for a status list. TSL14-8.1 */
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

/** A list that was wrong on purpose may be asked for again at once. */
const previousRetrieval = (events: readonly StoredEvent[], list: number): EpochMillis | null =>
  retrievals(events, list).findLast(({ detail }) => detail.by === 'wallet' && detail.altered !== true)?.at ?? null

const retrievals = (events: readonly StoredEvent[], list: number): readonly StoredEvent[] =>
  events.filter(({ type, detail }) => type === 'status_list_retrieved' && detail.list === list)

/**
 * The form that a list is sent in: the only one that its issuer has, or else the one that the request prefers; without a
 * preference the one that goes with the format of the credentials. TSL14-8.1
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
