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
  const entries = new Map<string, IssuedStatus>()
  for (const { type, detail, at } of events) {
    if (type !== 'credential_issued' && type !== 'status_changed') continue
    for (const { list, index, status } of entriesIn(detail.statuses)) {
      const key = `${list}/${index}`
      const known = entries.get(key)
      if (type === 'credential_issued') entries.set(key, { list, index, status, issuedAt: at, changedAt: null })
      // A revocation is never taken back, not even by a change that raced it.
      else if (known !== undefined && known.status !== 'invalid') entries.set(key, { ...known, status, changedAt: at })
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

/** Entries as an event holds them. */
export const statusesDetail = (entries: readonly StatusEntry[]) => ({
  statuses: entries.map(({ list, index, status }) => ({ list, index, status })),
})
