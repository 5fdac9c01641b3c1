import { expect, it } from 'vitest'
import { session } from '../../checks/fixtures/verifier-evidence'
import { isForTester, offeredKeys } from './offered-keys'

const digest = () => new Uint8Array([1, 2, 3])
const own = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: `${'B'.repeat(42)}A`, kid: 'own' }
const [named, unnamed] = [
  { kty: 'EC', crv: 'P-256', x: 'a', y: 'b', kid: 'mine' },
  { kty: 'OKP', x: 'c' },
]

/** What a request with these keys offers, whose tester put the list there. */
const offeredBy = (...keys: readonly object[]) => {
  const before = { ...session().request, client_metadata: { jwks: { keys: [own] } } }
  const value = keys.map((key) => ({ ...key }))
  const mutations = [{ target: 'request_object', op: 'put', path: '/client_metadata/jwks/keys', value }]
  const mutated = { same_as: null, source: 'mutations' }
  const options = { ...session().options, mutations, mutated, request_before_test: before }
  return offeredKeys(session({ request: before, encryptionKid: 'own', options } as never), { digest })
}

it('finds our key among those of the tester, wherever it stands and whatever it is named', () => {
  expect(offeredBy(named, own)).toMatchObject({ offered: { kid: 'own', thumbprint: 'AQID' }, ofTester: ['mine'] })
  expect(offeredBy({ ...own, kid: 'renamed' })).toMatchObject({ offered: { kid: 'renamed' }, ofTester: [] })
  expect(offeredBy(unnamed, named)).toMatchObject({ offered: { kid: 'mine' }, ofTester: [null, 'mine'] })
  expect(offeredBy({ ...own, x: 'other' })).toMatchObject({ ofTester: ['own'] })
  expect(offeredKeys(session(), { digest }).ofTester).toEqual([])
})

it('takes a response for one to the tester only where the request has such a key', () => {
  expect(isForTester('mine', offeredBy(named, own))).toBe(true)
  expect(isForTester('own', offeredBy(named, own))).toBe(false)
  expect(isForTester('own', offeredBy({ ...own, x: 'other' }))).toBe(true)
  expect(isForTester('another', offeredBy(named, own))).toBe(false)
  expect(isForTester('another', offeredBy(unnamed))).toBe(true)
  expect(isForTester(undefined, offeredBy(named))).toBe(true)
  expect(isForTester(undefined, offeredBy(own))).toBe(false)
})
