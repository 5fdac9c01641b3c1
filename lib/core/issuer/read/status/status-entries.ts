import type { StoredEvent } from '../../../ground/ports/store-types'
import { type StatusName, statusValues } from '../../../ground/status/status-bits'
import { isObject } from '../../../ground/values/json'
import type { StatusEntry } from '../../configurations/laboratory/status-lists'

/** An entry with the event that gave it, for its credential. */
export interface IssuedStatus extends StatusEntry {
  readonly issuedAt: StoredEvent['at']
  /** When it was changed last; `null` if it never was. */
  readonly changedAt: StoredEvent['at'] | null
}

const isStatusName = (value: unknown): value is StatusName =>
  typeof value === 'string' && Object.hasOwn(statusValues, value)

/** What the lists of an issuer say of its credentials, in the order in which they were issued. */
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
      // A revocation is never taken back, not even by a change that raced it.
      if (known === undefined || known.status === 'invalid' || known.status === status) continue
      known.status = status
      known.changedAt = at
    }
  }
  return [...entries.values()]
}

/** The entries that an event is about, as `statusesDetail` wrote them. */
function entriesIn(value: unknown): StatusEntry[] {
  return (Array.isArray(value) ? value : []).flatMap((entry) => {
    if (!isObject(entry)) return []
    const { list, index, status } = entry
    return Number.isInteger(list) && Number.isInteger(index) && isStatusName(status)
      ? [{ list: Number(list), index: Number(index), status }]
      : []
  })
}

/** Entries as an event holds them, where it is not about all of them. */
export const statusesDetail = (entries: readonly StatusEntry[]) => ({
  statuses: entries.map(({ list, index, status }) => ({ list, index, status })),
})
