import type { StorageSetting } from '@/lib/core/engine/sessions/without-content'
import { ProtocolError } from '@/lib/core/shared/ports/errors'
import type { EpochMillis } from '@/lib/core/shared/time/time'
import type { AddressQuota } from './address-quota'
import type { createDiskFloor } from './disk-floor'
import type { RateLimit } from './rate-limit'

/** Limits what unauthenticated clients may cause to be stored. Every creation and every record asks here. */
export interface StorageBounds {
  /**
   * The reason why this address may not create a session, campaign or entered result now. `null` if it may; the
   * creation then counts. `unlimited`: for whoever the limits of an address do not hold.
   */
  refuseCreation(address: string, at: EpochMillis, unlimited?: boolean): Promise<ProtocolError | null>
  /**
   * The setting because of which only the lengths of this address's requests are stored if they belong to no open
   * session; `null` if none applies.
   */
  shortBy(address: string, at: EpochMillis): Promise<StorageSetting | null>
  /** Takes back a creation that was counted at `at`: another request made what this one would have made. */
  uncountCreation(address: string, at: EpochMillis): void
  /** Adds bytes that were written because of this address. */
  written(address: string, bytes: number, at: EpochMillis): void
}

export function createStorageBounds(input: {
  readonly sessionLimit: RateLimit
  readonly quota: AddressQuota
  readonly disk: ReturnType<typeof createDiskFloor>
  /** Learns which quota refused a creation. */
  readonly onRefused?: (quota: 'disk_floor' | 'address_mib' | 'session_rate') => void
}): StorageBounds {
  const { sessionLimit, quota, disk, onRefused = () => undefined } = input
  return {
    async refuseCreation(address, at, unlimited = false) {
      if (await disk.isLow()) {
        onRefused('disk_floor')
        return new ProtocolError('insufficient_storage', diskLow)
      }
      if (unlimited) return null
      const quotaSeconds = quota.waitSeconds(address, at)
      if (quotaSeconds > 0) {
        onRefused('address_mib')
        return tooMany(quotaReached, quotaSeconds)
      }
      const limitSeconds = sessionLimit.take(address, at)
      if (limitSeconds === 0) return null
      onRefused('session_rate')
      return tooMany(limitReached, limitSeconds)
    },
    async shortBy(address, at) {
      if (await disk.isLow()) return 'DISK_FLOOR_MIB'
      return quota.waitSeconds(address, at) > 0 ? 'ADDRESS_MIB_PER_DAY' : null
    },
    uncountCreation: sessionLimit.giveBack,
    written: quota.count,
  }
}

/** What a client reads where DISK_FLOOR_MIB holds something back. */
export const diskLow =
  'The disk of this service is nearly full (DISK_FLOOR_MIB): nothing new can be created until its operator frees space.'
const quotaReached =
  'This address has reached its daily storage limit (ADDRESS_MIB_PER_DAY), which resets at midnight UTC.'
const limitReached =
  'Too many sessions were created from this address within a minute (SESSION_RATE_LIMIT): wait a little.'

const tooMany = (description: string, retryAfterSeconds: number): ProtocolError =>
  new ProtocolError('too_many_requests', description, {}, [['Retry-After', String(retryAfterSeconds)]])
