/**
 * Which member of a decoded token a check judged, so that the finding stands beside it. Keys are check ids; the value
 * is the kind of token and the path in it. A check that judges no single member is not in the list.
 */
const byId: Readonly<Record<string, readonly [kind: string, path: string]>> = {
  'vci.dpop.typ': ['dpop', 'header.typ'],
  'vci.dpop.alg': ['dpop', 'header.alg'],
  'vci.dpop.jwk_present': ['dpop', 'header.jwk'],
  'vci.dpop.jwk_public': ['dpop', 'header.jwk'],
  'vci.dpop.signature': ['dpop', 'signature'],
  'vci.dpop.htm': ['dpop', 'claims.htm'],
  'vci.dpop.htu': ['dpop', 'claims.htu'],
  'vci.dpop.htu_exact': ['dpop', 'claims.htu'],
  'vci.dpop.iat_window': ['dpop', 'claims.iat'],
  'vci.dpop.exp_nbf': ['dpop', 'claims.exp'],
  'vci.dpop.jti_unique': ['dpop', 'claims.jti'],
  'vci.dpop.jti_entropy': ['dpop', 'claims.jti'],
  'vci.dpop.ath_present': ['dpop', 'claims.ath'],
  'vci.dpop.ath_matches': ['dpop', 'claims.ath'],
  'vci.dpop.ath_absent_at_as': ['dpop', 'claims.ath'],
  'vci.dpop.key_bound_to_token': ['dpop', 'thumbprint'],
  'vci.dpop.key_bound_to_code': ['dpop', 'thumbprint'],
  'vci.dpop.nonce_adopted': ['dpop', 'claims.nonce'],
  'vci.dpop.nonce_role': ['dpop', 'claims.nonce'],
  'vci.dpop.no_unsolicited_nonce': ['dpop', 'claims.nonce'],
  'vci.proof.jwt.typ': ['proof_jwt', 'header.typ'],
  'vci.proof.jwt.alg': ['proof_jwt', 'header.alg'],
  'vci.proof.jwt.key_reference': ['proof_jwt', 'header.kid'],
  'vci.proof.jwt.jwk_public': ['proof_jwt', 'header.jwk'],
  'vci.proof.jwt.key_type': ['proof_jwt', 'header.jwk'],
  'vci.proof.jwt.x5c': ['proof_jwt', 'header.x5c'],
  'vci.proof.jwt.signature': ['proof_jwt', 'signature'],
  'vci.proof.jwt.aud': ['proof_jwt', 'claims.aud'],
  'vci.proof.jwt.iat': ['proof_jwt', 'claims.iat'],
  'vci.proof.jwt.exp': ['proof_jwt', 'claims.exp'],
  'vci.proof.jwt.iss': ['proof_jwt', 'claims.iss'],
  'vci.proof.jwt.iss_absent_anonymous': ['proof_jwt', 'claims.iss'],
  'vci.proof.jwt.nonce_present': ['proof_jwt', 'claims.nonce'],
  'vci.nonce.known': ['proof_jwt', 'claims.nonce'],
  'vci.nonce.not_reused': ['proof_jwt', 'claims.nonce'],
  'vci.nonce.source': ['proof_jwt', 'claims.nonce'],
  'vci.key_attestation.present': ['proof_jwt', 'header.key_attestation'],
  'vci.key_attestation.typ': ['key_attestation', 'header.typ'],
  'vci.key_attestation.alg': ['key_attestation', 'header.alg'],
  'vci.key_attestation.x5c': ['key_attestation', 'header.x5c'],
  'vci.key_attestation.trusted': ['key_attestation', 'header.x5c'],
  'vci.key_attestation.signature': ['key_attestation', 'signature'],
  'vci.key_attestation.iat': ['key_attestation', 'claims.iat'],
  'vci.key_attestation.exp_present': ['key_attestation', 'claims.exp'],
  'vci.key_attestation.exp_valid': ['key_attestation', 'claims.exp'],
  'vci.key_attestation.not_expired_before_credential': ['key_attestation', 'claims.exp'],
  'vci.key_attestation.attested_keys': ['key_attestation', 'claims.attested_keys'],
  'vci.key_attestation.attested_keys_distinct': ['key_attestation', 'claims.attested_keys'],
  'vci.key_attestation.attested_keys_count': ['key_attestation', 'claims.attested_keys'],
  'vci.key_attestation.proof_key_attested': ['key_attestation', 'claims.attested_keys'],
  'vci.key_attestation.nonce': ['key_attestation', 'claims.nonce'],
  'vci.key_attestation.nonce_same_as_proof': ['key_attestation', 'claims.nonce'],
  'vci.key_attestation.key_storage': ['key_attestation', 'claims.key_storage'],
  'vci.key_attestation.key_storage_level': ['key_attestation', 'claims.key_storage'],
  'vci.key_attestation.user_authentication': ['key_attestation', 'claims.user_authentication'],
  'vci.key_attestation.user_authentication_level': ['key_attestation', 'claims.user_authentication'],
  'vci.key_attestation.certification_status': ['key_attestation', 'claims.status'],
}

/** Where a check looks, as kind of token and path in it; `null` when it judges no single member. */
export function memberOf(checkId: string): { readonly kind: string; readonly path: string } | null {
  const found = byId[checkId]
  return found === undefined ? null : { kind: found[0], path: found[1] }
}

/** Every check that judges one member of a token. */
export const judgedMembers: readonly string[] = Object.keys(byId)
