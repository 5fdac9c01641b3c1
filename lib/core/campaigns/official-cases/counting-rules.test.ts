import { describe, expect, it } from 'vitest'
import type { FindingStatus } from '../../shared/ports/finding'
import type { FoundByCheck } from '../deciding-result'
import type { JudgedCase, Run } from './case-verdict'
import { officialCases } from './cases'
import { type CoveredCase, causesOf, headlineOf, headlineSentence } from './coverage-counts'
import { frameworkDefects } from './defects'
import type { CaseVerdict } from './official-case'
import { foldCoverage, withContradictions } from './wallet-coverage'

const exchange = '5c1c7b6e-1f0d-4b3c-9a52-6d2f0e7a4b18'
const pid = { query_id: 'pid', index: 0 }
const foundBy = (found: Record<string, FindingStatus | FoundByCheck>): Run['found'] =>
  Object.fromEntries(
    Object.entries(found).map(([id, one]) => [id, typeof one === 'string' ? { status: one, named: null } : one]),
  )
const run = (preset: string, found: Parameters<typeof foundBy>[0], changes: Partial<Run> = {}): Run => ({
  ...{
    sessionId: `session of ${preset}`,
    preset,
    expects: 'answer',
    reason: null,
    status: null,
    told: null,
    toldBy: null,
  },
  ...{ refusedBy: [], found: foundBy(found), foundOfOthers: foundBy(found), ...changes },
})
const protocol = (number: string) => `WS_RP_MS_ProtocolMessages_${number}`
const judgedIn = ({ cases }: Pick<ReturnType<typeof foldCoverage>, 'cases'>, id: string): JudgedCase => {
  const one = cases.find(({ official }) => official.id === id)
  if (one === undefined) throw new Error(`No case is called ${id}.`)
  return one.judged
}

describe('one cause is counted once', () => {
  const wrongAud = run(
    'unknown_parameter',
    {
      'vp.negative.still_answers': 'not_observed',
      'vp.token.present': 'pass',
      'vp.response.encrypted': 'pass',
      'vp.kb.aud': { status: 'fail', named: null, place: { exchangeId: exchange, subject: pid } },
    },
    { refusedBy: ['vp.kb.aud'] },
  )

  it('a wrong aud fails its own case, and leaves those open that its refusal kept from being decided', () => {
    const coverage = foldCoverage([wrongAud])
    const cause = { check: 'vp.kb.aud', sessionId: 'session of unknown_parameter', exchangeId: exchange, subject: pid }
    const verdicts = ['008', '016', '124'].map((number) => judgedIn(coverage, protocol(number)))
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['failed', 'inconclusive', 'inconclusive'])
    expect(verdicts.map((one) => one.cause)).toEqual([cause, cause, cause])
    expect(verdicts[1]?.remark).toBe('The wallet responded, and vp.kb.aud refused the response.')
    expect(coverage.causes).toEqual([{ ...cause, cases: [protocol('008')], leftOpen: ['016', '124'].map(protocol) }])
    expect(coverage.headline).toMatchObject({ failed: 1, causes: 1, inconclusive: 2 })
  })

  it('a check that fails cases of several sessions is one cause, and another check is another', () => {
    const unsigned = (preset: string) => run(preset, { 'vp.negative.rejected': 'fail' }, { expects: 'refusal' })
    const two = foldCoverage([unsigned('bad_signature'), unsigned('missing_nonce')])
    expect(two.headline).toMatchObject({ failed: 2, causes: 1 })
    expect(two.causes.map(({ check, sessionId, cases }) => [check, sessionId, cases.length])).toEqual([
      ['vp.negative.rejected', 'session of bad_signature', 2],
    ])
    const three = foldCoverage([unsigned('bad_signature'), unsigned('missing_nonce'), wrongAud])
    expect(three.headline).toMatchObject({ failed: 3, causes: 2 })
  })

  it('a response that a limit of this service refused blames no check', () => {
    const coverage = foldCoverage([run('unknown_parameter', { 'vp.negative.still_answers': 'not_observed' })])
    expect(judgedIn(coverage, protocol('016'))).toMatchObject({
      verdict: 'inconclusive',
      remark: 'Nothing in the session shows it: see vp.negative.still_answers.',
      cause: null,
    })
  })
})

describe('a credential of this service', () => {
  const missingSex = foundBy({
    'vp.dcql.claims_present': { status: 'fail', named: ['missing: sex'] },
    'vp.pid.known_names': 'pass',
    'vp.kb.aud': 'pass',
    'vp.token.present': 'pass',
  })
  const sex = officialCases.find(({ claim, preset }) => claim === 'sex' && preset === 'sd_jwt_baseline')?.id ?? ''
  const shown = (foundOfOthers: Run['foundOfOthers']) =>
    foldCoverage([run('sd_jwt_baseline', {}, { found: missingSex, foundOfOthers })])

  it('that lacks a claim says nothing of its case, and one of another issuer does', () => {
    expect(judgedIn(shown(null), sex)).toMatchObject({
      verdict: 'not_applicable',
      remark: 'judges this service',
      failed: null,
      cause: null,
    })
    expect(judgedIn(shown(missingSex), sex)).toMatchObject({ verdict: 'failed', failed: 'vp.dcql.claims_present' })
  })

  it('decides no case about content, and still those about the wallet', () => {
    const { cases, groups } = shown(null)
    const content = cases.filter(({ official }) => official.population !== 'wallet' && official.population !== null)
    expect(content).toHaveLength(151)
    const results = new Set(content.map(({ judged }) => judged.verdict))
    expect(results).toEqual(new Set(['not_applicable', 'not_run']))
    expect(
      groups.filter(({ population, counts }) => population !== 'wallet' && counts.passed + counts.failed > 0),
    ).toEqual([])
    expect(judgedIn(shown(null), protocol('008')).verdict).toBe('passed')
  })
})

describe('a refusal', () => {
  const badSignature = 'WS_RP_SM_RpIntegrity_027'
  it('is not shown by silence that nobody was asked about', () => {
    const reason = 'Only a person can tell what the wallet showed.'
    const coverage = foldCoverage([run('bad_signature', {}, { expects: 'refusal', reason })])
    expect(judgedIn(coverage, badSignature)).toMatchObject({ verdict: 'inconclusive', remark: reason, cause: null })
    expect(coverage.headline).toMatchObject({ passed: 0, failed: 0, inconclusive: 1 })
  })

  it('with another error code is passed, and counted apart', () => {
    const found = { 'vp.negative.rejected': 'pass', 'vp.error.fits': 'warn' } as const
    const coverage = foldCoverage([run('no_query', found, { expects: 'refusal' })])
    const other = coverage.cases.filter(({ judged }) => judged.remark === 'code')
    expect(other.map(({ official, judged }) => [official.preset, judged.verdict])).toEqual([['no_query', 'passed']])
    expect(coverage.headline).toMatchObject({ passed: 1, code: 1 })
    expect(coverage.counts.code).toBe(1)
  })

  it('with something beside its error is no matter of the code', () => {
    const found = { 'vp.negative.rejected': 'pass', 'vp.error.exclusive': 'fail' } as const
    const { cases, counts } = foldCoverage([run('required_unmatchable', found, { expects: 'refusal' })])
    expect(judgedIn({ cases }, protocol('014')).remark).toBe('Passed with a remark: see the finding.')
    expect(counts.code).toBe(0)
  })

  it.each([
    ['a person', 'person', [1, 0, 0]],
    ['a driver', 'driver', [0, 1, 0]],
    ['nobody knows whom', null, [0, 0, 1]],
  ] as const)('that was told by %s is counted apart too', (_, toldBy, counts) => {
    const found = { 'vp.negative.rejected': 'pass' } as const
    const countsOf = (more: Partial<Run>) => {
      const { headline } = foldCoverage([run('bad_signature', found, { expects: 'refusal', ...more })])
      return [headline.passed, headline.told, headline.told_by_driver, headline.told_unrecorded]
    }
    expect(countsOf({ told: 'error', toldBy })).toEqual([1, ...counts])
    expect(countsOf({ told: 'nothing', toldBy })).toEqual([1, 0, 0, 0])
    expect(countsOf({})).toEqual([1, 0, 0, 0])
  })
})

const covered = (
  id: string,
  verdict: CaseVerdict,
  failed: string | null = null,
): Omit<CoveredCase, 'contradictedBy'> => {
  const official = officialCases.find((one) => one.id === id)
  if (official === undefined) throw new Error(`No case is called ${id}.`)
  const cause = failed === null ? null : { check: failed, sessionId: 's', exchangeId: null, subject: null }
  // What is a gap today is decided once its part has landed.
  return {
    official: { ...official, population: 'wallet' },
    judged: { verdict, remark: null, run: null, failed, cause },
  }
}

describe('cases that contradict each other', () => {
  const byValue = protocol('004')
  const refusesByValue = 'WS_RP_IA_Supportive_007'
  const check = 'vp.negative.rejected'

  it('leave the headline and the causes where one side passed and the other failed', () => {
    const cases = withContradictions([covered(byValue, 'passed'), covered(refusesByValue, 'failed', check)])
    expect(cases.map(({ contradictedBy }) => contradictedBy)).toEqual([[], [byValue]])
    expect(headlineOf(cases)).toMatchObject({ of: 1, passed: 1, failed: 0, causes: 0, contradicted: 1 })
    expect(causesOf(cases)).toEqual([])
  })

  it('stay where neither side passed, or the failed one stands alone', () => {
    const both = withContradictions([covered(byValue, 'failed', check), covered(refusesByValue, 'failed', check)])
    expect(headlineOf(both)).toMatchObject({ of: 2, failed: 2, causes: 1, contradicted: 0 })
    const alone = withContradictions([covered(byValue, 'not_run'), covered(refusesByValue, 'failed', check)])
    expect(headlineOf(alone)).toMatchObject({ failed: 1, not_run: 1, contradicted: 0 })
  })

  it.each([
    ['WS_RP_MS_Metadata_125', 'WS_RP_SM_RpIntegrity_024'],
    ['WS_RP_MS_Metadata_118', 'WS_RP_SM_RpIntegrity_024'],
    ['WS_RP_SM_RpIntegrity_006', 'WS_RP_SM_RpIntegrity_024'],
    [protocol('041'), 'WS_RP_SM_RpIntegrity_024'],
    ['WS_RP_DM_CredentialMetadata_CredentialStructure_009', protocol('014')],
    ['WS_RP_IA_MainInteraction_043', protocol('147')],
    [byValue, refusesByValue],
  ])('are %s and %s, both ways', (one, other) => {
    for (const [passed, failed] of [
      [one, other],
      [other, one],
    ] as const)
      expect(
        withContradictions([covered(passed, 'passed'), covered(failed, 'failed', check)])[1]?.contradictedBy,
      ).toEqual([passed])
  })

  it('are named by a note that says which prefixes the cases are about', () => {
    const note = frameworkDefects.find(({ cases }) => cases.includes('WS_RP_MS_Metadata_125'))?.note
    expect(note).toContain('x509_san_dns')
    for (const { sides = [] } of frameworkDefects) for (const side of sides) expect(side).not.toEqual([])
  })
})

describe('the headline', () => {
  it('holds required cases that judge the wallet and apply, and no other', () => {
    const ids = officialCases.filter(({ population }) => population === 'wallet')
    const required = ids.filter(({ relevancy }) => relevancy === 'required').map(({ id }) => id)
    expect(foldCoverage([]).headline).toMatchObject({ of: required.length, not_run: required.length })
    const [first = '', second = '', third = ''] = required
    const optional = ids.find(({ relevancy }) => relevancy !== 'required')?.id ?? ''
    const cases = withContradictions([
      covered(first, 'passed'),
      covered(second, 'not_applicable'),
      covered(third, 'failed', 'vp.kb.aud'),
      covered(optional, 'failed', 'vp.kb.nonce'),
    ])
    expect(headlineOf(cases)).toMatchObject({ of: 2, passed: 1, failed: 1, causes: 1 })
  })

  it('leaves out a case whose text changed since it was judged', () => {
    const ofWallet = officialCases.filter(
      ({ population, relevancy }) => population === 'wallet' && relevancy === 'required',
    )
    const [first = '', second = ''] = ofWallet.map(({ id }) => id)
    const cases = withContradictions([covered(first, 'passed'), covered(second, 'failed', 'vp.kb.aud')])
    expect(headlineOf(cases)).toMatchObject({ of: 2, passed: 1, failed: 1, review_needed: 0 })
    const marked = headlineOf(cases, ({ id }) => id === second)
    expect(marked).toMatchObject({ of: 1, passed: 1, failed: 0, causes: 0, review_needed: 1 })
  })

  it('is one sentence', () => {
    const numbers = { of: 290, passed: 200, failed: 0, causes: 0, inconclusive: 3, not_run: 87 }
    const more = { code: 0, told: 0, contradicted: 0, review_needed: 0 }
    const words = (changes: Partial<typeof numbers>) => headlineSentence({ ...numbers, ...more, ...changes })
    expect(words({})).toBe('200 of 290 passed; 0 failed; 3 inconclusive; 87 not run')
    expect(words({ failed: 4, causes: 1 })).toContain('; 4 failed from 1 cause; ')
    expect(words({ failed: 4, causes: 2 })).toContain('; 4 failed from 2 causes; ')
  })
})
