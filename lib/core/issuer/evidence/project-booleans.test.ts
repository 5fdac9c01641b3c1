import { describe, expect, it } from 'vitest'
import { evidence, exchange, finding } from '../../engine/evidence/fixtures/sessions'
import { projectConformance } from '../../engine/evidence/project-conformance'
import type { CheckId } from '../../shared/ports/check-id'
import type { Finding, FindingStatus } from '../../shared/ports/finding'
import { issuerKind } from './issuer-kind'
import { projectBooleans } from './project-booleans'

/** Booleans after requests with these findings. */
const seen = (...requests: Finding[][]) =>
  projectBooleans(
    projectConformance(
      issuerKind,
      evidence(requests.map((findings, index) => exchange(index, 'requestOther', { findings }))),
    ).entries,
  )
const all = (...pairs: [CheckId, FindingStatus][]) => pairs.map(([id, status]) => finding(id, status))
const typeFinding = (type: string) => [finding('vci.credential.proof_type_supported', 'pass', { actual: type })]

describe('the booleans', () => {
  it('are all false or null before anything was seen', () => {
    expect(seen()).toEqual({
      pkce_present: false,
      pkce_valid: false,
      state_present: false,
      issuer_state_present: false,
      proof_jwt_present: false,
      proof_attestation_present: false,
      proof_jwt_header_jwk_present: false,
      key_attestation_verified: false,
      nonce_verified: false,
      private_key_jwt_present: false,
      private_key_jwt_client_id_matches: null,
      wallet_attestation_present: false,
      wallet_attestation_pop_present: false,
      wallet_attestation_client_id_matches: null,
      wallet_attestation_pop_audience_matches: null,
      dpop_valid: false,
      dpop_key_consistent: false,
      wallet_attestation_trusted: null,
      key_attestation_trusted: null,
      credential_request_encrypted: false,
      all_must_passed: false,
    })
  })

  it('tell which proof was there, good or bad', () => {
    expect(seen(all(['vci.proof.jwt.parse', 'fail'])).proof_jwt_present).toBe(true)
    expect(seen(all(['vci.proof.jwt.parse', 'not_applicable'])).proof_jwt_present).toBe(false)
    expect(seen(typeFinding('attestation')).proof_attestation_present).toBe(true)
    expect(seen(typeFinding('jwt')).proof_attestation_present).toBe(false)
    expect(seen(all(['vci.proof.jwt.jwk_public', 'fail'])).proof_jwt_header_jwk_present).toBe(true)
    expect(seen(all(['vci.proof.jwt.jwk_public', 'not_applicable'])).proof_jwt_header_jwk_present).toBe(false)
  })

  describe('key_attestation_verified', () => {
    const good: [CheckId, FindingStatus][] = [
      ['vci.key_attestation.signature', 'pass'],
      ['vci.key_attestation.exp_valid', 'pass'],
    ]
    const verified = (...more: [CheckId, FindingStatus][]) => seen(all(...good, ...more)).key_attestation_verified

    it('needs signature and contents to be good, not mere presence', () => {
      expect(verified()).toBe(true)
      expect(seen(all(['vci.key_attestation.present', 'pass'])).key_attestation_verified).toBe(false)
      expect(seen(all(['vci.key_attestation.signature', 'fail'])).key_attestation_verified).toBe(false)
      expect(verified(['vci.key_attestation.nonce', 'fail'])).toBe(false)
    })

    it('is not softened where an attestation is not demanded and its violations are warnings', () => {
      expect(seen(all(['vci.key_attestation.signature', 'warn'])).key_attestation_verified).toBe(false)
      expect(verified(['vci.key_attestation.iat', 'warn'])).toBe(false)
    })

    it('says nothing about trust, which has its own', () => {
      const result = seen(all(...good, ['vci.key_attestation.trusted', 'warn']))
      expect([result.key_attestation_verified, result.key_attestation_trusted]).toEqual([true, false])
      expect(seen(all(['vci.key_attestation.trusted', 'pass'])).key_attestation_trusted).toBe(true)
      expect(seen(all(['vci.key_attestation.trusted', 'not_applicable'])).key_attestation_trusted).toBeNull()
    })
  })

  it('nonce_verified needs a nonce that is ours and unused in every request, and one that was alive', () => {
    const ours = all(['vci.nonce.known', 'pass'], ['vci.nonce.not_reused', 'pass'])
    const good = [...ours, ...all(['vci.nonce.alive', 'pass'])]
    const runOut = [...ours, ...all(['vci.nonce.alive', 'warn'])]
    expect(seen(good).nonce_verified).toBe(true)
    expect(seen(runOut).nonce_verified).toBe(false)
    expect(seen(runOut, good).nonce_verified).toBe(true)
    expect(seen(all(['vci.nonce.known', 'fail'])).nonce_verified).toBe(false)
    expect(seen(all(['vci.nonce.known', 'pass'], ['vci.nonce.not_reused', 'fail'])).nonce_verified).toBe(false)
    expect(seen(all(['vci.nonce.known', 'fail']), good).nonce_verified).toBe(false)
  })

  it('dpop_valid needs a proof of which no must failed', () => {
    expect(seen(all(['vci.dpop.signature', 'pass'], ['vci.dpop.htu_exact', 'warn'])).dpop_valid).toBe(true)
    expect(seen(all(['vci.dpop.signature', 'pass'], ['vci.dpop.htm', 'fail'])).dpop_valid).toBe(false)
    expect(seen(all(['vci.dpop.ath_absent_at_as', 'fail'], ['vci.dpop.alg', 'pass'])).dpop_valid).toBe(true)
  })

  it('dpop_key_consistent needs two proofs of one key', () => {
    expect(seen(all(['vci.dpop.same_key_across', 'not_observed'])).dpop_key_consistent).toBe(false)
    expect(seen(all(['vci.dpop.same_key_across', 'pass'])).dpop_key_consistent).toBe(true)
    expect(seen(all(['vci.dpop.same_key_across', 'fail'])).dpop_key_consistent).toBe(false)
  })

  it('all_must_passed turns false with one failed must and does not come back', () => {
    expect(seen(all(['vci.dpop.alg', 'pass'])).all_must_passed).toBe(true)
    expect(seen(all(['vci.dpop.alg', 'fail']), all(['vci.dpop.alg', 'pass'])).all_must_passed).toBe(false)
    expect(seen(all(['vci.dpop.alg', 'pass'], ['vci.nonce.source', 'fail'])).all_must_passed).toBe(true)
  })
})
