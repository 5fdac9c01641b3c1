import { expect, it } from 'vitest'
import { sha256 } from '@/lib/adapters/crypto/ports'
import { createMemoryStore } from '@/lib/adapters/memory/memory-store'
import { commitOf, sampleStart, sampleValue } from '@/lib/testing/store-samples'
import { exchangeId } from '../../../../shared/ports/ids'
import { readJtiHistory, refusedDigest } from './read-jti-history'

const kind = 'attestation_pop_jti'
const first = exchangeId('11111111-1111-4111-8111-111111111111')
const another = exchangeId('22222222-2222-4222-8222-222222222222')

it('tells where a jti came before, and blames no wallet for the response that may have got lost', async () => {
  const store = createMemoryStore({ now: () => sampleStart })
  const history = (lost: typeof first | null = null, digest: string | null = 'jti') =>
    readJtiHistory(kind, digest, lost, { store, sha256 })
  const remember = (digest: string) =>
    store.commit(commitOf({ effects: [{ type: 'remember', value: sampleValue({ kind, digest, exchangeId: first }) }] }))
  expect(await history()).toBe('new')
  await remember(refusedDigest('jti', sha256))
  expect([await history(), await history(another), await history(first)]).toEqual([
    'refused',
    'refused',
    'refused_lost',
  ])
  await remember('jti')
  expect([await history(), await history(another), await history(first)]).toEqual(['used', 'used', 'lost'])
  expect(await history(first, 'other')).toBe('new')
  expect(await history(null, null)).toBe('new')
})
