import type { EpochMillis } from '../time/time'
import type { Signer } from './signer'

/** What a certificate authority of the European trust framework certifies here; each is a self-signed one of its own. */
export type TrustRole = 'access' | 'registrar' | 'pid'

/** A self-signed certificate that wallets may trust for one role. */
export interface TrustAnchor {
  /** Base64. */
  readonly der: string
  readonly pem: string
  /** SHA-256 of the DER in lower-case hexadecimal digits. */
  readonly sha256: string
  /** Public JWK with `kty`, `crv`, `x`, `y` only. */
  readonly publicJwk: Signer['publicJwk']
}

/**
 * What is wrong with an access certificate that is minted for one session: its authority is on no list; an authority of
 * the right name did not sign it; it ended yesterday; nothing yet, but the session has its revocation list; it names no
 * policy.
 */
export type MintedAccess = 'unlisted' | 'broken_chain' | 'expired' | 'revocable' | 'no_policy'

/**
 * What is wrong with a seal certificate that is minted for one session: its authority is on no list; it does not state that
 * it is of a PID provider.
 */
export type MintedSeal = 'unlisted' | 'no_qc_statement'

/** A certificate that is no longer valid: base64 DER, and since when. */
export interface RevokedCertificate {
  readonly certificate: string
  readonly at: EpochMillis
}

/** The authorities of every role. */
export interface TrustAuthorities {
  anchor(role: TrustRole): TrustAnchor
  /** A revocation list of the authority of a role, DER. RFC 5280 section 5 */
  revocationList(
    role: TrustRole,
    entries: readonly RevokedCertificate[],
    times: { readonly thisUpdate: EpochMillis; readonly nextUpdate: EpochMillis },
  ): Promise<Uint8Array>
}

/** The keys of the European trust framework, and what they certify. No `x5c` holds an anchor. */
export interface TrustKeys extends TrustAuthorities {
  /** The authority that the provider of the reference wallet is under: it stands on the list of wallet providers. */
  readonly walletProvider: TrustAnchor
  /** Signs lists of trusted entities; its certificate is one that signs itself. */
  readonly operator: Signer
  /** Signs the requests of presentations, under its access certificate. */
  readonly accessVerifier: Signer
  /** Signs multi-signed requests beside it: another key, under an access certificate of its own. */
  readonly secondAccess: Signer
  /** Either key under these certificates, also former and minted ones; `null` when the first is for another key. */
  accessByCertificate(x5c: readonly string[]): Signer | null
  /** Signs registration certificates and what the register says. */
  readonly registrar: Signer
  /** Signs the status lists of registration certificates. */
  readonly registrarStatus: Signer
  /** The same, under authorities that are on no list: all that certificates name of them is there, and right. */
  readonly strangers: TrustAuthorities & {
    readonly registrar: Signer
    readonly registrarStatus: Signer
    readonly operator: Signer
  }
  /** A signer of the verifier's access key under an access certificate of its own. */
  mintAccess(how: MintedAccess, place: { readonly trustId: string }): Promise<Signer>
}

/** Opens these keys, and makes at first need what is missing of them. Rejects when they cannot be kept. */
export type OpenTrustKeys = () => Promise<TrustKeys>
