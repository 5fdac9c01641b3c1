import type { Vocabulary } from '../../engine/redaction/names/vocabulary'

/** Names from OpenID for Verifiable Credential Issuance. */
export const issuerVocabulary: Vocabulary = {
  sensitive: [
    'credential',
    'credential_identifier',
    'credential_identifiers',
    'issuer_state',
    'notification_id',
    'proof',
    'proofs',
    'transaction_id',
    'tx_code',
    'user_pin',
  ],
  guessable: ['tx_code', 'user_pin'],
  visible: [
    'credential_configuration_id',
    'credential_issuer',
    'c_nonce_expires_in',
    'event',
    'event_description',
    'proof_type',
  ],
}
