import { describe, expect, it } from 'vitest'
import { event, evidence, fetched, now, session } from '../checks/fixtures/verifier-evidence'
import { verifierKind, verifierNextStep } from './verifier-kind'

describe('a test of lists', () => {
  const testing = { ...session().options, negative_test: 'list_expired', expect: 'refusal' } as const
  const presented = event(12, 'vp_presentation_response_received', {
    consumed: true,
    errors: [],
    presentation_valid: true,
    vp_token_observed: true,
  })
  const read = event(6, 'vp_trust_resource_read', { resource: 'list', name: 'access-certificate-providers' })

  it('has a verdict only where the wallet read one that is wrong', () => {
    const unread = evidence({ session: session({ options: testing }), events: [fetched(5), presented] })
    expect(verifierKind.isFinished(unread)).toBe(false)
    expect(verifierKind.whyIncomplete?.([], unread)).toMatch('read nothing of what is wrong')
    const untold = { ...unread, events: [fetched(5), read, presented] }
    expect(verifierKind.isFinished(untold)).toBe(false)
    expect(verifierKind.whyIncomplete?.([], untold)).toMatch('whether the wallet warned')
    const warned = event(14, 'vp_refusal_reported', { shown: 'warned' })
    const tested = { ...unread, events: [fetched(5), read, presented, warned] }
    expect(verifierKind.isFinished(tested)).toBe(true)
    expect(verifierKind.whyIncomplete?.([], tested)).toBeNull()
  })
})

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
