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

  it.each<[string, (string | number | null)[][], boolean]>([
    ['different claims', [['name'], ['address', 'street'], ['degrees', 0], ['degrees', 1, 'type']], true],
    ['an object and a member of it', [['address'], ['address', 'street']], true],
    ['the same claim twice', [['address', 'street'], ['name'], ['address', 'street']], false],
    [
      'all elements of an array and one of them',
      [
        ['degrees', null, 'type'],
        ['degrees', 0, 'type'],
      ],
      false,
    ],
    [
      'an array that is an object too',
      [
        ['address', 0],
        ['address', 'street'],
      ],
      false,
    ],
    ['a credential that is an array too', [[null], ['name']], false],
    ['one very long path', [Array.from({ length: 1_000 }, () => 'a')], true],
  ])('knows whether claims descriptions may stand together: %s', (_what, paths, isGood) => {
    const claims = paths.map((path) => ({ path }))
    const errors = authorizationDetailsErrors(JSON.stringify([{ ...good, claims }]), ['pid'])
    expect(errors).toEqual(isGood ? [] : [{ index: 0, problem: 'claims repeat or contradict each other' }])
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
