import { describe, expect, it } from 'vitest'
import { checkById } from '../../issuer-and-verifier'
import type { FindingStatus } from '../../shared/ports/finding'
import type { Json } from '../../shared/values/json'
import { draftRadar } from './draft-radar'
import type { ConformanceEntry } from './session-view'

const found = (id: string, actual: Json, status: FindingStatus = 'fail'): ConformanceEntry => {
  const check = checkById(id)
  if (check === null) throw new Error(`There is no check ${id}.`)
  return { id, status, actual, level: check.level } as ConformanceEntry
}
const signsOf = (...findings: readonly ConformanceEntry[]) => draftRadar(findings)?.signs.map(({ check }) => check)

describe('the drafts that a wallet speaks', () => {
  it('are none where no finding is of one, whatever else is broken', () => {
    expect(draftRadar([])).toBeNull()
    const others = [
      found('vp.kb.nonce', 'other'),
      found('vp.token.is_object', 'array'),
      found('vp.token.is_object', 'It passes the bound of 1 MiB.'),
      found('vp.sdjwt.typ', 'JWT'),
      found('vp.mdoc.transcript_variant', 'dc_api'),
      found('vp.mdoc.transcript_variant', 'another_session'),
      found('vp.mdoc.device_signature', { made_for: 'none of what was tried', tried: ['iso_18013_7'] }),
      found('vp.jwe.apu_apv', 'something else'),
      found('vci.key_attestation.typ', 'JWT'),
      found('vci.wallet_attestation.pop_iss', 'another'),
      found('vci.wallet_attestation.headers_paired', { attestation: 2, pop: 1 }),
    ]
    expect(draftRadar(others)).toBeNull()
  })

  it('are none where a rule was kept, or not seen', () => {
    for (const status of ['pass', 'not_observed', 'not_applicable'] as const)
      expect(draftRadar([found('vci.credential.no_legacy_members', null, status)])).toBeNull()
  })

  it.each<[string, Json, FindingStatus, RegExp]>([
    ['vp.response.no_presentation_submission', 'present', 'fail', /Presentation Exchange/],
    ['vp.token.is_object', 'string', 'fail', /Presentation Exchange/],
    ['vp.token.array', ['pid: string'], 'fail', /DCQL/],
    ['vp.mdoc.transcript_variant', 'iso_18013_7', 'fail', /draft 24, as in ISO/],
    ['vp.mdoc.transcript_variant', { covered: 'openid4vp', salted_with: 'iso_18013_7' }, 'fail', /draft 24, as in ISO/],
    ['vp.mdoc.transcript_variant', 'dc_api_draft_24', 'fail', /Digital Credentials API/],
    ['vp.mdoc.device_signature', { transcript: 'iso_18013_7' }, 'fail', /draft 24, as in ISO/],
    ['vp.mdoc.device_mac', { transcript: 'openid4vp', salted_with: 'dc_api_draft_24' }, 'fail', /Digital Credentials/],
    ['vp.jwe.apu_apv', 'a text', 'warn', /up to draft 24/],
    ['vp.sdjwt.typ', 'vc+sd-jwt', 'fail', /SD-JWT VC/],
    ['vci.credential.no_legacy_members', ['proof'], 'fail', /OpenID4VCI before 1.0/],
    ['vci.key_attestation.typ', 'keyattestation+jwt', 'fail', /OpenID4VCI before 1.0/],
    ['vci.wallet_attestation.pop_iss', null, 'warn', /draft 08 .* client attestations/],
    ['vci.wallet_attestation.headers_paired', { attestation: 1, pop: 0 }, 'fail', /draft 09 .* client attestations/],
  ])('are told from %s with %j', (id, actual, status, draft) => {
    const radar = draftRadar([found(id, actual, status)])
    expect(radar?.signs).toEqual([{ check: id, draft: expect.stringMatching(draft), change: expect.any(String) }])
    expect(radar?.line).toBe(
      `This wallet seems to implement ${radar?.signs[0]?.draft}. Change first: ${radar?.signs[0]?.change}`,
    )
  })

  it('are not named again by a part of their name', () => {
    const iso = found('vp.mdoc.device_signature', { transcript: 'iso_18013_7' })
    const radar = draftRadar([iso, found('vp.jwe.apu_apv', 'a text', 'warn')])
    expect(radar?.signs).toHaveLength(2)
    expect(radar?.line).toBe(
      'This wallet seems to implement OpenID4VP up to draft 24, as in ISO/IEC 18013-7. Change first: Sign the SessionTranscript with OpenID4VPHandover.',
    )
  })

  it('are each named once, and what breaks a must is to be changed first', () => {
    const legacy = found('vci.credential.no_legacy_members', ['proof', 'format'])
    const typ = found('vci.key_attestation.typ', 'keyattestation+jwt')
    expect(signsOf(legacy, typ, legacy)).toEqual(['vci.key_attestation.typ', 'vci.credential.no_legacy_members'])
    expect(draftRadar([legacy, typ])?.line).toBe(
      'This wallet seems to implement OpenID4VCI before 1.0. Change first: Set typ of the key attestation to key-attestation+jwt, with a hyphen.',
    )
    expect(signsOf(legacy, found('vci.key_attestation.typ', 'keyattestation+jwt', 'warn'))?.[0]).toBe(
      'vci.credential.no_legacy_members',
    )
  })
})
