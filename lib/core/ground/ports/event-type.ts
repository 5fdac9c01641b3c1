/**
 * Events of an issuance that an endpoint puts on record. `credential_deeplink_generated` and `vp_deeplink_generated` are in
 * older records only: reading a link leaves none.
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
  | 'status_changed'
  | 'status_list_retrieved'
  | 'trust_resource_read'
  | 'unexpected_request'

/**
 * Events of a presentation that an endpoint puts on record. `vp_presentation_verified` tells what was found of one that was
 * accepted, `vp_presentation_examined` of one that was refused, or whose issuer's signature nobody could judge.
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
  | 'vp_refusal_reported'
  | 'vp_silence_counted'
  | 'vp_screen_reported'
  | 'vp_trust_resource_read'
  | 'vp_did_document_fetched'

/**
 * Events that any protocol may put on record. `reference_wallet_started`: a page let the built-in wallet answer the
 * session; `fault` is what it was to do wrong and `check` what is to notice that, both `null` for a run without misbehaviour.
 * `reference_wallet_stopped`: it got no credential to answer with, and `reason` says why.
 * `session_named`: the tester gave the session another name.
 * `campaign_session_ended`: the tester ended a session of a campaign, and said what the wallet showed.
 */
type SharedEventType =
  | 'answer_altered'
  | 'reference_wallet_started'
  | 'reference_wallet_stopped'
  | 'session_named'
  | 'campaign_session_ended'

/** Events that follow from others or from the exchanges: told when a session is read, and stored nowhere. */
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

/** Every event that can be on record. Those of another protocol are beside those of issuance. */
export type StoredEventType = IssuanceEventType | PresentationEventType | SharedEventType

/** Every event that a reader is told of. */
export type EventType = StoredEventType | DerivedEventType
