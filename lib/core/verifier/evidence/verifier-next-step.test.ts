import { expect, it } from 'vitest'
import { event, evidence, now, session } from '../checks/fixtures/verifier-evidence'
import { verifierNextStep } from './verifier-kind'

const next = (detail: Record<string, boolean>, at = now) =>
  verifierNextStep(evidence({ events: [event(30, 'vp_presentation_response_received', detail)], now: at }))

it('after a refused answer that ended the session a new one is needed', () => {
  expect(next({ presentation_valid: false, consumed: true })).toEqual({
    do: 'Start a new session: it makes a new request.',
    because: 'A request accepts one response: its nonce and its encryption key are used up.',
    operation: null,
  })
})

it('after one that was refused for its form the request still takes another, until it expires', () => {
  const form = { presentation_valid: false, consumed: false }
  expect(next(form)).toMatchObject({
    do: 'Correct the response and send it again.',
    operation: 'sendPresentationResponse',
  })
  expect(next(form, session().expiresAt)?.because).toBe('The request has expired.')
})

it('after an accepted answer nothing is left to do', () => {
  expect(next({ presentation_valid: true, consumed: true })).toBeNull()
  expect(verifierNextStep(evidence())).toBeNull()
})
