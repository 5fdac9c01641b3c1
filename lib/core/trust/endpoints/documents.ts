import { judged } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import type { Exchange, HeaderField, Reply } from '../../ground/http/exchange'
import { bodyBytes, jsonReply } from '../../ground/http/reply'
import { knowsVersion } from '../../ground/http/request-headers'
import type { Ports } from '../../ground/ports/ports'
import type { TrustAuthorities, TrustRole } from '../../ground/ports/trust'
import { authorityNames, strangerPrefix } from '../../ground/trust/trust-addresses'
import { toBase64url } from '../../ground/values/base64url'
import { type ReaderSession, type ReadResource, readOfClient, readOfNone, sessionOfReader } from './reads'

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

/** The roles that have an authority each. */
export const roles = ['access', 'registrar', 'pid'] as const satisfies readonly TrustRole[]

/** What is read of an authority; `null` for one that is none of ours. */
type Reading = { readonly name: string; readonly reader: ReaderSession | null; readonly reply: Reply } | null

/** What an authority publishes under its name, and how a read of it is called. */
interface AuthorityDocument {
  /** The end of its file, e.g. `.cer`. */
  readonly ending: string
  readonly resource: ReadResource['resource']
  readonly make: (
    role: TrustRole,
    authorities: TrustAuthorities,
    context: RequestContext,
  ) => PublicDocument | Promise<PublicDocument>
}

/**
 * The endpoint of a document that each authority has, those that are on no list too: that they are not is the one thing that is
 * wrong with what they issued. Who reads it names no session, so that it is only inferred.
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
      return { name: file.slice(0, -ending.length), reader: await sessionOfReader(context), reply }
    },
    checks: () => [],
    decide: (reading) =>
      reading === null
        ? readOfNone(notFoundReply(noSuchAuthority))
        : readOfClient(reading.reader, {
            reply: reading.reply,
            read: { resource, name: reading.name },
          }),
  })

const noSuchAuthority = `No authority has this name: they are ${Object.values(authorityNames).join(', ')}, and the same after ${strangerPrefix} for those on no list.`
