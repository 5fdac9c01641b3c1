import { describe, expect, it } from 'vitest'
import { jsonReply } from '../../ground/http/reply'
import type { SessionId } from '../../ground/ports/ids'
import { alterAnswer } from './alter-answer'
import type { Alternative, Decision } from './endpoint'

const decision: Decision = {
  reply: jsonReply(200, { access_token: 'x' }),
  sessionId: '00000000-0000-4000-8000-000000000001' as SessionId,
  events: [{ type: 'token_issued', detail: {} }],
  effects: [{ type: 'consume', kind: 'c_nonce', digest: 'x' }],
}
const teapot: Alternative = { alteration: 'fault.teapot', reply: { ...decision.reply, status: 418 } }

describe('alterAnswer', () => {
  it('gives back what was decided, itself, where nothing is altered', () => {
    expect(alterAnswer(decision, 'requestToken')).toBe(decision)
  })

  it('changes the answer and says so in an event, and leaves the rest', () => {
    const detail = { alteration: 'fault.teapot', operation: 'requestToken', decided_status: 200 }
    expect(alterAnswer({ ...decision, alternative: teapot }, 'requestToken')).toEqual({
      ...decision,
      alternative: teapot,
      reply: { ...decision.reply, status: 418 },
      events: [...decision.events, { type: 'answer_altered', detail }],
    })
  })

  it('holds the answer back for as long as its altered form says', () => {
    expect(alterAnswer({ ...decision, alternative: { ...teapot, holdSeconds: 15 } }, null).holdSeconds).toBe(15)
  })

  it('leaves behind what the changed answer grants, where that is less', () => {
    const nothing = { ...teapot, events: [], effects: [] }
    const { events, effects } = alterAnswer({ ...decision, alternative: nothing }, 'requestToken')
    expect(events.map(({ type }) => type)).toEqual(['answer_altered'])
    expect(effects).toEqual([])
  })

  it('never changes an answer where no session could show it', () => {
    const homeless = { ...decision, alternative: teapot, sessionId: null }
    expect(alterAnswer(homeless, 'requestToken')).toBe(homeless)
  })
})
