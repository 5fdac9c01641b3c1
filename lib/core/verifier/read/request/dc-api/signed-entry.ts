import type { MadeJwt } from '../../../../ground/jose/sign-jwt'
import type { JwsSigner } from '../../../../ground/ports/ports'
import type { JsonObject } from '../../../../ground/values/json'
import { type Delivery, makeRequestObject } from '../request-object'

/** `data` of a signed request, and the JWS in it before a test spoilt its text. OID4VP-1FINALA-A.3.2.1 */
export function signedData(
  delivery: Delivery,
  signer: JwsSigner,
  root: string,
): { readonly data: JsonObject; readonly made: MadeJwt } {
  const made = makeRequestObject(delivery, signer, root)
  return { data: { request: delivery.deviation?.changes.compact?.(made.token) ?? made.token }, made }
}
