import { describe, expect, it } from 'vitest'
import type { ConformanceEntry } from '../../engine/evidence/session-view'
import { projectVerifierBooleans } from './verifier-booleans'

/** Findings by id and status; level `must` by default. */
const project = (findings: readonly (readonly [id: string, status: string, level?: string])[]) =>
  projectVerifierBooleans(
    findings.map(
      ([id, status, level = 'must']) => ({ id, status, level, error: null, hint: null }) as unknown as ConformanceEntry,
    ),
    { valid: true, issuedCameBack: null },
  )
const sdJwt = ['signature', 'typ', 'iat_present', 'iat_window', 'nonce', 'aud', 'sd_hash'].map(
  (name) => [`vp.kb.${name}`, 'pass'] as const,
)
const device = (status: string) => [['vp.mdoc.device_signature', status]] as const

describe('the proof that the holder has the key', () => {
  it('is verified by a Key Binding JWT, by a device signature, by both', () => {
    for (const findings of [sdJwt, device('pass'), [...sdJwt, ...device('pass')]])
      expect(project(findings)).toMatchObject({ nonce_verified: true, holder_binding_verified: true })
  })

  it('is verified by a MAC, even one that the request does not allow', () => {
    expect(project([['vp.mdoc.device_mac', 'warn']])).toMatchObject({ holder_binding_verified: true })
  })

  it('is not verified when one of two is wrong, missing, or nothing came', () => {
    for (const findings of [
      [],
      device('fail'),
      [...sdJwt, ...device('fail')],
      [...device('pass'), ['vp.kb.signature', 'fail'] as const],
      [...device('pass'), ['vp.kb.present', 'fail'] as const],
      [...sdJwt, ['vp.mdoc.device_signed', 'fail'] as const],
      [...sdJwt, ['vp.kb.typ', 'fail'] as const],
      [...sdJwt, ['vp.kb.iat_window', 'fail'] as const],
      sdJwt.slice(0, 3),
    ])
      expect(project(findings)).toMatchObject({ holder_binding_verified: false })
  })

  it('tells the nonce from the rest of a Key Binding JWT', () => {
    expect(project([...sdJwt.slice(1), ['vp.kb.signature', 'fail']])).toMatchObject({
      nonce_verified: true,
      holder_binding_verified: false,
    })
  })
})

describe('signature and trust of the issuer', () => {
  it('are those of all credentials, whatever their format', () => {
    expect(
      project([
        ['vp.mdoc.issuer_signature', 'pass'],
        ['vp.mdoc.issuer_trusted', 'pass'],
      ]),
    ).toMatchObject({
      signature_valid: true,
      issuer_trusted: true,
    })
    expect(
      project([
        ['vp.sdjwt.signature', 'pass'],
        ['vp.mdoc.issuer_signature', 'fail'],
        ['vp.sdjwt.issuer_trusted', 'pass'],
        ['vp.mdoc.issuer_trusted', 'warn'],
      ]),
    ).toMatchObject({ signature_valid: false, issuer_trusted: false })
    expect(project([])).toMatchObject({ signature_valid: null, issuer_trusted: null })
  })
})

describe('what was disclosed beyond the query', () => {
  it('fails whatever says that it should not be there, and not what is only good to know', () => {
    const minimised = (...findings: (readonly [string, string, string?])[]) =>
      project([['vp.min.only_requested_sdjwt', 'pass'], ...findings]).data_minimised
    expect(minimised()).toBe(true)
    expect(minimised(['vp.min.single_claim_set', 'fail', 'should'])).toBe(false)
    expect(minimised(['vp.min.array_elements', 'fail'])).toBe(false)
    expect(minimised(['vp.min.non_sd_payload', 'warn', 'info'])).toBe(true)
    expect(project([]).data_minimised).toBeNull()
  })
})

describe('the match with the query', () => {
  it('needs something that was compared, and nothing that failed', () => {
    const matched = (...findings: (readonly [string, string])[]) => project(findings).dcql_query_matched
    const token = ['vp.token.present', 'pass'] as const
    expect(matched(token, ['vp.dcql.vct', 'pass'])).toBe(true)
    expect(matched(token, ['vp.dcql.vct', 'pass'], ['vp.dcql.format', 'fail'])).toBe(false)
    expect(matched(token, ['vp.token.unique_keys', 'fail'], ['vp.dcql.vct', 'pass'])).toBe(true)
    expect(matched(['vp.token.sets_satisfied', 'fail'], ['vp.dcql.vct', 'pass'])).toBe(false)
    expect(matched(token, ['vp.dcql.vct', 'not_applicable'])).toBe(false)
    expect(matched()).toBe(false)
  })
})

describe('transaction data', () => {
  const verified = (...findings: (readonly [string, string])[]) => project(findings).transaction_data_verified
  const represented = ['vp.txn.represented', 'pass'] as const

  it('is verified by a hash that matches, and not by one that nobody computed', () => {
    expect(verified(represented, ['vp.txn.hashes_match', 'pass'])).toBe(true)
    expect(verified(represented, ['vp.txn.hashes_match', 'not_observed'], ['vp.txn.alg_allowed', 'pass'])).toBeNull()
    expect(verified(['vp.txn.hashes_match', 'pass'], ['vp.txn.hashes_match', 'not_observed'])).toBeNull()
    expect(verified(represented)).toBeNull()
    expect(verified()).toBeNull()
  })

  it('is not verified where anything of it fails', () => {
    expect(verified(['vp.txn.hashes_match', 'pass'], ['vp.txn.one_credential', 'fail'])).toBe(false)
    expect(verified(['vp.txn.represented', 'fail'])).toBe(false)
  })
})

describe('an empty vp_token', () => {
  it('has its format and matches where every credential is optional, and neither elsewhere', () => {
    const right = { vp_token_format_valid: true, dcql_query_matched: true }
    expect(project([['vp.token.empty_when_optional', 'pass', 'info']])).toMatchObject(right)
    for (const findings of [[], [['vp.token.empty_when_optional', 'warn', 'info'] as const]])
      expect(project(findings)).toMatchObject({ vp_token_format_valid: false, dcql_query_matched: false })
  })
})
