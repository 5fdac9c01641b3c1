import { z } from 'zod'
import type { StoredEvent } from '../../ground/ports/store-types'
import { toIso } from '../../ground/time/time'

/** A read of a trust resource, as the read-back of its session shows it. */
const zTrustRead = z.object({
  at: z.iso.datetime(),
  resource: z.enum(['list', 'status', 'crl', 'register', 'ca']),
  name: z.string(),
  sequence: z.int().optional().meta({ description: 'Of the list that was served.' }),
  by: z.enum(['session', 'alias', 'client']).meta({
    description:
      'alias: found by list_alias, which others may use too. client: at an address of the installation, inferred from who read it.',
  }),
  exchange_id: z.string().nullable(),
})

export const zTrustReads = z.array(zTrustRead)

/** Reads of the lists, statuses and the register of a session. */
export interface TrustReads {
  readonly reads: z.output<typeof zTrustReads>
  /** At least how many more there were than are on record. */
  readonly further: number
}

/** True if more was read than is on record: then nobody knows what was not read. */
export const readMoreThanKept = (events: readonly StoredEvent[]): boolean => trustReads(events).further > 0

/** What the events of a session say of reads of its trust resources, oldest first. */
export function trustReads(events: readonly StoredEvent[]): TrustReads {
  const found = events.filter(({ type }) => type === 'trust_resource_read' || type === 'vp_trust_resource_read')
  const further = found.flatMap(({ detail }) => (typeof detail.further === 'number' ? [detail.further] : []))
  const reads = found.flatMap(({ at, detail, exchangeId }) => {
    if (detail.further !== undefined) return []
    return zTrustRead.safeParse({ ...detail, at: toIso(at), exchange_id: exchangeId }).data ?? []
  })
  return { reads, further: Math.max(0, ...further) }
}
