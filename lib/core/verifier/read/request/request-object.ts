import { type MadeJwt, makeJwt, makeUnsignedJwt } from '../../../shared/jose/jwt'
import type { Signer } from '../../../shared/ports/keys'
import type { JwsSigner } from '../../../shared/ports/ports'
import type { PresentationSession } from '../../../shared/ports/store-types'
import { type EpochMillis, toEpochSeconds } from '../../../shared/time/time'
import type { JsonObject } from '../../../shared/values/json'
import type { VerifierDeviation } from '../../deviations/verifier-deviation'
import { didKeyId, originalClientId } from '../../identity/verifier-client-id'
import { buildClientMetadata, type ResponseKey } from './client-metadata'
import { isSigned } from './dc-api/entries'
import type { EffectiveRequest } from './effective-request'

/** Audience of a request to a wallet that was not discovered. OID4VP-1FINAL-5.8 */
export const staticWalletAudience = 'https://self-issued.me/v2'

/**
 * Parameters of an Authorization Request as signed, except `iat`, `exp` and `wallet_nonce`, which differ per delivery.
 * `randomValue`: at least 128 fresh bits in base64url per call.
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
  /** `null` for an unencrypted response. */
  readonly responseKey: ResponseKey | null
  /** The whole request goes into a link. */
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
    // An ID Token requires the scope `openid`. OID4VP-1FINAL-8; for its type, section 9 of SIOPv2.
    ...(idToken ? { id_token_type: 'subject_signed_id_token', scope: 'openid' } : {}),
    // The code_verifier is not stored: the code is never redeemed, because the wallet would be the token endpoint.
    // RFC9700-2.1.1
    ...(responseType === 'code' ? { code_challenge: randomValue(), code_challenge_method: 'S256' } : {}),
    client_metadata: buildClientMetadata({ responseKey, idToken, own: clientMetadata, brief }),
    ...others,
    ...(idToken ? { scope: withOpenid(others.scope) } : {}),
  }
}

const withOpenid = (scope: unknown): string =>
  typeof scope !== 'string' ? 'openid' : ` ${scope} `.includes(' openid ') ? scope : `openid ${scope}`

/** `typ` of a signed request object, and the start of its media type. OID4VP-1FINAL-5 */
export const requestObjectType = 'oauth-authz-req+jwt'

/** One delivery of a request. */
export interface Delivery {
  /** Session parameters, see `buildAuthorizationRequest`. */
  readonly request: JsonObject
  readonly issuedAt: EpochMillis
  readonly expiresAt: EpochMillis
  /** `wallet_nonce` of this fetch, never of another one. OID4VP-1FINAL-5.10 */
  readonly walletNonce: string | null
  /** Header parameters that identify the signer; certificates if absent. `null` for an unsigned request. */
  readonly proof?: JsonObject | null
  /** The parameters are in the link, which has no token claims. */
  readonly inLink?: true
  /** Deviation to apply, if any. */
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
 * Builds the signed Request Object and its parts. `x5c` holds the leaf only, because the trust anchor must not be sent.
 * `root` is that anchor in base64 DER, for the one deviation that sends it.
 * @see OID4VP-1FINAL-5, RFC9101-5.2, HAIP-5
 */
export function makeRequestObject(delivery: Delivery, signer: JwsSigner, root: string): MadeJwt {
  const claims = requestObjectClaims(delivery)
  if (delivery.proof === null) return makeUnsignedJwt({ header: { typ: requestObjectType }, claims })
  const header = { typ: requestObjectType, ...(delivery.proof ?? { x5c: [...signer.x5c] }) }
  return makeJwt({ ...changedHeader(header, delivery, signer, root), claims, signer })
}

/** The header after the deviation, whose `alg` may be any text or absent. */
export function changedHeader(
  header: JsonObject,
  { deviation }: Pick<Delivery, 'deviation'>,
  { alg }: Pick<JwsSigner, 'alg'>,
  root: string,
): { readonly header: JsonObject; readonly freeAlgorithm?: boolean } {
  const { header: change, freeAlgorithm = false } = deviation?.changes ?? {}
  if (change === undefined) return { header }
  return { header: change(freeAlgorithm ? { ...header, alg } : header, root), freeAlgorithm }
}

/** Only the compact JWS, to which the deviation may apply too. */
export function signRequestObject(delivery: Delivery, signer: JwsSigner, root: string): string {
  const { token } = makeRequestObject(delivery, signer, root)
  return delivery.deviation?.changes.compact?.(token) ?? token
}

type NamedSession = Pick<PresentationSession, 'request' | 'options'>

/** What wallets verify a session's request with, by client id prefix. OID4VP-1FINAL-5.9.3 */
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

/** Whether the link itself carries the request's parameters. OID4VP-1FINAL-5.9.3 */
export const isInLink = ({
  options,
  requestDelivery,
}: Pick<PresentationSession, 'options' | 'requestDelivery'>): boolean =>
  options.client_id_prefix === 'redirect_uri' &&
  requestDelivery === 'by_value' &&
  options.presentation_channel !== 'dc_api'

/** Whether the request has no token claims: in a link, or with an unsigned first browser entry. OID4VP-1FINALA-A.3.1 */
export function isBare(session: Pick<PresentationSession, 'options' | 'requestDelivery' | 'dcApi'>): boolean {
  const [first] = session.dcApi?.entries ?? []
  return first === undefined ? isInLink(session) : !isSigned(first.protocol)
}

/** Parameters of such a link: strings unchanged, other values as JSON. OID4VP-1FINAL-5.1, RFC6749-4.1.1 */
export const linkParameters = (request: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(request).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
