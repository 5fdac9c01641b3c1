import { bundleBytesMax, bundleSessionsMax, reportBundleBytesMax } from '@/lib/core/campaigns/bundle/bounds'
import { ProtocolError } from '@/lib/core/shared/ports/errors'
import type { NoPlace } from '@/lib/core/shared/ports/places'
import type { BundleRequests, Spool } from '@/lib/core/shared/ports/ports'
import { createAddressLimit } from './address-limit'
import type { createDiskFloor } from './disk-floor'
import type { Places } from './places'
import { diskLow } from './storage-bounds'

/** How many bundles of statements an address may ask for in an hour: each makes the evidence of up to 400 sessions. */
const statementsPerHour = 6
/**
 * The same of campaigns and single sessions. A CI keeps one for each run, and its runs come from few addresses; what they hold was
 * made within the bounds of new sessions.
 */
const reportsPerHour = 60

const hourMillis = 3_600_000

/**
 * How many bundles wait on the disk until they are read: a client may take hours to read one of the greatest length. Two for each
 * address, since pipelines of one CI come from one.
 */
export const waitingBundlesMax = 16

/**
 * Counts bundles by address, and lets one be made at a time: each takes seconds of a processor. `gone` holds exchanges whose
 * client has disconnected; `openSpool` opens a place on the disk, and tells when it is free again; `places` are
 * `waitingBundlesMax`, shared out.
 */
export function createBundleRequests(ports: {
  readonly gone: ReadonlySet<string>
  readonly openSpool: (onEnd: () => void) => Promise<Spool>
  readonly disk: ReturnType<typeof createDiskFloor>
  readonly places: Places
}): BundleRequests {
  const limits = {
    statement: createAddressLimit(statementsPerHour, hourMillis),
    report: createAddressLimit(reportsPerHour, hourMillis),
  }
  let isMaking = false
  return {
    max: { bytes: bundleBytesMax, reportBytes: reportBundleBytesMax, sessions: bundleSessionsMax },
    take: (of, address, at) => limits[of].take(address, at),
    async makeAlone(make) {
      if (isMaking) return null
      isMaking = true
      try {
        return await make()
      } finally {
        isMaking = false
      }
    },
    async spool(seeker) {
      if (await ports.disk.isLow()) throw new ProtocolError('insufficient_storage', diskLow)
      const leave = ports.places.take(seeker, 'places for bundles that are not read to their end yet')
      if (typeof leave !== 'function') throw othersAreRead(leave)
      // A place that was not opened is free again.
      return ports.openSpool(leave).catch((error: unknown) => {
        leave()
        throw error
      })
    },
    isGone: (exchange) => ports.gone.has(exchange),
  }
}

const othersAreRead = ({ because }: NoPlace): ProtocolError =>
  new ProtocolError(
    'temporarily_unavailable',
    `${because} Read those that you asked for, or ask again in a minute.`,
    {},
    [['Retry-After', '60']],
  )
