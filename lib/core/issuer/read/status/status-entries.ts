import { z } from 'zod'
import type { StoredEvent } from '../../../shared/ports/store-types'
import { type StatusName, statusValues } from '../../../shared/status/status-bits'
import { isObject } from '../../../shared/values/json'
import type { StatusEntry } from '../../configurations/laboratory/status-lists'

/** An entry with its issuance event. */
export interface IssuedStatus extends StatusEntry {
  readonly issuedAt: StoredEvent['at']
  /** Last change; `null` if never changed. */
  readonly changedAt: StoredEvent['at'] | null
}

const isStatusName = (value: unknown): value is StatusName =>
  typeof value === 'string' && Object.hasOwn(statusValues, value)

/** Status list entries of an issuer's credentials, in order of issuance. */
export function statusEntries(events: readonly Pick<StoredEvent, 'type' | 'detail' | 'at'>[]): IssuedStatus[] {
  const entries = new Map<string, { -readonly [Member in keyof IssuedStatus]: IssuedStatus[Member] }>()
  for (const { type, detail, at } of events) {
    if (type === 'credential_issued')
      for (const { list, index, status } of entriesIn(detail.statuses))
        entries.set(`${list}/${index}`, { list, index, status, issuedAt: at, changedAt: null })
    if (type !== 'status_changed') continue
    const { all } = detail
    const changes = isStatusName(all)
      ? [...entries.values()].map((known) => ({ known, status: all }))
      : entriesIn(detail.statuses).map(({ list, index, status }) => ({
          known: entries.get(`${list}/${index}`),
          status,
        }))
    for (const { known, status } of changes) {
      // A revocation is final, even against a change that raced it.
      if (known === undefined || known.status === 'invalid' || known.status === status) continue
      known.status = status
      known.changedAt = at
    }
  }
  return [...entries.values()]
}

/** How many credentials of a session are not revoked yet. */
export const unrevokedCredentials = (events: Parameters<typeof statusEntries>[0]): number =>
  statusEntries(events).filter(({ status }) => status !== 'invalid').length

/** Reads entries written by `statusesDetail`. */
function entriesIn(value: unknown): StatusEntry[] {
  return (Array.isArray(value) ? value : []).flatMap((entry) => {
    if (!isObject(entry)) return []
    const { list, index, status } = entry
    return Number.isInteger(list) && Number.isInteger(index) && isStatusName(status)
      ? [{ list: Number(list), index: Number(index), status }]
      : []
  })
}

/** Event detail for entries, unless it concerns all of them. */
export const statusesDetail = (entries: readonly StatusEntry[]) => ({
  statuses: entries.map(({ list, index, status }) => ({ list, index, status })),
})

const status = z
  .enum(['valid', 'invalid', 'suspended'])
  .meta({ description: 'invalid revokes for good; suspended can be taken back with valid.' })

/** Body of `POST /sessions/{sessionId}/laboratory/statuses`. */
export const zStatusChange = z
  .union([
    z.strictObject({
      list: z.int().min(1),
      index: z.int().min(0),
      status,
    }),
    z.strictObject({ all: z.literal(true), status }),
  ])
  .meta({ id: 'StatusChange' })

/** The requested entries after the change. */
export const zStatusesChanged = z
  .object({ statuses: z.array(z.object({ list: z.int(), index: z.int(), status })) })
  .meta({ id: 'StatusesChanged' })
