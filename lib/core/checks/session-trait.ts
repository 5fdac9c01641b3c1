/** What holds for an issuance from its start, and keeps some checks from ever having a reason to run in it. */
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
  | 'no_refusal_expected'
  | 'no_oddity'
  | 'iss_as_ever'

/** The same for a session of any kind. */
export type SessionTrait = IssuanceTrait
