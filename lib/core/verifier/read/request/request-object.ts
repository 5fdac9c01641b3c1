import { type MadeJwt, makeJwt, makeUnsignedJwt } from '../../../ground/jose/jwt'
import type { Signer } from '../../../ground/ports/keys'
import type { JwsSigner } from '../../../ground/ports/ports'
import type { PresentationSession } from '../../../ground/ports/store-types'
import { type EpochMillis, toEpochSeconds } from '../../../ground/time/time'
import type { JsonObject } from '../../../ground/values/json'
import type { VerifierDeviation } from '../../deviations/verifier-deviation'
import { didKeyId, originalClientId } from '../../identity/verifier-client-id'
import { buildClientMetadata, type ResponseKey } from './client-metadata'
import { isSigned } from './dc-api/entries'
import type { EffectiveRequest } from './effective-request'

/** Audience of a request to a wallet that was not discovered. OID4VP-1FINAL-5.8 */
const staticWalletAudience = 'https://self-issued.me/v2'

/**
 * The parameters of an Authorization Request as signed, except `iat`, `exp` and `wallet_nonce`, which differ per
 * delivery. `randomValue`: at least 128 fresh bits in base64url per call.
 * @see OID4VP-1FINAL-5, OID4VP-1FINAL-8.2
 */
export function buildAuthorizationRequest({
  effective,
  clientId,
  responseUri,
  responseKey,
  brief,
  randomValue,
}: {
  readonly effective: EffectiveRequest
  readonly clientId: string
  readonly responseUri: string
  /** `null` if the answer is not encrypted. */
  readonly responseKey: ResponseKey | null
  /** Whether all of it stands in a link. */
  readonly brief: boolean
  readonly randomValue: () => string
}): JsonObject {
  const { parameters, clientMetadata, nonce, state } = effective
  const { response_type: responseType, response_mode: responseMode, ...others } = parameters
  const idToken = responseType === 'vp_token id_token'
  return {
    client_id: clientId,
    aud: staticWalletAudience,
    response_type: responseType ?? null,
    response_mode: responseMode ?? null,
    response_uri: responseUri,
    nonce: nonce ?? randomValue(),
    state: state ?? randomValue(),
    // An ID Token is returned only if `scope` contains `openid`. OID4VP-1FINAL-8, and section 9 of SIOPv2 for its type.
    ...(idToken ? { id_token_type: 'subject_signed_id_token', scope: 'openid' } : {}),
    // No code_verifier is kept: the code is never redeemed, because its Token Response would come from the wallet.
    // RFC9700-2.1.1
    ...(responseType === 'code' ? { code_challenge: randomValue(), code_challenge_method: 'S256' } : {}),
    client_metadata: buildClientMetadata({ responseKey, idToken, own: clientMetadata, brief }),
    ...others,
    ...(idToken ? { scope: withOpenid(others.scope) } : {}),
  }
}

const withOpenid = (scope: unknown): string =>
  typeof scope !== 'string' ? 'openid' : ` ${scope} `.includes(' openid ') ? scope : `openid ${scope}`

/** `typ` of a signed request object, and the first part of its media type. OID4VP-1FINAL-5 */
export const requestObjectType = 'oauth-authz-req+jwt'

/** One delivery of a request: what the wallet is sent, and when. */
export interface Delivery {
  /** The parameters of the session, see `buildAuthorizationRequest`. */
  readonly request: JsonObject
  readonly issuedAt: EpochMillis
  readonly expiresAt: EpochMillis
  /** The `wallet_nonce` of this fetch; never reused for another one. OID4VP-1FINAL-5.10 */
  readonly walletNonce: string | null
  /** What in the header says who signed; the certificates if absent. `null` for a request that is not signed. */
  readonly proof?: JsonObject | null
  /** The parameters stand in the link, where no claims of a token are. */
  readonly inLink?: true
  /** The deviation to apply; `null` or absent for none. */
  readonly deviation?: VerifierDeviation | null
}

/** The claims of one delivery. */
export function requestObjectClaims({
  request,
  issuedAt,
  expiresAt,
  walletNonce,
  inLink,
  deviation,
}: Delivery): JsonObject {
  if (inLink) return deviation?.changes.claims?.(request) ?? request
  const claims = {
    ...request,
    ...(walletNonce === null ? {} : { wallet_nonce: walletNonce }),
    iat: toEpochSeconds(issuedAt),
    exp: toEpochSeconds(expiresAt),
  }
  return deviation?.changes.claims?.(claims) ?? claims
}

/**
 * Builds the signed Request Object and returns it with its parts. `x5c` holds only the leaf: the trust anchor must not
 * be sent. `root` is that anchor as base64 of its DER, for the one deviation that sends it.
 * @see OID4VP-1FINAL-5, RFC9101-5.2, HAIP-5
 */
export function makeRequestObject(delivery: Delivery, signer: JwsSigner, root: string): MadeJwt {
  const claims = requestObjectClaims(delivery)
  if (delivery.proof === null) return makeUnsignedJwt({ header: { typ: requestObjectType }, claims })
  const header = { typ: requestObjectType, ...(delivery.proof ?? { x5c: [...signer.x5c] }) }
  return makeJwt({ header: delivery.deviation?.changes.header?.(header, root) ?? header, claims, signer })
}

/** Only the compact JWS, to which the deviation may also apply. */
export function signRequestObject(delivery: Delivery, signer: JwsSigner, root: string): string {
  const { token } = makeRequestObject(delivery, signer, root)
  return delivery.deviation?.changes.compact?.(token) ?? token
}

type NamedSession = Pick<PresentationSession, 'request' | 'options'>

/** What wallets verify the request of a session with, by the prefix of its client id. OID4VP-1FINAL-5.9.3 */
export function requestProof(session: NamedSession, signer: Pick<Signer, 'kid'>): Pick<Delivery, 'proof'> {
  const { request, options } = session
  switch (options.client_id_prefix) {
    case 'verifier_attestation':
      return { proof: { jwt: options.verifier_attestation ?? null } }
    case 'decentralized_identifier':
      return { proof: { kid: didKeyId(originalClientId(String(request.client_id)), signer) } }
    case 'pre_registered':
      return { proof: { kid: signer.kid } }
    case 'redirect_uri':
      return { proof: null }
    default:
      return {}
  }
}

/** Whether the parameters of the request stand in the link itself, each for itself. OID4VP-1FINAL-5.9.3 */
export const isInLink = ({
  options,
  requestDelivery,
}: Pick<PresentationSession, 'options' | 'requestDelivery'>): boolean =>
  options.client_id_prefix === 'redirect_uri' &&
  requestDelivery === 'by_value' &&
  options.presentation_channel !== 'dc_api'

/** Whether the request has no claims of a token: it stands in a link, or the first entry to the browser is unsigned. OID4VP-1FINALA-A.3.1 */
export function isBare(session: Pick<PresentationSession, 'options' | 'requestDelivery' | 'dcApi'>): boolean {
  const [first] = session.dcApi?.entries ?? []
  return first === undefined ? isInLink(session) : !isSigned(first.protocol)
}

/** The parameters of such a link as text: texts as they are, everything else as JSON. OID4VP-1FINAL-5.1, RFC6749-4.1.1 */
export const linkParameters = (request: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(request).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
