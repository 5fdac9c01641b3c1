import { fromBase64url, fromUtf8, toBase64url, utf8 } from '../../base64url'
import type { KeyedHash } from '../../ports'

/**
 * What a wallet sent us to be given back (`state`, its redirect URI) has to be stored between two requests, but storage
 * holds no value of a wallet that could be a secret. So it is sealed: a key stream of the installation's key and of the
 * one-time handle, which is itself not stored, is laid over the text. Each handle seals one text only.
 */
export const seal = (text: string, handle: string, keyedHash: KeyedHash): string =>
  toBase64url(mask(utf8(text), handle, keyedHash))

/** Opens what was sealed under the same handle; `null` when the handle or the text is another one. */
export function unseal(sealed: string, handle: string, keyedHash: KeyedHash): string | null {
  const bytes = fromBase64url(sealed)
  return bytes === null ? null : fromUtf8(mask(bytes, handle, keyedHash))
}

function mask(bytes: Uint8Array, handle: string, keyedHash: KeyedHash): Uint8Array {
  const masked = new Uint8Array(bytes.length)
  for (let start = 0; start < bytes.length; start += 32) {
    const block = keyedHash('seal', `${start / 32}|${handle}`)
    for (let at = start; at < Math.min(start + 32, bytes.length); at++)
      masked[at] = (bytes[at] ?? 0) ^ (block[at - start] ?? 0)
  }
  return masked
}
