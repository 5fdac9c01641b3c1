import { expect, it } from 'vitest'
import { memorySpool } from '@/lib/testing/sample-bundle'
import { createBundleRequests, waitingBundlesMax } from './bundle-requests'
import { createPlaces } from './places'

const refused = { code: 'temporarily_unavailable', headers: [['Retry-After', '60']] }
const from = (remoteAddress: string, isOperator = false) => ({ remoteAddress, isOperator })

function waiting(keepsPart = false) {
  const ends: (() => void)[] = []
  const openSpool = async (onEnd: () => void) => {
    ends.push(onEnd)
    return memorySpool()
  }
  const places = createPlaces(waitingBundlesMax, { keepsPart })
  const ports = { gone: new Set<string>(), disk: { isLow: async () => false }, places }
  return { ends, places, bundles: createBundleRequests({ ...ports, openSpool }), ports }
}

it('lets two bundles of an address wait on the disk, four of the network around it, and sixteen in all', async () => {
  const { bundles, ends } = waiting()
  for (const host of [1, 1, 2, 2]) await bundles.spool(from(`192.0.2.${host}`))
  const share = { ...refused, description: expect.stringContaining('Your network has its share') }
  await expect(bundles.spool(from('192.0.2.1'))).rejects.toMatchObject(share)
  await expect(bundles.spool(from('192.0.2.3'))).rejects.toMatchObject(share)
  for (const net of [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]) await bundles.spool(from(`198.51.${net}.1`))
  const all = { ...refused, description: expect.stringContaining('All 16') }
  await expect(bundles.spool(from('203.0.113.1'))).rejects.toMatchObject(all)
  ends[0]?.()
  ends[0]?.()
  await bundles.spool(from('192.0.2.1'))
  await expect(bundles.spool(from('203.0.113.1'))).rejects.toMatchObject(all)
})

it('keeps places for the operator, and takes none of those who ask at once twice', async () => {
  const { bundles } = waiting(true)
  const strangers = Array.from({ length: 30 }, (_, net) => bundles.spool(from(`198.51.${net}.1`)))
  const ended = await Promise.allSettled(strangers)
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(12)
  for (let count = 0; count < 4; count++) await bundles.spool(from('198.51.0.1', true))
  await expect(bundles.spool(from('198.51.0.1', true))).rejects.toMatchObject(refused)
})

it('gives the place back of a bundle for which no file could be opened', async () => {
  const { ports, places } = waiting()
  const bundles = createBundleRequests({ ...ports, openSpool: () => Promise.reject(new Error('no file')) })
  for (let count = 0; count < 3; count++) await expect(bundles.spool(from('192.0.2.1'))).rejects.toThrow('no file')
  expect(places.take(from('192.0.2.1'), '')).toBeInstanceOf(Function)
})
