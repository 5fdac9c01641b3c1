import type { Signer } from '../../ground/ports/keys'
import { toBase64url, utf8 } from '../../ground/values/base64url'
import type { JsonObject } from '../../ground/values/json'
import type { DidMethod } from './client-id-prefix'
import { hasDnsName } from './verifier-host'

/** The method of a DID where the tester names none: wallets fetch the document of a `did:web` by https alone, from a DNS name. */
export const defaultDidMethod = (baseUrl: string): DidMethod =>
  baseUrl.startsWith('https:') && hasDnsName(baseUrl) ? 'web' : 'jwk'

/**
 * The DID of the verifier: its public key as it is, or the place of its document, with a port as `%3A` and digits.
 * @see https://github.com/quartzjer/did-jwk, https://w3c-ccg.github.io/did-method-web/
 */
export function verifierDid(method: DidMethod, publicJwk: Signer['publicJwk'], baseUrl: string): string {
  if (method === 'web') return webDid(baseUrl)
  const { kty, crv, x, y } = publicJwk
  return `did:jwk:${toBase64url(utf8(JSON.stringify({ crv, kty, x, y })))}`
}

/** The DID whose document is `GET /openid4vp/verifier/did.json`. */
const webDid = (baseUrl: string): string => `did:web:${encodeURIComponent(new URL(baseUrl).host)}:openid4vp:verifier`

/** The id of the method of a DID that verifies the signatures of a key, as the `kid` of these names it. */
export const didKeyId = (did: string, { kid }: Pick<Signer, 'kid'>): string =>
  `${did}#${did.startsWith('did:jwk:') ? '0' : kid}`

/** The document of the `did:web`: one method, with the key that signs requests. DID-CORE-5.2 */
export function didDocument(baseUrl: string, signer: Pick<Signer, 'kid' | 'publicJwk'>): JsonObject {
  const did = webDid(baseUrl)
  const id = didKeyId(did, signer)
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
    id: did,
    verificationMethod: [{ id, type: 'JsonWebKey2020', controller: did, publicJwk: { ...signer.publicJwk } }],
    assertionMethod: [id],
    authentication: [id],
  }
}
