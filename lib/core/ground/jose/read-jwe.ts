import { readJsonText } from '../http/read-json'
import { fromBase64url, fromUtf8 } from '../values/base64url'
import { isObject } from '../values/json'

/** A compact JWE, its header decoded and nothing decrypted. */
export type ReadJwe =
  | { readonly readable: true; readonly header: Readonly<Record<string, unknown>>; readonly value: string }
  | { readonly readable: false; readonly reason: string }

/** Takes a compact JWE apart as far as its header. Never throws; the reason is a fixed sentence. RFC7516-7.1 */
export function readJwe(value: string): ReadJwe {
  const parts = value.split('.', 6)
  if (parts.length !== 5 || parts.some((part) => !/^[A-Za-z0-9_-]*$/.test(part)))
    return unreadable('The body is not five base64url parts separated by dots.')
  const bytes = fromBase64url(parts[0] ?? '')
  const text = bytes && fromUtf8(bytes)
  const header = text === null ? null : readJsonText(text)
  if (!header?.ok || !isObject(header.value)) return unreadable('The header is not a JSON object.')
  if (header.duplicates.length > 0) return unreadable('The header names a member twice.')
  return { readable: true, header: header.value, value }
}

const unreadable = (reason: string): ReadJwe => ({ readable: false, reason })
