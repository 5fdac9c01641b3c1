import { type MadeJwt, makeJwt } from '../../../../ground/jose/jwt'
import type { JwsSigner } from '../../../../ground/ports/ports'
import type { Json, JsonObject } from '../../../../ground/values/json'
import { type Delivery, requestObjectClaims, requestObjectType } from '../request-object'
import { type BrowserTest, changedPayload, changedSignature, untested } from './browser-test'

/** Who signs, and under which Client Identifier. */
export interface RequestSignature {
  readonly clientId: string
  readonly signer: JwsSigner
}

/**
 * `data` of a multi-signed request: a JWS in the JSON serialization, with `client_id` and `verifier_info` in each protected
 * header alone. Each signature is also given as the compact JWS that it would be, for evidence.
 * @param root that of the test root, base64 DER, for the test that sends it
 * @param test what is altered of the payload and of the signatures
 * @see OID4VP-1FINALA-A.3.2.2, RFC7515-7.2.1
 */
export function multiSignedData(
  delivery: Delivery,
  signatures: readonly RequestSignature[],
  root: string,
  test: BrowserTest = untested,
): { readonly data: JsonObject; readonly made: readonly MadeJwt[] } {
  const { changes = {} } = delivery.deviation ?? {}
  const made = signatures.map(({ clientId, signer }, place): MadeJwt => {
    const { header, claims } = split(
      requestObjectClaims({ ...delivery, request: { ...delivery.request, client_id: clientId } }),
    )
    const right = { typ: requestObjectType, x5c: [...signer.x5c], ...header }
    const payload = changedPayload(claims, test)
    const jws = makeJwt({ header: changes.header?.(right, root) ?? right, claims: payload, signer })
    const token = changes.compact?.(jws.token) ?? jws.token
    return { ...jws, token: changedSignature(token, place, test) }
  })
  const parts = made.map(({ token }) => token.split('.'))
  return {
    data: {
      request: {
        payload: parts[0]?.[1] ?? '',
        signatures: parts.map(([head = '', , signature = '']): Json => ({ protected: head, signature })),
      },
    },
    made,
  }
}

/** Members that stand in each protected header, never in the payload. */
const headerMembers: readonly string[] = ['client_id', 'verifier_info']

const split = (claims: JsonObject): { readonly header: JsonObject; readonly claims: JsonObject } => {
  const members = Object.entries(claims)
  return {
    header: Object.fromEntries(members.filter(([name]) => headerMembers.includes(name))),
    claims: Object.fromEntries(members.filter(([name]) => !headerMembers.includes(name))),
  }
}
