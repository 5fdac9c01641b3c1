import type { WalletKey } from './jose/key'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** A subject that stands for a key, and how a signature names the key (SIOP2-8). */
export interface KeySubject {
  sub: string
  /** The `kid` of a signature; null if there is none. */
  kid: string | null
}

/** The key as `did:jwk`: the JSON of its public half in base64url. */
export function didJwkOf({ publicJwk: { kty, crv, x, y } }: WalletKey): KeySubject {
  const did = `did:jwk:${Buffer.from(JSON.stringify({ crv, kty, x, y })).toString('base64url')}`
  return { sub: did, kid: `${did}#0` }
}

/** A P-256 key as `did:key`: a compressed point behind the code of its kind, in base58 behind a z. */
export function didKeyOf({ publicJwk: { x, y } }: WalletKey): KeySubject {
  const odd = (Buffer.from(y, 'base64url').at(-1) ?? 0) & 1
  const name = `z${base58(Buffer.from([0x80, 0x24, 2 + odd, ...Buffer.from(x, 'base64url')]))}`
  return { sub: `did:key:${name}`, kid: `did:key:${name}#${name}` }
}

/** The first byte of a key's code is never zero, so that no leading zeros have to be kept. */
function base58(bytes: Uint8Array): string {
  let text = ''
  for (let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); value > 0n; value /= 58n) {
    text = `${alphabet[Number(value % 58n)]}${text}`
  }
  return text
}
