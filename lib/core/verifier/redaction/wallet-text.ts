import type { Names } from '../../engine/redaction/names/names'
import { hidePersonal } from '../../engine/redaction/values/hide-personal'
import { removed, scrubText } from '../../engine/redaction/values/scrub-text'

/** Characters of a wallet's free text that are looked at. Fewer are kept, see finishStrings. */
const readMax = 8192

/**
 * Free text of a wallet, `error_description` above all, without tokens, e-mail addresses, DIDs, and numbers as long as
 * those of dates, telephones and documents.
 */
export const walletText = (text: string, names: Names): string =>
  hidePersonal(scrubText(text.slice(0, readMax), names)).replace(longNumbers, hide)

/** Six digits and more, with a sign between any two of them; never the length in the mark of something removed. */
const longNumbers = /(?<![[:\d])\+?\d(?:[ ./()-]{0,2}\d){5,40}/g

const hide = (found: string): string => removed('redacted', found.length)

/** An address that a wallet names, `error_uri` or its issuer: where it leads stays, what it carries in its query goes. */
export function walletAddress(address: string, names: Names): string {
  const text = address.slice(0, readMax)
  const end = text.search(/[?#]/)
  const segments = (end < 0 ? text : text.slice(0, end)).split('/')
  const place = segments.map((segment) => walletText(segment, names)).join('/')
  return end < 0 ? place : `${place}${text[end]}${removed('redacted', text.length - end - 1)}`
}
