import { type MadeJwt, makeJwt } from '../../../ground/jose/sign-jwt'
import type { Signer } from '../../../ground/ports/ports'
import { type EpochMillis, toEpochSeconds } from '../../../ground/time/time'
import type { JsonObject } from '../../../ground/values/json'
import type { VerifierDeviation } from '../../deviations/verifier-deviation'

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
  /** What is wrong with it on purpose; `null` or left out for nothing. */
  readonly deviation?: VerifierDeviation | null
}

/** The claims of one delivery. */
export function requestObjectClaims({ request, issuedAt, expiresAt, walletNonce, deviation }: Delivery): JsonObject {
  const claims = {
    ...request,
    ...(walletNonce === null ? {} : { wallet_nonce: walletNonce }),
    iat: toEpochSeconds(issuedAt),
    exp: toEpochSeconds(expiresAt),
  }
  return deviation?.changes.claims?.(claims) ?? claims
}

/**
 * The signed Request Object with what it is made of. `x5c` holds the leaf only: a trust anchor must not be sent along. `root` is that
 * anchor as base64 of its DER, for the delivery that is to be wrong in just this.
 * @see OID4VP-1FINAL-5, RFC9101-5.2, HAIP-5
 */
export function makeRequestObject(delivery: Delivery, signer: Signer, root: string): MadeJwt {
  const header = { typ: requestObjectType, x5c: [...signer.x5c] }
  const claims = requestObjectClaims(delivery)
  return makeJwt({ header: delivery.deviation?.changes.header?.(header, root) ?? header, claims, signer })
}

/** The same as a compact JWS alone, which may be wrong on purpose too. */
export function signRequestObject(delivery: Delivery, signer: Signer, root: string): string {
  const { token } = makeRequestObject(delivery, signer, root)
  return delivery.deviation?.changes.compact?.(token) ?? token
}
