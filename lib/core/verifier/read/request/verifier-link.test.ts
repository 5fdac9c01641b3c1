import { expect, it } from 'vitest'
import { session } from '../../checks/fixtures/verifier-evidence'
import { deeplinkByParameters } from './verifier-link'
import { verifierWarnings } from './verifier-warnings'

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

it.each([
  [{ negative_test: 'registration_missing' }, 'A good wallet refuses it, or warns its user and asks.'],
  [{ negative_test: 'registration_missing', wallet_policy: 'refuse' }, 'A good wallet refuses it.'],
  [{ negative_test: 'access_expired' }, 'A good wallet refuses it.'],
] as const)('says of %j what a good wallet does', (options, end) => {
  const asked = session({ options: { ...session().options, expect: 'refusal', ...options } })
  const [warning] = verifierWarnings({ session: asked, baseUrl: 'https://capture.example', deeplink: 'x' })
  expect(warning?.endsWith(` ${end}`), warning).toBe(true)
})
