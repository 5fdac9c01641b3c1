import { issuerIdOf } from '../../shared/ports/laboratory'
import type { Ports } from '../../shared/ports/ports'
import type { UnboundQuery } from '../../shared/ports/store'
import type { OneTimeKind, OneTimeValue, Session, StoredEvent, StoredExchange } from '../../shared/ports/store-types'
import { inferredExchangesMax } from '../../shared/time/durations'
import { addSeconds, epochMillis } from '../../shared/time/time'
import { isObject } from '../../shared/values/json'
import { arrivedAfterEnd, type EarlierRead } from '../sessions/session-evidence'
import { isMetadataFetch, queryByTime, queryByWaiting } from './tied-by-time'

/** Everything recorded for a session. */
export interface Evidence<Of extends Session = Session> {
  readonly session: Of
  readonly events: readonly StoredEvent[]
  /** Exact and inferred exchanges, oldest first. */
  readonly exchanges: readonly StoredExchange[]
  /** True if inferred exchanges may also belong to another session of the same client. */
  readonly mixedTraffic?: boolean
  /** Number of exchanges that could also be inferred but exceed the limit. */
  readonly inferredLeftOut?: number
  /** Stored values that the session gave its wallet, whatever became of them; absent unless a request was refused. */
  readonly rows?: readonly OneTimeValue[]
  /** Documents that its client read before it, in a workbench. */
  readonly readEarlier?: readonly EarlierRead[]
  /** Which unbound exchanges may belong to it, where no request of its wallet can name it. */
  readonly nearby?: UnboundQuery
}

/** Seconds around a wallet's requests in a session within which its other fetches belong to it. */
const leadSeconds = 60
const tailSeconds = 10

/**
 * Loads a session's evidence. Fetches that carry no session (metadata, keys, unmatched requests) are included if they
 * came from a client of this session, to this issuer, around the requests that certainly belong to it. So if a wallet
 * runs several sessions in sequence, each gets its own fetches. They are marked as inferred. Where an offer leaves the
 * wallet nothing to name the session by, fetches of metadata are tied to it by time alone, and requests of a client because
 * no other session waited. Every address of a
 * presentation names its session, so nothing is inferred there.
 */
export async function loadEvidence<Of extends Session>(
  session: Of,
  { store }: Pick<Ports, 'store'>,
): Promise<Evidence<Of>> {
  const [events, exact] = await Promise.all([store.events(session.sessionId), store.exchanges(session.sessionId)])
  const inTime = walletExchangesInTime({ session, events, exchanges: exact })
  const byTime = inTime.length === 0 ? await queryByTime({ session, events }, store) : null
  const byWaiting = inTime.length === 0 && byTime === null ? queryByWaiting(session, events) : null
  const widest = byTime ?? byWaiting ?? inferredQuery(session, inTime)
  const near = widest === null ? [] : await inferredExchanges(widest, store)
  const nearby = byTime === null ? near : near.filter(isMetadataFetch)
  const given = {
    ...(inTime.length > 0 || widest === null ? {} : { nearby: widest }),
    ...(await valuesGiven({ session, events, exchanges: [...exact, ...nearby] }, store)),
    ...(widest === null ? {} : await readsBefore(session, widest, store)),
  }
  if (widest === null || nearby.length === 0) return { session, events, exchanges: exact, ...given }
  const { query, mixedTraffic } = await ownSpan(widest, session, { inTime, store })
  const inferred = nearby.filter(({ at }) => at <= query.to)
  const count = nearby.length < inferredExchangesMax ? inferred.length : await store.unboundCount(query)
  return {
    session,
    events,
    exchanges: [...exact, ...inferred].sort((a, b) => a.at - b.at),
    mixedTraffic,
    inferredLeftOut: count - inferred.length,
    ...given,
  }
}

/** Values that a wallet is given and may use, and the response that uses up a request. */
const givenKinds: readonly OneTimeKind[] = [
  'issuer_state',
  'pre_authorized_code',
  'request_uri',
  'authorization_code',
  'access_token',
  'refresh_token',
  'c_nonce',
  'transaction_id',
  'vp_response',
]

/** More than any session of one wallet has. */
const givenMax = 200

/**
 * The stored values of a session in which a request was refused, because only there the next step depends on them. The
 * nonce of a refused request is found by its digest: the nonce endpoint gave it without knowing the session.
 */
async function valuesGiven(
  { session, events, exchanges }: Pick<Evidence, 'session' | 'events' | 'exchanges'>,
  store: Ports['store'],
): Promise<Pick<Evidence, 'rows'>> {
  const isRefused = ({ response }: StoredExchange) => (response.status ?? 0) >= 400
  const isReturned = ({ type }: StoredEvent) => type === 'authorization_error_returned'
  if (!exchanges.some(isRefused) && !events.some(isReturned)) return {}
  const digest = nonceRefused(events)
  const [rows, nonce] = await Promise.all([
    store.liveValues({
      kinds: givenKinds,
      at: addSeconds(session.createdAt, -1),
      max: givenMax,
      session: session.sessionId,
    }),
    digest === null ? null : store.oneTimeValue('c_nonce', digest),
  ])
  const isKnown = nonce !== null && rows.some(({ kind, digest: known }) => kind === 'c_nonce' && known === digest)
  return { rows: nonce === null || isKnown ? rows : [...rows, nonce] }
}

/** Digest of the `c_nonce` in the last refused credential request; `null` where it named none of this issuer. */
function nonceRefused(events: readonly StoredEvent[]): string | null {
  const carried = events.findLast(({ type }) => type === 'credential_rejected')?.detail.carried
  return isObject(carried) && typeof carried.c_nonce === 'string' ? carried.c_nonce : null
}

/** Documents that a wallet may keep from one session to the next. */
const keptDocuments = [
  'getIssuerMetadata',
  'getAuthorizationServerMetadata',
  'getCredentialKeys',
  'getJwtVcIssuerMetadata',
]
/** How long a read of the same client counts. */
const keptSeconds = 86_400
/** Newest reads, and newest sessions of the workbench, that are looked at. */
const [readsMax, formerMax] = [100, 50]

/**
 * The newest read of each document by the clients of a session of a workbench, at most a day before it. A wallet that scans
 * the same code again uses what it has.
 */
async function readsBefore(
  { kind, workbench, number }: Session,
  { issuerId, clients, from }: UnboundQuery,
  store: Ports['store'],
): Promise<Pick<Evidence, 'readEarlier'>> {
  if (kind !== 'issuance' || workbench === undefined || number === undefined || number === 1) return {}
  const span = { issuerId, clients, from: addSeconds(from, -keptSeconds), to: from }
  const reads = await store.unboundExchanges(span, { newestMax: readsMax })
  const newest = keptDocuments.flatMap(
    (operation) => reads.findLast((one) => one.operation === operation && one.response.status === 200) ?? [],
  )
  if (newest.length === 0) return {}
  const after = Math.max(0, number - 1 - formerMax)
  const former = await store.workbenchSessions({ workbench, kind, after, order: 'oldest', max: formerMax })
  return {
    readEarlier: newest.map(({ operation, at }) => ({
      operation: operation ?? '',
      at,
      inSession: former.findLast((one) => (one.number ?? number) < number && one.createdAt <= at)?.number ?? null,
    })),
  }
}

/**
 * The time span in which fetches of the client count as part of the session. It ends when the client's next session was
 * created, but not before the last request that names this session: later fetches may belong to that other session and
 * must not change this one's result. `mixedTraffic`: the client used both at the same time.
 */
async function ownSpan(
  widest: UnboundQuery,
  { sessionId }: Session,
  { inTime, store }: { readonly inTime: readonly StoredExchange[]; readonly store: Ports['store'] },
): Promise<{ readonly query: UnboundQuery; readonly mixedTraffic: boolean }> {
  const next = await store.otherSession(widest, sessionId)
  if (next === null) return { query: widest, mixedTraffic: false }
  const last = inTime.at(-1)?.at ?? widest.to
  const upToLast = { ...widest, to: last }
  if ((await store.otherSession(upToLast, sessionId)) !== null) return { query: widest, mixedTraffic: true }
  const made = (await store.session(next))?.createdAt ?? last
  return { query: { ...widest, to: epochMillis(Math.max(last, Math.min(widest.to, made))) }, mixedTraffic: false }
}

const inferredExchanges = async (query: UnboundQuery, store: Ports['store']): Promise<StoredExchange[]> =>
  (await store.unboundExchanges(query, { firstMax: inferredExchangesMax })).map((exchange) => ({
    ...exchange,
    correlation: 'inferred',
  }))

/** Includes nothing: every address of a presentation names its session, so nothing else belongs to its evidence. */
export const noNearbyExchanges: UnboundQuery = {
  issuerId: '',
  clients: [],
  from: epochMillis(0),
  to: epochMillis(0),
}

/**
 * The wallet's requests that name the session, up to its end: later ones attract nothing, so that the counts of an
 * ended session never change.
 */
export function walletExchangesInTime(evidence: Pick<Evidence, 'session' | 'events' | 'exchanges'>): StoredExchange[] {
  const isTooLate = arrivedAfterEnd(evidence)
  return evidence.exchanges.filter(
    (exchange) => exchange.origin === 'wallet' && exchange.sessionId !== null && !isTooLate(exchange),
  )
}

/**
 * Selects unbound exchanges to include, based on the wallet's timely requests that name the session; `null` without
 * any.
 */
export function inferredQuery(session: Session, inTime: readonly StoredExchange[]): UnboundQuery | null {
  if (session.kind !== 'issuance') return null
  const [first] = inTime
  const last = inTime.at(-1)
  if (first === undefined || last === undefined) return null
  const earliest = addSeconds(first.at, -leadSeconds)
  return {
    issuerId: issuerIdOf(session),
    clients: [...new Set(inTime.map(({ client }) => client))],
    from: epochMillis(Math.max(earliest, session.createdAt)),
    to: addSeconds(last.at, tailSeconds),
  }
}
