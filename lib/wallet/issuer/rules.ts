/** The rules of an answer that a wallet must verify. A careless wallet skips one of them. */
export type WalletRule =
  | 'configuration'
  | 'offer_issuer'
  | 'authz_state'
  | 'authz_iss'
  | 'authz_error'
  | 'token_type'
  | 'access_token'
  | 'wrong_tx_code'
  | 'fresh_nonce'
  | 'denial'
  | 'credential'
  | 'response_encryption'
  | 'patience'
  | 'issuer_binding'
  | 'metadata_shape'
  | 'https'
  | 'signed_metadata'
  | 'lost_grant'

/** The unusual features of an answer that a wallet must accept. A picky wallet stops at one of them. */
export type UnusualFeature =
  | 'token_type_case'
  | 'no_expires_in'
  | 'unknown_members'
  | 'dpop_challenge'
  | 'challenge_case'
  | 'unknown_format'
