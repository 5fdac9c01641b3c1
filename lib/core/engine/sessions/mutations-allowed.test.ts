import { expect, test } from 'vitest'
import { requireMutationsAllowed } from './mutations-allowed'

const list = [{ target: 'link', op: 'remove', path: '/request_uri' }]

test.each(['anybody', 'stranger', 'operator'] as const)('MUTATIONS decides for %s', (asker) => {
  const asks = (mutations: 'on' | 'own' | 'off', asked: unknown = list) => {
    try {
      requireMutationsAllowed(asked, { settings: { mutations }, asker })
      return 'allowed'
    } catch (error) {
      return (error as { code: string; members: object }).code
    }
  }
  expect(asks('on')).toBe('allowed')
  expect(asks('own')).toBe(asker === 'operator' ? 'allowed' : 'mutations_not_enabled')
  expect(asks('off')).toBe('mutations_not_enabled')
  expect(asks('off', null)).toBe('mutations_not_enabled')
})

test('a session without mutations needs no permission', () => {
  requireMutationsAllowed(undefined, { settings: { mutations: 'off' }, asker: 'stranger' })
})
