import { describe, expect, it } from 'vitest'
import { type OutcomeId, outcomeIds, outcomes } from '../../engine/evidence/outcomes'
import type { FindingStatus } from '../../shared/ports/finding'
import {
  abandonedRecord,
  brokenEnd,
  brokenRecords,
  continuesAfter,
  firstRecords,
  judgedRecord,
  lastRecords,
  openedRecord,
  runEnd,
  waitingFor,
} from './fold-run'
import { type JudgedSession, judgeCampaign, judgeSession, uncounted } from './judge-step'
import type { StepVerdict } from './run-types'

const session = (id: OutcomeId, members: Partial<JudgedSession> = {}): JudgedSession => ({
  outcome: { id },
  conformance: [
    { id: 'a', status: 'pass', level: 'must' },
    { id: 'b', status: id === 'failed' ? 'fail' : 'pass', level: 'must' },
    { id: 'c', status: 'fail', level: 'should' },
    { id: 'd', status: 'not_observed', level: 'must' },
    { id: 'e', status: 'not_applicable', level: 'must' },
    { id: 'f', status: 'warn', level: 'should' },
  ],
  deviates: false,
  serviceFailed: false,
  ...members,
})
const passed: StepVerdict = { kind: 'passed' }
const words = (verdict: StepVerdict) => (verdict.kind === 'passed' ? 'passed' : `${verdict.kind} ${verdict.reason}`)

describe('a session that all musts are required of', () => {
  it('passes where it passed, fails by what the wallet did, and counts for nothing where nobody came', () => {
    const verdicts = Object.fromEntries(outcomeIds.map((id) => [id, words(judgeSession(session(id), 'all'))]))
    expect(verdicts).toEqual({
      waiting: 'uncounted nobody_came',
      never_reached: 'uncounted nobody_came',
      passed: 'passed',
      passed_with_warnings: 'passed',
      failed: 'failed must_failed',
      running: 'failed wallet_stopped',
      most_likely_failed: 'failed wallet_stopped',
      refused: 'failed wallet_stopped',
      stopped: 'failed wallet_stopped',
      declined: 'failed wallet_stopped',
      expired: 'failed wallet_stopped',
      captured: 'uncounted no_verdict',
      undecided: 'uncounted no_verdict',
      silent: 'uncounted no_verdict',
      ended_by_tester: 'uncounted no_verdict',
    })
    expect(judgeSession(session('failed'), 'all')).toMatchObject({ detail: 'b' })
  })

  it('may be left by the wallet where something is wrong on purpose', () => {
    for (const id of outcomeIds.filter((one) => outcomes[one].verdict === 'incomplete'))
      expect(judgeSession(session(id, { deviates: true }), 'all').kind).toBe('uncounted')
    expect(words(judgeSession(session('failed', { deviates: true }), 'all'))).toBe('failed must_failed')
  })

  it('says nothing about the wallet where the service failed, unless a must failed', () => {
    for (const id of outcomeIds.filter((one) => outcomes[one].verdict === 'incomplete'))
      for (const require of ['all', 'none', ['a']] as const)
        expect(judgeSession(session(id, { serviceFailed: true }), require)).toMatchObject({
          kind: 'uncounted',
          infra: true,
        })
    expect(words(judgeSession(session('failed', { serviceFailed: true }), 'all'))).toBe('failed must_failed')
  })
})

describe('a session that other things are required of', () => {
  it.each<[OutcomeId, readonly string[], string]>([
    ['passed', ['a'], 'passed'],
    ['passed', ['a', 'e'], 'failed check_not_applicable'],
    ['passed', ['a', 'f'], 'failed check_warned'],
    ['passed', ['e', 'd', 'f'], 'failed check_warned'],
    ['passed', ['c'], 'failed check_failed'],
    ['passed', ['d'], 'failed check_not_observed'],
    ['passed', ['not-there'], 'failed check_not_observed'],
    ['failed', ['a'], 'passed'],
    ['failed', ['b', 'd'], 'failed check_failed'],
    ['stopped', ['a'], 'failed wallet_stopped'],
    ['waiting', ['a'], 'uncounted nobody_came'],
  ])('that is %s, of checks %j: %s', (id, require, expected) => {
    expect(words(judgeSession(session(id), require))).toBe(expected)
  })

  it('of a check that was met several times, is judged by its worst finding that counts', () => {
    const of = (...found: readonly (readonly [FindingStatus, string?])[]) =>
      words(
        judgeSession(
          session('passed', {
            conformance: found.map(([status, softened]) => ({ id: 'a', status, level: 'must', softened })),
          }),
          ['a'],
        ),
      )
    expect(of(['not_applicable'], ['pass'], ['not_observed'])).toBe('passed')
    expect(of(['fail'], ['pass'])).toBe('failed check_failed')
    expect(of(['pass'], ['fail', 'after_end'], ['warn', 'inferred'])).toBe('passed')
    expect(of(['warn', 'inferred'])).toBe('failed check_not_observed')
    expect(of(['pass'], ['warn', 'unclaimed'])).toBe('failed check_warned')
  })

  it('of nothing, passes once a wallet came', () => {
    expect(words(judgeSession(session('waiting'), 'none'))).toBe('uncounted nobody_came')
    for (const id of ['failed', 'stopped', 'declined', 'undecided'] as const)
      expect(judgeSession(session(id), 'none')).toEqual(passed)
  })
})

describe('a campaign', () => {
  it.each<[number, readonly (readonly [string, string | null])[], string]>([
    [0, [['decided', 'pass']], 'passed'],
    [1, [['decided', 'fail']], 'failed rule_broken'],
    [
      3,
      [
        ['decided', 'pass'],
        ['decided', 'incomplete'],
      ],
      'failed wallet_stopped',
    ],
    [
      3,
      [
        ['decided', 'pass'],
        ['silent', 'incomplete'],
      ],
      'uncounted no_verdict',
    ],
    [
      3,
      [
        ['lapsed', 'incomplete'],
        ['not_started', null],
      ],
      'uncounted nobody_came',
    ],
    [
      3,
      [
        ['decided', 'pass'],
        ['not_started', null],
      ],
      'uncounted no_verdict',
    ],
  ])('with exit code %i and sessions %j: %s', (exitCode, steps, expected) => {
    const judged = judgeCampaign({
      exitCode,
      unexpected: [],
      steps: steps.map(([state, verdict]) => ({ state, verdict })),
    })
    expect(words(judged)).toBe(expected)
  })
})

describe('a run', () => {
  const failure: StepVerdict = { kind: 'failed', reason: 'must_failed', detail: '' }

  it('completes where all steps passed, and fails by any that failed, whatever else happened', () => {
    expect(runEnd([passed, passed])).toEqual({ status: 'completed', reason: '', infra: false })
    expect(runEnd([passed, failure])).toMatchObject({ status: 'failed', reason: 'must_failed' })
    expect(runEnd([failure, uncounted('nobody_came')])).toMatchObject({ status: 'failed', reason: 'must_failed' })
    expect(runEnd([passed, uncounted('nobody_came')])).toEqual({
      status: 'canceled',
      reason: 'nobody_came',
      infra: false,
    })
    expect(brokenEnd([passed], 'worker_lost')).toEqual({ status: 'canceled', reason: 'worker_lost', infra: true })
    expect(brokenEnd([], 'step_refused')).toMatchObject({ status: 'canceled', infra: false })
    expect(brokenEnd([failure], 'worker_lost')).toMatchObject({ status: 'failed', infra: false })
  })

  it('goes on after a failure if asked to, and never after what counts for nothing', () => {
    expect(continuesAfter({ on_failure: 'stop' }, passed)).toBe(true)
    expect(continuesAfter({ on_failure: 'stop' }, failure)).toBe(false)
    expect(continuesAfter({ on_failure: 'continue' }, failure)).toBe(true)
    expect(continuesAfter({ on_failure: 'continue' }, uncounted('nobody_came'))).toBe(false)
  })

  it('says at the step that could not be taken why, and skips those behind it', () => {
    const step = { kind: 'issuance', passed: null, reason: '', checks: 0 } as const
    const records = [
      { ...step, id: 'a', state: 'passed', passed: true },
      { ...step, id: 'b', state: 'running', waits_for: 'wallet' },
      { ...step, id: 'c', state: 'waiting' },
    ] as const
    const [a, b, c] = lastRecords(brokenRecords(records, 'step_refused', 'why'))
    expect(a).toEqual(records[0])
    expect(b).toEqual({ ...step, id: 'b', state: 'uncounted', reason: 'step_refused: why' })
    expect(c).toEqual({ ...step, id: 'c', state: 'skipped' })
    expect(brokenRecords([], 'step_refused', 'why')).toEqual([])
  })

  it('keeps a record of each step from its turn to its end', () => {
    const step = { on_failure: 'stop', runs: null } as const
    const [first, second] = firstRecords({
      steps: [
        { id: 'a', kind: 'issuance', ...step },
        { id: 'b', kind: 'custom', ...step },
      ],
    })
    if (first === undefined || second === undefined) throw new Error('no records')
    const opened = openedRecord(first, { session_id: 's1' }, 'wallet')
    expect(waitingFor('running', [opened, second])).toBe('wallet')
    const again = openedRecord(abandonedRecord(opened), { session_id: 's2' }, null)
    expect(again).toMatchObject({ session_id: 's2', abandoned: ['s1'], state: 'running' })
    expect(waitingFor('running', [again, second])).toBeNull()
    expect(lastRecords([again, second]).map(({ state }) => state)).toEqual(['uncounted', 'skipped'])
    expect(judgedRecord(opened, { verdict: passed, checks: ['x', 'y'] })).toEqual({
      ...{ id: 'a', kind: 'issuance', session_id: 's1', state: 'passed', passed: true, reason: '', checks: 2 },
    })
    expect(judgedRecord(opened, { verdict: { ...failure, detail: 'x' }, checks: [] })).toMatchObject({
      ...{ passed: false, state: 'failed', reason: 'must_failed: x' },
    })
    expect(judgedRecord(opened, { verdict: uncounted('nobody_came'), checks: [] })).toMatchObject({ passed: null })
  })

  it('waits for a worker until its steps are known, and for nobody at its end', () => {
    expect(waitingFor('running', [])).toBe('worker')
    expect(waitingFor('completed', [])).toBeNull()
  })
})
