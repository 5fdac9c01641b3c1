import { judged } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import type { Exchange, HeaderField, Reply } from '../../shared/http/exchange'
import { bodyBytes, jsonReply } from '../../shared/http/reply'
import { matchesIfNoneMatch } from '../../shared/http/request-headers'
import type { Ports } from '../../shared/ports/ports'
import type { TrustAuthorities, TrustRole } from '../../shared/ports/trust'
import { authorityNames, strangerPrefix } from '../../shared/trust/trust-addresses'
import { toBase64url } from '../../shared/values/base64url'
import { findReaderSession, type ReaderSession, type ReadResource, recordClientRead, unrecordedRead } from './reads'

/** Cache lifetime of trust framework documents, in seconds. */
const maxAgeSeconds = 60

/** A document with its media type. */
export interface PublicDocument {
  readonly mediaType: string
  readonly content: Uint8Array | string
}

/**
 * The reply with a trust framework document, identical for everybody: cacheable for a minute, 304 if the reader already
 * has it.
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
  if (matchesIfNoneMatch(exchange, tag)) return { status: 304, headers, body: null }
  return { status: 200, headers: [['Content-Type', mediaType], ...headers], body }
}

const bytesOf = (bytes: Uint8Array) => ({ kind: 'bytes', bytes }) as const

/**
 * The reply with a signed text, cacheable for a minute. Its entity tag is weak: signatures differ each time, but the
 * signed content is the same while `version` is. RFC 9110 section 8.8.1
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
  if (matchesIfNoneMatch(exchange, tag)) return { status: 304, headers, body: null }
  return { status: 200, headers: [['Content-Type', mediaType], ...headers], body: { kind: 'text', text } }
}

/** A 404 that says what is missing. */
export const notFoundReply = (description: string): Reply =>
  jsonReply(404, { error: 'not_found', error_description: description })

/** A deliberate failure: nothing can be read there. */
export const unavailableReply = (): Reply =>
  jsonReply(503, { error: 'temporarily_unavailable', error_description: 'Unavailable on purpose, for a test.' })

/** Roles with an authority of their own. */
export const roles = ['access', 'registrar', 'pid'] as const satisfies readonly TrustRole[]

/** The requested authority; `null` for one that is not ours. */
type Reading = { readonly name: string; readonly reader: ReaderSession | null; readonly reply: Reply } | null

/** A document that each authority publishes, and the name of its reads in evidence. */
interface AuthorityDocument {
  /** File extension, e.g. `.cer`. */
  readonly ending: string
  readonly resource: ReadResource['resource']
  readonly make: (
    role: TrustRole,
    authorities: TrustAuthorities,
    context: RequestContext,
  ) => PublicDocument | Promise<PublicDocument>
}

/**
 * Endpoint of a document that each authority has, unlisted ones included: not being listed is the only thing wrong with
 * what they issued. Readers name no session, so reads are only inferred.
 */
export const authorityDocument = ({ ending, resource, make }: AuthorityDocument) =>
  judged<Reading>({
    async read(context) {
      const { file = '' } = context.params
      const isStranger = file.startsWith(strangerPrefix)
      const named = isStranger ? file.slice(strangerPrefix.length) : file
      const role = roles.find((one) => `${authorityNames[one]}${ending}` === named)
      if (role === undefined) return null
      const keys = await context.ports.trustKeys()
      const reply = publicDocument(await make(role, isStranger ? keys.strangers : keys, context), context)
      return { name: file.slice(0, -ending.length), reader: await findReaderSession(context), reply }
    },
    checks: () => [],
    decide: (reading) =>
      reading === null
        ? unrecordedRead(notFoundReply(noSuchAuthority))
        : recordClientRead(reading.reader, {
            reply: reading.reply,
            read: { resource, name: reading.name },
          }),
  })

const noSuchAuthority = `No authority has this name: they are ${Object.values(authorityNames).join(', ')}, and the same after ${strangerPrefix} for those on no list.`
