import type { RequestContext } from '../../engine/endpoints/request-context'
import { invariant } from '../../shared/ports/errors'
import type { Signer } from '../../shared/ports/keys'
import type { Sha256 } from '../../shared/ports/ports'
import { fromBase64, toBase64url, utf8 } from '../../shared/values/base64url'
import type { JsonObject } from '../../shared/values/json'
import { hasDnsName, verifierHost } from './verifier-uris'

/**
 * How wallets identify the verifier of a session: client id prefix, or a name registered with the wallet.
 * @see OID4VP-1FINAL-5.9.3
 */
export const clientIdPrefixes = [
  'x509_hash',
  'x509_san_dns',
  'verifier_attestation',
  'decentralized_identifier',
  'redirect_uri',
  'pre_registered',
] as const

export type ClientIdPrefix = (typeof clientIdPrefixes)[number]

/** DID methods of the verifier: the key itself, or a document served here. */
export const didMethods = ['jwk', 'web'] as const

export type DidMethod = (typeof didMethods)[number]

/** Default DID method. `did:web` requires https and a DNS name. */
export const defaultDidMethod = (baseUrl: string): DidMethod =>
  baseUrl.startsWith('https:') && hasDnsName(baseUrl) ? 'web' : 'jwk'

/**
 * The verifier's DID: its public key, or the location of its document with the port's colon as `%3A`.
 * @see https://github.com/quartzjer/did-jwk, https://w3c-ccg.github.io/did-method-web/
 */
function verifierDid(method: DidMethod, publicJwk: Signer['publicJwk'], baseUrl: string): string {
  return method === 'web' ? webDid(baseUrl) : keyDid(publicJwk)
}

/** A public key as DID. See https://github.com/quartzjer/did-jwk */
export const keyDid = ({ kty, crv, x, y }: Signer['publicJwk']): string =>
  `did:jwk:${toBase64url(utf8(JSON.stringify({ crv, kty, x, y })))}`

/** DID of the document at `GET /openid4vp/verifier/did.json`. */
const webDid = (baseUrl: string): string => `did:web:${encodeURIComponent(new URL(baseUrl).host)}:openid4vp:verifier`

/** Id of the verification method for a key, used as `kid` in its signatures. */
export const didKeyId = (did: string, { kid }: Pick<Signer, 'kid'>): string =>
  `${did}#${did.startsWith('did:jwk:') ? '0' : kid}`

/** The `did:web` document: one verification method, with the request signing key. DID-CORE-5.2 */
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

/** Client Identifier prefix of a certificate hash. */
export const x509HashPrefix = 'x509_hash:'

/** Input of a client id. */
interface Identity {
  readonly prefix: ClientIdPrefix
  readonly baseUrl: string
  /** Signer of the session's requests. */
  readonly signer: Pick<Signer, 'x5c' | 'publicJwk'>
  readonly responseUri: string
  readonly didMethod: DidMethod | undefined
  /** For `pre_registered`: the name that the tester registered with the wallet. */
  readonly registeredClientId: string | undefined
}

/** The full Client Identifier, with its prefix if it has one. */
export function verifierClientId(
  { prefix, baseUrl, signer, responseUri, didMethod, registeredClientId }: Identity,
  sha256: Sha256,
): string {
  switch (prefix) {
    case 'x509_hash':
      return x509HashOf(signer.x5c, sha256)
    case 'x509_san_dns':
    case 'verifier_attestation':
      return `${prefix}:${verifierHost(baseUrl)}`
    case 'decentralized_identifier':
      return `${prefix}:${verifierDid(didMethod ?? defaultDidMethod(baseUrl), signer.publicJwk, baseUrl)}`
    case 'redirect_uri':
      return `${prefix}:${responseUri}`
    case 'pre_registered':
      invariant(registeredClientId !== undefined, 'A session of a registered verifier names it.')
      return registeredClientId
  }
}

/** Client Identifier from the hash of the first certificate (base64 DER). */
export const x509HashOf = (x5c: readonly string[], sha256: Sha256): string =>
  `${x509HashPrefix}${leafHash(x5c, sha256)}`

/** A client id without its prefix. OID4VP-1FINAL-5.9.1 */
export const originalClientId = (clientId: string): string => clientId.slice(clientId.indexOf(':') + 1)

function leafHash(x5c: readonly string[], sha256: Sha256): string {
  const der = fromBase64(x5c[0] ?? '')
  invariant(der !== null && der.length > 0, 'The key that signs requests has a certificate.')
  return toBase64url(sha256(der))
}

/** Whether the verifier's certificate has its host as a DNS name; an operator's own may not. OID4VP-1FINAL-5.9.3 */
export function namesItsHost({ settings, ports }: Pick<RequestContext, 'settings' | 'ports'>): boolean {
  if (!hasDnsName(settings.baseUrl)) return false
  const read = ports.trustAnchors('credential_issuer')(ports.verifierKeys.requestSigner.x5c)
  return read.readable && read.certificates[0].subjectAlternativeNames.includes(`DNS:${verifierHost(settings.baseUrl)}`)
}
