import { expect, it } from 'vitest'
import { deeplinkByParameters } from './verifier-deeplink'

it('a link has the parameters that it was given, whatever is in their names and values', () => {
  const parameters = { 'a b': 'c d', 'x&request_uri': 'y=z#', 'ü?': '' }
  const link = deeplinkByParameters({ scheme: 'openid4vp://', parameters })
  expect(link).toBe('openid4vp://?a%20b=c%20d&x%26request_uri=y%3Dz%23&%C3%BC%3F=')
})

it('half a character in a link is what it is in a signed request', () => {
  const link = deeplinkByParameters({ scheme: 'openid4vp://', parameters: { state: 'a\ud800' } })
  expect(link).toBe('openid4vp://?state=a%EF%BF%BD')
  expect(encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode('a\ud800')))).toBe('a%EF%BF%BD')
})
