import { afterEach, expect, it, vi } from 'vitest'
import { presentsIn } from './presents-in'

afterEach(() => {
  vi.unstubAllGlobals()
})

const presentation = (options: object) => ({ kind: 'presentation', options })

it.each([
  ['a test under HAIP', presentation({ profile: 'haip', expect: 'refusal' }), { haipOnly: true }],
  ['a right request under HAIP', presentation({ profile: 'haip', expect: 'answer' }), {}],
  ['a test of no profile', presentation({ profile: 'openid4vp', expect: 'refusal' }), {}],
  ['an issuance', { kind: 'issuance', options: { profile: 'haip' } }, {}],
  ['a session that is gone', null, {}],
])('the wallet of a page in %s', async (_words, session, presents) => {
  vi.stubGlobal('walletCaptureContainer', { ports: { store: { session: async () => session } } })
  expect(await presentsIn('id')).toEqual(presents)
})
