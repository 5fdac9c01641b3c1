/** Properties of an issuance that are fixed from its start and rule out some checks. */
export type IssuanceTrait =
  | 'offer_by_value'
  | 'offer_by_reference'
  | 'pre_authorized_code'
  | 'authorization_code'
  | 'no_tx_code'
  | 'tx_code'
  | 'wallet_initiated'
  | 'key_attestation_demanded'
  | 'no_dpop_nonce'
  | 'no_nonce_endpoint'
  | 'reported_alone'
  | 'no_status'
  | 'no_refusal_expected'
  | 'no_oddity'
  | 'iss_as_ever'
  | 'no_batch'
  | 'no_refresh'
  | 'no_reuse_policy'
  | 'nothing_deferred'
  | 'plain_requests_allowed'
  | 'plain_responses_allowed'
  | 'no_authorization_details'
  | 'no_identifiers'

/** The same for any kind of session. */
export type SessionTrait = IssuanceTrait
