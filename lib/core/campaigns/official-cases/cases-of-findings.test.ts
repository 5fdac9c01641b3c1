import { describe, expect, it } from 'vitest'
import type { ConformanceEntry } from '../../engine/evidence/session-view'
import type { PresentationSession } from '../../shared/ports/store-types'
import { session } from '../../verifier/checks/fixtures/verifier-evidence'
import { officialCases } from './cases'
import { casesOfFindings } from './cases-of-findings'

const facts = () => ({ authorityKeyIdentifier: 'aki', scopeAlias: null })
const finding = (id: string, changes: Partial<ConformanceEntry> = {}) =>
  ({ id, status: 'pass', actual: null, ...changes }) as ConformanceEntry
const casesOf = (of: PresentationSession, found: ConformanceEntry) => casesOfFindings(of, facts)(found)
const optionsOf = (changes: Partial<PresentationSession['options']>): Partial<PresentationSession> => ({
  options: { ...session().options, profile: 'haip', ...changes },
})
const classOf = (id: string) => officialCases.find((one) => one.id === id)?.class
const badSignature = 'WS_RP_SM_RpIntegrity_027'

describe('the official cases of a finding', () => {
  it('are those that any presentation decides, where the finding applies', () => {
    const always = casesOf(session(), finding('vp.kb.aud'))
    expect(always).toContain('WS_RP_MS_ProtocolMessages_008')
    expect(new Set(always.map(classOf))).toEqual(new Set(['auto']))
    expect(casesOf(session(), finding('vp.kb.aud', { status: 'not_observed' }))).toEqual(always)
    expect(casesOf(session(), finding('vp.kb.aud', { status: 'not_applicable' }))).toEqual([])
    expect(casesOf(session(), finding('vp.kb.aud', { status: 'warn', softened: 'after_end' }))).toEqual([])
    expect(casesOf(session(), finding('vp.none'))).toEqual([])
  })

  it('of a preset are named by its session, and by one with all of its members', () => {
    const named = (changes: Partial<PresentationSession>) =>
      casesOf(session(changes), finding('vp.negative.rejected')).includes(badSignature)
    const wrong = { negative_test: 'bad_signature', expect: 'refusal' } as const
    expect(named({ preset: 'bad_signature' })).toBe(true)
    expect(named({ preset: 'missing_nonce', ...optionsOf(wrong) })).toBe(false)
    expect(named(optionsOf(wrong))).toBe(true)
    expect(named(optionsOf({ ...wrong, reveal_claims: true }))).toBe(true)
    expect(named(optionsOf({ ...wrong, profile: 'openid4vp' }))).toBe(false)
    expect(named(optionsOf({ ...wrong, negative_test: 'missing_nonce' }))).toBe(false)
    expect(named({})).toBe(false)
  })

  it('of a request that is right are not named where the request is wrong besides', () => {
    const byValue = (negative_test: string | null) =>
      casesOf(
        session({ requestDelivery: 'by_value', options: { ...session().options, negative_test } }),
        finding('vp.token.present'),
      ).filter((id) => classOf(id) === 'auto_config')
    expect(byValue(null)).toEqual(
      officialCases
        .filter(({ preset, checks }) => preset === 'by_value' && checks.includes('vp.token.present'))
        .map(({ id }) => id),
    )
    expect(byValue('random_parameter')).toEqual([])
  })

  it('read the facts of the installation once for all findings, since they parse certificates', () => {
    let reads = 0
    const counted = () => {
      reads += 1
      return facts()
    }
    const casesOfThis = casesOfFindings(session(), counted)
    const checks = new Set(officialCases.flatMap((one) => one.checks))
    for (const id of checks) casesOfThis(finding(id))
    expect(checks.size).toBeGreaterThan(1)
    expect(reads).toBe(1)
  })

  it('where a person is to decline follow from the name of the preset only', () => {
    const of = (changes: Partial<PresentationSession>) =>
      casesOf(session(changes), finding('vp.error.code_known')).filter((id) => classOf(id) !== 'auto')
    expect(of({ preset: 'user_denies' })).not.toEqual([])
    expect(of(optionsOf({ expect: 'refusal' }))).toEqual([])
  })

  it('about a claim need a query for it, in the format of the case, or a finding that names it', () => {
    const about = (changes: Partial<ConformanceEntry> = {}, of = session()) =>
      casesOf(of, finding('vp.dcql.claims_present', { subject: { query_id: 'pid', index: 0 }, ...changes }))
        .filter((id) => classOf(id) === 'credential_content')
        .map((id) => officialCases.find((one) => one.id === id)?.claim)
    expect(new Set(about())).toEqual(new Set(['family_name', 'address/locality', 'nationalities/*']))
    expect(new Set(about({ status: 'fail', actual: ['missing: family_name'] }))).toEqual(new Set(['family_name']))
    expect(about({ subject: { query_id: 'other', index: 0 } })).toEqual([])
    const broken = session({
      request: { dcql_query: { credentials: [{ id: 1, claims: [{ path: [{}, 'x'] }, 3] }, 4] } },
    })
    expect(about({}, broken)).toEqual([])
  })

  it('about the status of a credential need a query for its format', () => {
    const about = (format: string) =>
      casesOf(
        session({ request: { dcql_query: { credentials: [{ id: 'pid', format }] } } }),
        finding('vp.token.present'),
      )
        .filter((id) => classOf(id) === 'credential_content')
        .map((id) => officialCases.find((one) => one.id === id)?.preset)
    expect(new Set(about('dc+sd-jwt'))).toEqual(new Set(['membership_sd_jwt']))
    expect(new Set(about('mso_mdoc'))).toEqual(new Set(['membership_mdoc']))
  })
})
