import { signJwt } from '../../ground/jose/sign-jwt'
import type { Signer } from '../../ground/ports/ports'
import { type EpochMillis, toEpochSeconds } from '../../ground/time/time'
import type { DocumentMembers } from '../deviations/document-change'

/** Validity of signed metadata, in seconds. */
const validitySeconds = 86_400

/**
 * Issuer metadata as a compact JWS: every member of the JSON form becomes a top-level claim. The certificate chain
 * omits the trust anchor.
 * @see OID4VCI-1FINAL-12.2.3, HAIP-4.1
 */
export function signIssuerMetadata(
  metadata: DocumentMembers,
  { identifier, signer, now }: { readonly identifier: string; readonly signer: Signer; readonly now: EpochMillis },
): string {
  const iat = toEpochSeconds(now)
  return signJwt({
    header: { typ: 'openidvci-issuer-metadata+jwt', x5c: signer.x5c },
    claims: {
      ...metadata,
      iss: identifier,
      sub: identifier,
      iat,
      exp: iat + validitySeconds,
    },
    signer,
  })
}
