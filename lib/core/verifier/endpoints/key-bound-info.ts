import type { RequestContext } from '../../engine/endpoints/request-context'
import { signJwt } from '../../ground/jose/jwt'
import { digestOf } from '../../ground/ports/digests'
import type { Signer } from '../../ground/ports/keys'
import { addSeconds, toEpochSeconds } from '../../ground/time/time'
import type { JsonObject } from '../../ground/values/json'
import type { KeyBoundInfoChanges } from '../deviations/verifier-deviation'
import type { PresentationSessionRequest } from '../read/session/session-options'
import { keyBoundFormat } from '../read/session/verifier-info-options'

/**
 * A request with one more attestation about the verifier: an SD-JWT of our registrar that names the key of the verifier, and a
 * Key Binding JWT with that key over `nonce` and client id. The same request where the test adds none.
 * @param key that of the verifier in this session
 * @see OID4VP-1FINAL-5.11.1, RFC9901-4.3
 */
export async function withKeyBoundInfo(
  request: JsonObject,
  body: Pick<PresentationSessionRequest, 'verifier_info_format' | 'expires_in'>,
  changes: KeyBoundInfoChanges | undefined,
  key: Signer,
  { exchange, settings, ports }: RequestContext,
): Promise<JsonObject> {
  if (changes === undefined) return request
  const { registrar } = await ports.trustKeys()
  const iat = toEpochSeconds(exchange.at)
  const { client_id = null, nonce = null, verifier_info: given } = request
  const attestation = signJwt({
    header: { typ: 'verifier-info+sd-jwt', x5c: [...registrar.x5c] },
    claims: {
      iss: settings.baseUrl,
      sub: client_id,
      iat,
      exp: toEpochSeconds(addSeconds(exchange.at, body.expires_in)),
      cnf: { jwk: key.publicJwk },
    },
    signer: registrar,
  })
  const bound = `${attestation}~`
  const claims: JsonObject = { iat, aud: client_id, nonce, sd_hash: digestOf(bound, ports.sha256) }
  const proof = signJwt({ header: { typ: 'kb+jwt' }, claims: changes.proof?.(claims) ?? claims, signer: key })
  const data = changes.compact?.(bound + proof) ?? bound + proof
  return {
    ...request,
    verifier_info: [
      ...(Array.isArray(given) ? given : []),
      { format: body.verifier_info_format ?? keyBoundFormat, data },
    ],
  }
}
