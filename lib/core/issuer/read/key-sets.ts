import type { IssuerKeys } from '../../ground/ports/keys'
import type { Signer } from '../../ground/ports/ports'

/** A public signing key in a key set. */
export interface PublishedKey {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
  readonly kid: string
  readonly alg: 'ES256'
  readonly use: 'sig'
  /** Leaf first, no trust anchor. */
  readonly x5c?: readonly string[]
}

export interface KeySet {
  readonly keys: readonly PublishedKey[]
}

/** Key set of the authorization server: the key that signs access tokens. RFC8414-2 */
export const buildAuthorizationServerKeySet = ({ accessToken }: Pick<IssuerKeys, 'accessToken'>): KeySet => ({
  keys: [publishedKey(accessToken)],
})

/** Key set of the credential issuer: the keys that sign credentials, with their certificates. SDJWTVC-5.2 */
export const buildCredentialKeySet = ({ credential, mdoc }: Pick<IssuerKeys, 'credential' | 'mdoc'>): KeySet => ({
  keys: [publishedKey(credential), publishedKey(mdoc)],
})

/** Picks the members by name, so that a private member can never leak. */
function publishedKey({ publicJwk, kid, alg, x5c }: Signer): PublishedKey {
  const { kty, crv, x, y } = publicJwk
  return { kty, crv, x, y, kid, alg, use: 'sig', ...(x5c.length > 0 ? { x5c } : {}) }
}
