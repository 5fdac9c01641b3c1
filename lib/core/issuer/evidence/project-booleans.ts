import { type CheckGroup, isOfGroup } from '../../engine/checks/check-groups'
import type { ConformanceEntry } from '../../engine/evidence/session-view'
import type { CheckId } from '../../shared/ports/check-id'

/**
 * The booleans that compatible tools read, derived from findings only; `null` if the question did not arise. A quality
 * boolean requires every request to be good: a later correction does not undo an error.
 */
export function projectBooleans(conformance: readonly ConformanceEntry[]): Record<string, boolean | null> {
  const judged = (id: CheckId) => judgedEntries(conformance, id).length > 0
  const clean = (id: CheckId) => judged(id) && judgedEntries(conformance, id).every(({ status }) => status === 'pass')
  const sound = (id: CheckId) => judged(id) && judgedEntries(conformance, id).every(({ status }) => status !== 'fail')
  // A nonce may expire without fault of the wallet: one unexpired nonce is enough.
  const once = (id: CheckId) => judgedEntries(conformance, id).some(({ status }) => status === 'pass')
  const answer = (id: CheckId) => (judged(id) ? sound(id) : null)
  const mustOf = (group: CheckGroup) =>
    conformance.filter(({ id, level, profile }) => isOfGroup(id, group) && level === 'must' && profile === 'base')
  const noneFailed = (entries: readonly ConformanceEntry[]) =>
    entries.some(({ status }) => status === 'pass') && entries.every(({ status }) => status !== 'fail')
  // With optional attestations a violation is at most a `warn`, yet still means "not verified". Trust in the issuer is
  // judged separately.
  const attestation = mustOf('vci.key_attestation').filter(({ id }) => id !== 'vci.key_attestation.trusted')
  return {
    pkce_present: sound('vci.pkce.challenge_present') && sound('vci.pkce.code_challenge_s256'),
    pkce_valid: sound('vci.pkce.verifier_matches'),
    state_present: sound('vci.par.state_present'),
    issuer_state_present: sound('vci.par.issuer_state_returned'),
    proof_jwt_present: judged('vci.proof.jwt.parse'),
    proof_attestation_present: judgedEntries(conformance, 'vci.credential.proof_type_supported').some(
      ({ actual }) => actual === 'attestation',
    ),
    proof_jwt_header_jwk_present: judged('vci.proof.jwt.jwk_public'),
    key_attestation_verified:
      clean('vci.key_attestation.signature') &&
      attestation.every(({ status }) => status !== 'fail' && status !== 'warn'),
    nonce_verified: sound('vci.nonce.known') && sound('vci.nonce.not_reused') && once('vci.nonce.alive'),
    private_key_jwt_present: judged('vci.private_key_jwt.assertion_type'),
    private_key_jwt_client_id_matches: answer('vci.private_key_jwt.iss_sub'),
    wallet_attestation_present: judged('vci.wallet_attestation.typ'),
    wallet_attestation_pop_present: judged('vci.wallet_attestation.pop_typ'),
    wallet_attestation_client_id_matches: answer('vci.wallet_attestation.sub'),
    wallet_attestation_pop_audience_matches: answer('vci.wallet_attestation.pop_aud'),
    dpop_valid: noneFailed(mustOf('vci.dpop')),
    dpop_key_consistent: sound('vci.dpop.same_key_across'),
    wallet_attestation_trusted: judged('vci.wallet_attestation.trusted')
      ? clean('vci.wallet_attestation.trusted')
      : null,
    key_attestation_trusted: judged('vci.key_attestation.trusted') ? clean('vci.key_attestation.trusted') : null,
    credential_request_encrypted: judged('vci.encryption.used'),
    all_must_passed: noneFailed(conformance.filter(({ level }) => level === 'must')),
  }
}

/** Entries of a check with a verdict. */
const judgedEntries = (conformance: readonly ConformanceEntry[], wanted: CheckId): ConformanceEntry[] =>
  conformance.filter(({ id, status }) => id === wanted && ['pass', 'fail', 'warn'].includes(status))
