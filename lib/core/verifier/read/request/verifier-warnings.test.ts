import { expect, it } from 'vitest'
import { session } from '../../checks/fixtures/verifier-evidence'
import { verifierWarnings } from './verifier-warnings'

it.each([
  [{ negative_test: 'registration_missing' }, 'A good wallet refuses it, or warns its user and asks.'],
  [{ negative_test: 'registration_missing', wallet_policy: 'refuse' }, 'A good wallet refuses it.'],
  [{ negative_test: 'access_expired' }, 'A good wallet refuses it.'],
] as const)('says of %j what a good wallet does', (options, end) => {
  const asked = session({ options: { ...session().options, expect: 'refusal', ...options } })
  const [warning] = verifierWarnings({ session: asked, baseUrl: 'https://capture.example', deeplink: 'x' })
  expect(warning?.endsWith(` ${end}`), warning).toBe(true)
})
