import { type PlainAnswer, plain } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { ProtocolError } from '../../shared/ports/errors'
import { certificatePem } from '../../shared/trust/certificates'
import { listedAnchors } from '../../shared/trust/lists/make/list-content'
import { isTrustListName } from '../../shared/trust/lists/profiles'
import { authorityNames } from '../../shared/trust/trust-addresses'
import { fromBase64 } from '../../shared/values/base64url'
import { authorityDocument, type PublicDocument, publicDocument, roles } from './documents'

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

/** `GET /trust/anchors/{list}.pem` and `….cer`: the anchors on a list, for readers without list support. */
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

/** `GET /trust/ca/{ca}.cer`: the certificate of an authority, as referenced in certificates that it issued. */
export const getAuthorityCertificate = authorityDocument({
  ending: '.cer',
  resource: 'ca',
  make: (role, authorities) => ({ mediaType: derType, content: derOf(authorities.anchor(role).der) }),
})
