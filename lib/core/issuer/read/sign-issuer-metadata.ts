import { signJwt } from '../../ground/jose/sign-jwt'
import type { Signer } from '../../ground/ports/ports'
import { type EpochMillis, toEpochSeconds } from '../../ground/time/time'
import type { DocumentMembers, SignedDocument } from '../deviations/document-change'

/** Validity of signed metadata, in seconds. */
const validitySeconds = 86_400

/**
 * Issuer metadata as a compact JWS: every member of the JSON form becomes a top-level claim. The certificate chain
 * omits the trust anchor.
 * @see OID4VCI-1FINAL-12.2.3, HAIP-4.1
 */
export const signIssuerMetadata = (metadata: DocumentMembers, by: MetadataSigner): string =>
  signJwt(signedDocument(metadata, by))

/** What signed metadata are made of. */
export function signedDocument(metadata: DocumentMembers, { identifier, signer, now }: MetadataSigner): SignedDocument {
  const iat = toEpochSeconds(now)
  return {
    header: { typ: 'openidvci-issuer-metadata+jwt', x5c: signer.x5c },
    claims: { ...metadata, iss: identifier, sub: identifier, iat, exp: iat + validitySeconds },
    signer,
  }
}

/** Who signs metadata, of which issuer and when. */
export interface MetadataSigner {
  readonly identifier: string
  readonly signer: Signer
  readonly now: EpochMillis
}
