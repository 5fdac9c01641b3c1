import { describe, expect, it } from 'vitest'
import type { FindingStatus } from '../../shared/ports/finding'
import { judgeCase, playedByProgram, type Run } from './case-verdict'
import { officialCases } from './cases'
import type { OfficialCase } from './official-case'

const official = (changes: Partial<OfficialCase> = {}): OfficialCase => ({
  id: 'WS_RP_X_001',
  area: 'X',
  objective: 'Something holds',
  relevancy: 'required',
  channel: 'any',
  class: 'auto_config',
  population: 'wallet',
  preset: 'paths',
  checks: ['a.first', 'a.second'],
  claim: null,
  condition: null,
  gap: null,
  outside: null,
  note: null,
  packed: null,
  applies_if: null,
  side: 'presentation',
  at: null,
  kin: null,
  from: [],
  baseline: false,
  references: [],
  fit: null,
  path: 'X/WS_RP_X__001.md',
  ...changes,
})
type Found = Record<string, FindingStatus | { status: FindingStatus; named: string[] }>
const foundBy = (found: Found): Run['found'] =>
  Object.fromEntries(
    Object.entries(found).map(([id, one]) => [id, typeof one === 'string' ? { status: one, named: null } : one]),
  )
const run = (found: Found, changes: Partial<Run> = {}): Run => ({
  sessionId: 's',
  preset: 'paths',
  expects: 'answer',
  reason: null,
  status: null,
  told: null,
  toldBy: null,
  refusedBy: [],
  found: foundBy(found),
  foundOfOthers: foundBy(found),
  ...changes,
})
const verdict = (one: OfficialCase, ...runs: Run[]) => judgeCase(one, runs).verdict

describe('the verdict of an official case', () => {
  it('is failed by any of its checks, and passed by the one that it is about', () => {
    expect(verdict(official(), run({ 'a.first': 'pass', 'a.second': 'fail' }))).toBe('failed')
    expect(verdict(official(), run({ 'a.first': 'pass', 'a.second': 'not_observed' }))).toBe('passed')
    expect(verdict(official(), run({ 'a.first': 'not_observed', 'a.second': 'pass' }))).toBe('inconclusive')
    expect(verdict(official(), run({ 'a.second': 'pass' }))).toBe('not_applicable')
    expect(judgeCase(official(), [run({ 'a.first': 'pass', 'a.second': 'fail' })]).failed).toBe('a.second')
    expect(judgeCase(official(), [run({ 'a.first': 'warn' })])).toMatchObject({
      verdict: 'passed',
      remark: 'Passed with a remark: see the finding.',
    })
  })

  it('comes from the session of its preset, and from any that was to be answered where that is enough', () => {
    const elsewhere = run({ 'a.first': 'pass' }, { preset: 'union', sessionId: 'other' })
    const broken = run({ 'a.first': 'fail' }, { preset: 'union' })
    const auto = official({ class: 'auto' })
    expect(verdict(official(), elsewhere)).toBe('not_run')
    expect(judgeCase(auto, [elsewhere]).run?.sessionId).toBe('other')
    expect(verdict(auto, { ...elsewhere, expects: 'refusal' })).toBe('not_run')
    expect(verdict(auto, run({ 'a.first': 'pass' }), broken)).toBe('failed')
    expect(verdict(official(), run({ 'a.first': 'pass' }), broken)).toBe('passed')
    expect(verdict(auto, run({}), elsewhere)).toBe('passed')
  })

  it('of a refusal is not decided by the error code, which is only remarked', () => {
    const refusal = official({ checks: ['vp.negative.rejected', 'vp.error.fits'] })
    const other = run({ 'vp.negative.rejected': 'pass', 'vp.error.fits': 'fail' })
    expect(judgeCase(refusal, [other])).toMatchObject({
      verdict: 'passed',
      remark: 'code',
    })
    expect(verdict(refusal, run({ 'vp.negative.rejected': 'fail' }))).toBe('failed')
    expect(verdict(refusal, run({ 'vp.negative.rejected': 'warn' }))).toBe('failed')
    expect(verdict(refusal, run({ 'vp.negative.rejected': 'not_observed' }))).toBe('inconclusive')
    expect(verdict(official({ checks: ['vp.error.code_known'] }), run({ 'vp.error.code_known': 'fail' }))).toBe(
      'failed',
    )
  })

  it('about a claim is not failed by a finding that lists others', () => {
    const about = (claim: string, ...named: string[]) =>
      verdict(official({ claim }), run({ 'a.first': { status: 'fail', named } }))
    expect(about('email', 'sex', 'birthdate')).toBe('passed')
    expect(about('email', 'sex', 'email')).toBe('failed')
    expect(about('address/locality', 'address')).toBe('failed')
    expect(about('address/locality', 'address/country')).toBe('passed')
    expect(about('nationalities/*', 'nationalities')).toBe('failed')
    expect(about('email_address', 'missing: eu.europa.ec.eudi.pid.1/email_address')).toBe('failed')
    expect(verdict(official({ claim: 'email' }), run({ 'a.first': 'fail' }))).toBe('failed')
  })

  it('about a claim is not passed by findings that looked at others', () => {
    const looked = (...named: string[]) => ({ 'a.first': 'pass', 'a.second': { status: 'pass', named } }) as const
    const about = official({ claim: 'email' })
    expect(verdict(about, run(looked('sex', 'email')))).toBe('passed')
    expect(verdict(about, run(looked('sex')))).toBe('not_applicable')
    expect(verdict(about, run({ 'a.first': 'pass' }))).toBe('passed')
  })

  it('is open where the session came to nothing, and says why', () => {
    const reason = 'The wallet responded with the error access_denied.'
    expect(judgeCase(official(), [run({}, { reason })])).toMatchObject({ verdict: 'inconclusive', remark: reason })
  })

  it('of a case that no session decides is the reason for it', () => {
    for (const kind of ['manual', 'gap', 'out_of_scope'] as const)
      expect(verdict(official({ class: kind, preset: null }), run({ 'a.first': 'fail' }))).toBe(
        kind === 'manual' ? 'manual' : 'out',
      )
  })

  it('comes from a session in place of its own as well, and from the worse of both', () => {
    const paired = { instead: ['other'] }
    const of = (preset: string, status: FindingStatus) => run({ 'a.first': status }, { preset })
    const judged = (...runs: Run[]) => judgeCase(official(), runs, paired).verdict
    expect(judged(of('other', 'pass'))).toBe('passed')
    expect(judged(of('paths', 'not_observed'), of('other', 'pass'))).toBe('passed')
    expect(judged(of('paths', 'pass'), of('other', 'fail'))).toBe('failed')
    expect(judged(of('third', 'pass'))).toBe('not_run')
  })

  it('of several presets is passed with all of their sessions, and failed by any', () => {
    const paired = { alongside: ['b', 'c'] }
    const of = (...found: [preset: string, status: FindingStatus][]) =>
      judgeCase(
        official({ preset: 'a', checks: ['vci.fault.refused'] }),
        found.map(([preset, status]) => run({ 'vci.fault.refused': status }, { preset, expects: 'refusal' })),
        paired,
      )
    expect(of(['a', 'pass'], ['b', 'pass'], ['c', 'pass'])).toMatchObject({ verdict: 'passed', remark: null })
    expect(of(['a', 'pass'], ['b', 'pass'])).toMatchObject({
      verdict: 'inconclusive',
      remark: '2 of its 3 sessions passed.',
    })
    const silent = of(['a', 'pass'], ['b', 'not_observed'], ['c', 'pass'])
    expect(silent).toMatchObject({ verdict: 'inconclusive', run: { preset: 'b' } })
    const kept = of(['a', 'pass'], ['c', 'fail'])
    expect(kept).toMatchObject({ verdict: 'failed', failed: 'vci.fault.refused', run: { preset: 'c' } })
    expect(of(['d', 'pass']).verdict).toBe('not_run')
    expect(of().verdict).toBe('not_run')
  })

  it('with a control is passed only where that session shows that the wallet was ready', () => {
    const paired = { control: { preset: 'shown', statuses: ['presentation_validated'] } }
    const one = official({ checks: ['vp.negative.rejected'] })
    const refused = run({ 'vp.negative.rejected': 'pass' })
    const shown = (status: string) => run({}, { preset: 'shown', status })
    expect(judgeCase(one, [refused, shown('presentation_validated')], paired).verdict).toBe('passed')
    expect(judgeCase(one, [refused, shown('wallet_error')], paired)).toMatchObject({
      verdict: 'inconclusive',
      remark: 'Nothing shows that the wallet was ready: see the session of shown.',
    })
    expect(judgeCase(one, [refused], paired).verdict).toBe('inconclusive')
    expect(judgeCase(one, [run({ 'vp.negative.rejected': 'fail' })], paired).verdict).toBe('failed')
  })

  it('is passed with what is known of the case, unless something else is odd', () => {
    const known = { remark: 'It may have been ignored.' }
    expect(judgeCase(official(), [run({ 'a.first': 'pass' })], known)).toMatchObject({ verdict: 'passed', ...known })
    expect(judgeCase(official(), [run({ 'a.first': 'warn' })], known).remark).toMatch(/^Passed with a remark/)
    expect(judgeCase(official(), [run({ 'a.first': 'fail' })], known)).toMatchObject({
      verdict: 'failed',
      remark: null,
    })
  })

  it('is passed by a session that makes many things at once, and failed by its own alone', () => {
    const one = official({ packed: 'all' })
    const together = (status: FindingStatus) => run({ 'a.first': status }, { preset: 'all' })
    expect(verdict(one, together('pass'))).toBe('passed')
    expect(verdict(one, together('fail'))).toBe('not_run')
    expect(verdict(one, together('pass'), run({ 'a.first': 'fail' }))).toBe('failed')
    expect(verdict(one, together('fail'), run({ 'a.first': 'pass' }))).toBe('passed')
  })

  it('is failed by what it demands of the error, also where the session only warns', () => {
    const one = official({ checks: ['vp.negative.rejected', 'vp.error.no_details'] })
    const telling = run({ 'vp.negative.rejected': 'pass', 'vp.error.no_details': 'warn' })
    expect(judgeCase(one, [telling], { demanded: ['vp.error.no_details'] })).toMatchObject({
      verdict: 'failed',
      failed: 'vp.error.no_details',
    })
    expect(judgeCase(one, [telling], {}).verdict).toBe('passed')
  })

  it('about what the wallet uses is not one for a wallet that may have ignored it', () => {
    const one = official({ id: 'WS_RP_SM_RpIntegrity_001', class: 'auto_negative', checks: ['vp.negative.rejected'] })
    expect(verdict(one, run({ 'vp.negative.rejected': 'pass' }))).toBe('passed')
    expect(verdict(one, run({ 'vp.negative.rejected': 'fail' }))).toBe('failed')
    expect(verdict(one, run({ 'vp.negative.rejected': 'warn' }))).toBe('not_applicable')
    expect(verdict({ ...one, id: 'WS_RP_X_001' }, run({ 'vp.negative.rejected': 'warn' }))).toBe('failed')
  })

  it.each([
    ['person', 'A person saw a warning in place of a refusal.'],
    ['driver', 'The driver reported a warning in place of a refusal.'],
    [null, 'A warning was told in place of a refusal, by whom is not recorded.'],
  ] as const)('about a refusal is open where a warning was told in its place, by: %s', (toldBy, remark) => {
    const one = official({ class: 'auto_negative', checks: ['vp.negative.rejected'] })
    const warned = run({ 'vp.negative.rejected': 'pass', 'vp.trust.warned': 'pass' }, { told: 'warned', toldBy })
    expect(judgeCase(one, [warned])).toMatchObject({
      verdict: 'inconclusive',
      remark,
    })
  })

  it('that a reviewer has not accepted is out of scope, and tells what its session would decide', () => {
    const one = official({ class: 'out_of_scope', outside: 'list_format' })
    expect(judgeCase(one, [])).toMatchObject({ verdict: 'out', remark: null, run: null })
    expect(judgeCase(one, [run({ 'a.first': 'pass' })])).toMatchObject({
      verdict: 'out',
      remark: 'Not counted: by its session passed.',
      run: { sessionId: 's' },
    })
    expect(judgeCase({ ...one, outside: 'cose' }, [run({ 'a.first': 'pass' })]).remark).toBeNull()
  })
})

describe('a case about a transaction', () => {
  const one = officialCases.find(({ id }) => id === 'WS_RP_MS_ProtocolMessages_154') ?? official()
  const refused = run({ 'vp.negative.rejected': 'pass' }, { preset: 'txn_unknown_field', expects: 'refusal' })
  const control = (status: FindingStatus) => run({ 'vp.txn.represented': status }, { preset: 'transaction_data' })

  it('is passed by a refusal only where the wallet confirms a right one', () => {
    expect(verdict(one, refused)).toBe('inconclusive')
    expect(verdict(one, refused, control('warn'))).toBe('inconclusive')
    expect(verdict(one, refused, control('pass'))).toBe('passed')
  })

  it('is failed by a presentation, whatever the wallet confirms', () => {
    expect(verdict(one, { ...refused, found: run({ 'vp.negative.rejected': 'fail' }).found })).toBe('failed')
  })
})

describe('the case that a wallet says nothing after its error', () => {
  const one = officialCases.find(({ id }) => id === 'WS_RP_MS_ProtocolMessages_140') ?? official()
  const ended = (found: Record<string, FindingStatus>) =>
    verdict(one, run({ 'vp.negative.rejected': 'pass', ...found }, { preset: 'empty_scope', expects: 'refusal' }))

  it('is passed by an error alone, whatever its code', () => {
    const quiet = { 'vp.request.no_fetch_after_response': 'pass' } as const
    expect([ended(quiet), ended({ ...quiet, 'vp.error.fits': 'warn' })]).toEqual(['passed', 'passed'])
  })

  it('is failed by a later fetch, by another error and by a presentation', () => {
    const quiet = { 'vp.request.no_fetch_after_response': 'pass' } as const
    expect([
      ended({ 'vp.request.no_fetch_after_response': 'warn' }),
      ended({ ...quiet, 'vp.error.repeat': 'warn' }),
      ended({ ...quiet, 'vp.negative.rejected': 'fail' }),
    ]).toEqual(['failed', 'failed', 'failed'])
  })

  it('is not decided by silence, which leaves the verifier waiting', () => {
    expect(ended({ 'vp.request.no_fetch_after_response': 'not_observed' })).toBe('inconclusive')
  })
})

describe('what carried the response', () => {
  const passed = (carrier?: Run['carrier']) => run({ 'a.first': 'pass' }, carrier === undefined ? {} : { carrier })

  it.each([
    ['dc_api', 'not_run', 'passed', 'not_run'],
    ['redirect', 'passed', 'not_run', 'not_run'],
    ['any', 'passed', 'passed', 'not_run'],
  ])('decides cases of the channel %s: by a link %s, through a browser %s, emulated %s', (channel, ...expected) => {
    const of = (carrier?: Run['carrier']) => verdict(official({ channel }), passed(carrier))
    expect([of(), of('browser'), of('emulated')]).toEqual(expected)
  })

  it('says of a case that a program ran that it needs a real browser, and nothing of one that nobody ran', () => {
    const one = official({ channel: 'dc_api' })
    expect(judgeCase(one, [passed('emulated')])).toMatchObject({
      verdict: 'not_run',
      remark: playedByProgram,
      run: null,
    })
    expect(judgeCase(one, [passed('emulated'), passed('browser')])).toMatchObject({ verdict: 'passed', remark: null })
    expect(judgeCase(one, [{ ...passed('emulated'), preset: 'other' }]).remark).toBeNull()
    expect(judgeCase(one, []).remark).toBeNull()
  })

  it('decides that a wallet starts there by what was accepted alone', () => {
    const one = officialCases.find(({ id }) => id === 'WS_RP_IA_Engagement_002')!
    const shown = { preset: one.preset ?? '', carrier: 'browser' } as const
    const of = (status: string) => verdict(one, run({ [one.checks[0] ?? '']: 'pass' }, { ...shown, status }))
    expect([of('presentation_validated'), of('presentation_invalid')]).toEqual(['passed', 'inconclusive'])
  })

  it('fails no wallet that may be set not to verify signatures', () => {
    const one = officialCases.find(({ id }) => id === 'WS_RP_SM_RpIntegrity_005')!
    const of = (status: FindingStatus) =>
      verdict(one, run({ 'vp.negative.rejected': status }, { preset: one.preset ?? '', carrier: 'browser' }))
    expect([of('pass'), of('warn'), of('fail')]).toEqual(['passed', 'not_applicable', 'failed'])
  })
})
