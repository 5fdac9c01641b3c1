/** Search words, each with the pattern of the ids that it should find. */
const synonyms: readonly (readonly [ids: RegExp, words: string])[] = [
  [/signature|_jws|\.jws|\.alg|issuer_auth|bad_signature/, 'signature signed signing forged tampered cryptography'],
  [/exp\b|exp_|expired|validity|_window|\.iat|_iat|nbf/, 'expired expiry time clock date old early late future'],
  [/nonce|jti|refetch|single_use|reused|retry|fresh|repeat|replay|after_response/, 'replay replayed reuse again fresh'],
  [/\.aud|htu|prefix|address|client_id|endpoint/, 'audience recipient address verifier'],
  [
    /vp\.min\.|non_sd_payload|no_details|no_pii|fingerprint/,
    'over-disclosure too much privacy data minimisation personal',
  ],
  [/vp\.kb\.|cnf|device_|transcript|key_of_request|holder/, 'holder binding key proof possession'],
  [/cnf|kid|jwk|thumbprint|transcript|device_key/, 'thumbprint wrong key'],
  [/transcript|device_signature/, 'session transcript handover device signature'],
  [/jwe|encrypt|\.enc/, 'encryption encrypted decrypt'],
  [/sd_hash|disclosure|digest|salt/, 'hash disclosure selective'],
  [/x5c|x5chain|cert|issuer_trusted|signer|no_anchor/, 'certificate chain trust issuer root'],
  [/claims_present|claim_set|all_credentials|no_partial|\.present|absent/, 'missing incomplete left out'],
  [/vp\.negative|no_redirect_follow|still_answers/, 'refusal test careless reject wrong request'],
  [/vp\.error/, 'decline refuse error response'],
  [/\.typ|content_type|media/, 'type media'],
  [/vp\.txn/, 'payment authorisation'],
]

/** Synonyms for the misbehaviour with this id, as one lower-case string. */
export const synonymsOf = (misbehaviourId: string): string =>
  synonyms.flatMap(([ids, words]) => (ids.test(misbehaviourId) ? [words] : [])).join(' ')
