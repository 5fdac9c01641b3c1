import type { Names } from '../../engine/redaction/names/names'
import { redactPersonal } from '../../engine/redaction/values/redact-sensitive'
import { redactText, removed } from '../../engine/redaction/values/redact-text'

/** How many characters of a wallet's free text to read. Fewer are kept, see finishStrings. */
const readMax = 8192

/**
 * Free text from a wallet, mainly `error_description`, without tokens, e-mail addresses, DIDs, and numbers as long as
 * dates, telephone or document numbers.
 */
export const walletText = (text: string, names: Names): string =>
  redactPersonal(redactText(text.slice(0, readMax), names)).replace(longNumbers, redactOne)

/** Six or more digits with at most two separators between neighbours; never the length in a removal mark. */
const longNumbers = /(?<![[:\d])\+?\d(?:[ ./()-]{0,2}\d){5,40}/g

const redactOne = (found: string): string => removed('redacted', found.length)

/** An address from a wallet, `error_uri` or its issuer. Its target stays; its query or fragment is removed. */
export function walletAddress(address: string, names: Names): string {
  const text = address.slice(0, readMax)
  const end = text.search(/[?#]/)
  const segments = (end < 0 ? text : text.slice(0, end)).split('/')
  const place = segments.map((segment) => walletText(segment, names)).join('/')
  return end < 0 ? place : `${place}${text[end]}${removed('redacted', text.length - end - 1)}`
}
