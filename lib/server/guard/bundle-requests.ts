import { bundleBytesMax, bundleSessionsMax, reportBundleBytesMax } from '@/lib/core/campaigns/bundle/bounds'
import { ProtocolError } from '@/lib/core/ground/ports/errors'
import type { BundleRequests, Spool } from '@/lib/core/ground/ports/ports'
import { createAddressLimit } from './address-limit'
import { networkOf } from './client-networks'
import type { createDiskFloor } from './disk-floor'
import { diskLow } from './storage-bounds'

/** How many bundles of statements an address may ask for in an hour: each makes the evidence of up to 400 sessions. */
const statementsPerHour = 6
/**
 * The same of campaigns and single sessions. A CI keeps one for each run, and its runs come from few addresses; what they hold was
 * made within the bounds of new sessions.
 */
const reportsPerHour = 60

const hourMillis = 3_600_000

/** How many bundles wait on the disk until they are read: a client may take hours to read one of the greatest length. */
const waitingMax = { all: 8, network: 2 } as const

/**
 * Counts bundles by address, and lets one be made at a time: each takes seconds of a processor. `gone` holds exchanges whose
 * client has disconnected; `openSpool` opens a place on the disk, and tells when it is free again.
 */
export function createBundleRequests(ports: {
  readonly gone: ReadonlySet<string>
  readonly openSpool: (onEnd: () => void) => Promise<Spool>
  readonly disk: ReturnType<typeof createDiskFloor>
}): BundleRequests {
  const limits = {
    statement: createAddressLimit(statementsPerHour, hourMillis),
    report: createAddressLimit(reportsPerHour, hourMillis),
  }
  let isMaking = false
  /** The network of each bundle that waits. */
  const waiting: string[] = []
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
    async spool(remoteAddress) {
      if (await ports.disk.isLow()) throw new ProtocolError('insufficient_storage', diskLow)
      const network = networkOf(remoteAddress)
      const theirs = waiting.filter((other) => other === network).length
      if (theirs >= waitingMax.network || waiting.length >= waitingMax.all) throw othersAreRead()
      waiting.push(network)
      return ports.openSpool(() => void waiting.splice(waiting.indexOf(network), 1))
    },
    isGone: (exchange) => ports.gone.has(exchange),
  }
}

const othersAreRead = (): ProtocolError =>
  new ProtocolError(
    'temporarily_unavailable',
    'Too many bundles are not read to their end yet: read those that you asked for, or ask again in a minute.',
    {},
    [['Retry-After', '60']],
  )
