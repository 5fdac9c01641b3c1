import type { ConformanceEntry } from './session-view'

/**
 * The booleans that compatible tools read, each folded from the findings and from nothing else. `null` where the
 * question does not arise.
 */
export function projectBooleans(conformance: readonly ConformanceEntry[]): Record<string, boolean | null> {
  const of = (id: string) => conformance.filter((entry) => entry.id === id)
  const passed = (id: string) => of(id).some(({ status }) => status === 'pass' || status === 'warn')
  const failed = (id: string) => of(id).some(({ status }) => status === 'fail')
  const judged = (id: string) => of(id).some(({ status }) => ['pass', 'fail', 'warn'].includes(status))
  const answer = (id: string) => (judged(id) ? !failed(id) : null)
  const allPassed = (prefix: string) => {
    const entries = conformance.filter(({ id, level }) => id.startsWith(prefix) && level === 'must')
    return entries.some(({ status }) => status === 'pass') && entries.every(({ status }) => status !== 'fail')
  }
  return {
    pkce_present: passed('vci.pkce.challenge_present') && passed('vci.pkce.code_challenge_s256'),
    pkce_valid: passed('vci.pkce.verifier_matches') && !failed('vci.pkce.verifier_matches'),
    state_present: passed('vci.par.state_present'),
    issuer_state_present: passed('vci.par.issuer_state_returned'),
    proof_jwt_present: judged('vci.proof.jwt.parse'),
    proof_attestation_present: proofTypes(conformance).includes('attestation'),
    proof_jwt_header_jwk_present: judged('vci.proof.jwt.jwk_public'),
    key_attestation_verified: passed('vci.key_attestation.signature') && allPassed('vci.key_attestation.'),
    nonce_verified: passed('vci.nonce.known') && !failed('vci.nonce.known') && !failed('vci.nonce.not_reused'),
    private_key_jwt_present: judged('vci.private_key_jwt.assertion_type'),
    private_key_jwt_client_id_matches: answer('vci.private_key_jwt.iss_sub'),
    wallet_attestation_present: judged('vci.wallet_attestation.typ'),
    wallet_attestation_pop_present: judged('vci.wallet_attestation.pop_typ'),
    wallet_attestation_client_id_matches: answer('vci.wallet_attestation.sub'),
    wallet_attestation_pop_audience_matches: answer('vci.wallet_attestation.pop_aud'),
    dpop_valid: allPassed('vci.dpop.'),
    dpop_key_consistent: judged('vci.dpop.same_key_across') && !failed('vci.dpop.same_key_across'),
    wallet_attestation_trusted: judged('vci.wallet_attestation.trusted')
      ? of('vci.wallet_attestation.trusted').some(({ status }) => status === 'pass')
      : null,
    key_attestation_trusted: judged('vci.key_attestation.trusted')
      ? of('vci.key_attestation.trusted').some(({ status }) => status === 'pass')
      : null,
    credential_request_encrypted: false,
    all_must_passed: conformance.every(({ level, status }) => level !== 'must' || status !== 'fail'),
  }
}

const proofTypes = (conformance: readonly ConformanceEntry[]) =>
  conformance.filter(({ id }) => id === 'vci.credential.proof_type_supported').map(({ actual }) => actual)
