import { describe, expect, it } from 'vitest'
import { headline } from './headline'

const failed = (level: 'must' | 'should' | 'info', profile: 'base' | 'haip' = 'base') =>
  ({ status: 'fail', level, profile }) as const

describe('headline', () => {
  it('counts MUST only, and says what it leaves out', () => {
    const checks = [failed('must'), failed('must'), failed('must', 'haip'), failed('should')]
    expect(headline(checks, 'refused')).toEqual({
      tone: 'fail',
      words: '2 checks failed',
      also: '1 of HAIP failed, 1 SHOULD failed',
    })
  })

  it('does not call a wallet clean that broke a SHOULD or a profile', () => {
    expect(headline([failed('must', 'haip')], 'done')).toEqual({
      tone: 'warn',
      words: 'No MUST failed',
      also: '1 of HAIP failed',
    })
    expect(headline([failed('should')], 'done').tone).toBe('warn')
  })

  it('blames no wallet that never came', () => {
    expect(headline([], 'unreached')).toEqual({ tone: 'open', words: 'No wallet reached it', also: '' })
  })

  it('passes a wallet only once its credential is issued', () => {
    expect(headline([], 'done')).toEqual({ tone: 'pass', words: 'No check failed', also: '' })
    for (const phase of ['created', 'running', 'expired'] as const) expect(headline([], phase).tone).toBe('open')
    for (const phase of ['refused', 'failed'] as const) expect(headline([], phase).tone).toBe('fail')
  })
})
