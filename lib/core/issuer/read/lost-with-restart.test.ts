import { describe, expect, it } from 'vitest'
import { event, start } from '../../engine/evidence/fixtures/sessions'
import { exchangeId } from '../../shared/ports/ids'
import type { StoredEvent } from '../../shared/ports/store-types'
import { addSeconds } from '../../shared/time/time'
import { lostWithRestart } from './lost-with-restart'
import { readDpopHistory } from './oauth/dpop/read-dpop'

const first = exchangeId('11111111-1111-4111-8111-111111111111')
const second = exchangeId('22222222-2222-4222-8222-222222222222')
const third = exchangeId('33333333-3333-4333-8333-333333333333')
const of = (exchange: typeof first, ...args: Parameters<typeof event>): StoredEvent => ({
  ...event(...args),
  exchangeId: exchange,
})
const restartedAfter = (seconds: number) => ({ startedAt: addSeconds(start, seconds) })

const events = [
  of(first, 10, 'token_received', { jkt: 'key-one' }),
  of(first, 10, 'token_issued', { jkt: 'key-one', code_id: 'a' }),
  of(second, 20, 'credential_request_received', { jkt: 'key-one' }),
  of(second, 20, 'credential_issued'),
]

describe('the response that may have got lost with a restart', () => {
  it('is the last before the start of this process', () => {
    expect(lostWithRestart(events, restartedAfter(30))).toBe(second)
    expect(lostWithRestart(events, restartedAfter(15))).toBe(first)
  })

  it('is none without an earlier one, and none where nobody knows of a restart', () => {
    expect(lostWithRestart(events, restartedAfter(5))).toBeNull()
    expect(lostWithRestart(events, {})).toBeNull()
  })

  it('offered no nonce that a wallet has to know, and challenged it for nothing', () => {
    expect(readDpopHistory(events, 'credential', {})).toMatchObject({
      nonceOfferedAt: { as: addSeconds(start, 10), rs: addSeconds(start, 20) },
      lost: null,
    })
    expect(readDpopHistory(events, 'credential', restartedAfter(30))).toMatchObject({
      nonceOfferedAt: { as: addSeconds(start, 10), rs: null },
      lost: { exchangeId: second, nonceOf: 'rs', thumbprints: ['key-one'] },
    })
    const challenged = [of(first, 10, 'dpop_nonce_challenged', { endpoint: 'token', jti: 'x' })]
    expect(readDpopHistory(challenged, 'token', {}).challenge).toEqual({ jti: 'x' })
    expect(readDpopHistory(challenged, 'token', restartedAfter(15)).challenge).toBeNull()
  })

  it('is forgotten with its keys once the wallet showed them again', () => {
    const again = [...events, of(third, 40, 'token_received', { jkt: 'key-one' })]
    expect(readDpopHistory(again, 'token', restartedAfter(30)).lost?.thumbprints).toEqual([])
  })
})
