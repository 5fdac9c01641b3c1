import { describe, expect, it } from 'vitest'
import { judgeLevels } from '../checks/key-attestation/keys'

describe('levels of a key attestation', () => {
  it('that are not told are no error: the claims are OPTIONAL (OpenID4VCI appendix D.1)', () => {
    expect(judgeLevels(undefined)).toEqual({ result: 'tolerated', expected: 'a non-empty array', actual: null })
  })

  it.each([[[]], [null], ['iso_18045_high'], [['high']], [['iso_18045_high', 7]]])(
    '%j are none of appendix D.2',
    (value) => {
      expect(judgeLevels(value).result).toBe('violated')
    },
  )

  it.each([[['iso_18045_high']], [['iso_18045_basic', 'https://trust.example/level/3']]])('%j are taken', (value) => {
    expect(judgeLevels(value).result).toBe('pass')
  })
})
