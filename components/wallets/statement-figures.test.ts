import { describe, expect, it } from 'vitest'
import { type CountedCase, countedCases, howTested } from './statement-figures'

const one = (change: Partial<CountedCase> = {}): CountedCase =>
  ({
    ...{ population: 'wallet', relevancy: 'required', review_needed: false, contradicted_by: [] },
    ...{ result: 'passed', method: 'machine', remark: null, tested_at: '2026-12-01T08:00:00.000Z' },
    ...change,
  }) as CountedCase

describe('the figures of a published statement', () => {
  it('never say that all its sessions decided the cases that count', () => {
    const { parts, recorded } = howTested({ sessions: 36 }, [one(), one(), one({ method: 'driver' })])
    expect(parts).toEqual(['2 cases decided by recorded sessions', '1 told by a driver'])
    expect(recorded).toContain('follow from 36 recorded sessions')
  })

  it('leave out a failure by a check that asks more than its case, as the headline does', () => {
    const stricter = one({ result: 'failed', remark: 'stricter' })
    const other = one({ result: 'failed' })
    expect(countedCases({ cases: [one(), stricter, other] })).toEqual([one(), other])
  })
})
