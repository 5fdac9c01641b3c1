import type { HeaderField, Reply } from '../../ground/http/exchange'
import { jsonReply, textReply } from '../../ground/http/reply'
import { encryptJwe } from '../../ground/jose/jwe'
import { invariant } from '../../ground/ports/errors'
import type { EpochMillis } from '../../ground/time/time'
import type { JsonObject } from '../../ground/values/json'
import type { IssuerContext } from '../configurations/issuer-in-play'
import type { EncryptedRequestReading } from '../read/encryption/encrypted-request-reading'
import { dpopNonceHeaders } from './oauth/dpop/dpop-headers'

/** The parts of a request for credentials, first or deferred, that its response depends on. */
export interface AnsweredRequest extends Pick<EncryptedRequestReading, 'responseEncryption' | 'dpop'> {
  readonly now: EpochMillis
}

/**
 * The response, encrypted if the request asked for it; errors are never encrypted. OID4VCI-1FINAL-8.3,
 * OID4VCI-1FINAL-10
 * @param status 202 while the credentials are not issued yet. OID4VCI-1FINAL-9.2
 */
export async function answerCredentials(
  status: 200 | 202,
  body: JsonObject,
  request: AnsweredRequest,
  context: IssuerContext,
): Promise<Reply> {
  const headers = nonceHeaders(request, context)
  const { responseEncryption } = request
  if (responseEncryption === null) return jsonReply(status, body, headers)
  const { jwk, enc } = responseEncryption
  invariant(jwk?.publicJwk && enc !== null, 'A request that no check refuses names a public key and an enc value.')
  const plaintext = JSON.stringify(body)
  const turn = plaintext.length > longCharacters ? context.ports.turn : null
  await turn?.()
  const jwe = await encryptJwe({ plaintext, jwk: jwk.publicJwk, kid: jwk.kid, enc })
  // It is redacted next, which takes long too.
  await turn?.()
  return textReply(status, 'application/jwt', jwe, headers)
}

/** From this length on a text takes milliseconds to encrypt: 15 for each megabyte. */
const longCharacters = 64 * 1024

/** The headers that offer a DPoP nonce for the next request. RFC9449-9 */
export const nonceHeaders = (
  { dpop, now }: Pick<AnsweredRequest, 'dpop' | 'now'>,
  { issuer, ports }: IssuerContext,
): readonly HeaderField[] =>
  dpopNonceHeaders({ policy: dpop.policy, issuer: issuer.id, role: 'rs', now, keyedHash: ports.keyedHash })
