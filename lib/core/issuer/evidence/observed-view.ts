import type { SourcedValue } from '../../engine/evidence/session-view'
import type { JsonObject } from '../../shared/values/json'
import type { AttestationDraftSeen, AttestationProfileSeen } from './project-client-authentication'
import type { WalletUnitSeen } from './project-wallet-unit'

/** Observations about the wallet. Not seen yet is `null` or `[]`, never absent. */
export interface ObservedView {
  readonly client_id: SourcedValue
  readonly redirect_uri: SourcedValue
  readonly wallet_jwks: {
    readonly observed: boolean
    readonly source: string | null
    readonly jwks: { readonly keys: readonly JsonObject[] } | null
    readonly observed_proof_header_fields: readonly string[]
  }
  readonly dpop_jwk: {
    readonly observed: boolean
    readonly source: string | null
    readonly jwk: JsonObject | null
    readonly thumbprint: string | null
    readonly thumbprints: readonly string[]
  }
  readonly client_authentication: JsonObject
  readonly wallet_attestation_draft: AttestationDraftSeen | null
  readonly wallet_attestation_profile: AttestationProfileSeen | null
  readonly wallet_unit: WalletUnitSeen | null
  readonly user_agents: readonly string[]
  readonly accept_headers: readonly string[]
  readonly accept_languages: readonly string[]
  readonly metadata_fetches: readonly JsonObject[]
  readonly requested_scopes: readonly string[]
  readonly granted_scope: string | null
  readonly grant_type: string | null
  readonly issuer_state_returned: boolean
  readonly par_count: number
  readonly token_requests: number
  readonly credential_requests: number
  readonly key_attestation: JsonObject
  readonly proofs: readonly JsonObject[]
  readonly encryption: JsonObject
  readonly issued: readonly JsonObject[]
  readonly notification: JsonObject | null
  readonly dpop_nonce: JsonObject
}
