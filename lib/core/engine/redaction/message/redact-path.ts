import type { Names } from '../names/names'
import { looksOpaque } from '../tokens/token-text'
import { isPublicSegment } from '../values/public-segment'
import { redactText, removed } from '../values/redact-text'
import { percentDecode } from './percent-decode'

/**
 * Redacts the path of a request target, because a token or code that a wallet puts there must not be recorded.
 * Everything else stays as received, including percent-encoding.
 */
export const redactPath = (path: string, names: Names): string =>
  path
    .slice(0, 16_384)
    .split('/')
    .map((segment, index, all) =>
      !isPublicSegment(all, index) && looksOpaque(percentDecode(segment))
        ? removed('redacted', segment.length)
        : redactText(segment, names),
    )
    .join('/')
    .slice(0, 2048)
