import { WalletStop } from '../../errors'
import { type JwtDraft, signJwt } from '../../jose/jws'
import { stringMember } from '../../json'
import { applyPatch } from '../../misbehaviours/apply'
import { need, nowSeconds, randomText } from '../../run'
import type { Run } from '../run'

export const clientAssertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

const lifetimeSeconds = 120

/**
 * A client assertion (RFC7523-2.2), signed with the key that the client has registered.
 *
 * @throws WalletStop when this run has no such key
 */
export function clientAssertion(run: Run, step: 'par' | 'token' | 'refresh', clientId: string): string {
  const { clientKey } = run
  if (clientKey === null) throw new WalletStop('The wallet has no registered key')
  const now = nowSeconds(run)
  const draft: JwtDraft = {
    header: { typ: 'JWT', alg: 'ES256', kid: clientKey.thumbprint },
    claims: {
      iss: clientId,
      sub: clientId,
      aud: need(stringMember(run.facts.asMetadata, 'issuer'), 'issuer of the authorization server'),
      jti: randomText(run),
      iat: now,
      exp: now + lifetimeSeconds,
    },
    key: clientKey,
  }
  return signJwt(applyPatch(run, step, run.misbehaviour?.patchClientAssertion, draft))
}
