import type { RequestContext } from '../../../engine/endpoints/request-context'
import { loadSession } from '../../../engine/sessions/load-session'
import type { Exchange } from '../../../shared/http/exchange'
import { readParameters } from '../../../shared/http/read-form'
import { readJsonBody } from '../../../shared/http/read-json'
import { readJwe } from '../../../shared/jose/jwe'
import { digestOf } from '../../../shared/ports/digests'
import type { StoredEventType } from '../../../shared/ports/event-type'
import { isUuid, type SessionId } from '../../../shared/ports/ids'
import type { IssuanceSession, OneTimeKind } from '../../../shared/ports/store-types'
import { fromUtf8 } from '../../../shared/values/base64url'
import { isObject } from '../../../shared/values/json'
import type { IssuerContext } from '../../configurations/issuer-in-play'
import { readAccessToken } from './read-access-token'

/** Parameters that carry session handles, with the possible kinds of handle. */
const handles: Readonly<Record<string, readonly OneTimeKind[]>> = {
  issuer_state: ['issuer_state'],
  'pre-authorized_code': ['pre_authorized_code', 'authorization_code'],
  code: ['authorization_code', 'pre_authorized_code', 'chained_code'],
  request_uri: ['request_uri'],
  refresh_token: ['refresh_token'],
  state: ['chained_state'],
}

/**
 * The session that a request refers to, however wrong the request: a handle identifies its session even with a wrong
 * method, address or encoding. `null` without a handle of ours. Spends nothing and does not authorize anything.
 */
export async function namedSession(context: RequestContext): Promise<SessionId | null> {
  const { exchange, params, ports } = context
  const offerId = params.credentialOfferId ?? ''
  const byOffer = isUuid(offerId) ? await ports.store.sessionByOffer(offerId) : null
  if (byOffer) return byOffer.sessionId
  const byPath = await loadSession('presentation', exchange.path.split('/')[presentationSegment] ?? '', ports)
  if (byPath) return byPath.sessionId
  const sent = valuesOf(exchange)
  const own = context.issuer?.session?.sessionId ?? null
  for (const [name, kinds] of Object.entries(handles)) {
    // An issuer_state grants nothing, so the address of an own issuer takes precedence.
    if (own !== null && name === 'issuer_state') continue
    for (const value of sent(name)) {
      const digest = digestOf(value, ports.sha256)
      const rows = await Promise.all(kinds.map((kind) => ports.store.oneTimeValue(kind, digest)))
      const found = rows.find((row) => row?.sessionId)
      if (found) return found.sessionId
    }
  }
  return (
    (await readAccessToken(context, null)).value?.sessionId ??
    (await presentationNamedBy(sent, ports)) ??
    // Every URL of an own issuer identifies its session.
    own
  )
}

/** The values under the names that carry a handle. */
export const sentHandles = (exchange: Exchange): string[] =>
  [...Object.keys(handles), 'transaction_id'].flatMap(valuesOf(exchange))

/** Segment index of the session id in `/openid4vp/sessions/{id}` and below, even if the rest is wrong. */
const presentationSegment = 3

/** The presentation identified by a response's `state` or encryption key. OID4VP-1FINAL-8.2, 8.3 */
async function presentationNamedBy(
  sent: (name: string) => readonly string[],
  { store }: RequestContext['ports'],
): Promise<SessionId | null> {
  const [state] = sent('state')
  const byState = state === undefined ? null : await store.sessionByState(state)
  if (byState) return byState.sessionId
  const jwe = readJwe(sent('response')[0] ?? '')
  const kid = jwe.readable ? jwe.header.kid : null
  return typeof kid === 'string' ? ((await store.sessionByEncryptionKid(kid))?.sessionId ?? null) : null
}

/**
 * Looks a value up in form, JSON and query, in this order. A truncated body is read as a form, as far as it was kept.
 */
export function valuesOf(exchange: Exchange): (name: string) => readonly string[] {
  const form = readParameters(fromUtf8(exchange.body) ?? '')
  const query = readParameters(exchange.query ?? '')
  const json = readJsonBody(exchange)
  const members = json.ok && isObject(json.value) ? json.value : {}
  return (name) =>
    [
      ...new Set(
        [form.get(name), members[name], query.get(name)].filter((value) => typeof value === 'string' && value !== ''),
      ),
    ] as string[]
}

const metadataOperations: ReadonlySet<string | null> = new Set(['getIssuerMetadata', 'getAuthorizationServerMetadata'])

/** Newest fetches of a client that are searched for metadata. */
const fetchesMax = 50

/** Events that show that a session is under way. */
const endOf = ({ origin }: IssuanceSession): readonly StoredEventType[] =>
  origin === 'wallet_initiated' ? ['par_accepted', 'token_issued'] : ['token_issued']

/**
 * The open sessions that a pushed request without `issuer_state` can belong to: same scope, and the same client fetched
 * their offer, or metadata since their creation. Of these, one without a flow comes before one whose request was accepted; if
 * several match, the only one without a pushed request. None if a proxy makes clients indistinguishable.
 */
export async function inferSessions(
  { exchange, issuer, ports, client, clientHidden }: IssuerContext,
  scopes: readonly string[],
): Promise<readonly IssuanceSession[]> {
  const { id: issuerId } = issuer
  if (clientHidden || scopes.length === 0) return []
  const open = (
    await Promise.all(
      scopes.map((credentialConfigurationId) =>
        ports.store.openSessions({ issuerId, credentialConfigurationId, at: exchange.at }),
      ),
    )
  ).flat()
  const [oldest] = open.map(({ createdAt }) => createdAt).sort((a, b) => a - b)
  if (oldest === undefined) return []
  const fetched = (
    await ports.store.unboundExchanges(
      { issuerId, clients: [client], from: oldest, to: exchange.at },
      { newestMax: fetchesMax },
    )
  ).filter(({ operation }) => metadataOperations.has(operation))
  const byOffer: IssuanceSession[] = []
  const byMetadata: IssuanceSession[] = []
  for (const session of open) {
    const [isKnown, isOver] = await Promise.all([
      ports.store.hasWalletExchange(session.sessionId, client),
      ports.store.hasEvent(session.sessionId, endOf(session)),
    ])
    if (isOver) continue
    if (isKnown) byOffer.push(session)
    else if (fetched.some(({ at }) => at >= session.createdAt)) byMetadata.push(session)
  }
  // An offer fetch identifies its session; a metadata fetch only suggests one. An offer is used once: a session whose request
  // was accepted comes last, after one that has none.
  const [begun, begunByMetadata] = await Promise.all([
    sessionsWith(['par_accepted'], byOffer),
    sessionsWith(['par_received'], byMetadata),
  ])
  const [candidates = []] = [
    byOffer.filter((session) => !begun.has(session)),
    byMetadata.filter((session) => !begunByMetadata.has(session)),
    byOffer,
    byMetadata,
  ].filter(({ length }) => length > 0)
  if (candidates.length < 2) return candidates
  // If all other candidates have a pushed request, the remaining one is meant.
  const pushed = await sessionsWith(['par_received'], candidates)
  const untouched = candidates.filter((session) => !pushed.has(session))
  return untouched.length === 1 ? untouched : candidates

  /** Those of some sessions that have an event of these types. */
  async function sessionsWith(types: readonly StoredEventType[], sessions: readonly IssuanceSession[]) {
    const has = await Promise.all(sessions.map(({ sessionId }) => ports.store.hasEvent(sessionId, types)))
    return new Set(sessions.filter((_session, index) => has[index]))
  }
}
