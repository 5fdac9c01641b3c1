import { signJwt } from '../../jose/sign-jwt'
import type { JsonObject } from '../../json'
import type { Signer } from '../../ports'
import { type EpochMillis, toEpochSeconds } from '../../time'

/** Type of a signed request object, and the first part of its media type. OID4VP-1FINAL-5 */
export const requestObjectType = 'oauth-authz-req+jwt'

/** One delivery of a request: what the wallet is sent, and when. */
export interface Delivery {
  /** The parameters of the session, see `buildAuthorizationRequest`. */
  readonly request: JsonObject
  readonly issuedAt: EpochMillis
  readonly expiresAt: EpochMillis
  /** What the wallet sent with this very fetch; never remembered for another one. OID4VP-1FINAL-5.10 */
  readonly walletNonce: string | null
}

/** The claims of one delivery. */
export const requestObjectClaims = ({ request, issuedAt, expiresAt, walletNonce }: Delivery): JsonObject => ({
  ...request,
  ...(walletNonce === null ? {} : { wallet_nonce: walletNonce }),
  iat: toEpochSeconds(issuedAt),
  exp: toEpochSeconds(expiresAt),
})

/**
 * The signed Request Object as a compact JWS. `x5c` holds the leaf only: a trust anchor must not be sent along.
 * @see OID4VP-1FINAL-5, RFC9101-5.2, HAIP-5
 */
export const signRequestObject = (delivery: Delivery, signer: Signer): string =>
  signJwt({ header: { typ: requestObjectType, x5c: [...signer.x5c] }, claims: requestObjectClaims(delivery), signer })
