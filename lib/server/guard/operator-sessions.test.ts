import { describe, expect, it } from 'vitest'
import { addSeconds, epochMillis } from '@/lib/core/shared/time/time'
import { createOperatorSessions, operatorSessionSeconds } from './operator-sessions'

const now = epochMillis(1_790_000_000_000)

describe('sessions of operators', () => {
  it('are found only by the cookie value, until they expire', () => {
    const sessions = createOperatorSessions()
    const shown = sessions.begin(now)
    expect(shown).toMatch(/^[\w-]{43}$/)
    const found = sessions.find(shown, addSeconds(now, operatorSessionSeconds - 1))
    expect(found?.formToken).toMatch(/^[\w-]{43}$/)
    expect(found?.formToken).not.toBe(shown)
    for (const wrong of ['', shown.slice(1), `${shown}x`, found?.formToken ?? ''])
      expect(sessions.find(wrong, now)).toBeNull()
    expect(sessions.find(shown, addSeconds(now, operatorSessionSeconds))).toBeNull()
  })

  it('end individually when the operator leaves', () => {
    const sessions = createOperatorSessions()
    const [one, other] = [sessions.begin(now), sessions.begin(now)]
    sessions.end(one)
    expect([sessions.find(one, now), sessions.find(other, now) === null]).toEqual([null, false])
  })

  it('are limited: the oldest is dropped', () => {
    const sessions = createOperatorSessions()
    const first = sessions.begin(now)
    const last = Array.from({ length: 100 }, () => sessions.begin(now)).at(-1) ?? ''
    expect([sessions.find(first, now), sessions.find(last, now) === null]).toEqual([null, false])
  })
})
