import { expect, it } from 'vitest'
import type { OneTimeValue, StoredExchange } from '../../shared/ports/store-types'
import { answerExchange, event, evidence, now, session } from '../checks/fixtures/verifier-evidence'
import { verifierNextStep } from './verifier-next-step'

const refused: StoredExchange = {
  ...answerExchange(30),
  operation: 'sendPresentationResponse',
  response: { status: 400, contentType: 'application/json', headers: {}, body: {} },
}
const tried = event(30, 'vp_presentation_response_received', { presentation_valid: false, consumed: false })
const spent = { kind: 'vp_response', exchangeId: refused.id } as unknown as OneTimeValue

const next = (change: Parameters<typeof evidence>[0], at = now) =>
  verifierNextStep(evidence({ events: [tried], exchanges: [refused], ...change }), null, at)

it('after a refused answer that used the request up a new one is needed', () => {
  expect(next({ rows: [spent] })).toEqual({
    do: 'Start a new session: it makes a new request.',
    because: 'The request was used up at 07:59:30 UTC by a request that was refused.',
    operation: null,
    survives: [
      {
        kind: 'presentation_request',
        lives: false,
        until: null,
        ended: 'refused_use',
        ended_at: '2027-01-15T07:59:30.000Z',
        by: refused.id,
      },
    ],
  })
})

it('after one that did not, the request takes another until it expires, and five at most', () => {
  expect(next({})).toMatchObject({
    do: 'Correct the response and send it again.',
    because: 'The request is valid until 08:09:00 UTC.',
    operation: 'sendPresentationResponse',
  })
  expect(next({}, session().expiresAt)?.because).toBe('The request expired at 08:09:00 UTC.')
  const five = [26, 27, 28, 29, 30].map((second) => ({ ...tried, id: String(second), exchangeId: null }))
  expect(next({ events: five })?.operation).toBeNull()
})

it('after an address or a method that tells nothing, the response is what is due', () => {
  const stray = { ...refused, operation: null, method: 'PUT', path: '/openid4vp/sessions/elsewhere' }
  expect(next({ exchanges: [stray] })?.operation).toBe('sendPresentationResponse')
  const fetched = { ...refused, operation: null, method: 'DELETE', path: '/openid4vp/sessions/x/request' }
  expect(next({ exchanges: [fetched] })?.operation).toBe('getRequestObject')
})

it('after an accepted answer nothing is left to do, also where its reply was made wrong on purpose', () => {
  expect(verifierNextStep(evidence(), null, now)).toBeNull()
  const altered = { ...tried, type: 'answer_altered' as const, detail: { decided_status: 200 } }
  expect(next({ events: [altered], rows: [spent] })).toBeNull()
})
