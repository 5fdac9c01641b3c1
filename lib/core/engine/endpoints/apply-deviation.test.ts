import { describe, expect, it } from 'vitest'
import { jsonReply } from '../../shared/http/reply'
import type { SessionId } from '../../shared/ports/ids'
import { applyDeviation } from './apply-deviation'
import type { Decision, DeviatingReply } from './endpoint'

const decision: Decision = {
  reply: jsonReply(200, { access_token: 'x' }),
  sessionId: '00000000-0000-4000-8000-000000000001' as SessionId,
  events: [{ type: 'token_issued', detail: {} }],
  effects: [{ type: 'consume', kind: 'c_nonce', digest: 'x' }],
}
const teapot: DeviatingReply = { deviation: 'fault.teapot', reply: { ...decision.reply, status: 418 } }

describe('applyDeviation', () => {
  it('gives back what was decided, itself, where nothing is altered', () => {
    expect(applyDeviation(decision, 'requestToken')).toBe(decision)
  })

  it('changes the answer and says so in an event, and leaves the rest', () => {
    const detail = { alteration: 'fault.teapot', operation: 'requestToken', decided_status: 200 }
    expect(applyDeviation({ ...decision, deviating: teapot }, 'requestToken')).toEqual({
      ...decision,
      deviating: teapot,
      reply: { ...decision.reply, status: 418 },
      events: [...decision.events, { type: 'answer_altered', detail }],
    })
  })

  it('holds the answer back for as long as its altered form says', () => {
    expect(applyDeviation({ ...decision, deviating: { ...teapot, holdSeconds: 15 } }, null).holdSeconds).toBe(15)
  })

  it('leaves behind what the changed answer grants, where that is less', () => {
    const nothing = { ...teapot, events: [], effects: [] }
    const { events, effects } = applyDeviation({ ...decision, deviating: nothing }, 'requestToken')
    expect(events.map(({ type }) => type)).toEqual(['answer_altered'])
    expect(effects).toEqual([])
  })

  it('never changes an answer where no session could show it', () => {
    const homeless = { ...decision, deviating: teapot, sessionId: null }
    expect(applyDeviation(homeless, 'requestToken')).toBe(homeless)
  })
})
