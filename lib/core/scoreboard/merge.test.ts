import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { runs } from '@/scripts/thorough.mjs'
import { instantKey, readRunningTime, writeRunningTime } from './instants'
import { contributionOf, type MergedStatistics, mergeStatistics, mergeStream, toSavedRow } from './merge'
import { successRate } from './rows/row-words'
import { type PipelineStatistics, zPipelineStatistics } from './z-statistics'

const item = (members: Record<string, unknown> = {}): PipelineStatistics =>
  zPipelineStatistics.parse({
    pipeline_id: 'p1',
    pipeline_name: 'Pipeline',
    total_runs: 1,
    total_successes: 1,
    success_rate: 100,
    ...members,
  })

const merged = (...items: [namespace: string, members: Record<string, unknown>][]) =>
  toSavedRow(items.map(([namespace, members]) => contributionOf(namespace, item(members))).reduce(mergeStatistics))

covers('S5')
describe('merging namespaces', () => {
  covers('B1.6', 'S1')
  it('the rate comes from the sums, not from the rates', () => {
    const row = merged(
      ['ns1', { total_runs: 10, total_successes: 8, success_rate: 80 }],
      ['ns2', { total_runs: 5, total_successes: 5, success_rate: 100 }],
    )
    expect(row).toMatchObject({ total_runs: 15, total_successes: 13, success_rate: 86.67 })
  })

  covers('B2.1', 'S2', 'S3', 'S4')
  it('rates have two decimals and the rounding of IEEE doubles', () => {
    const rates: [number, number, number][] = [
      [3, 1, 33.33],
      [3, 2, 66.67],
      [9, 7, 77.78],
      [22, 22, 100],
      [4, 0, 0],
      [800, 1, 0.13],
      [800, 57, 7.12],
      [1_000_000, 999_999, 100],
      [0, 0, 0],
    ]
    for (const [runs, successes, rate] of rates) expect(successRate(runs, successes)).toBe(rate)
  })

  it.each([
    ['10m0s', '2m0s', '2m0s'],
    ['9s', '10s', '9s'],
    ['', '45s', '45s'],
    ['junk', '45s', '45s'],
    ['1h0m0s', '59m59s', '59m59s'],
    ['zzz', 'junk', 'junk'],
  ])('of the running times "%s" and "%s" the shorter one stays, whatever the order', (a, b, shorter) => {
    const times = [{ min_execution_time: a }, { min_execution_time: b }] as const
    expect(merged(['ns1', times[0]], ['ns2', times[1]]).min_execution_time).toBe(shorter)
    expect(merged(['ns1', times[1]], ['ns2', times[0]]).min_execution_time).toBe(shorter)
  })

  covers('S7')
  it('instants are compared as instants, to the fraction and across offsets', () => {
    const dates = (text: string) => ({ first_execution_date: text, last_execution_date: text })
    const fraction = merged(['a', dates('2026-01-01T10:00:00.1Z')], ['b', dates('2026-01-01T10:00:00Z')])
    expect(fraction.first_execution_date).toBe('2026-01-01T10:00:00.000000000Z')
    expect(fraction.last_execution_date).toBe('2026-01-01T10:00:00.100000000Z')
    const offset = merged(['a', dates('2026-01-01T11:30:00+02:00')], ['b', dates('2026-01-01T10:00:00Z')])
    expect(offset.first_execution_date).toBe('2026-01-01T09:30:00.000000000Z')
  })

  covers('S8')
  it('the latest success is that of the later start, at equal starts that of the smaller namespace', () => {
    const success = (workflow: string, start: string) => ({
      last_successful_run: { workflow_id: workflow, run_id: 'r', start_time: start },
    })
    const early = success('w1', '2026-01-01T10:00:00Z')
    const late = success('w2', '2026-01-01T10:00:01Z')
    expect(merged(['ns1', early], ['ns2', late]).last_execution?.workflow_id).toBe('w2')
    expect(merged(['ns2', late], ['ns1', success('w3', '2026-01-01T10:00:01.0Z')]).last_execution?.workflow_id).toBe(
      'w3',
    )
    expect(merged(['ns1', success('', '2026-01-01T10:00:00Z')])).not.toHaveProperty('last_execution')
  })

  covers('S8')
  it('without any success the latest run says what was used, and leads to no execution and no files', () => {
    const run = (workflow: string, start: string, wallet: string, more = {}) => ({
      workflow_id: workflow,
      run_id: 'r',
      start_time: start,
      details: { workflow_id: workflow, run_id: 'r', screenshots: 'x', wallet_used: [wallet], ...more },
    })
    const [early, late] = [run('w1', '2026-01-01T10:00:00Z', 'a/old'), run('w2', '2026-01-01T10:00:01Z', 'a/new')]
    const { last_execution } = merged(['ns1', { last_run: late }], ['ns2', { last_run: early }])
    expect(last_execution).toMatchObject({ wallet_used: ['a/new'], issuers: [] })
    for (const member of ['workflow_id', 'run_id', 'screenshots']) expect(last_execution).not.toHaveProperty(member)
    const success = run('w0', '2026-01-01T09:00:00Z', 'a/good')
    expect(merged(['ns1', { last_run: late }], ['ns2', { last_successful_run: success }]).last_execution).toMatchObject(
      { workflow_id: 'w0', wallet_used: ['a/good'] },
    )
  })

  covers('S9', 'S10')
  it('modes are summed, runners and their types united, sorted and without repetition', () => {
    const row = merged(
      [
        'ns1',
        {
          manual_executions: 3,
          scheduled_executions: 7,
          ci_executions: 2,
          runners: ['b', 'a'],
          runner_types: ['x', 'x'],
        },
      ],
      ['ns2', { manual_executions: 1, scheduled_executions: 4, ci_executions: 3, runners: ['b', 'c'] }],
    )
    expect([row.manual_executions, row.scheduled_executions, row.ci_executions]).toEqual([4, 11, 5])
    expect(row.runners).toEqual(['a', 'b', 'c'])
    expect(row.runner_types).toEqual(['x'])
  })

  covers('B1.6', 'S11')
  it('does not depend on order or grouping, and keeps the sums', () => {
    const instant = fc.constantFrom('', '2026-01-01T10:00:00Z', '2026-01-01T10:00:00.5Z', '2026-01-01T13:00:00+03:00')
    const contribution = fc
      .record({
        namespace: fc.constantFrom('a', 'b', 'c', 'd'),
        total_runs: fc.integer({ min: 1, max: 1000 }),
        runners: fc.array(fc.constantFrom('r1', 'r2', 'r3')),
        min_execution_time: fc.constantFrom('', '9s', '10s', '1m0s', 'junk'),
        first_execution_date: instant,
        last_execution_date: instant,
        workflow_id: fc.constantFrom('w1', 'w2', 'w3'),
        start_time: instant,
        stale: fc.constantFrom('', '2026-01-01T00:00:00.000000000Z', '2026-01-02T00:00:00.000000000Z'),
      })
      .map(({ namespace, workflow_id, start_time, stale, ...members }) =>
        contributionOf(
          namespace,
          item({
            ...members,
            total_successes: members.total_runs - 1,
            last_successful_run: { workflow_id, run_id: 'r', start_time },
          }),
          stale,
        ),
      )
    fc.assert(
      fc.property(fc.array(contribution, { minLength: 3, maxLength: 8 }), fc.nat(), (list, seed) => {
        const whole = list.reduce(mergeStatistics)
        const shuffled = list.map((_, index) => list[(index + seed) % list.length] as MergedStatistics).reverse()
        expect(toSavedRow(shuffled.reduce(mergeStatistics))).toEqual(toSavedRow(whole))
        const [head, ...tail] = list
        expect(toSavedRow(mergeStatistics(head as MergedStatistics, tail.reduce(mergeStatistics)))).toEqual(
          toSavedRow(whole),
        )
        expect(whole.runs).toBe(list.reduce((sum, { runs }) => sum + runs, 0))
      }),
      runs(1000),
    )
  })

  it('a stream of pages merges each pipeline once, also where a page ends within one', async () => {
    async function* pages() {
      yield [
        { namespace: 'a', item: item() },
        { namespace: 'b', item: item() },
      ]
      yield [
        { namespace: 'c', item: item() },
        ...['a', 'd'].map((namespace) => ({ namespace, item: item({ pipeline_id: 'p2' }) })),
      ]
      yield []
    }
    const rows: MergedStatistics[] = []
    for await (const row of mergeStream(pages(), new Map([['d', '2026-01-01T00:00:00.000000000Z']]))) rows.push(row)
    expect(
      rows.map(({ pipelineId, runs, namespaces, staleSince }) => [pipelineId, runs, namespaces, staleSince]),
    ).toEqual([
      ['p1', 3, 3, ''],
      ['p2', 2, 2, '2026-01-01T00:00:00.000000000Z'],
    ])
  })

  covers('S12')
  it('takes null for an empty list, and refuses an answer without pipeline id or with numbers as text', () => {
    expect(item({ runners: null }).runners).toEqual([])
    for (const wrong of [
      { pipeline_id: undefined },
      { total_runs: '3' },
      { total_successes: 2 },
      { first_execution_date: 'junk' },
    ])
      expect(() => item(wrong)).toThrow()
  })
})

describe('running times', () => {
  covers('S6')
  it.each([
    [0, '0s'],
    [0.4, '0s'],
    [442, '442ms'],
    [999.6, '1s'],
    [1500, '1.5s'],
    [5442, '5.442s'],
    [9000, '9s'],
    [59_600, '59.6s'],
    [59_999.7, '1m0s'],
    [60_442, '1m0s'],
    [345_000, '5m45s'],
    [3_723_000, '1h2m3s'],
  ])('%d ms is written %s', (millis, text) => expect(writeRunningTime(millis)).toBe(text))

  covers('S6')
  it('what is written from whole seconds is read back, and nothing else is a duration', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e7 }), (seconds) => {
        expect(readRunningTime(writeRunningTime(seconds * 1000))).toBe(seconds * 1000)
      }),
      runs(),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 59_999 }), (millis) => {
        expect(readRunningTime(writeRunningTime(millis))).toBeCloseTo(millis, 6)
      }),
      runs(),
    )
    for (const text of ['', '5', '-3s', '1d', '1h 2m', 's', 'junk', '1.5']) expect(readRunningTime(text)).toBeNull()
    expect(readRunningTime('1.5h800ms')).toBe(5_400_800)
  })
})

describe('instant keys', () => {
  it('sort as the instants do', () => {
    const date = fc.date({ min: new Date('1970-01-01'), max: new Date('2900-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(date, date, (a, b) => {
        const [left, right] = [instantKey(a.toISOString()), instantKey(b.toISOString())]
        expect(left !== null && right !== null && left < right).toBe(a < b)
      }),
      runs(),
    )
  })

  it('what is not an instant has none', () => {
    for (const text of [
      '',
      'junk',
      '2026-13-01T00:00:00Z',
      '2026-01-01',
      '2026-01-01T00:00:00',
      '0000-01-01T00:00:00+02:00',
    ])
      expect(instantKey(text)).toBeNull()
  })
})
