import { type JwtDraft, signJwt } from '../../jose/jws'
import type { WalletKey } from '../../jose/key'
import { applyPatch } from '../../misbehaviours/apply'
import { need, nowSeconds } from '../../run'
import type { Run } from '../run'
import type { PresentationProfile } from '../settings'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** A subject identifier derived from a key, and how a signature names that key (SIOP2-8). */
interface KeySubject {
  sub: string
  /** The `kid` of a signature; null if there is none. */
  kid: string | null
}

/** The `did:jwk` of a key: the base64url of its public JWK. */
function didJwkOf({ publicJwk: { kty, crv, x, y } }: WalletKey): KeySubject {
  const did = `did:jwk:${Buffer.from(JSON.stringify({ crv, kty, x, y })).toString('base64url')}`
  return { sub: did, kid: `${did}#0` }
}

/** The `did:key` of a P-256 key: its multicodec prefix and compressed point, in base58btc with the prefix `z`. */
export function didKeyOf({ publicJwk: { x, y } }: WalletKey): KeySubject {
  const odd = (Buffer.from(y, 'base64url').at(-1) ?? 0) & 1
  const name = `z${base58(Buffer.from([0x80, 0x24, 2 + odd, ...Buffer.from(x, 'base64url')]))}`
  return { sub: `did:key:${name}`, kid: `did:key:${name}#${name}` }
}

/** The multicodec prefix never starts with a zero byte, so there are no leading zeros to keep. */
function base58(bytes: Uint8Array): string {
  let text = ''
  for (let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); value > 0n; value /= 58n) {
    text = `${alphabet[Number(value % 58n)]}${text}`
  }
  return text
}

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
