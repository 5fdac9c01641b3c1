import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { capabilitiesOf, countCapabilities, triedBy } from './capabilities'
import { firstRecords, judgedRecord } from './fold-run'
import { type Capability, capabilities, type StepJudgement } from './run-types'

const step = (kind: 'issuance' | 'presentation', session: Record<string, unknown>) => triedBy({ kind, session })
const query = (...formats: string[]) => ({
  dcql_query: { credentials: formats.map((format) => ({ id: 'c', format })) },
})
const judged = (...ids: string[]) => ids.map((id) => ({ id, status: 'pass' as const }))

describe('what a step tells of a wallet', () => {
  it.each([
    ['issuance', { issuer_configuration_id: 'eu-pid-jwt-proof-only' }, ['issue_sd_jwt']],
    [
      'issuance',
      {
        issuer_configuration_id: 'eu-pid-jwt-proof-only',
        credential_configuration_id: 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof',
      },
      ['issue_mdoc'],
    ],
    [
      'issuance',
      { laboratory: { credentials: [{ format: 'mso_mdoc' }, { format: 'dc+sd-jwt' }] } },
      ['issue_mdoc', 'issue_sd_jwt'],
    ],
    ['presentation', { ...query('dc+sd-jwt'), profile: 'haip' }, ['present_sd_jwt', 'haip']],
    ['presentation', { ...query('mso_mdoc'), trust_framework: 'eu' }, ['present_mdoc', 'trust']],
    ['presentation', { ...query('dc+sd-jwt'), presentation_channel: 'dc_api' }, ['present_sd_jwt', 'browser']],
    ['presentation', { ...query('dc+sd-jwt'), expect: 'refusal', profile: 'haip' }, ['refusals', 'haip']],
    ['presentation', { scope: 'pid' }, []],
    ['presentation', { ...query('mso_mdoc'), expect: 'refusal', mutations: [{ target: 'signature', op: 'none' }] }, []],
    ['issuance', { mutations: [{ target: 'offer', op: 'remove', path: '/grants' }] }, []],
    ['issuance', { credential_configuration_id: 'unknown', laboratory: 'odd' }, []],
  ] as const)('%s %o', (kind, session, expected) => {
    expect(capabilitiesOf(step(kind, session), [])).toEqual(expected)
  })

  it('goes by the format that came, where the query asks for several', () => {
    const either = step('presentation', query('dc+sd-jwt', 'mso_mdoc'))
    expect(capabilitiesOf(either, judged('vp.mdoc.issuer_signature'))).toEqual(['present_mdoc'])
    expect(capabilitiesOf(either, judged('vp.kb.aud'))).toEqual(['present_sd_jwt'])
    expect(capabilitiesOf(either, [{ id: 'vp.mdoc.x', status: 'not_applicable' }])).toHaveLength(2)
  })

  it('is a refusal where the deviation is one that no wallet may accept', () => {
    const refused = step('presentation', { ...query('dc+sd-jwt'), negative_test: 'unknown_dcql_member' })
    expect(capabilitiesOf(refused, [])).toEqual(['present_sd_jwt'])
    expect(capabilitiesOf(step('issuance', { fault: 'authz_iss_mismatch' }), [])).toEqual(['refusals'])
  })
})

const zAttempts = fc.array(
  fc.record({ passed: fc.boolean(), capabilities: fc.subarray<Capability>([...capabilities]) }),
  { maxLength: 40 },
)

describe('the counts of a step', () => {
  it('are as many as its attempts, of which those that passed passed, in any order', () => {
    fc.assert(
      fc.property(zAttempts, (attempts) => {
        const counts = countCapabilities(attempts)
        for (const id of capabilities) {
          const having = attempts.filter((one) => one.capabilities.includes(id))
          const count = counts.find((one) => one.id === id)
          expect([count?.total ?? 0, count?.passed ?? 0]).toEqual([
            having.length,
            having.filter(({ passed }) => passed).length,
          ])
        }
        const byId = (list: typeof counts) => [...list].sort((a, b) => (a.id < b.id ? -1 : 1))
        expect(byId(countCapabilities([...attempts].reverse()))).toEqual(byId(counts))
      }),
      runs(),
    )
  })

  it('are in the record of a step that counts, and in no other', () => {
    const [record] = firstRecords({ steps: [{ id: 's', kind: 'issuance', on_failure: 'stop', runs: null }] })
    const verdicts: readonly StepJudgement['verdict'][] = [
      { kind: 'passed' },
      { kind: 'failed', reason: 'must_failed', detail: '' },
      { kind: 'uncounted', reason: 'nobody_came', detail: '', infra: false },
    ]
    fc.assert(
      fc.property(zAttempts, fc.constantFrom(...verdicts), (attempts, verdict) => {
        const told = countCapabilities(attempts)
        const after = record && judgedRecord(record, { verdict, checks: [], capabilities: told })
        expect(after?.capabilities).toEqual(verdict.kind === 'uncounted' || told.length === 0 ? undefined : told)
      }),
      runs(),
    )
    // Histories of older workers have none.
    expect(record && 'capabilities' in judgedRecord(record, { verdict: { kind: 'passed' }, checks: [] })).toBe(false)
  })
})
