import type { Withdrawn } from '../../engine/evidence/session-kind'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import type { StoredExchange } from '../../shared/ports/store-types'
import { lookedUp } from '../checks/metadata'
import { isOfServer } from '../configurations/issuer-in-play'

const isLookUp = ({ findings }: StoredExchange): boolean => findings.some(({ reason }) => reason === lookedUp)

/** True for a request that an authorization server of the issuer took, whatever it answered. */
const isTaken = ({ operation, response: { status } }: StoredExchange): boolean =>
  operation !== null && isOfServer(operation) && status !== null && status !== 404 && status !== 405

/**
 * The requests for the metadata of a server that the issuer does not rely on, where the wallet went to one of its servers
 * later: it looked there first, and no rule forbids that. OID4VCI-1FINAL-12.2.4
 */
export function serverLookedUp({ exchanges }: Pick<IssuanceEvidence, 'exchanges'>): Withdrawn {
  const lastTaken = exchanges.findLastIndex(isTaken)
  const recovered = exchanges.filter((exchange, index) => index < lastTaken && isLookUp(exchange))
  return {
    exchangeIds: new Set(recovered.map(({ id }) => id)),
    checkIds: new Set(['vci.metadata.endpoints_from_metadata', 'vci.transport.served']),
    because: 'The wallet looked here for its server, and then went to one that authorization_servers names.',
  }
}
