import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { authorizationDetailsErrors } from './authorization-details-errors'

const good = { type: 'openid_credential', credential_configuration_id: 'pid' }

describe('authorizationDetailsErrors', () => {
  it('finds nothing wrong with a configuration of the metadata and claims that have a path', () => {
    const claims = [{ path: ['address', 'street', null, 0], mandatory: true }]
    expect(
      authorizationDetailsErrors(JSON.stringify([good, { ...good, credential_configuration_id: 'b', claims }]), [
        'pid',
        'b',
      ]),
    ).toEqual([])
  })

  it.each([
    ['{}', 'not a JSON array'],
    ['nothing', 'not a JSON array'],
    ['[]', 'an empty array'],
  ])('says of %s: %s', (text, error) => {
    expect(authorizationDetailsErrors(text, ['pid'])).toEqual([error])
  })

  it('accepts any text without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(Array.isArray(authorizationDetailsErrors(text, ['pid']))).toBe(true)
      }),
      runs(),
    )
  })
})
