import { utf8 } from '../../ground/values/base64url'

const ascii = /^[\0-\x7f]*$/

/** Bytes of a value as JSON text in UTF-8. */
export function jsonBytes(value: unknown): number {
  const text = JSON.stringify(value)
  return ascii.test(text) ? text.length : utf8(text).length
}
