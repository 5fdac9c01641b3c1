import { isObject, type JsonObject } from '../../../values/json'
import type { StatusReading } from './sd-jwt-vc-reading'

/** Reads the shape of `status`; no list is fetched. Never throws. Token Status List draft 14 section 6.2, HAIP-6.1 */
export function readStatus(claims: JsonObject): StatusReading {
  const status = Object.hasOwn(claims, 'status') ? claims.status : undefined
  const mechanisms = isObject(status) ? Object.keys(status) : []
  return {
    present: status !== undefined,
    isObject: isObject(status),
    mechanisms,
    statusList: isObject(status) && Object.hasOwn(status, 'status_list') ? readList(status.status_list) : null,
  }
}

function readList(value: unknown): NonNullable<StatusReading['statusList']> {
  const list = isObject(value) ? value : {}
  const idx = Object.hasOwn(list, 'idx') ? list.idx : undefined
  const uri = Object.hasOwn(list, 'uri') && typeof list.uri === 'string' ? list.uri : null
  return {
    isObject: isObject(value),
    idx:
      idx === undefined ? 'absent' : Number.isSafeInteger(idx) && Number(idx) >= 0 ? 'non_negative_integer' : 'other',
    index: Number.isSafeInteger(idx) && Number(idx) >= 0 ? Number(idx) : null,
    uri,
    uriIsUrl: uri !== null && URL.canParse(uri),
  }
}
