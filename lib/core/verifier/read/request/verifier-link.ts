import type { Signer, VerifierKeys } from '../../../ground/ports/ports'
import type { PresentationSession } from '../../../ground/ports/store-types'
import { toBase64 } from '../../../ground/values/base64'
import { isObject, type JsonObject } from '../../../ground/values/json'
import { deviationOf } from '../../deviations'
import { x509HashPrefix } from '../../identity/verifier-client-id'
import { requestUri } from '../../identity/verifier-uris'
import { requestObjectClaims, signRequestObject } from './request-object'
import { deeplinkByReference, deeplinkByValue } from './verifier-deeplink'

interface LinkContext {
  readonly settings: { readonly baseUrl: string }
  readonly ports: { readonly verifierKeys: VerifierKeys; readonly rootCertificate: { readonly der: Uint8Array } }
}

/**
 * The key that signs a session's requests. A `client_id` with a certificate hash stays with its certificate; once that
 * has expired, the current key signs and a wallet rightly refuses, but no session lives that long. Any of our
 * certificates names the host.
 */
export function signerOf(
  { request }: PresentationSession,
  { ports }: { readonly ports: Pick<LinkContext['ports'], 'verifierKeys'> },
): Signer {
  const { signerByCertificate, requestSigner } = ports.verifierKeys
  const clientId = String(request.client_id)
  const hash = clientId.startsWith(x509HashPrefix) ? clientId.slice(x509HashPrefix.length) : null
  return (hash === null ? null : signerByCertificate(hash)) ?? requestSigner
}

/**
 * The link that opens a wallet. A request by value is signed anew each time, so only its signature differs.
 * OID4VP-1FINAL-5
 */
export function presentationDeeplink(session: PresentationSession, context: LinkContext): string {
  const { scheme, request } = session
  const { link } = deviationOf(session)?.changes ?? {}
  const changed = link ? { change: link } : {}
  const clientId = String(request.client_id)
  if (session.requestDelivery === 'by_value') {
    return deeplinkByValue({
      scheme,
      clientId,
      requestObject: signRequestObject(firstDelivery(session), signerOf(session, context), rootOf(context)),
      ...changed,
    })
  }
  return deeplinkByReference({
    scheme,
    clientId,
    requestUri: requestUri(context.settings.baseUrl, session.sessionId),
    requestUriMethod: session.requestUriMethod,
    clientMetadata: isObject(request.client_metadata) ? (request.client_metadata as JsonObject) : {},
    ...changed,
  })
}

/** The claims of the request, as shown before any delivery. */
export const shownRequest = (session: PresentationSession): JsonObject => requestObjectClaims(firstDelivery(session))

/** The trust anchor as base64 of its DER. */
export const rootOf = ({ ports }: { readonly ports: Pick<LinkContext['ports'], 'rootCertificate'> }): string =>
  toBase64(ports.rootCertificate.der)

const firstDelivery = (session: PresentationSession) => ({
  ...deliveryOf(session),
  deviation: deviationOf(session),
})

const deliveryOf = ({ request, createdAt, expiresAt }: PresentationSession) => ({
  request,
  issuedAt: createdAt,
  expiresAt,
  walletNonce: null,
})
