import { isObject, type JsonObject } from '../../json'
import type { StoredEvent } from '../../store-types'

/** Holder keys whose possession or attestation was shown, each once, and the header members of the proofs seen. */
export function projectHolderKeys(events: readonly StoredEvent[]): {
  readonly keys: readonly JsonObject[]
  readonly observedProofHeaderFields: readonly string[]
  readonly source: string | null
} {
  const keys = new Map<string, JsonObject>()
  const fields = new Set<string>()
  let source: string | null = null
  for (const { type, detail } of events) {
    if (type === 'wallet_jwks_observed' && Array.isArray(detail.keys)) {
      source ??= typeof detail.source === 'string' ? detail.source : null
      for (const key of detail.keys) if (isObject(key)) keys.set(String(key.kid), key as JsonObject)
    }
    if (type === 'credential_request_received' && Array.isArray(detail.proof_header_fields)) {
      for (const field of detail.proof_header_fields) fields.add(String(field))
    }
  }
  return { keys: [...keys.values()], observedProofHeaderFields: [...fields], source }
}
