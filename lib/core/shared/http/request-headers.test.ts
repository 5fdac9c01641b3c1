import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { acceptsEncoding, prefers } from './request-headers'

const jwt = (accept: string | null) => prefers(accept, 'application/jwt', 'application/json')

describe('prefers', () => {
  it.each([
    [null, false],
    ['', false],
    ['*/*', false],
    ['application/*', false],
    ['text/html', false],
    ['application/json', false],
    ['application/jwt', true],
    ['Application/JWT', true],
    ['application/jwt, application/json', true],
    ['application/json, application/jwt', false],
    ['application/jwt;q=0.1, application/json', false],
    ['application/json;q=0.5, application/jwt', true],
    ['application/jwt;q=0', false],
    ['application/jwt, */*', true],
    ['application/jwt;q=0.2, */*', false],
    ['application/jwt;q=x, application/json;q=0.9', true],
  ])('reads %s', (accept, expected) => {
    expect(jwt(accept)).toBe(expected)
  })
  it('accepts any text without throwing', () => {
    fc.assert(
      fc.property(fc.string(), (accept) => void jwt(accept)),
      runs(),
    )
  })
})

describe('a content coding', () => {
  it.each(['br', 'gzip, br', 'gzip;q=1.0, BR;q=0.5', 'br ;q=0.001'])('is taken by "%s"', (header) => {
    expect(acceptsEncoding(header, 'br')).toBe(true)
  })

  it.each([null, undefined, '', 'gzip', 'brotli', 'br;q=0', 'br; q=0.000', 'x-br'])(
    'is not taken by "%s"',
    (header) => {
      expect(acceptsEncoding(header, 'br')).toBe(false)
    },
  )
})
