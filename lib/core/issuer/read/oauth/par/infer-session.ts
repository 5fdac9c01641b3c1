import type { StoredEventType } from '../../../../ground/ports/event-type'
import type { IssuanceSession } from '../../../../ground/ports/store-types'
import type { IssuerContext } from '../../../configurations/issuer-in-play'

const metadataOperations: ReadonlySet<string | null> = new Set(['getIssuerMetadata', 'getAuthorizationServerMetadata'])

/** How many of a client's newest fetches are searched for metadata. */
const fetchesMax = 50

/** Events that show that a session is already under way. */
const endOf = ({ origin }: IssuanceSession): readonly StoredEventType[] =>
  origin === 'wallet_initiated' ? ['par_accepted', 'token_issued'] : ['token_issued']

/**
 * The one open session that a pushed request without `issuer_state` can belong to: it has that scope, and the same
 * client fetched its offer, or metadata since it was created. If several match, the only one without a pushed request.
 * `null` if none matches, if several remain, or if a proxy makes clients indistinguishable.
 */
export async function inferSession(
  { exchange, issuer, ports, client, clientHidden }: IssuerContext,
  scopes: readonly string[],
): Promise<IssuanceSession | null> {
  const { id: issuerId } = issuer
  if (clientHidden || scopes.length === 0) return null
  const open = (
    await Promise.all(
      scopes.map((credentialConfigurationId) =>
        ports.store.openSessions({ issuerId, credentialConfigurationId, at: exchange.at }),
      ),
    )
  ).flat()
  const [oldest] = open.map(({ createdAt }) => createdAt).sort((a, b) => a - b)
  if (oldest === undefined) return null
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
  // A fetched offer identifies its session; metadata says only that the client is about to start one.
  const candidates = byOffer.length > 0 ? byOffer : byMetadata
  if (candidates.length < 2) return candidates[0] ?? null
  // An offer is used once: if all other candidates have a pushed request, this one belongs to the one without.
  const pushed = await Promise.all(candidates.map(({ sessionId }) => ports.store.hasEvent(sessionId, ['par_received'])))
  const untouched = candidates.filter((_session, index) => !pushed[index])
  return untouched.length === 1 ? (untouched[0] ?? null) : null
}
