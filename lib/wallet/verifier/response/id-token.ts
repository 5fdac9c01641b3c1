import { didJwkOf, didKeyOf, type KeySubject } from '../../did'
import { type JwtDraft, signJwt } from '../../jose/jws'
import type { WalletKey } from '../../jose/key'
import { applyPatch } from '../../misbehaviours/apply'
import { need, nowSeconds } from '../../run'
import type { Run } from '../run'
import type { PresentationProfile } from '../settings'

const lifetimeSeconds = 300

const subjects: Record<PresentationProfile['idTokenSubject'], (key: WalletKey) => KeySubject> = {
  jwk_thumbprint: ({ thumbprint }) => ({ sub: thumbprint, kid: null }),
  'did:jwk': didJwkOf,
  'did:key': didKeyOf,
}

/** A self-issued ID Token, signed with a separate key (SIOP2-11). */
export function buildIdToken(run: Run): string {
  const { profile, facts, misbehaviour } = run
  const request = need(facts.request, 'request')
  const key = run.newKey()
  const { sub, kid } = subjects[profile.idTokenSubject](key)
  const now = nowSeconds(run)
  const draft: JwtDraft = {
    header: { alg: 'ES256', typ: 'JWT', ...(kid === null ? {} : { kid }) },
    claims: {
      iss: sub,
      sub,
      aud: request.clientId,
      nonce: request.nonce,
      iat: now,
      exp: now + lifetimeSeconds,
      ...(kid === null ? { sub_jwk: { ...key.publicJwk } } : {}),
    },
    key,
  }
  return signJwt(applyPatch(run, 'response', misbehaviour?.patchIdToken, draft))
}
