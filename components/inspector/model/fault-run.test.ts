import { describe, expect, it } from 'vitest'
import { faultOfRun, faultRun } from './fault-run'
import { catalogueCheck, finding } from './fixtures/session'
import { judgeChecks } from './judged-check'

const fault = {
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

describe('faultOfRun', () => {
  it('names the fault of the last run, and none for a run without faults or for another wallet', () => {
    const started = (of: string | null) => ({ type: 'reference_wallet_started' as const, detail: { fault: of } })
    expect(faultOfRun([started('a'), started('b')])).toBe('b')
    expect(faultOfRun([started('a'), started(null)])).toBeNull()
    expect(faultOfRun([])).toBeNull()
  })
})

describe('faultRun', () => {
  it('reports where the fault was found, by a failure or by a warning', () => {
    for (const status of ['fail', 'warn'] as const) {
      const checks = judged(finding('vci.dpop.htu', { status, exchange_id: 'token' }))
      expect(faultRun(fault, checks, true)).toMatchObject({ outcome: 'found', exchangeId: 'token' })
    }
  })

  it('is never found by a check that held, was not seen or failed for another reason', () => {
    for (const status of ['pass', 'not_observed', 'not_applicable'] as const)
      expect(faultRun(fault, judged(finding('vci.dpop.htu', { status })), true).outcome).toBe('missed')
    const other = judged(finding('vci.dpop.htu'), finding('vci.token.grant', { status: 'fail' }))
    expect(faultRun(fault, other, true)).toMatchObject({ outcome: 'missed', unexplained: [{ id: 'vci.token.grant' }] })
  })

  it('waits as long as the wallet may still come to the place', () => {
    expect(faultRun(fault, judged(), false).outcome).toBe('pending')
  })

  it('takes what the fault breaks of necessity for explained', () => {
    const checks = judged(finding('vci.dpop.htu', { status: 'fail' }), finding('vci.dpop.htm', { status: 'fail' }))
    expect(faultRun(fault, checks, true).unexplained).toEqual([])
  })

  it('finds a fault that only leaves its check unseen once nothing more comes', () => {
    const unseen = { ...fault, staysUnseen: true }
    const checks = judged(finding('vci.dpop.htu', { status: 'not_observed' }))
    expect(faultRun(unseen, checks, false).outcome).toBe('pending')
    expect(faultRun(unseen, checks, true).outcome).toBe('found')
  })
})
