import { issuerIdOf } from '../../shared/ports/laboratory'
import type { Ports } from '../../shared/ports/ports'
import type { UnboundQuery } from '../../shared/ports/store'
import type { Session, StoredEvent, StoredExchange } from '../../shared/ports/store-types'
import { epochMillis } from '../../shared/time/time'
import { sessionEnd } from '../sessions/session-end'

/** Deviations of a link after which no fetch of a wallet can name the session: the offer does not say whose it is. */
const nameless: readonly string[] = ['offer_no_issuer']

/** How many sessions of the campaign before it to look at for the wallet's client. */
const formerMax = 5

/** The metadata that an address below `/.well-known/` asks for, also one that no endpoint answers. RFC 8615 */
export function metadataAt(path: string): 'getIssuerMetadata' | 'getAuthorizationServerMetadata' | null {
  if (path.startsWith('/.well-known/openid-credential-issuer')) return 'getIssuerMetadata'
  return path.startsWith('/.well-known/oauth-authorization-server') ? 'getAuthorizationServerMetadata' : null
}

/** Whether a request asks for metadata of an issuer or of its authorization server. */
export const isMetadataFetch = ({ operation, path }: StoredExchange): boolean =>
  (operation ?? metadataAt(path)) === 'getIssuerMetadata' ||
  (operation ?? metadataAt(path)) === 'getAuthorizationServerMetadata'

/**
 * Selects the requests that belong to a session of a campaign by their time, where none can name it: those of the client
 * that ran the session before, from its creation until it ended or the campaign went on. They go to its own issuer, or to
 * the host without an issuer, as the referring host of the offer would. `null` for any other session, and while no client
 * of the campaign is known. OID4VCI-1FINAL-4.1.1
 */
export async function queryByTime(
  { session, events }: { readonly session: Session; readonly events: readonly StoredEvent[] },
  store: Ports['store'],
): Promise<UnboundQuery | null> {
  const { kind, campaignId, sessionId, createdAt } = session
  if (kind !== 'issuance' || campaignId === undefined || !nameless.includes(session.options.fault ?? '')) return null
  const all = await store.campaignSessions(campaignId)
  const place = all.findIndex((one) => one.sessionId === sessionId)
  const end = Math.min(sessionEnd(session, events), all[place + 1]?.createdAt ?? Number.POSITIVE_INFINITY)
  for (const before of all.slice(Math.max(0, place - formerMax), Math.max(0, place)).reverse()) {
    const sent = (await store.exchanges(before.sessionId)).filter(({ origin }) => origin === 'wallet')
    const clients = [...new Set(sent.map(({ client }) => client))]
    if (clients.length > 0)
      return { issuerId: issuerIdOf(session), orNone: true, clients, from: createdAt, to: epochMillis(end) }
  }
  return null
}

/**
 * Selects the requests of the client that most likely is the wallet of a session, because no other session waited for a first
 * request; `null` for any other session. To be asked only while no request names the session: with the first that does, its
 * own client alone counts, so that nobody else's request decides anything.
 */
export function queryByWaiting(session: Session, events: readonly StoredEvent[]): UnboundQuery | null {
  const clients = events.flatMap(({ type, detail: { client } }) =>
    type === 'request_may_belong' && typeof client === 'string' ? [client] : [],
  )
  if (session.kind !== 'issuance' || clients.length === 0) return null
  return {
    issuerId: issuerIdOf(session),
    clients,
    from: session.createdAt,
    to: epochMillis(sessionEnd(session, events)),
  }
}
