import type { StoredEvent } from '../../ground/ports/store-types'
import { isObject, type Json, type JsonObject } from '../../ground/values/json'

/**
 * The holder keys of the wallet, each once: keys with a proven possession or attestation, and keys sent as `jwk` in a
 * proof header even if the proof was refused; also the header members of the observed proofs.
 */
export function projectHolderKeys(events: readonly StoredEvent[]): {
  readonly keys: readonly JsonObject[]
  readonly observedProofHeaderFields: readonly string[]
  readonly source: string | null
} {
  const keys = new Map<string, JsonObject>()
  const fields = new Set<string>()
  let source: string | null = null
  const add = (sent: Json | undefined, place: Json | undefined, proven: boolean) => {
    for (const key of Array.isArray(sent) ? sent : []) {
      if (!isObject(key)) continue
      source ??= typeof place === 'string' ? place : null
      const { kid: _kid, ...jwk } = key as JsonObject
      const identity = JSON.stringify(Object.entries(jwk).sort(([one], [other]) => (one < other ? -1 : 1)))
      // A proven key keeps the `kid` from its attestation.
      if (proven || !keys.has(identity)) keys.set(identity, key as JsonObject)
    }
  }
  for (const { type, detail } of events) {
    if (type === 'wallet_jwks_observed') add(detail.keys, detail.source, true)
    if (type !== 'credential_request_received') continue
    add(detail.proof_header_keys, detail.proof_header_keys_source, false)
    for (const field of Array.isArray(detail.proof_header_fields) ? detail.proof_header_fields : [])
      fields.add(String(field))
  }
  return { keys: [...keys.values()], observedProofHeaderFields: [...fields], source }
}
