import { describe, expect, it } from 'vitest'
import { wellKnownUrl } from './well-known-url'

describe('a well-known address', () => {
  it.each([
    ['https://issuer.example', 'https://issuer.example/.well-known/x'],
    ['https://issuer.example/', 'https://issuer.example/.well-known/x'],
    ['https://issuer.example:8443/tenant', 'https://issuer.example:8443/.well-known/x/tenant'],
    ['https://issuer.example/a/b', 'https://issuer.example/.well-known/x/a/b'],
  ])('of %s is %s', (identifier, expected) => {
    expect(wellKnownUrl(identifier, 'x', { dropLastSlash: true })).toBe(expected)
    expect(wellKnownUrl(identifier, 'x', { dropLastSlash: false })).toBe(expected)
  })

  it('drops the last slash of the path only where the specification says so', () => {
    expect(wellKnownUrl('https://issuer.example/a/', 'x', { dropLastSlash: true })).toBe(
      'https://issuer.example/.well-known/x/a',
    )
    expect(wellKnownUrl('https://issuer.example/a/', 'x', { dropLastSlash: false })).toBe(
      'https://issuer.example/.well-known/x/a/',
    )
  })

  it.each(['https://issuer.example/a?b', 'https://issuer.example/a#b', 'ftp://issuer.example'])(
    'does not exist for %s',
    (identifier) => {
      expect(() => wellKnownUrl(identifier, 'x', { dropLastSlash: true })).toThrow('The issuer identifier')
    },
  )
})
