import { describe, expect, it } from 'vitest'
import { commitOf, sampleEvent, sampleSession, sampleStart, sampleValue } from '@/lib/testing/store-samples'
import { commitItem } from '../rows/commit-item'
import { createOwnWrites } from './own-writes'

describe('what this process wrote is remembered within a bound', () => {
  it('of many flows the last thousand or so, and no more', () => {
    const own = createOwnWrites()
    let seq = 0
    const flows = Array.from({ length: 6000 }, () => {
      const session = sampleSession()
      const value = sampleValue()
      const events = [sampleEvent({ sessionId: session.sessionId })]
      const effects = [{ type: 'grant' as const, value }]
      own.written(commitItem(commitOf({ session, events, effects }), sampleStart, () => ++seq))
      return { session, value }
    })
    const sessions = flows.filter(({ session }) => own.session(session.sessionId) !== undefined)
    const values = flows.filter(({ value }) => own.value(value.kind, value.digest) !== undefined)
    // The newest sessions, without a gap.
    expect(sessions).toEqual(flows.slice(-sessions.length))
    expect(values).toEqual(flows.slice(-values.length))
    expect(sessions.length).toBeGreaterThan(500)
    expect(sessions.length).toBeLessThan(4000)
    expect(values.length).toBe(5000)
  })

  it('as storage would return it, and nobody who reads it can change it for the next reader', () => {
    const own = createOwnWrites()
    const session = sampleSession()
    const value = sampleValue()
    const event = sampleEvent({ sessionId: session.sessionId, detail: { list: [{ a: 1 }] } })
    let seq = 0
    const commit = commitOf({ session, events: [event], effects: [{ type: 'grant' as const, value }] })
    own.written(commitItem(commit, sampleStart, () => ++seq))
    const read = () => [
      own.session(session.sessionId),
      own.events(session.sessionId),
      own.value(value.kind, value.digest),
    ]
    expect(read()).toEqual([session, [event], value])
    const detail = own.events(session.sessionId)?.[0]?.detail ?? {}
    expect(() => Object.assign(Array.isArray(detail.list) ? detail.list : {}, { 0: 2 })).toThrow(TypeError)
    expect(() => Object.assign(own.session(session.sessionId)?.options ?? {}, { changed: true })).toThrow(TypeError)
    own.events(session.sessionId)?.splice(0)
    expect(read()).toEqual([session, [event], value])
  })
})
