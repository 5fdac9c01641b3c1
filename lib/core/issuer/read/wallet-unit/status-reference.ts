import { isObject } from '../../../shared/values/json'

/** The entry that an attestation refers to. TSL14-6.2 */
export interface StatusReference {
  readonly index: number
  readonly uri: string
}

/** `idx` and `uri` of a status list in `client_status` or `key_storage_status`; `null` without usable ones. TS3-2.4.1 */
export function statusReferenceIn(keptStatus: unknown): StatusReference | null {
  const status = isObject(keptStatus) ? keptStatus.status : null
  const list = isObject(status) ? status.status_list : null
  if (!isObject(list)) return null
  const { idx, uri } = list
  return typeof idx === 'number' && Number.isSafeInteger(idx) && idx >= 0 && typeof uri === 'string'
    ? { index: idx, uri }
    : null
}
