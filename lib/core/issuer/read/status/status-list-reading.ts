import { type Exchange, headerValues, listHeader } from '../../../ground/http/exchange'
import { prefers } from '../../../ground/http/prefers'
import type { StoredEvent } from '../../../ground/ports/store-types'
import { type StatusListForm, statusListTypes } from '../../../ground/status/status-list-token'
import type { EpochMillis } from '../../../ground/time/time'
import type { IssuerContext } from '../../configurations/issuer-in-play'
import { formatOfStatusList } from '../../configurations/laboratory/status-lists'
import { type IssuedStatus, statusEntries } from './status-entries'

/** A request for a status list, with what is known of who sent it. */
export interface StatusListReading {
  /** `null` where no list has this address. */
  readonly list: number | null
  readonly accept: string | null
  /** Names of header fields that tell who asks. */
  readonly identifying: readonly IdentifyingField[]
  /** The client that sent the requests of the flow asks. Anybody may read a list, and only the wallet is judged. */
  readonly byWallet: boolean
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
const ofWallet: ReadonlySet<string | null> = new Set(['pushAuthorizationRequest', 'requestToken', 'requestCredential'])

/** Reads a request for a status list. TSL14-8.1 */
export async function readStatusListRequest(context: IssuerContext): Promise<StatusListReading> {
  const { exchange, issuer, params, ports, client } = context
  const { session } = issuer
  const number = /^[12]$/.test(params.statusListId ?? '') ? Number(params.statusListId) : 0
  const { status } = issuer.options
  const list = status === null || formatOfStatusList(number) === null ? null : number
  const [events, exchanges] =
    session === null
      ? [[], []]
      : await Promise.all([ports.store.events(session.sessionId), ports.store.exchanges(session.sessionId)])
  return {
    list,
    accept: listHeader(exchange, 'accept'),
    identifying: identifyingFields.filter((name) => headerValues(exchange, name).length > 0),
    byWallet: exchanges.some((one) => ofWallet.has(one.operation) && one.client === client),
    previousAt: list === null ? null : previousRetrieval(events, list),
    ttlSeconds: status?.ttl ?? 0,
    now: exchange.at,
    entries: statusEntries(events),
  }
}

/** A list that was wrong on purpose may be asked for again at once. */
const previousRetrieval = (events: readonly StoredEvent[], list: number): EpochMillis | null =>
  events.findLast(
    ({ type, detail }) =>
      type === 'status_list_retrieved' && detail.list === list && detail.by === 'wallet' && detail.altered !== true,
  )?.at ?? null

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
