import type { JsonObject } from '../../json'
import type { StoredExchange } from '../../store-types'
import { projectLedgerRecord } from '../project-exchange'

/** The latest request of each kind, redacted, under the names that compatible tools use; `null` while there is none. */
export function projectRaw(exchanges: readonly StoredExchange[]): JsonObject {
  const latest = (operation: string) => exchanges.findLast((exchange) => exchange.operation === operation)?.body ?? null
  const proofs = exchanges.flatMap(({ decoded }) => decoded.filter(({ kind }) => kind === 'proof_jwt'))
  return {
    par_request: latest('pushAuthorizationRequest'),
    authorization_request: exchanges.findLast(({ operation }) => operation === 'authorize')?.query ?? null,
    token_request: latest('requestToken'),
    credential_request: latest('requestCredential'),
    proof_headers: proofs.map(({ header }) => header ?? null),
    oid4vci_requests: exchanges.map((exchange) => ({
      ...projectLedgerRecord(exchange),
      response: { ...projectLedgerRecord(exchange).response },
    })),
  }
}
