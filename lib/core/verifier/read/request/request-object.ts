import { type MadeJwt, makeJwt, makeUnsignedJwt } from '../../../ground/jose/jwt'
import type { JwsSigner } from '../../../ground/ports/ports'
import { type EpochMillis, toEpochSeconds } from '../../../ground/time/time'
import type { JsonObject } from '../../../ground/values/json'
import type { VerifierDeviation } from '../../deviations/verifier-deviation'

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
