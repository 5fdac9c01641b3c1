import { expect, it } from 'vitest'
import { isAlteredDelivery } from './verifier'

const delivered = (negative_test: string | null, status = 200, kind = 'request') =>
  isAlteredDelivery({ options: { negative_test } }, { kind, response: { status } as never })

it('a request that was handed out wrong on purpose is told from others', () => {
  for (const test of [
    'bad_signature',
    'expired_request',
    'no_typ',
    'missing_nonce',
    'self_signed_leaf',
    'verifier_info_unbound',
  ])
    expect([test, delivered(test)]).toEqual([test, true])
  expect(delivered(null)).toBe(false)
  expect(delivered('no such test')).toBe(false)
  // The altered answer is the one to the presentation.
  expect(delivered('redirect_on_response')).toBe(false)
  expect(delivered('bad_signature', 404)).toBe(false)
  expect(delivered('bad_signature', 200, 'response')).toBe(false)
})
