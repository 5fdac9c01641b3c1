import { bundleBytesMax, bundleSessionsMax } from '@/lib/core/campaigns/bundle/bounds'
import type { BundleRequests } from '@/lib/core/ground/ports/ports'
import { createAddressLimit } from './address-limit'

/** How many bundles an address may ask for in an hour: each makes every file of up to 400 sessions twice. */
const bundlesPerHour = 6

const hourMillis = 3_600_000

/** Counts bundles by address. `gone` holds exchanges whose client has disconnected. */
export function createBundleRequests(gone: ReadonlySet<string>): BundleRequests {
  const limit = createAddressLimit(bundlesPerHour, hourMillis)
  return {
    max: { bytes: bundleBytesMax, sessions: bundleSessionsMax },
    take: limit.take,
    isGone: (exchange) => gone.has(exchange),
  }
}
