import type { Exchange, HeaderField, Reply } from '../../ground/http/exchange'
import { knowsVersion } from '../../ground/http/knows-version'
import { jsonReply } from '../../ground/http/reply'

const maxAgeSeconds = 60

/**
 * A signed text that anybody may keep for a minute. Its tag is weak: each signature is another one, and what is signed is
 * the same as long as `version` is. RFC 9110 section 8.8.1
 */
export function cachedReply(
  { mediaType, text, version }: { readonly mediaType: string; readonly text: string; readonly version: string },
  exchange: Exchange,
): Reply {
  const tag = `"${version}"`
  const headers: readonly HeaderField[] = [
    ['ETag', `W/${tag}`],
    ['Cache-Control', `public, max-age=${maxAgeSeconds}`],
  ]
  if (knowsVersion(exchange, tag)) return { status: 304, headers, body: null }
  return { status: 200, headers: [['Content-Type', mediaType], ...headers], body: { kind: 'text', text } }
}

/** An answer that says what is not there. */
export const notFoundReply = (description: string): Reply =>
  jsonReply(404, { error: 'not_found', error_description: description })

/** An answer that is wrong on purpose: nothing can be read there. */
export const unavailableReply = (): Reply =>
  jsonReply(503, { error: 'temporarily_unavailable', error_description: 'Unavailable on purpose, for a test.' })
