import type { HeaderField, Reply } from '../../shared/http/exchange'
import { jsonReply, textReply } from '../../shared/http/reply'
import { encryptJwe } from '../../shared/jose/jwe'
import { invariant } from '../../shared/ports/errors'
import type { EpochMillis } from '../../shared/time/time'
import type { JsonObject } from '../../shared/values/json'
import type { IssuerContext } from '../configurations/issuer-in-play'
import type { EncryptedRequestReading } from '../read/credential-request'
import { dpopNonceHeaders } from './oauth/dpop'

/** The parts of a credential request, immediate or deferred, that shape its response. */
export interface AnsweredRequest extends Pick<EncryptedRequestReading, 'responseEncryption' | 'dpop'> {
  readonly now: EpochMillis
}

/**
 * The response, encrypted if the request asked for it; errors are never encrypted. OID4VCI-1FINAL-8.3,
 * OID4VCI-1FINAL-10
 * @param status 202 for deferred credentials. OID4VCI-1FINAL-9.2
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
  // Yields before redaction, which also takes long.
  await turn?.()
  return textReply(status, 'application/jwt', jwe, headers)
}

/** Longer text takes milliseconds to encrypt: 15 per megabyte. */
const longCharacters = 64 * 1024

/** Headers with a DPoP nonce for the next request. RFC9449-9 */
export const nonceHeaders = (
  { dpop, now }: Pick<AnsweredRequest, 'dpop' | 'now'>,
  { issuer, ports }: IssuerContext,
): readonly HeaderField[] =>
  dpopNonceHeaders({ policy: dpop.policy, issuer: issuer.id, role: 'rs', now, keyedHash: ports.keyedHash })
