import type { RequestContext } from '../../../../engine/endpoints/request-context'
import type { StoredEventType } from '../../../../ground/ports/event-type'
import type { IssuanceSession } from '../../../../ground/ports/store-types'

const metadataOperations: ReadonlySet<string | null> = new Set(['getIssuerMetadata', 'getAuthorizationServerMetadata'])

/** Fetches of a client that are looked through for metadata, the newest. */
const fetchesMax = 50

/** What shows that a session is under way already. */
const endOf = ({ origin }: IssuanceSession): readonly StoredEventType[] =>
  origin === 'wallet_initiated' ? ['par_accepted', 'token_issued'] : ['token_issued']

/**
 * The one open session that a pushed request without `issuer_state` can belong to: it is for that scope, and the same
 * client fetched its offer, or metadata since it was made. Of several, it is the only one without a pushed request. `null`
 * when there is none, when more are left, or when a proxy makes clients look alike.
 */
export async function inferSession(
  { exchange, params, ports, client, clientHidden }: RequestContext,
  scopes: readonly string[],
): Promise<IssuanceSession | null> {
  const issuerConfigurationId = params.issuerConfigurationId ?? ''
  if (clientHidden || scopes.length === 0) return null
  const open = (
    await Promise.all(
      scopes.map((credentialConfigurationId) =>
        ports.store.openSessions({ issuerConfigurationId, credentialConfigurationId, at: exchange.at }),
      ),
    )
  ).flat()
  const [oldest] = open.map(({ createdAt }) => createdAt).sort((a, b) => a - b)
  if (oldest === undefined) return null
  const fetched = (
    await ports.store.unboundExchanges(
      { issuerConfigurationId, clients: [client], from: oldest, to: exchange.at },
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
  // Whoever fetched an offer means that one; metadata says only that the client is about to start somewhere.
  const candidates = byOffer.length > 0 ? byOffer : byMetadata
  if (candidates.length < 2) return candidates[0] ?? null
  // One offer is followed once: whoever pushed a request for all others means the one that is left.
  const pushed = await Promise.all(candidates.map(({ sessionId }) => ports.store.hasEvent(sessionId, ['par_received'])))
  const untouched = candidates.filter((_session, index) => !pushed[index])
  return untouched.length === 1 ? (untouched[0] ?? null) : null
}
