import type { StorageSetting } from '@/lib/core/engine/sessions/lengths-alone'
import { ProtocolError } from '@/lib/core/ground/ports/errors'
import type { EpochMillis } from '@/lib/core/ground/time/time'
import type { AddressQuota } from './address-quota'
import type { createDiskFloor } from './disk-floor'
import type { RateLimit } from './rate-limit'

/** What strangers may cause to be stored: the one place that every creation and every record asks. */
export interface StorageBounds {
  /**
   * Why this address may create nothing now, be it a session, a campaign or an entered result; `null` if it may, and then
   * the creation counts.
   */
  refuseCreation(address: string, at: EpochMillis): Promise<ProtocolError | null>
  /** The setting by which requests of this address that name no open session are kept by their lengths alone; `null` for none. */
  shortBy(address: string, at: EpochMillis): Promise<StorageSetting | null>
  /** Counts bytes that were written for the address. */
  written(address: string, bytes: number, at: EpochMillis): void
}

export function createStorageBounds(input: {
  readonly sessionLimit: RateLimit
  readonly quota: AddressQuota
  readonly disk: ReturnType<typeof createDiskFloor>
}): StorageBounds {
  const { sessionLimit, quota, disk } = input
  return {
    async refuseCreation(address, at) {
      if (await disk.isLow()) return new ProtocolError('insufficient_storage', diskLow)
      const quotaSeconds = quota.waitSeconds(address, at)
      if (quotaSeconds > 0) return tooMany(quotaReached, quotaSeconds)
      const limitSeconds = sessionLimit.take(address, at)
      return limitSeconds > 0 ? tooMany(limitReached, limitSeconds) : null
    },
    async shortBy(address, at) {
      if (await disk.isLow()) return 'DISK_FLOOR_MIB'
      return quota.waitSeconds(address, at) > 0 ? 'ADDRESS_MIB_PER_DAY' : null
    },
    written: quota.count,
  }
}

const diskLow =
  'The disk of this service is nearly full (DISK_FLOOR_MIB): nothing new is created until its operator has made room.'
const quotaReached =
  'This address has caused as much to be stored today as one may (ADDRESS_MIB_PER_DAY): there is room again at midnight UTC.'
const limitReached = 'Too many sessions created from this address within a minute (SESSION_RATE_LIMIT): wait a little.'

const tooMany = (description: string, retryAfterSeconds: number): ProtocolError =>
  new ProtocolError('too_many_requests', description, {}, [['Retry-After', String(retryAfterSeconds)]])
