import type { FormReading } from '../../../../ground/http/read-form'
import { readStrictJwt, verifyJwtSignature } from '../../../../ground/jose/jwt'
import { digestOf } from '../../../../ground/ports/digests'
import type { ExchangeId } from '../../../../ground/ports/ids'
import type { IssuerContext } from '../../../configurations/issuer-in-play'
import { clientSigningAlgorithms } from './client-authentication-methods'
import type { ClientAssertionReading } from './client-authentication-reading'
import { readJtiHistory } from './read-jti-history'

/**
 * Reads a client assertion as far as possible and verifies it with the registered keys of its client.
 * @param lost the exchange whose response may have got lost with a restart
 * @see RFC7523-3
 */
export async function readClientAssertion(
  { exchange, issuer: { authorizationServer, urls }, ports, settings }: IssuerContext,
  { body }: FormReading,
  clientId: string | null,
  lost: ExchangeId | null,
): Promise<ClientAssertionReading> {
  const assertion = body.get('client_assertion')
  const jwt = assertion === null ? null : readStrictJwt(assertion)
  const claims = jwt?.readable ? jwt.claims : {}
  const named = clientId ?? claims.sub ?? claims.iss
  const client = settings.clients.find((entry) => entry.clientId === named) ?? null
  const listed = jwt?.readable === true && clientSigningAlgorithms.some((alg) => alg === jwt.header.alg)
  const valid =
    client !== null &&
    jwt?.readable === true &&
    listed &&
    (
      await Promise.all(
        client.keys.map((jwk) =>
          verifyJwtSignature({ jwt, jwk, algorithms: clientSigningAlgorithms, verifySignature: ports.verifySignature }),
        ),
      )
    ).some(Boolean)
  const { jti } = claims
  const jtiDigest =
    client !== null && typeof jti === 'string' && jti !== ''
      ? digestOf(`${client.clientId}.${jti}`, ports.sha256)
      : null
  return {
    now: exchange.at,
    type: body.get('client_assertion_type'),
    sent: assertion !== null,
    unreadable: jwt === null || jwt.readable ? null : jwt,
    jwt: jwt?.readable
      ? {
          header: jwt.header,
          claims: jwt.claims,
          signature: client !== null && listed ? (valid ? 'valid' : 'invalid') : 'unverifiable',
        }
      : null,
    client,
    clientId,
    algorithms: clientSigningAlgorithms,
    issuer: authorizationServer,
    endpoints: [urls.token, urls.pushedAuthorizationRequest],
    jtiDigest,
    jtiHistory: await readJtiHistory('client_assertion_jti', jtiDigest, lost, ports),
  }
}
