/**
 * Our stable error codes, with their default status; endpoints may override it. RFC 6749 section 5.2, RFC 9449 sections
 * 5, 7 and 8, OpenID4VCI 1.0 section 8.3.1.2, and our own for the session API and for the verifier, which OpenID4VP
 * leaves open.
 */
export const errorStatus = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  invalid_authorization_details: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  request_not_supported: 400,
  invalid_request_object: 400,
  invalid_request_uri: 400,
  use_attestation_challenge: 400,
  invalid_dpop_proof: 401,
  use_dpop_nonce: 400,
  invalid_token: 401,
  invalid_credential_request: 400,
  unknown_credential_configuration: 400,
  unknown_credential_identifier: 400,
  credential_request_denied: 400,
  invalid_proof: 400,
  invalid_nonce: 400,
  invalid_encryption_parameters: 400,
  invalid_notification_id: 400,
  invalid_notification_request: 400,
  invalid_transaction_id: 400,
  unsupported_issuer_configuration: 400,
  unsupported_issuance_flow: 400,
  unsupported_credential_offer_mode: 400,
  unsupported_credential_configuration: 400,
  unsupported_laboratory_option: 400,
  conflicting_laboratory_options: 400,
  invalid_deeplink_scheme: 400,
  unsupported_request_uri_method: 400,
  unsupported_request_delivery: 400,
  unsupported_response_mode: 400,
  invalid_presentation_request: 400,
  forbidden_override: 400,
  unknown_member: 400,
  unsupported_member: 400,
  invalid_client_metadata: 400,
  invalid_dcql_query: 400,
  unsupported_credential_format: 400,
  conflicting_query: 400,
  invalid_mutation: 400,
  conflicting_options: 400,
  invalid_transaction_data: 400,
  invalid_verifier_info: 400,
  invalid_registration_certificate: 400,
  invalid_registered_query: 400,
  trust_framework_needed: 400,
  test_needs_two_claims: 400,
  own_registrar_needed: 400,
  invalid_access_certificate: 400,
  unknown_trust_identity: 400,
  insecure_transport: 400,
  mutations_not_enabled: 400,
  nonce_in_use: 400,
  state_in_use: 400,
  invalid_response_mode: 400,
  invalid_encrypted_response: 400,
  state_mismatch: 400,
  invalid_presentation: 400,
  request_should_have_been_rejected: 400,
  response_already_received: 400,
  session_expired: 400,
  too_many_attempts: 400,
  unauthorized: 401,
  api_key_required: 401,
  invalid_api_key: 401,
  revoked_api_key: 401,
  expired_api_key: 401,
  invalid_publish_token: 401,
  not_your_run: 403,
  foreign_slug: 403,
  insufficient_api_key_scope: 403,
  foreign_origin: 403,
  auth_not_configured: 503,
  invalid_namespace: 400,
  invalid_schedule: 400,
  invalid_schedule_id: 400,
  invalid_pipeline: 400,
  invalid_idempotency_key: 400,
  empty_input: 400,
  duplicate_pipeline_id: 400,
  no_resolvable_pipelines: 400,
  not_found: 404,
  issuer_not_found: 404,
  session_not_found: 404,
  campaign_not_found: 404,
  edition_not_found: 404,
  workbench_not_found: 404,
  vp_session_not_found: 404,
  vp_request_not_found: 404,
  vp_request_expired: 404,
  vp_request_in_browser: 404,
  credential_offer_not_found: 404,
  transaction_not_found: 404,
  status_not_found: 404,
  unknown_index: 404,
  check_not_found: 404,
  wallet_not_found: 404,
  namespace_not_found: 404,
  organization_not_found: 404,
  key_not_found: 404,
  execution_not_found: 404,
  pipeline_not_found: 404,
  entity_not_found: 404,
  step_not_found: 404,
  schedule_not_found: 404,
  method_not_allowed: 405,
  wallet_jwks_not_observed: 409,
  refusal_not_expected: 409,
  refusal_decided: 409,
  transaction_decided: 409,
  session_ended: 409,
  code_would_change: 409,
  status_final: 409,
  no_wallet_unit: 409,
  too_many_schedules: 409,
  too_many_keys: 409,
  pipeline_published: 409,
  pipeline_exists: 409,
  pipeline_has_runs: 409,
  organization_exists: 409,
  organization_in_use: 409,
  too_many_organizations: 409,
  entity_exists: 409,
  entity_in_use: 409,
  too_many_entities: 409,
  execution_ended: 409,
  result_given: 409,
  stale_aggregation: 409,
  aggregation_already_committed: 409,
  part_mismatch: 409,
  wallet_removed: 410,
  pipeline_changed: 412,
  organization_changed: 412,
  entity_changed: 412,
  payload_too_large: 413,
  bundle_too_large: 413,
  body_too_large: 413,
  misdirected_request: 421,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  server_error: 500,
  temporarily_unavailable: 503,
  store_unavailable: 503,
  temporal_unavailable: 503,
  insufficient_storage: 507,
} as const

export type ErrorCode = keyof typeof errorStatus

/** Refusals that ask the client to try again. */
const recoverable: ReadonlySet<string> = new Set<ErrorCode>([
  'use_dpop_nonce',
  'use_attestation_challenge',
  'invalid_nonce',
  'temporarily_unavailable',
  'too_many_requests',
  'insufficient_storage',
])

/** True for a refusal that repeating the same request cannot fix. */
export const isFinalError = (error: string): boolean => !recoverable.has(error)

/**
 * The refusal of a request. `description` is a fixed ASCII sentence without input; `members` are further members of the
 * error body.
 */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
  constructor(
    readonly code: ErrorCode,
    readonly description: string,
    readonly members: Readonly<Record<string, unknown>> = {},
    readonly headers: ReadonlyArray<readonly [string, string]> = [],
  ) {
    super(description)
  }
}

/**
 * Storage is slow or down. The response is 503 with `Retry-After`, because nothing may be acknowledged without
 * evidence.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/**
 * Two bundles run in one process, the server's and Next's, each with its own copy of these classes, so `instanceof`
 * fails across them. The name is the same in both.
 */
export const isProtocolError = (error: unknown): error is ProtocolError => hasName(error, 'ProtocolError')

/** `isProtocolError` for StoreUnavailable. */
export const isStoreUnavailable = (error: unknown): error is StoreUnavailable => hasName(error, 'StoreUnavailable')

const hasName = (error: unknown, name: string): boolean => error instanceof Error && error.name === name

/** Throws if a guarantee of our own code does not hold. Becomes 500 `server_error` without details. */
export function invariant(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(sentence)
}
