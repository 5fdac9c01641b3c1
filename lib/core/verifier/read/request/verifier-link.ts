import { ownSigner } from '../../../engine/sessions/own-access-options'
import { digestOf } from '../../../ground/ports/digests'
import { invariant } from '../../../ground/ports/errors'
import type { VerifierKeys } from '../../../ground/ports/keys'
import type { JwsSigner, Ports, Sha256, Signer } from '../../../ground/ports/ports'
import type { KeptSignature } from '../../../ground/ports/session-options'
import type { PresentationSession } from '../../../ground/ports/store-types'
import { fromBase64url, toBase64 } from '../../../ground/values/base64url'
import { isObject, type JsonObject } from '../../../ground/values/json'
import { deviationOf } from '../../deviations'
import { x509HashPrefix } from '../../identity/verifier-client-id'
import { presentUri, requestUri } from '../../identity/verifier-uris'
import {
  type Delivery,
  isBare,
  isInLink,
  linkParameters,
  makeRequestObject,
  requestObjectClaims,
  requestProof,
  signRequestObject,
} from './request-object'

/** Maximum characters in one QR code: bytes of version 40 with error correction L. ISO/IEC 18004 */
export const qrCharactersMax = 2953

/**
 * The link that opens a wallet with a request by reference. The method is named only if it is `post`; then the link
 * also lists the formats that can be verified, since the wallet sends its own metadata next.
 * @see OID4VP-1FINAL-5.1, RFC9101-5.2
 */
function deeplinkByReference({
  scheme,
  clientId,
  requestUri,
  requestUriMethod,
  clientMetadata,
  change,
}: {
  readonly scheme: string
  readonly clientId: string
  readonly requestUri: string
  readonly requestUriMethod: 'get' | 'post'
  readonly clientMetadata: JsonObject
  readonly change?: ChangeLink
}): string {
  const { vp_formats_supported } = clientMetadata
  const parameters = {
    client_id: clientId,
    request_uri: requestUri,
    ...(requestUriMethod === 'post'
      ? {
          request_uri_method: 'post',
          ...(vp_formats_supported === undefined ? {} : { client_metadata: JSON.stringify({ vp_formats_supported }) }),
        }
      : {}),
  }
  return link(scheme, parameters, change)
}

/** The link that carries the signed request itself. RFC9101-5.1 */
const deeplinkByValue = (values: {
  readonly scheme: string
  readonly clientId: string
  readonly requestObject: string
  readonly change?: ChangeLink
}): string => link(values.scheme, { client_id: values.clientId, request: values.requestObject }, values.change)

/** The link that carries the parameters of a request one by one, unsigned. RFC6749-4.1.1 */
export const deeplinkByParameters = (values: {
  readonly scheme: string
  readonly parameters: Readonly<Record<string, string>>
  readonly change?: ChangeLink
}): string => link(values.scheme, values.parameters, values.change)

/** Applies a deviation to the link. */
type ChangeLink = (parameters: readonly Parameter[]) => readonly Parameter[]

type Parameter = readonly [name: string, value: string]

/**
 * Spaces become `%20`, because phone link handlers do not decode `+` as a space. Half a character becomes U+FFFD, as it does in
 * a signed request.
 */
const link = (
  scheme: string,
  parameters: Readonly<Record<string, string>>,
  change: ChangeLink = (given) => given,
): string =>
  `${scheme}?${change(Object.entries(parameters))
    .map((parameter) => parameter.map((text) => encodeURIComponent(text.toWellFormed())).join('='))
    .join('&')}`

interface LinkContext {
  readonly settings: { readonly baseUrl: string }
  readonly ports: {
    readonly verifierKeys: VerifierKeys
    readonly rootCertificate: { readonly der: Uint8Array }
    readonly sha256: Sha256
  }
}

interface SignerContext {
  readonly ports: Pick<LinkContext['ports'], 'verifierKeys'>
}

/**
 * The key that signs a session's requests. A `client_id` with a certificate hash stays with its certificate; once that
 * has expired, the current key signs and a wallet rightly refuses, but no session lives that long. Any of our
 * certificates names the host.
 */
function signerOf({ request }: PresentationSession, { ports }: SignerContext): Signer {
  const { signerByCertificate, requestSigner } = ports.verifierKeys
  const clientId = String(request.client_id)
  const hash = clientId.startsWith(x509HashPrefix) ? clientId.slice(x509HashPrefix.length) : null
  return (hash === null ? null : signerByCertificate(hash)) ?? requestSigner
}

/**
 * The key that signs the requests of a session and the trust anchor above it, as base64 of its DER. Under the European
 * framework that is the access certificate of the session, which may be the tester's own. Another key signs where that is the
 * test of the session.
 */
export async function signingOf(
  session: PresentationSession,
  context: LinkContext & { readonly ports: Pick<Ports, 'trustKeys' | 'ownAccess'> },
): Promise<readonly [signer: JwsSigner, root: string]> {
  const { signer: how } = deviationOf(session)?.changes ?? {}
  const wrong = how === undefined ? null : await context.ports.verifierKeys.wrongSigner(how)
  if (wrong !== null) return [{ ...wrong, x5c: session.requestSignerX5c }, rootOf(context)]
  const own = ownSigner(session, session.requestSignerX5c, context.ports)
  if (own !== null) return [own, rootOf(context)]
  if (session.options.trust_framework !== 'eu') return [signerOf(session, context), rootOf(context)]
  const keys = await context.ports.trustKeys()
  const signer = keys.accessByCertificate(session.requestSignerX5c) ?? signerOf(session, context)
  return [signer, keys.anchor('access').der]
}

/**
 * The key of the second signature of a multi-signed request, under the certificate that its session began with. A test of who
 * signs spoils both.
 * @see OID4VP-1FINALA-A.3.2.2
 */
export async function secondSignerOf(
  session: PresentationSession,
  context: LinkContext & { readonly ports: Pick<Ports, 'trustKeys' | 'ownAccess'> },
): Promise<JwsSigner> {
  const [, { clientId = '', x5c = [] } = {}] = session.dcApi?.signatures ?? []
  const { signer: how } = deviationOf(session)?.changes ?? {}
  const wrong = how === undefined ? null : await context.ports.verifierKeys.wrongSigner(how)
  if (wrong !== null) return { ...wrong, x5c }
  if (session.options.trust_framework === 'eu') {
    const keys = await context.ports.trustKeys()
    return keys.accessByCertificate(x5c) ?? keys.secondAccess
  }
  const { secondSigner, signerByCertificate } = context.ports.verifierKeys
  const signer = signerByCertificate(clientId.slice(x509HashPrefix.length)) ?? secondSigner
  invariant(signer !== null, 'A multi-signed request has a second signer.')
  return signer
}

/** The link that opens a wallet, or the page that asks one through the browser: the same text at every reading. OID4VP-1FINAL-5 */
export function presentationDeeplink(session: PresentationSession, context: LinkContext): string {
  if (session.dcApi !== undefined) return presentUri(context.settings.baseUrl, session.sessionId)
  const { scheme, request } = session
  const { link } = deviationOf(session)?.changes ?? {}
  const changed = link ? { change: (parameters: Parameters<typeof link>[0]) => link(parameters, request) } : {}
  const clientId = String(request.client_id)
  if (isInLink(session))
    return deeplinkByParameters({ scheme, parameters: linkParameters(shownRequest(session)), ...changed })
  if (session.requestDelivery === 'by_value') {
    return deeplinkByValue({
      scheme,
      clientId,
      requestObject:
        session.options.trust?.request_object ??
        signRequestObject(firstDelivery(session, context), keptSigner(session, context), rootOf(context)),
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

/** Signs the request of a session by value, once, for the session to keep. */
export function signByValue(session: PresentationSession, context: LinkContext): KeptSignature {
  const { token } = makeRequestObject(firstDelivery(session, context), signerOf(session, context), rootOf(context))
  const end = token.lastIndexOf('.')
  return { input_digest: digestOf(token.slice(0, end), context.ports.sha256), signature: token.slice(end + 1) }
}

/** The same under the European framework: all of the request, since its keys are not at hand wherever links are read. */
export const signWholeByValue = async (
  session: PresentationSession,
  context: Parameters<typeof signingOf>[1],
): Promise<string> => signRequestObject(firstDelivery(session, context), ...(await signingOf(session, context)))

/**
 * Gives the signature that the session keeps. What it does not fit, such as a request that a later version of the service
 * writes differently, is signed anew: a signature that is wrong by accident would accuse the wallet.
 */
function keptSigner(session: PresentationSession, context: LinkContext): Signer {
  const signer = signerOf(session, context)
  const kept = session.options.request_signature
  const fits = (data: Uint8Array) =>
    kept !== undefined && digestOf(new TextDecoder().decode(data), context.ports.sha256) === kept.input_digest
  const signature = kept && fromBase64url(kept.signature)
  return { ...signer, sign: (data) => (signature && fits(data) ? signature : signer.sign(data)) }
}

/** The claims of the request, as shown before any delivery. */
export const shownRequest = (session: PresentationSession): JsonObject =>
  requestObjectClaims({ ...deliveryOf(session), deviation: deviationOf(session) })

/** The trust anchor as base64 of its DER. */
const rootOf = ({ ports }: { readonly ports: Pick<LinkContext['ports'], 'rootCertificate'> }): string =>
  toBase64(ports.rootCertificate.der)

const firstDelivery = (session: PresentationSession, context: SignerContext): Delivery => ({
  ...deliveryOf(session),
  ...proofOf(session, context),
  deviation: deviationOf(session),
})

/** What the wallet verifies the request with. It names the right key, whatever key the test of the session signs with. */
export const proofOf = (session: PresentationSession, context: SignerContext): Pick<Delivery, 'proof'> =>
  requestProof(session, signerOf(session, context))

const deliveryOf = (session: PresentationSession): Delivery => ({
  request: session.request,
  issuedAt: session.createdAt,
  expiresAt: session.expiresAt,
  walletNonce: null,
  ...(isBare(session) ? { inLink: true } : {}),
})
