import { signJwt } from '../../ground/jose/sign-jwt'
import type { Signer } from '../../ground/ports/ports'
import { type EpochMillis, toEpochSeconds } from '../../ground/time/time'
import type { IssuerMetadata } from './z-issuer-metadata'

/** Validity of signed metadata, in seconds. */
const validitySeconds = 86_400

/**
 * Issuer metadata as a compact JWS: every member of the JSON form becomes a top-level claim. The certificate chain
 * omits the trust anchor.
 * @see OID4VCI-1FINAL-12.2.3, HAIP-4.1
 */
export function signIssuerMetadata(
  metadata: IssuerMetadata,
  { signer, now }: { signer: Signer; now: EpochMillis },
): string {
  const iat = toEpochSeconds(now)
  return signJwt({
    header: { typ: 'openidvci-issuer-metadata+jwt', x5c: signer.x5c },
    claims: {
      ...metadata,
      iss: metadata.credential_issuer,
      sub: metadata.credential_issuer,
      iat,
      exp: iat + validitySeconds,
    },
    signer,
  })
}
