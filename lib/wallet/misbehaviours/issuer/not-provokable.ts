/** Checks that one run of this wallet cannot make fail, and why. */
export const notProvokable: Readonly<Record<string, string>> = {
  'vci.offer.dereferenced': 'Without fetching the offer the wallet has no code, so there is no flow to judge.',
  'vci.offer.no_fetch_by_value': 'An offer by value does not tell the wallet the address that it should leave alone.',
  'vci.key_attestation.trusted':
    'A fresh test attester is never anchored, so every run shows it; it passes when the root of an attester is configured and handed in.',
  'vci.key_attestation.key_storage_level': 'Needs a service that is set to publish required levels.',
  'vci.key_attestation.user_authentication_level': 'Needs a service that is set to publish required levels.',
  'vci.dpop.nonce_current': 'Every session that requires DPoP nonces shows it, whatever the wallet does.',
  'vci.flow.no_requests_after_error': 'This wallet repeats a request once; a loop takes more than five.',
  'vci.transport.tls': 'This service offers nothing older than TLS 1.2; only a proxy before it can.',
  'vci.encryption.used': 'Where encryption is not required, a plain request leaves it unseen.',
  'vci.flow.completes': 'Shows only after the session has expired, and stopping is not a violation.',
  'vci.wallet_attestation.trusted':
    'A fresh test attester is never anchored, so every run shows it; it passes when its root is configured.',
  'vci.wallet_attestation.not_reused_across_issuers': 'Shows only when one attestation goes to two issuers.',
  'vci.refresh.in_time': 'Needs a wallet that comes back only after its credentials have ended.',
  'vci.authorize.redirect_followed': 'Needs a wallet that waits until the code is worth nothing.',
  'vci.token.not_repeated': 'A code that is sent again fails vci.token.code_once or vci.token.preauth_code_once alone.',
  'vci.flow.order': 'Each step needs what the one before it gave, so the wallet cannot change their order.',
  'vci.flow.no_parallel_use': 'Takes two wallets on one offer.',
  'vci.nonce.alive': 'Needs a wallet that waits until its nonce has expired, which breaks no rule.',
  'vci.flow.nonce_request_fresh': 'Needs a wallet that waits for more than a minute.',
  'vci.status.not_presented': 'Takes a revocation between two sessions; the flows of laboratory-status show it.',
  'vci.pid.device_bound': 'The device-bound issuer issues to attested keys and to no others.',
}
