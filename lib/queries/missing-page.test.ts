import '@/lib/testing/pages-setup'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { goneStatus } from './missing-page'

beforeAll(() => {
  const only = (known: string) => ({
    has: (id: string) => Promise.resolve(id === known),
    view: (id: string) =>
      Promise.resolve(id === known ? { options: {} } : id === 'following' ? { options: { follows: 'known' } } : null),
  })
  const browserAsking = (id: string) => Promise.resolve(id === 'carried' ? {} : null)
  const queries = { issuance: only('known'), presentation: only('asked'), browserAsking }
  vi.stubGlobal('walletCaptureContainer', { queries })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

describe('goneStatus', () => {
  it.each([
    '/checks/vci.proof.jwt.aud',
    '/checks',
    '/inspect/issuance/known',
    '/inspect/presentation/asked',
    '/inspect/round-trip/following',
    '/present/carried',
    '/inspect/issuance/no/revision',
    '/inspect/presentation/no/revision',
    '/',
  ])('ignores pages that exist or that are not its own: %s', async (path) => {
    expect(await goneStatus(path)).toBeNull()
  })

  it.each([
    '/checks/nope',
    '/checks/%zz',
    '/inspect/issuance/unknown',
    '/inspect/issuance/%zz',
    '/inspect/issuance/asked',
    '/inspect/presentation/known',
    '/inspect/presentation/%zz',
    '/inspect/round-trip/asked',
    '/inspect/round-trip/unknown',
    // A link carries its request.
    '/present/asked',
    '/present/%zz',
  ])('recognises what does not exist, readable or not, or is of the other kind: %s', async (path) => {
    expect(await goneStatus(path)).toBe(404)
  })
})
