import { judged, type PlainAnswer, plain } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import type { Reply } from '../../ground/http/exchange'
import { ProtocolError } from '../../ground/ports/errors'
import type { TrustRole } from '../../ground/ports/trust'
import { listedAnchors } from '../../ground/trust/lists/listed-anchors'
import { isTrustListName } from '../../ground/trust/lists/profiles'
import { certificatePem } from '../../ground/trust/pem'
import { authorityNames } from '../../ground/trust/trust-addresses'
import { fromBase64 } from '../../ground/values/base64'
import { notFoundReply } from './cached-reply'
import { type PublicDocument, publicDocument } from './public-document'
import { type ReaderSession, readOfClient, sessionOfReader } from './read-of-client'
import { readOfNone } from './read-of-session'

const roles = ['access', 'registrar', 'pid'] as const satisfies readonly TrustRole[]
const pemType = 'application/x-pem-file'
const derType = 'application/pkix-cert'

const served = async (context: RequestContext, document: Promise<PublicDocument>): Promise<PlainAnswer> => ({
  reply: publicDocument(await document, context),
})

const derOf = (base64: string): Uint8Array => fromBase64(base64) ?? new Uint8Array()

/** `GET /trust/anchors.pem`: the authorities of every role. Only test devices may trust them. */
export const getTrustAnchorsPem = plain((context) =>
  served(
    context,
    context.ports.trustKeys().then((keys) => ({
      mediaType: pemType,
      content: roles.map((role) => keys.anchor(role).pem).join(''),
    })),
  ),
)

/** `GET /trust/anchors.jwks`: their keys, each with its certificate. RFC 7517 section 5 */
export const getTrustAnchorsJwks = plain((context) =>
  served(
    context,
    context.ports.trustKeys().then((keys) => ({
      mediaType: 'application/json',
      content: JSON.stringify({
        keys: roles.map((role) => ({
          ...keys.anchor(role).publicJwk,
          kid: authorityNames[role],
          use: 'sig',
          x5c: [keys.anchor(role).der],
        })),
      }),
    })),
  ),
)

/** `GET /trust/anchors/{list}.pem` and `….cer`: what a list anchors, for who reads no list. */
export const getListedAnchors = plain((context) => served(context, listed(context)))

async function listed({ params, ports }: RequestContext): Promise<PublicDocument> {
  const [, list = '', form] = /^([a-z-]+)\.(pem|cer)$/.exec(params.file ?? '') ?? []
  if (!isTrustListName(list))
    throw new ProtocolError('not_found', 'No list has this name: anchors are at {list}.pem and {list}.cer.')
  const anchors = listedAnchors(list, await ports.trustKeys())
  const [first] = anchors
  if (first === undefined)
    throw new ProtocolError('not_found', 'No certificate of this installation stands on this list.')
  return form === 'pem'
    ? { mediaType: pemType, content: anchors.map(certificatePem).join('') }
    : { mediaType: derType, content: derOf(first) }
}

/** `null` for an authority that is none of ours. */
type Reading = { readonly role: TrustRole; readonly reader: ReaderSession | null; readonly reply: Reply } | null

/** `GET /trust/ca/{ca}.cer`: the certificate of an authority, which those that it issued name. */
export const getAuthorityCertificate = judged<Reading>({
  async read(context) {
    const role = roleNamed(context.params.file, '.cer')
    if (role === null) return null
    const keys = await context.ports.trustKeys()
    const reply = publicDocument({ mediaType: derType, content: derOf(keys.anchor(role).der) }, context)
    return { role, reader: await sessionOfReader(context), reply }
  },
  checks: () => [],
  decide: (reading) =>
    reading === null
      ? readOfNone(notFoundReply(noSuchAuthority))
      : readOfClient(reading.reader, {
          reply: reading.reply,
          read: { resource: 'ca', name: authorityNames[reading.role] },
        }),
})

/** The role whose authority a file is of; `null` for any other name. */
export const roleNamed = (file: string | undefined, ending: string): TrustRole | null =>
  roles.find((one) => `${authorityNames[one]}${ending}` === file) ?? null

/** What is said of any other name. */
export const noSuchAuthority = `No authority has this name: they are ${Object.values(authorityNames).join(', ')}.`
