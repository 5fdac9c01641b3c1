import type { JsonObject } from '../../../ground/values/json'
import { buildClientMetadata, type ResponseKey } from './client-metadata'
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
