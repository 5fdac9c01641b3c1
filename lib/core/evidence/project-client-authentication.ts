import type { JsonObject } from '../json'
import type { StoredEvent } from '../store-types'

/** How the client authenticated: the members that compatible tools read, `null` where nothing was seen. */
export function projectClientAuthentication(events: readonly StoredEvent[]): JsonObject {
  const seen = events.findLast(({ detail }) => typeof detail.client_auth_method === 'string')
  const token = { present: false, source: null, header: null, claims: null, error: null }
  return {
    method: seen?.detail.client_auth_method ?? null,
    private_key_jwt: {
      ...token,
      assertion_type: null,
      assertion_type_valid: null,
      client_id_matches: null,
      audience_matches: null,
    },
    wallet_attestation: { ...token, cnf_jwk: null, client_id_matches: null, trusted: null, trust_reason: null },
    wallet_attestation_pop: { ...token, audience_matches: null, challenge: null },
  }
}
