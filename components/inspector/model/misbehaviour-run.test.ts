import { describe, expect, it } from 'vitest'
import { catalogueCheck, finding } from './fixtures/session'
import { judgeChecks } from './judged-check'
import { misbehaviourOfRun, misbehaviourRun } from './misbehaviour-run'

const misbehaviour = {
  id: 'vci.dpop.htu',
  title: 'another address',
  checkId: 'vci.dpop.htu',
  alsoFails: ['vci.dpop.htm'],
  staysUnseen: false,
  outsideSession: false,
}
const judged = (...findings: ReturnType<typeof finding>[]) =>
  judgeChecks(
    findings,
    findings.map(({ id }) => catalogueCheck(id)),
  )

describe('misbehaviourOfRun', () => {
  it('names the misbehaviour of the last run, and none for a run without one or for another wallet', () => {
    const started = (of: string | null) => ({ type: 'reference_wallet_started' as const, detail: { fault: of } })
    expect(misbehaviourOfRun([started('a'), started('b')])).toBe('b')
    expect(misbehaviourOfRun([started('a'), started(null)])).toBeNull()
    expect(misbehaviourOfRun([])).toBeNull()
  })
})

describe('misbehaviourRun', () => {
  it('reports where the misbehaviour was found, by a failure or by a warning', () => {
    for (const status of ['fail', 'warn'] as const) {
      const checks = judged(finding('vci.dpop.htu', { status, exchange_id: 'token' }))
      expect(misbehaviourRun(misbehaviour, checks, true)).toMatchObject({ outcome: 'found', exchangeId: 'token' })
    }
  })

  it('is never found by a check that held, was not seen or failed for another reason', () => {
    for (const status of ['pass', 'not_observed', 'not_applicable'] as const)
      expect(misbehaviourRun(misbehaviour, judged(finding('vci.dpop.htu', { status })), true).outcome).toBe('missed')
    const other = judged(finding('vci.dpop.htu'), finding('vci.token.grant', { status: 'fail' }))
    expect(misbehaviourRun(misbehaviour, other, true)).toMatchObject({
      outcome: 'missed',
      unexplained: [{ id: 'vci.token.grant' }],
    })
  })

  it('waits as long as the wallet may still come to the place', () => {
    expect(misbehaviourRun(misbehaviour, judged(), false).outcome).toBe('pending')
  })

  it('takes what the misbehaviour breaks of necessity for explained', () => {
    const checks = judged(finding('vci.dpop.htu', { status: 'fail' }), finding('vci.dpop.htm', { status: 'fail' }))
    expect(misbehaviourRun(misbehaviour, checks, true).unexplained).toEqual([])
  })

  it('finds a misbehaviour that only leaves its check unseen once nothing more comes', () => {
    const unseen = { ...misbehaviour, staysUnseen: true }
    const checks = judged(finding('vci.dpop.htu', { status: 'not_observed' }))
    expect(misbehaviourRun(unseen, checks, false).outcome).toBe('pending')
    expect(misbehaviourRun(unseen, checks, true).outcome).toBe('found')
  })

  it('says why it ended without a failed check', () => {
    const unfailed = (entry: Parameters<typeof finding>[1], more: Partial<typeof misbehaviour> = {}, isOver = true) =>
      misbehaviourRun({ ...misbehaviour, ...more }, judged(finding('vci.dpop.htu', entry)), isOver).unfailed
    expect(unfailed({ status: 'fail' })).toBeNull()
    expect(unfailed({ status: 'not_observed' }, {}, false)).toBeNull()
    expect(unfailed({ status: 'not_observed' }, { staysUnseen: true })).toMatch(/may have its reasons/)
    expect(unfailed({ status: 'not_observed' }, { outsideSession: true })).toMatch(/may be in the ledger/)
    expect(unfailed({ status: 'not_observed' })).toBe('The check gave no verdict. Nothing to judge has arrived yet.')
    expect(unfailed({ status: 'pass' })).toMatch(/The check passed/)
    expect(misbehaviourRun(misbehaviour, judged(), true).unfailed).toMatch(/does not run the check vci\.dpop\.htu/)
  })

  it('says why it was caught as a warning only', () => {
    const because = (entry: Parameters<typeof finding>[1]) => {
      const run = misbehaviourRun(misbehaviour, judged(finding('vci.dpop.htu', entry)), true)
      expect(run.unfailed).toBeNull()
      return run.warnedBecause
    }
    expect(because({ status: 'warn', level: 'should' })).toBe('its rule is a recommendation')
    expect(because({ status: 'warn', level: 'must' })).toBe('no text forbids this to every wallet')
    expect(because({ status: 'warn', level: 'must', softened: 'inferred' })).toBe('its request names no session')
    expect(because({ status: 'warn', level: 'must', softened: 'unclaimed' })).toMatch(/does not claim the profile/)
    expect(because({ status: 'warn', level: 'must', softened: 'after_end' })).toMatch(/after the session was over/)
    expect(because({ status: 'fail' })).toBeNull()
  })

  it('says nothing of the sort where a check that decides in its place failed', () => {
    const checks = judged(
      finding('vci.dpop.htu', { status: 'not_observed' }),
      finding('vci.dpop.htm', { status: 'fail' }),
    )
    expect(misbehaviourRun(misbehaviour, checks, true).unfailed).toBeNull()
  })
})
