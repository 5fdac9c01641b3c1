import { describe, expect, it, vi } from 'vitest'
import { isMissingPage } from './missing-page'

vi.mock('@/lib/server/container', () => ({
  container: () => ({ queries: { hasSession: (id: string) => Promise.resolve(id === 'known') } }),
}))

describe('isMissingPage', () => {
  it.each(['/checks/vci.proof.jwt.aud', '/checks', '/inspect/issuance/known', '/inspect/issuance/no/revision', '/'])(
    'leaves a page alone that is there, or that is not its own: %s',
    async (path) => {
      expect(await isMissingPage(path)).toBe(false)
    },
  )

  it.each(['/checks/nope', '/checks/%zz', '/inspect/issuance/unknown', '/inspect/issuance/%zz'])(
    'knows what does not exist, readable or not: %s',
    async (path) => {
      expect(await isMissingPage(path)).toBe(true)
    },
  )
})
