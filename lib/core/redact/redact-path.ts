import type { Names } from './names'
import { percentDecode } from './percent-decode'
import { removed, scrubText } from './scrub-text'
import { looksOpaque } from './token-text'

/**
 * Redacts the path of a request target: a token or code that a wallet puts there must not be recorded.
 * Everything else stays as received, percent-encoding too.
 */
export const redactPath = (path: string, names: Names): string =>
  path
    .slice(0, 16_384)
    .split('/')
    .map((segment) =>
      looksOpaque(percentDecode(segment)) ? removed('redacted', segment.length) : scrubText(segment, names),
    )
    .join('/')
    .slice(0, 2048)
