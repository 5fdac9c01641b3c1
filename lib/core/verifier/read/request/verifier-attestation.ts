import { signJwt } from '../../../ground/jose/sign-jwt'
import type { Ports } from '../../../ground/ports/ports'
import type { Signer } from '../../../ground/ports/signer'
import { type EpochMillis, toEpochSeconds } from '../../../ground/time/time'
import type { JsonObject } from '../../../ground/values/json'
import type { VerifierDeviation } from '../../deviations/verifier-deviation'
import { attestationIssuer } from '../../identity/verifier-uris'

/** `typ` of a verifier attestation. OID4VP-1FINAL-12 */
const attestationType = 'verifier-attestation+jwt'

interface Attested {
  readonly baseUrl: string
  /** The client id without its prefix. */
  readonly subject: string
  /** The key that signs the requests. */
  readonly publicJwk: Signer['publicJwk']
  readonly responseUri: string
  readonly issuedAt: EpochMillis
  readonly expiresAt: EpochMillis
  readonly changes: VerifierDeviation['changes']['attestation']
}

/**
 * The verifier attestation of one session. Its `sub` is the client id without the prefix: section 12 names the client id, and
 * section 5.9.3 compares the rest of it, as wallets do.
 * @see OID4VP-1FINAL-12, OID4VP-1FINAL-5.9.3
 */
export async function makeAttestation(
  { baseUrl, subject, publicJwk, responseUri, issuedAt, expiresAt, changes }: Attested,
  { verifierKeys }: Pick<Ports, 'verifierKeys'>,
): Promise<string> {
  const stranger = changes?.untrusted === true ? await verifierKeys.wrongSigner('untrusted_chain') : null
  const issuer = stranger ?? (await verifierKeys.attestationIssuer())
  const claims: JsonObject = {
    iss: attestationIssuer(baseUrl),
    sub: subject,
    iat: toEpochSeconds(issuedAt),
    exp: toEpochSeconds(expiresAt),
    cnf: { jwk: { ...publicJwk } },
  }
  const header = {
    typ: attestationType,
    ...(issuer.x5c.length === 0 ? { kid: (await verifierKeys.attestationIssuer()).kid } : { x5c: [...issuer.x5c] }),
  }
  const compact = signJwt({ header, claims: changes?.claims?.(claims, { responseUri }) ?? claims, signer: issuer })
  return changes?.compact?.(compact) ?? compact
}
