/**
 * Issuance events that endpoints record. `credential_deeplink_generated` and `vp_deeplink_generated` occur only in
 * older records: reading a link is no longer recorded.
 */
export type IssuanceEventType =
  | 'session_created'
  | 'laboratory_created'
  | 'laboratory_made_room'
  | 'client_authentication_observed'
  | 'credential_offer_generated'
  | 'credential_deeplink_generated'
  | 'offer_retrieved'
  | 'par_received'
  | 'par_accepted'
  | 'par_rejected'
  | 'authorization_started'
  | 'authorization_rejected'
  | 'authorization_error_returned'
  | 'chained_token_issued'
  | 'authorization_code_issued'
  | 'authorization_code_replayed'
  | 'authorization_details_received'
  | 'token_received'
  | 'token_rejected'
  | 'token_issued'
  | 'refresh_token_issued'
  | 'token_refreshed'
  | 'refresh_token_replayed'
  | 'dpop_nonce_challenged'
  | 'nonce_issued'
  | 'credential_request_received'
  | 'credential_rejected'
  | 'credential_issued'
  | 'credential_deferred'
  | 'deferred_polled'
  | 'deferred_decided'
  | 'wallet_jwks_observed'
  | 'wallet_jwks_exported'
  | 'notification_received'
  | 'notification_rejected'
  | 'refusal_reported'
  | 'credential_asked_back'
  | 'request_may_belong'
  | 'status_changed'
  | 'status_list_retrieved'
  | 'wallet_unit_entry_revoked'
  | 'wallet_unit_checked'
  | 'wallet_unit_revoked'
  | 'trust_resource_read'
  | 'unexpected_request'

/**
 * Presentation events that endpoints record. `vp_presentation_verified` holds the results for an accepted presentation;
 * `vp_presentation_examined` those for a refused one, or for one whose issuer signature could not be judged.
 */
export type PresentationEventType =
  | 'vp_session_created'
  | 'vp_deeplink_generated'
  | 'vp_request_retrieved'
  | 'vp_request_refused'
  | 'vp_dc_api_request_delivered'
  | 'vp_dc_api_started'
  | 'vp_dc_api_failed'
  | 'vp_dc_api_unsupported'
  | 'vp_dc_api_left'
  | 'vp_presentation_response_received'
  | 'vp_response_decrypted'
  | 'vp_response_decryption_failed'
  | 'vp_issuer_metadata_fetched'
  | 'vp_status_list_fetched'
  | 'vp_presentation_verified'
  | 'vp_presentation_examined'
  | 'vp_presentation_rejected'
  | 'vp_wallet_error_received'
  | 'vp_authorization_code_received'
  | 'vp_response_replayed'
  | 'vp_response_refused'
  | 'vp_response_sent_to_another_session'
  | 'vp_redirect_returned'
  | 'vp_redirect_followed'
  | 'vp_redirect_uri_visited'
  | 'vp_undecryptable_response_allowed'
  | 'vp_request_mutation_applied'
  | 'vp_request_behavior_applied'
  | 'vp_response_scenario_selected'
  | 'vp_refusal_reported'
  | 'vp_silence_counted'
  | 'vp_screen_reported'
  | 'vp_trust_resource_read'
  | 'vp_did_document_fetched'

/**
 * Events of any protocol. `reference_wallet_started`: a page ran the built-in wallet against the session; `fault` is
 * its misbehaviour and `check` the check that must notice it, both `null` for a correct run.
 * `reference_wallet_stopped`: it got no credential to present; `reason` says why. `session_named`: the tester renamed
 * the session. `mutations_applied`: what a tester's operations did to a response that was not known before.
 * `campaign_session_ended`: the tester ended a session of a campaign and reported what the wallet showed.
 */
type SharedEventType =
  | 'answer_altered'
  | 'mutations_applied'
  | 'reference_wallet_started'
  | 'reference_wallet_stopped'
  | 'session_named'
  | 'campaign_session_ended'

/** Events derived from others or from exchanges when a session is read; never stored. */
type DerivedEventType =
  | 'issuance_state_changed'
  | 'session_expired'
  | 'metadata_retrieved'
  | 'dpop_nonce_adopted'
  | 'fault_result'
  | 'presentation_state_changed'
  | 'vp_session_expired'
  | 'vp_redirect_timeout'
  | 'vp_negative_test_result'
  | 'mutation_result'

/** Every event that can be stored, of any protocol. */
export type StoredEventType = IssuanceEventType | PresentationEventType | SharedEventType

/** Every event in a read-back. */
export type EventType = StoredEventType | DerivedEventType
