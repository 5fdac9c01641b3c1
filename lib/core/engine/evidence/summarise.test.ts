import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { issuerKind } from '../../issuer/evidence/issuer-kind'
import type { FindingStatus } from '../../shared/ports/finding'
import { evidence } from './fixtures/sessions'
import { projectConformance } from './project-conformance'
import type { ConformanceEntry } from './session-view'
import { summarise, worstByCheck } from './summarise'

const [template] = projectConformance(issuerKind, evidence([])).entries
const entry = (
  id: string,
  status: FindingStatus,
  change: Partial<Pick<ConformanceEntry, 'level' | 'profile'>> = {},
): ConformanceEntry => ({ ...template!, id, status, level: 'must', profile: 'base', ...change })
const haip = { profile: 'haip' } as const
const verdict = (entries: readonly ConformanceEntry[], issued = true) => summarise(entries, issued).verdict

describe('the worst of a check', () => {
  it('counts: a failure that was corrected later was a failure', () => {
    const entries = [entry('a', 'pass'), entry('a', 'fail'), entry('a', 'pass')]
    expect(worstByCheck(entries).map(({ status }) => status)).toEqual(['fail'])
  })

  it.each<[FindingStatus, FindingStatus]>([
    ['fail', 'warn'],
    ['warn', 'pass'],
    ['pass', 'not_observed'],
    ['not_observed', 'not_applicable'],
  ])('is %s rather than %s, whichever came first', (worse, better) => {
    for (const order of [
      [worse, better],
      [better, worse],
    ]) {
      expect(worstByCheck(order.map((status) => entry('a', status))).map(({ status }) => status)).toEqual([worse])
    }
  })
})

describe('the counts', () => {
  it('count each check once, by level and by profile', () => {
    const summary = summarise(
      [
        entry('a', 'fail'),
        entry('a', 'pass'),
        entry('b', 'pass'),
        entry('c', 'warn', { level: 'should' }),
        entry('d', 'not_observed', { level: 'should' }),
        entry('e', 'pass', { level: 'info', ...haip }),
        entry('f', 'not_applicable'),
      ],
      true,
      { unclaimed: ['eu'] },
    )
    expect(summary).toEqual({
      must: { pass: 1, fail: 1, not_observed: 0 },
      should: { pass: 0, fail: 0, not_observed: 1 },
      counts: { pass: 2, fail: 1, warn: 1, not_observed: 1, not_applicable: 1 },
      by_profile: {
        base: { pass: 1, fail: 1, warn: 1, verdict: 'fail' },
        haip: { pass: 1, fail: 0, warn: 0, verdict: 'incomplete' },
        pid: { pass: 0, fail: 0, warn: 0, verdict: 'incomplete' },
      },
      verdict: 'fail',
      reason: null,
      mixed_traffic: false,
      drafts: null,
    })
  })
})

describe('the verdict', () => {
  it('is fail as soon as a must of base or pid failed, issued or not', () => {
    expect(verdict([entry('a', 'fail')], false)).toBe('fail')
    expect(verdict([entry('a', 'fail', { profile: 'pid' })])).toBe('fail')
  })

  it('is pass once a credential was issued, a must held and none failed', () => {
    const light = [
      entry('d', 'pass'),
      entry('a', 'warn'),
      entry('b', 'fail', { level: 'should' }),
      entry('c', 'warn', { level: 'info' }),
    ]
    expect(verdict(light)).toBe('pass')
  })

  it('is incomplete before that', () => {
    expect(verdict([entry('a', 'pass')], false)).toBe('incomplete')
  })

  it.each<[string, readonly ConformanceEntry[]]>([
    ['no check', []],
    ['no check that applies', [entry('a', 'not_applicable', { profile: 'pid' })]],
    ['no check that was reached', [entry('a', 'not_observed', { profile: 'pid' })]],
    [
      'no must that held',
      [entry('a', 'warn', { profile: 'pid' }), entry('b', 'pass', { profile: 'pid', level: 'info' })],
    ],
  ])('of a profile with %s is incomplete, issued or not', (_name, entries) => {
    for (const issued of [true, false]) expect(summarise(entries, issued).by_profile.pid.verdict).toBe('incomplete')
  })

  it('of a profile that the issuer does not claim is incomplete, whatever was seen', () => {
    const entries = [entry('a', 'pass', haip), entry('b', 'warn', haip), entry('c', 'pass')]
    const { by_profile, verdict: top } = summarise(entries, true, { unclaimed: ['haip'] })
    expect([by_profile.haip.verdict, by_profile.haip.warn, top]).toEqual(['incomplete', 1, 'pass'])
  })

  it('of the European framework are there only in a session under it', () => {
    const entries = [entry('a', 'pass'), entry('b', 'fail', { profile: 'eu' })]
    const [inside, outside] = [summarise(entries, true), summarise(entries, true, { unclaimed: ['eu'] })]
    expect([inside.by_profile.eu?.verdict, inside.verdict]).toEqual(['fail', 'fail'])
    expect([outside.by_profile.eu, outside.verdict]).toEqual([undefined, 'pass'])
  })

  it('of a profile is pass where a must of it held', () => {
    const { by_profile } = summarise([entry('a', 'pass', { profile: 'pid' })], true)
    expect(by_profile.pid).toEqual({ pass: 1, fail: 0, warn: 0, verdict: 'pass' })
  })

  it('is fail where only the profile haip is broken, whatever the base profile comes to', () => {
    const { verdict: top, by_profile } = summarise([entry('a', 'fail', haip), entry('b', 'pass')], true)
    expect([top, by_profile.base.verdict, by_profile.haip.verdict]).toEqual(['fail', 'pass', 'fail'])
  })

  covers('D24')
  it('is incomplete, with its reason, where a request that names no session broke a must', () => {
    const entries = [entry('a', 'pass'), { ...entry('b', 'warn'), softened: 'inferred' as const }]
    const { verdict: top, reason } = summarise(entries, true)
    expect([top, reason]).toEqual(['incomplete', expect.stringContaining('names no session')])
    const mixed = summarise(entries, true, { mixedTraffic: true })
    expect([mixed.verdict, mixed.reason, mixed.mixed_traffic]).toEqual(['pass', null, true])
    const unclaimed = [entry('a', 'pass'), { ...entry('b', 'warn'), softened: 'unclaimed' as const }]
    expect(summarise(unclaimed, true)).toMatchObject({ verdict: 'pass', reason: null })
  })
})

describe('mixed traffic', () => {
  const inferred = (id: string, status: FindingStatus) => ({
    ...entry(id, status),
    correlation: 'inferred' as const,
    exchange_id: 'foreign',
  })

  it('changes no count by what a request that names no session did', () => {
    const own = [entry('a', 'pass'), entry('b', 'warn'), entry('c', 'not_observed')]
    const { counts, must, should } = summarise(own, true)
    const foreign = [inferred('a', 'warn'), inferred('b', 'pass'), inferred('c', 'pass')]
    const mixed = summarise([...own, ...foreign], true, { mixedTraffic: true })
    expect(mixed).toMatchObject({ counts, must, should })
    expect(summarise([...own, ...foreign], true).counts).not.toEqual(counts)
  })

  it('leaves a check unobserved that nothing else looked at', () => {
    const { counts } = summarise([inferred('a', 'pass'), entry('b', 'pass')], true, { mixedTraffic: true })
    expect(counts).toEqual({ pass: 1, fail: 0, warn: 0, not_observed: 1, not_applicable: 0 })
  })
})
