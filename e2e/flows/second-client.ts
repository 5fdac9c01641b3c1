import { createHash, randomBytes } from 'node:crypto'
import type { JwtSigner } from '@openid4vc/oauth2'
import type { KeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { signJwt } from '@/lib/wallet/jose/jws'
import type { WalletKey } from '@/lib/wallet/jose/key'

/** Callbacks that the second wallet library needs: fetch, hash, random and sign, with the keys of one run. */
export function secondClientCallbacks(keys: readonly WalletKey[], attester: KeyAttester, send: typeof fetch) {
  const keyOf = (signer: JwtSigner): WalletKey => {
    const found = keys.find((key) =>
      signer.method === 'x5c'
        ? key === attester.key
        : signer.method === 'jwk' && signer.publicJwk.x === key.publicJwk.x,
    )
    if (found === undefined) throw new Error('The test has no such key.')
    return found
  }
  return {
    fetch: send,
    hash: (data: Uint8Array, algorithm: string) =>
      new Uint8Array(createHash(algorithm.replace('-', '')).update(data).digest()),
    generateRandom: (bytes: number) => new Uint8Array(randomBytes(bytes)),
    signJwt: (signer: JwtSigner, { header, payload }: { header: object; payload: object }) => {
      const key = keyOf(signer)
      const draft = { header: JSON.parse(JSON.stringify(header)), claims: JSON.parse(JSON.stringify(payload)), key }
      return { jwt: signJwt(draft), signerJwk: { ...key.publicJwk } }
    },
  }
}

/** How the library names a key that it proves by its public JWK. */
export const jwkSigner = (key: WalletKey) => ({ method: 'jwk', publicJwk: { ...key.publicJwk }, alg: 'ES256' }) as const
