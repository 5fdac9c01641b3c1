import { bundleBytesMax, bundleSessionsMax } from '@/lib/core/campaigns/bundle/bounds'
import type { BundleRequests } from '@/lib/core/ground/ports/ports'
import { createAddressLimit } from './address-limit'

/** How many bundles an address may ask for in an hour: each makes every file of up to 400 sessions twice. */
const bundlesPerHour = 6

const hourMillis = 3_600_000

/** Counts bundles by address, and lets one be planned at a time: each takes seconds of a processor. `gone` holds exchanges whose client has disconnected. */
export function createBundleRequests(gone: ReadonlySet<string>): BundleRequests {
  const limit = createAddressLimit(bundlesPerHour, hourMillis)
  let isPlanning = false
  let last: Promise<unknown> = Promise.resolve()
  return {
    max: { bytes: bundleBytesMax, sessions: bundleSessionsMax },
    take: limit.take,
    async planAlone(plan) {
      if (isPlanning) return null
      isPlanning = true
      try {
        return await plan()
      } finally {
        isPlanning = false
      }
    },
    inLine(make) {
      const made = last.then(make)
      // Who waits behind a part does not care what came of it, and must not keep it.
      last = made.then(
        () => undefined,
        () => undefined,
      )
      return made
    },
    isGone: (exchange) => gone.has(exchange),
  }
}
