import type { Exchange, HeaderField, Reply } from '../../ground/http/exchange'
import { knowsVersion } from '../../ground/http/knows-version'
import { bodyBytes } from '../../ground/http/reply'
import type { Ports } from '../../ground/ports/ports'
import { toBase64url } from '../../ground/values/base64url'

/** How long anybody may keep a document of the trust framework, in seconds. */
const maxAgeSeconds = 60

/** What is served, and as what. */
export interface PublicDocument {
  readonly mediaType: string
  readonly content: Uint8Array | string
}

/**
 * The answer with a document of the trust framework, which is the same for everybody: it may be kept for a minute, and
 * who has it already is told so.
 */
export function publicDocument(
  { mediaType, content }: PublicDocument,
  { exchange, ports }: { readonly exchange: Exchange; readonly ports: Pick<Ports, 'sha256'> },
): Reply {
  const body = typeof content === 'string' ? ({ kind: 'text', text: content } as const) : bytesOf(content)
  const tag = `"${toBase64url(ports.sha256(bodyBytes(body)))}"`
  const headers: readonly HeaderField[] = [
    ['ETag', tag],
    ['Cache-Control', `public, max-age=${maxAgeSeconds}`],
  ]
  if (knowsVersion(exchange, tag)) return { status: 304, headers, body: null }
  return { status: 200, headers: [['Content-Type', mediaType], ...headers], body }
}

const bytesOf = (bytes: Uint8Array) => ({ kind: 'bytes', bytes }) as const
