import { invariant } from '../../ground/ports/errors'
import type { Signer } from '../../ground/ports/keys'
import type { Sha256 } from '../../ground/ports/ports'
import { fromBase64, toBase64url } from '../../ground/values/base64url'
import type { ClientIdPrefix, DidMethod } from './client-id-prefix'
import { defaultDidMethod, verifierDid } from './verifier-did'
import { verifierHost } from './verifier-host'

/** The Client Identifier prefix for a certificate hash. */
export const x509HashPrefix = 'x509_hash:'

/** What a client id is made of. */
interface Identity {
  readonly prefix: ClientIdPrefix
  readonly baseUrl: string
  /** Signs the requests of the session. */
  readonly signer: Pick<Signer, 'x5c' | 'publicJwk'>
  readonly responseUri: string
  readonly didMethod: DidMethod | undefined
  /** Where the prefix is `pre_registered`: under what the tester registered the verifier with the wallet. */
  readonly registeredClientId: string | undefined
}

/** The verifier's full Client Identifier in a session, with its prefix if it has one. */
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

/** The Client Identifier by the hash of the first certificate, base64 DER. */
export const x509HashOf = (x5c: readonly string[], sha256: Sha256): string =>
  `${x509HashPrefix}${leafHash(x5c, sha256)}`

/** A client id without its prefix. OID4VP-1FINAL-5.9.1 */
export const originalClientId = (clientId: string): string => clientId.slice(clientId.indexOf(':') + 1)

function leafHash(x5c: readonly string[], sha256: Sha256): string {
  const der = fromBase64(x5c[0] ?? '')
  invariant(der !== null && der.length > 0, 'The key that signs requests has a certificate.')
  return toBase64url(sha256(der))
}
