import { ApplicationFailure } from '@temporalio/common'
import { describe, expect, it } from 'vitest'
import { requireStatus } from './service-api'

/** What an answer is taken for: the type of the failure, and whether it is final. */
function taken(status: number, retryAfterSeconds?: number): [string | null | undefined, boolean | null | undefined] {
  const waits = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  try {
    requireStatus({ status, body: { error: 'a_code' }, ...waits }, 201, 'recording')
  } catch (error) {
    if (!(error instanceof ApplicationFailure)) throw error
    expect(error.message).toContain(`${status} a_code`)
    return [error.type, error.nonRetryable]
  }
  return ['right', null]
}

describe('an answer of our own service', () => {
  it('is right, or refuses what was asked', () => {
    expect(taken(201)).toEqual(['right', null])
    for (const status of [400, 405, 409, 415, 422]) expect(taken(status)).toEqual(['step_refused', true])
  })

  it.each<[string, unknown]>([
    [
      'a_code: The member flow must be one of a, b.',
      { error: 'a_code', error_description: 'The member flow must be one of a, b.' },
    ],
    ['a_code', { error: 'a_code' }],
    ['422', 'no object'],
    [`a_code: ${'x'.repeat(292)}`, { error: 'a_code', error_description: 'x'.repeat(1000) }],
    ['a_code: two lines', { error: 'a_code', error_description: 'two\r\nlines' }],
  ])('that refuses says why, in bounds: %.40s', (why, body) => {
    const refused = () => requireStatus({ status: 422, body }, 201, 'creating the session')
    expect(refused).toThrow(expect.objectContaining({ type: 'step_refused', details: [why] }))
  })

  it('says that the service failed, for now, where no definition is to blame', () => {
    for (const status of [200, 401, 403, 404, 413, 429, 500, 503])
      expect(taken(status)).toEqual(['service_failed', false])
  })

  it('is waited for as long as it says, unless that would use up the run', () => {
    expect(taken(503, 120)).toEqual(['service_failed', false])
    expect(taken(429, 121)).toEqual(['service_failed', true])
  })
})
