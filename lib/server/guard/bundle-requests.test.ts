import { expect, it } from 'vitest'
import { memorySpool } from '@/lib/testing/sample-bundle'
import { createBundleRequests } from './bundle-requests'

it('lets two bundles of an address wait on the disk, and eight in all', async () => {
  const ends: (() => void)[] = []
  const openSpool = async (onEnd: () => void) => {
    ends.push(onEnd)
    return memorySpool()
  }
  const bundles = createBundleRequests({ gone: new Set(), openSpool, disk: { isLow: async () => false } })
  const refused = { code: 'temporarily_unavailable', headers: [['Retry-After', '60']] }
  for (const host of [1, 1, 2, 2, 3, 3]) await bundles.spool(`192.0.2.${host}`)
  await expect(bundles.spool('192.0.2.1')).rejects.toMatchObject(refused)
  await bundles.spool('192.0.2.4')
  await bundles.spool('192.0.2.5')
  await expect(bundles.spool('192.0.2.6')).rejects.toMatchObject(refused)
  ends[0]?.()
  await bundles.spool('192.0.2.1')
  await expect(bundles.spool('192.0.2.1')).rejects.toMatchObject(refused)
  expect(ends).toHaveLength(9)
})
