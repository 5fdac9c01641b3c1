import { describe, expect, it } from 'vitest'
import { event, evidence, fetched, session } from '../checks/fixtures/verifier-evidence'
import { verifierKind } from './verifier-kind'

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
