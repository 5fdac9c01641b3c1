import { describe, expect, it } from 'vitest'
import { jsonReply } from '../../ground/http/reply'
import type { SessionId } from '../../ground/ports/ids'
import { alterations } from '../../wings'
import { type Alteration, alterAnswer } from './alteration'
import type { Decision } from './endpoint'
import type { RequestContext } from './request-context'

const decision: Decision = {
  reply: jsonReply(200, { access_token: 'x' }),
  sessionId: '00000000-0000-4000-8000-000000000001' as SessionId,
  events: [{ type: 'token_issued', detail: {} }],
  effects: [],
}
const context = {} as RequestContext
const teapot: Alteration = {
  id: 'status.teapot',
  alter: ({ operation, decision: { reply } }) =>
    operation === 'requestToken' ? { reply: { ...reply, status: 418 } } : null,
}
const apply = (list: readonly Alteration[], operation: string | null, given = decision) =>
  alterAnswer(given, { operation, context, alterations: list })

describe('alterAnswer', () => {
  it('gives back what was decided, itself, where nothing is altered', () => {
    expect(apply(alterations, 'requestToken')).toBe(decision)
    expect(apply([], 'requestToken')).toBe(decision)
    expect(apply([teapot], 'requestNonce')).toBe(decision)
    expect(apply([teapot], null)).toBe(decision)
  })

  it('changes the answer and says so in an event, and leaves the rest', () => {
    const detail = { alteration: 'status.teapot', operation: 'requestToken', decided_status: 200 }
    expect(apply([teapot], 'requestToken')).toEqual({
      ...decision,
      reply: { ...decision.reply, status: 418 },
      events: [...decision.events, { type: 'answer_altered', detail }],
    })
  })

  it('names each of several', () => {
    const back: Alteration = {
      id: 'status.back',
      alter: ({ decision: { reply } }) => ({ reply: { ...reply, status: 200 } }),
    }
    const { reply, events } = apply([teapot, back], 'requestToken')
    expect(reply).toEqual(decision.reply)
    expect(events.slice(1).map(({ detail }) => [detail.alteration, detail.decided_status])).toEqual([
      ['status.teapot', 200],
      ['status.back', 418],
    ])
  })

  it('leaves behind what the changed answer grants, where that is less', () => {
    const nothing: Alteration = {
      id: 'grant.nothing',
      alter: ({ decision: { reply } }) => ({ reply, events: [], effects: [] }),
    }
    const effects = [{ type: 'consume', kind: 'c_nonce', digest: 'x' }] as const
    const { events, effects: left } = apply([nothing], 'requestToken', { ...decision, effects })
    expect(events.map(({ type }) => type)).toEqual(['answer_altered'])
    expect(left).toEqual([])
  })

  it('never changes an answer where no session could show it', () => {
    const homeless = { ...decision, sessionId: null }
    expect(apply([teapot], 'requestToken', homeless)).toBe(homeless)
  })
})

describe('the registry', () => {
  it('names each alteration once, and changes no answer without an alternative of that name', () => {
    const ids = alterations.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(apply(alterations, 'getRequestObject')).toBe(decision)
    const other = { ...decision, alternative: { alteration: 'negative_test.none', reply: decision.reply } }
    expect(apply(alterations, 'getRequestObject', other)).toBe(other)
  })
})
