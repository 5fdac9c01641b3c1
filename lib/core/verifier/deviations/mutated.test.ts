import { describe, expect, it } from 'vitest'
import { deviationOf, verifierDeviation } from '.'
import { deviationTitleOf, purposeOf } from './deviation-facts'

/** Sessions whose mutations make what these tests make too, though not with the same values. */
const written = [
  ['bad_nonce_charset', '/nonce', 'a$b', 'The nonce contains a character that is not URL-safe.'],
  ['bad_state_charset', '/state', 'ß', 'The state contains a character that is not URL-safe.'],
  ['expired_request', '/exp', 5, 'The request has expired.'],
  ['random_parameter', '/wallet_capture_unknown', 'x', 'The request has an undefined parameter.'],
] as const

describe('mutations that equal a test', () => {
  it.each(written)('are told in words that hold for them: %s', (id, path, value, title) => {
    const options = {
      mutations: [{ target: 'request_object', op: 'put', path, value }],
      mutated: { same_as: id, source: 'mutations' },
      negative_test: id,
    }
    expect(deviationOf({ options })?.title).toBe(title)
    expect(deviationTitleOf({ options })).toBe(title.replace('.', ''))
    const mutations = { differences: [], same_as: id, expect: 'refusal' } as const
    expect(purposeOf({ options, mutations })).toContain(`The same as the test: ${title}`)
    expect(purposeOf({ options })).toContain(title)
  })

  it('leave the words of the test itself', () => {
    const title = 'The nonce contains a space and a quotation mark.'
    const options = { negative_test: 'bad_nonce_charset' }
    expect(deviationOf({ options })?.title).toBe(title)
    expect(purposeOf({ options })).toContain(title)
    expect(verifierDeviation('bad_nonce_charset')?.title).toBe(title)
  })
})
