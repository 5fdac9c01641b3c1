import { ownSigner } from '../../../engine/sessions/own-access-options'
import { linkQuery } from '../../../shared/http/link-query'
import { digestOf } from '../../../shared/ports/digests'
import { invariant } from '../../../shared/ports/errors'
import type { VerifierKeys } from '../../../shared/ports/keys'
import type { JwsSigner, Ports, Sha256, Signer } from '../../../shared/ports/ports'
import type { KeptSignature } from '../../../shared/ports/session-options'
import type { PresentationSession } from '../../../shared/ports/store-types'
import { fromBase64url, toBase64 } from '../../../shared/values/base64url'
import { isObject, type JsonObject } from '../../../shared/values/json'
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
 * Link parameters of a request by reference. The method is included only if `post`; then the link also lists the
 * supported formats, since the wallet sends its metadata next.
 * @see OID4VP-1FINAL-5.1, RFC9101-5.2
 */
function parametersByReference({
  clientId,
  requestUri,
  requestUriMethod,
  clientMetadata,
}: {
  readonly clientId: string
  readonly requestUri: string
  readonly requestUriMethod: 'get' | 'post'
  readonly clientMetadata: JsonObject
}): Readonly<Record<string, string>> {
  const { vp_formats_supported } = clientMetadata
  return {
    client_id: clientId,
    request_uri: requestUri,
    ...(requestUriMethod === 'post'
      ? {
          request_uri_method: 'post',
          ...(vp_formats_supported === undefined ? {} : { client_metadata: JSON.stringify({ vp_formats_supported }) }),
        }
      : {}),
  }
}

/** Link with unsigned request parameters. RFC6749-4.1.1 */
export const deeplinkByParameters = (values: {
  readonly scheme: string
  readonly parameters: Readonly<Record<string, string>>
  readonly change?: ChangeLink
}): string => link(values.scheme, values.parameters, values.change)

/** Applies a deviation to the link. */
type ChangeLink = (parameters: readonly Parameter[]) => readonly Parameter[]

type Parameter = readonly [name: string, value: string]

const link = (
  scheme: string,
  parameters: Readonly<Record<string, string>>,
  change: ChangeLink = (given) => given,
): string => `${scheme}?${linkQuery(change(Object.entries(parameters)))}`

export interface LinkContext {
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
 * Key that signs a session's requests. A `client_id` with a certificate hash stays with its certificate; after its
 * expiry the current key signs and wallets rightly refuse, but no session lives that long. All of our certificates name
 * the host.
 */
const signerOf = (session: PresentationSession, context: SignerContext): Signer =>
  signerOfClient(String(requestOfVerifier(session).client_id), context) ?? context.ports.verifierKeys.requestSigner

/** The signer under the certificate that a client id names; `null` if it names none, or one that has expired. */
export const signerOfClient = (clientId: string, { ports }: SignerContext): Signer | null =>
  clientId.startsWith(x509HashPrefix)
    ? ports.verifierKeys.signerByCertificate(clientId.slice(x509HashPrefix.length))
    : null

/**
 * Signing key of a session's requests, and its trust anchor in base64 DER. Under the European framework it is the
 * session's access certificate, possibly the tester's. Another key signs if that is the test.
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
 * Key of the second signature of a multi-signed request, under the session's original certificate. A test of the signer
 * corrupts both.
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

/** The link that opens a wallet, or the page that asks one through the browser; stable over time. OID4VP-1FINAL-5 */
export function presentationDeeplink(session: PresentationSession, context: LinkContext): string {
  if (session.dcApi !== undefined) return presentUri(context.settings.baseUrl, session.sessionId)
  const { scheme, request } = session
  const { link: change } = deviationOf(session)?.changes ?? {}
  return link(scheme, rightLink(session, context), change && ((parameters) => change(parameters, request)))
}

/** Parameters of a session's link before its deviation changes them. RFC9101-5.1, OID4VP-1FINAL-5 */
export function rightLink(session: PresentationSession, context: LinkContext): Readonly<Record<string, string>> {
  if (isInLink(session)) return linkParameters(shownRequest(session))
  const request = requestOfVerifier(session)
  const clientId = String(request.client_id)
  if (session.requestDelivery === 'by_value')
    return {
      client_id: clientId,
      request:
        session.options.trust?.request_object ??
        signRequestObject(firstDelivery(session, context), keptSigner(session, context), rootOf(context)),
    }
  return parametersByReference({
    clientId,
    requestUri: requestUri(context.settings.baseUrl, session.sessionId),
    requestUriMethod: session.requestUriMethod,
    clientMetadata: isObject(request.client_metadata) ? (request.client_metadata as JsonObject) : {},
  })
}

/** The request that says who the verifier is: before mutations, which change neither its key nor its link. */
const requestOfVerifier = ({ request, options }: PresentationSession): JsonObject =>
  options.mutated === undefined ? request : (options.request_before_test ?? request)

/** Signs a request by value, once, for the session to store. */
export async function signByValue(
  session: PresentationSession,
  context: Parameters<typeof signingOf>[1],
): Promise<KeptSignature> {
  const { token } = makeRequestObject(firstDelivery(session, context), ...(await signingOf(session, context)))
  const end = token.lastIndexOf('.')
  return { input_digest: digestOf(token.slice(0, end), context.ports.sha256), signature: token.slice(end + 1) }
}

/** Signs the whole request under the European framework, since its keys are unavailable where links are read. */
export const signWholeByValue = async (
  session: PresentationSession,
  context: Parameters<typeof signingOf>[1],
): Promise<string> => signRequestObject(firstDelivery(session, context), ...(await signingOf(session, context)))

/**
 * Replays the stored signature. If it does not fit, e.g. because a later version builds the request differently, signs
 * anew: an accidentally wrong signature would blame the wallet.
 */
function keptSigner(session: PresentationSession, context: LinkContext): Signer {
  const signer = signerOf(session, context)
  const kept = session.options.request_signature
  const fits = (data: Uint8Array) =>
    kept !== undefined && digestOf(new TextDecoder().decode(data), context.ports.sha256) === kept.input_digest
  const signature = kept && fromBase64url(kept.signature)
  return { ...signer, sign: (data) => (signature && fits(data) ? signature : signer.sign(data)) }
}

/** Claims of the request before any delivery. */
export const shownRequest = (session: PresentationSession): JsonObject =>
  requestObjectClaims({ ...deliveryOf(session), deviation: deviationOf(session) })

/** Trust anchor in base64 DER. */
export const rootOf = ({ ports }: { readonly ports: Pick<LinkContext['ports'], 'rootCertificate'> }): string =>
  toBase64(ports.rootCertificate.der)

const firstDelivery = (session: PresentationSession, context: SignerContext): Delivery => ({
  ...deliveryOf(session),
  ...proofOf(session, context),
  deviation: deviationOf(session),
})

/** What the wallet verifies the request with: the correct key, even if the test signs with another. */
export const proofOf = (session: PresentationSession, context: SignerContext): Pick<Delivery, 'proof'> =>
  requestProof({ ...session, request: requestOfVerifier(session) }, signerOf(session, context))

const deliveryOf = (session: PresentationSession): Delivery => ({
  request: session.request,
  issuedAt: session.createdAt,
  expiresAt: session.expiresAt,
  walletNonce: null,
  ...(isBare(session) ? { inLink: true } : {}),
})
