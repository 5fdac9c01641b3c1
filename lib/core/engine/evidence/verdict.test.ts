import { describe, expect, it } from 'vitest'
import { issuerKind } from '../../issuer/evidence/issuer-kind'
import { evidence } from './fixtures/sessions'
import { projectConformance } from './project-conformance'
import type { ConformanceEntry } from './session-view'
import { type Standing, sessionVerdict } from './verdict'

const [template] = projectConformance(issuerKind, evidence([])).entries
let made = 0
const entry = (change: Partial<ConformanceEntry>): ConformanceEntry => ({
  ...template!,
  id: `vci.made.${++made}`,
  status: 'pass',
  level: 'must',
  profile: 'base',
  ...change,
})
const failed = (level: 'must' | 'should' | 'info', profile: 'base' | 'haip' | 'pid' = 'base') =>
  entry({ status: 'fail', level, profile })
const verdict = (conformance: readonly ConformanceEntry[], standing: Standing) =>
  sessionVerdict({ conformance, standing })

describe('the verdict on a session', () => {
  it('counts MUST only, each check once, and says what it leaves out', () => {
    const twice = failed('must')
    const conformance = [twice, { ...twice }, failed('must', 'pid'), failed('must', 'haip'), failed('should')]
    expect(verdict(conformance, 'refused')).toEqual({
      tone: 'fail',
      words: '2 checks failed',
      also: '1 HAIP requirement failed, 1 SHOULD failed',
    })
  })

  it('is red and named where only a profile that the session claims is broken', () => {
    expect(verdict([failed('must', 'haip'), failed('should')], 'done')).toEqual({
      tone: 'fail',
      words: '1 HAIP requirement failed',
      also: 'no other MUST failed, 1 SHOULD failed',
    })
  })

  it('is not red for what breaks a profile that the session does not claim', () => {
    expect(verdict([entry({ status: 'warn', profile: 'haip' })], 'done').tone).toBe('pass')
  })

  it('does not call a wallet clean that broke a SHOULD', () => {
    expect(verdict([failed('should')], 'done')).toEqual({
      tone: 'warn',
      words: 'No MUST failed',
      also: '1 SHOULD failed',
    })
  })

  it('is never green over a must that was most likely broken, unless the traffic is mixed', () => {
    const breach = entry({ status: 'warn', softened: 'inferred', correlation: 'inferred' })
    expect(verdict([entry({}), breach], 'done')).toEqual({
      tone: 'warn',
      words: '1 check most likely failed',
      also: 'in a request that names no session',
    })
    expect(sessionVerdict({ conformance: [breach], standing: 'done', mixedTraffic: true }).tone).toBe('pass')
  })

  it('blames no wallet that never came', () => {
    expect(verdict([], 'unreached')).toEqual({ tone: 'open', words: 'No wallet reached it', also: '' })
  })

  it('passes a wallet only once it is done', () => {
    expect(verdict([], 'done')).toEqual({ tone: 'pass', words: 'No check failed', also: '' })
    for (const standing of ['created', 'running', 'expired'] as const) expect(verdict([], standing).tone).toBe('open')
    for (const standing of ['refused', 'failed'] as const) expect(verdict([], standing).tone).toBe('warn')
  })

  it('tells a refusal that was only inferred, and calls it no failure', () => {
    const refusal = entry({ status: 'warn', rejected: true, correlation: 'inferred' })
    expect(verdict([refusal], 'created')).toEqual({
      tone: 'warn',
      words: 'A request was refused',
      also: 'most likely of this wallet',
    })
    expect(verdict([refusal], 'done').tone).toBe('pass')
    expect(verdict([{ ...refusal, level: 'info' }], 'created').tone).toBe('open')
    expect(verdict([{ ...refusal, correlation: 'exact' }], 'running').tone).toBe('open')
  })
})
