import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ignoredHeader, ignoredWarning, refuseUnknown, shownIgnored, unknownMembers } from './ignored-members'

const listed = z.looseObject({ negative_test: z.string(), tx_code: z.string(), scope: z.string(), scopes: z.string() })

describe('ignored members', () => {
  it('are those that the request does not have', () => {
    expect(unknownMembers(['scope', 'mood', 'constructor', '__proto__'], listed)).toEqual([
      'mood',
      'constructor',
      '__proto__',
    ])
  })

  it('are a list of strings in a header field, in printable ASCII and of at most 64 characters', () => {
    expect(ignoredHeader([])).toEqual([])
    expect(ignoredHeader(['mood', 'a"b\\c', 'é\r\nSet-Cookie: a', ''])).toEqual([
      ['Ignored-Members', '"mood", "a\\"b\\\\c", "???Set-Cookie: a", ""'],
    ])
    expect(ignoredHeader(['x'.repeat(65)])).toEqual([['Ignored-Members', `"${'x'.repeat(64)}"`]])
  })

  it('are at most 16 there, whose last one counts the others', () => {
    const names = Array.from({ length: 20 }, (_, index) => `m${index}`)
    const [[, value] = []] = ignoredHeader(names)
    expect(value?.split(', ')).toHaveLength(16)
    expect(value?.endsWith('"m15";more=4')).toBe(true)
    expect(ignoredHeader(names.slice(0, 16))[0]?.[1]).not.toContain('more')
  })

  it.each([
    ['negative_tests', 'negative_test'],
    ['negativeTest', 'negative_test'],
    ['user_pin', 'tx_code'],
    ['Scopes', 'scopes'],
    ['scopee', undefined],
    ['mood', undefined],
    ['x'.repeat(100), undefined],
  ])('name the member that %s is near, if it is one alone', (name, nearly) => {
    expect(shownIgnored([name], listed)).toEqual([nearly === undefined ? { name } : { name, nearly }])
  })

  it('are told in one sentence', () => {
    expect(ignoredWarning([])).toEqual([])
    expect(ignoredWarning(shownIgnored(['negative_tests'], listed))).toEqual([
      'Ignored: negative_tests (nearly negative_test) is no member of this request.',
    ])
    const many = Array.from({ length: 18 }, (_, index) => ({ name: `m${index}` }))
    expect(ignoredWarning(many)[0]).toMatch(/ m15 and 2 more are no members of this request\.$/)
  })

  it('refuse a request that is to be handled strictly, each with its pointer', () => {
    expect(() => refuseUnknown([], listed)).not.toThrow()
    expect(() => refuseUnknown(['a/b', 'negative_tests'], listed)).toThrow(
      expect.objectContaining({
        code: 'unknown_member',
        members: {
          pointer: '/a~1b',
          errors: [
            { code: 'unknown_member', pointer: '/a~1b', message: 'This request has no such member.', clause: null },
            {
              code: 'unknown_member',
              pointer: '/negative_tests',
              message: 'This request has no such member: negative_test is near.',
              clause: null,
            },
          ],
        },
        headers: [['Preference-Applied', 'handling=strict']],
      }),
    )
  })
})
