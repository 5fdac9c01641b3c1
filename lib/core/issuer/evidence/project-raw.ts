import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import type { StoredEvent } from '../../ground/ports/store-types'
import type { JsonObject } from '../../ground/values/json'

/** The latest request of each kind, redacted, under the names that compatible tools use; `null` while there is none. */
export function projectRaw({ events, exchanges }: Pick<IssuanceEvidence, 'events' | 'exchanges'>): JsonObject {
  const latest = (operation: string) => exchanges.findLast((exchange) => exchange.operation === operation)?.body ?? null
  const proofs = exchanges.flatMap(({ decoded }) => decoded.filter(({ kind }) => kind === 'proof_jwt'))
  return {
    par_request: latest('pushAuthorizationRequest'),
    authorization_request: exchanges.findLast(({ operation }) => operation === 'authorize')?.query ?? null,
    token_request: latest('requestToken'),
    credential_request: latest('requestCredential'),
    credential_request_raw: bodyAsReceived(events),
    proof_headers: proofs.map(({ header }) => header ?? null),
  }
}

/**
 * The body of the last credential request before decryption and decoding: only whether it was present, and its length.
 */
function bodyAsReceived(events: readonly StoredEvent[]): JsonObject | null {
  const last = events.findLast(({ type }) => type === 'credential_request_received')
  if (last === undefined) return null
  return {
    redacted: true,
    present: last.detail.body_bytes !== 0,
    type: 'string',
    length: last.detail.body_bytes ?? null,
  }
}
