import type { EpochMillis } from '../time/time'
import type { Laboratory, LaboratoryCertificates, LaboratoryTrust } from './laboratory'

/**
 * Signs a JWS with a private key that never leaves its adapter. `x5c`: base64 DER, leaf first, without the trust
 * anchor.
 */
export interface JwsSigner {
  readonly alg: 'ES256' | 'RS384' | 'EdDSA'
  readonly x5c: readonly string[]
  /** For ES256, the signature is r and s, 64 bytes (RFC 7518 section 3.4). */
  sign(data: Uint8Array): Uint8Array
}

/** A private ES256 key. */
export interface Signer extends JwsSigner {
  readonly kid: string
  readonly alg: 'ES256'
  /** Start of the period in which all its certificates are valid; `null` without certificates. */
  readonly validFrom: EpochMillis | null
  /** Public JWK with `kty`, `crv`, `x`, `y` only. */
  readonly publicJwk: { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }
}

/**
 * What is wrong with the signer of a request: a self-signed certificate; a key other than the certificate's; a chain to
 * an unpublished root; a missing intermediate certificate; an RSA key; an Ed25519 key; a certificate for another
 * host.
 */
export type WrongSigner =
  | 'self_signed'
  | 'other_key'
  | 'untrusted_chain'
  | 'incomplete_chain'
  | 'rsa'
  | 'ed25519'
  | 'other_name'

/** A private P-256 decryption key, which never leaves its adapter. */
export interface Decrypter {
  readonly kid: string
  /** Public JWK with `kty`, `crv`, `x`, `y` only. */
  readonly publicJwk: Signer['publicJwk']
  /** Decrypts a compact JWE; `null` if that fails. Never rejects. */
  decrypt(jwe: string): Promise<Uint8Array | null>
  /** How the sender of a JWE that does not decrypt went astray with this key; `null` if no known way opens it. Never throws. */
  misderived(jwe: string): WrongDerivation | null
  /**
   * Derives a 32-byte key shared with the owner of the other key: ECDH, then HKDF with SHA-256 (RFC 5869). `null`
   * unless the other is a public key on this curve. Never throws.
   */
  deriveKey(other: {
    readonly publicJwk: Readonly<Record<string, unknown>>
    readonly salt: Uint8Array
    readonly info: string
  }): Uint8Array | null
  /**
   * Opens the first message in HPKE base mode with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-128-GCM; `null` if
   * that fails. Never throws. RFC 9180 section 6.1
   */
  openHpke(message: HpkeMessage): Uint8Array | null
}

/**
 * What is wrong with a JWE for a key, though it is encrypted to it with ECDH-ES in direct mode: alg stands for AlgorithmID;
 * apu and apv are left out, or taken as texts; the length of the key is in bytes; the shared secret is the key, or its hash;
 * the authenticated data are the decoded header, or nothing. RFC7518-4.6.2, RFC7516-5.1
 */
export const wrongDerivations = [
  'alg_as_algorithm',
  'no_party_info',
  'party_info_as_text',
  'length_in_bytes',
  'no_kdf',
  'hash_alone',
  'aad_decoded',
  'no_aad',
] as const
export type WrongDerivation = (typeof wrongDerivations)[number]

/** An HPKE message with the context that both sides know. */
export interface HpkeMessage {
  /** The sender's ephemeral key: an uncompressed point of 65 bytes. */
  readonly enc: Uint8Array
  /** Ends with its 16-byte tag. */
  readonly ciphertext: Uint8Array
  readonly info: Uint8Array
  readonly aad: Uint8Array
}

/** Keys of one issuer configuration, never shared with another. */
export interface IssuerKeys {
  /** Signs access tokens; published in `jwks.json`. */
  readonly accessToken: Signer
  /** Signs SD-JWT VCs and signed metadata; published in `credential-jwks.json`. */
  readonly credential: Signer
  /** Signs mdocs, under a certificate of its own; published in `credential-jwks.json`. */
  readonly mdoc: Signer
  /**
   * Signs metadata in place of `credential`, under an access certificate. Absent outside the European trust framework.
   */
  readonly access?: Signer
  /** Decrypts requests; published in the issuer metadata only. */
  readonly requestEncryption: Decrypter
}

/** Keys of issuers that belong to one session each. Derived on demand and never stored. */
export interface LaboratoryKeys {
  /** All keys of a laboratory, with the certificates stored in its session. */
  keys(laboratory: Pick<Laboratory, 'id' | 'certificates'>): IssuerKeys
  /** The access token key of a laboratory, which lets another issuer distinguish its tokens from forged ones. */
  accessToken(laboratoryId: string): Signer
  /** A signer of a laboratory under an unpublished root. */
  stranger(laboratoryId: string): Promise<Signer>
  /**
   * Certifies its signers with the installation's root; `null` if that root's key is kept elsewhere. `intermediates`:
   * number of CA certificates between the SD-JWT VC signer and a root of the laboratory's own, because the
   * installation's root allows none. `trust`: certified by the authorities of the European trust framework instead,
   * with an additional access key. `identifierSlash`: the identifier that they name ends in a slash.
   */
  certify(
    laboratoryId: string,
    intermediates?: number,
    trust?: LaboratoryTrust | null,
    identifierSlash?: boolean,
  ): Promise<LaboratoryCertificates | null>
  /** The laboratory's access key under a specially minted access certificate. */
  mintAccess(laboratoryId: string, how: MintedAccess): Promise<Signer>
  /** Its SD-JWT VC or mdoc signer, under an unlisted authority or without a QC statement. */
  mintSeal(
    laboratoryId: string,
    purpose: 'credential' | 'mdoc',
    how: MintedSeal,
    trust: LaboratoryTrust,
  ): Promise<Signer>
}

/** Response encryption key of one session. */
export interface ResponseKey {
  /** Unique among sessions. */
  readonly kid: string
  /** Public JWK with `kty`, `crv`, `x`, `y` only. */
  readonly publicJwk: Signer['publicJwk']
  /** The private half, encrypted for this installation; stored and deleted with the session. */
  readonly sealed: string
}

/** Keys of the verifier. The request signing key is used for nothing else. */
export interface VerifierKeys {
  /** Signs request objects, under the current certificate. */
  readonly requestSigner: Signer
  /**
   * Second signer of multi-signed requests, with its own key and certificate. `null` if it was never made and the
   * root's key is not available. OID4VP-1FINALA-A.3.2.2
   */
  readonly secondSigner: Signer | null
  /** The request signing key under a self-signed certificate, for requests that are wrong only in this. */
  readonly selfSignedSigner: Signer
  /**
   * The signer whose certificate has this hash (base64url of the SHA-256 of its DER), as in `x509_hash:…`: a session
   * keeps the certificate that it began with. `null` if it has expired or was never ours.
   */
  signerByCertificate(hash: string): Signer | null
  /**
   * A signer for requests that are wrong only in this, created on first use. `x5c` is empty if it signs under the right
   * certificate. `null` if it needs a certificate from the root and the root's key is not available.
   */
  wrongSigner(how: WrongSigner): Promise<JwsSigner | null>
  /** Signs verifier attestations. Has no certificate if the root's key is kept elsewhere. */
  attestationIssuer(): Promise<Signer>
  /** @param kid random by default */
  createResponseKey(kid?: string): Promise<ResponseKey>
  /** `null` for anything that this installation did not seal. Never rejects because of its content. */
  openResponseKey(sealed: string): Promise<Decrypter | null>
}

/**
 * What is wrong with an access certificate minted for one session: unlisted authority; not signed by the authority that
 * it names; expired yesterday; valid, with a revocation list for its session; without a policy.
 */
export type MintedAccess = 'unlisted' | 'broken_chain' | 'expired' | 'revocable' | 'no_policy'

/**
 * What is wrong with a seal certificate minted for one session: unlisted authority; no statement that it belongs to a
 * PID provider.
 */
export type MintedSeal = 'unlisted' | 'no_qc_statement'
