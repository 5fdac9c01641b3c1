import { createHash } from 'node:crypto'
import { type JwtDraft, signJwt } from '../jose/jws'
import { applyPatch } from '../misbehaviours/apply'
import { nowSeconds, type Run, randomText } from '../run'
import type { StepName } from '../step-name'
import type { DpopUse } from '../step-request'

/**
 * A DPoP proof for one request (RFC9449-4.2): a new `jti`, the method, the address without query and fragment,
 * the hash of the access token where one is presented, and the server's newest nonce.
 */
export function dpopProof(run: Run, step: StepName, target: { method: string; url: string }, use: DpopUse): string {
  const { dpopKey: key, dpopNonces } = run.facts
  const nonce = dpopNonces[use.role]
  const draft: JwtDraft = {
    header: { typ: 'dpop+jwt', alg: 'ES256', jwk: key.publicJwk },
    claims: {
      jti: randomText(run),
      htm: target.method,
      htu: target.url.split(/[?#]/)[0] ?? target.url,
      iat: nowSeconds(run),
      ...(use.accessToken === undefined ? {} : { ath: accessTokenHash(use.accessToken) }),
      ...(nonce === null ? {} : { nonce }),
    },
    key,
  }
  return signJwt(applyPatch(run, step, run.misbehaviour?.patchDpop, draft))
}

/** RFC9449-4.2 `ath`: SHA-256 of the access token, base64url. */
export function accessTokenHash(accessToken: string): string {
  return createHash('sha256').update(accessToken, 'ascii').digest('base64url')
}
