import { fromUtf8 } from '../values/base64url'
import type { Exchange } from './exchange'

/**
 * True when a form is UTF-8 once its percent-encoding is undone: `URLSearchParams` replaces what is not, without a word.
 * Of a body that was cut off nothing is said.
 */
export function isUtf8Form({ body, bodyOverflow }: Pick<Exchange, 'body' | 'bodyOverflow'>): boolean {
  const text = bodyOverflow ? null : fromUtf8(body)
  if (text === null) return bodyOverflow
  try {
    decodeURIComponent(text.replace(/%(?![0-9A-Fa-f]{2})/g, '%25'))
    return true
  } catch {
    return false
  }
}
