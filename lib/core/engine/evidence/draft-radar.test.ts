import { describe, expect, it } from 'vitest'
import { checkById, checkRegistry } from '../../issuer-and-verifier'
import type { FindingStatus } from '../../shared/ports/finding'
import { reasonId } from '../checks/check'
import { draftRadar } from './draft-radar'
import type { ConformanceEntry } from './session-view'

/** A finding with a reason, as a session lists it. */
const found = (id: string, key: string, status: FindingStatus = 'fail'): ConformanceEntry => {
  const check = checkById(id)
  const reason = check?.reasons[key]
  if (check === null || reason === undefined) throw new Error(`There is no reason ${id}#${key}.`)
  const { draft, fix: hint } = reason
  return { id, status, level: check.level, hint, ...(draft === undefined ? {} : { draft }) } as ConformanceEntry
}
const signsOf = (...findings: readonly ConformanceEntry[]) => draftRadar(findings)?.signs.map(({ check }) => check)

const reasons = checkRegistry.flatMap(({ id, reasons }) =>
  Object.entries(reasons).map(([key, { draft }]) => ({ id, key, draft, name: reasonId(id, key) })),
)

describe('the drafts that a wallet speaks', () => {
  it('are exactly those of the reasons that were seen, of all checks', () => {
    const told = reasons.filter(({ id, key }) => draftRadar([found(id, key)]) !== null).map(({ name }) => name)
    expect(told).toEqual(reasons.flatMap(({ draft, name }) => (draft === undefined ? [] : [name])))
    expect(told).toEqual(
      expect.arrayContaining([
        'vp.token.is_object#presentation_alone',
        'vp.response.no_presentation_submission#presentation_submission',
        'vci.credential.proofs_present#old_name',
      ]),
    )
  })

  it('are none of a type alone, and none where nothing is broken', () => {
    expect(draftRadar([])).toBeNull()
    for (const key of ['other_type', 'unreadable', 'json_in_json'])
      expect(draftRadar([found('vp.token.is_object', key)])).toBeNull()
    expect(draftRadar([found('vp.token.array', 'not_array')])).toBeNull()
  })

  it('are none where a rule was kept, or not seen', () => {
    for (const status of ['pass', 'not_observed', 'not_applicable'] as const)
      expect(draftRadar([found('vci.credential.no_legacy_members', 'old_members', status)])).toBeNull()
  })

  it('are not named again by a part of their name', () => {
    const apu = found('vp.jwe.apu_apv', 'mdoc_nonce', 'warn')
    const iso = { ...apu, id: 'vp.mdoc.device_signature', draft: `${apu.draft}, as in ISO/IEC 18013-7`, hint: 'First.' }
    const radar = draftRadar([iso, apu])
    expect(radar?.signs).toHaveLength(2)
    expect(radar?.line).toBe(
      'This wallet seems to implement OpenID4VP up to draft 24, as in ISO/IEC 18013-7. Change first: First.',
    )
  })

  it('are each named once, and what breaks a must is to be changed first', () => {
    const legacy = found('vci.credential.no_legacy_members', 'old_members', 'warn')
    const proofs = found('vci.credential.proofs_present', 'old_name')
    expect(signsOf(legacy, proofs, legacy)).toEqual([
      'vci.credential.proofs_present',
      'vci.credential.no_legacy_members',
    ])
    expect(draftRadar([legacy, proofs])?.line).toBe(
      'This wallet seems to implement OpenID4VCI before 1.0. Change first: Send proofs, an object with the proof type as its one member and the proof in an array.',
    )
    expect(signsOf(legacy, { ...proofs, status: 'warn' })?.[0]).toBe('vci.credential.no_legacy_members')
  })

  it('put what European issuers want so behind every other sign, with nothing to change there', () => {
    const european = found('vci.wallet_attestation.iss', 'ts3', 'warn')
    const legacy = found('vci.credential.no_legacy_members', 'old_members', 'warn')
    expect(signsOf(european, legacy)).toEqual(['vci.credential.no_legacy_members', 'vci.wallet_attestation.iss'])
    expect(draftRadar([european])?.line).toBe(
      'This wallet seems to implement TS3 1.5 of the European framework, which has no iss. Change first: Nothing at European issuers.',
    )
  })
})
