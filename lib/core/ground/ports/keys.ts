import type { EpochMillis } from '../time/time'
import type { Laboratory, LaboratoryCertificates, LaboratoryTrust } from './laboratory'

/** What signs a JWS: a private key that never leaves its adapter. `x5c`: base64 DER, leaf first, no trust anchor. */
export interface JwsSigner {
  readonly alg: 'ES256' | 'RS384'
  readonly x5c: readonly string[]
  /** JWS signature; for ES256 r and s, 64 bytes (RFC 7518 section 3.4). */
  sign(data: Uint8Array): Uint8Array
}

/** A private ES256 key. */
export interface Signer extends JwsSigner {
  readonly kid: string
  readonly alg: 'ES256'
  /** Since when all its certificates are valid; `null` without one. */
  readonly validFrom: EpochMillis | null
  /** Public JWK with `kty`, `crv`, `x`, `y` only. */
  readonly publicJwk: { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }
}

/**
 * What is wrong with the signer of a request: its certificate signs itself; another key than that of the certificate signs;
 * the chain ends at a root that is published nowhere; a certificate between leaf and root is not sent; the key is an RSA key;
 * the certificate names another host.
 */
export type WrongSigner = 'self_signed' | 'other_key' | 'untrusted_chain' | 'incomplete_chain' | 'rsa' | 'other_name'

/** A private P-256 key that requests are encrypted to; it never leaves its adapter. */
export interface Decrypter {
  readonly kid: string
  /** Public JWK with `kty`, `crv`, `x`, `y` only. */
  readonly publicJwk: Signer['publicJwk']
  /** What is in a compact JWE; `null` when it does not open. Never rejects. */
  decrypt(jwe: string): Promise<Uint8Array | null>
  /**
   * A key of 32 bytes that only this key and the other one can derive: ECDH, then HKDF with SHA-256 (RFC 5869). `null`
   * where the other is not a public key on this curve. Never throws.
   */
  deriveKey(other: {
    readonly publicJwk: Readonly<Record<string, unknown>>
    readonly salt: Uint8Array
    readonly info: string
  }): Uint8Array | null
  /**
   * The first message of a sender in the base mode of HPKE, with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-128-GCM; `null`
   * where it does not open. Never throws. RFC 9180 section 6.1
   */
  openHpke(message: HpkeMessage): Uint8Array | null
}

/** What a sender sent, and what both sides know besides. */
export interface HpkeMessage {
  /** The sender's ephemeral key: an uncompressed point of 65 bytes. */
  readonly enc: Uint8Array
  /** With its tag of 16 bytes at the end. */
  readonly ciphertext: Uint8Array
  readonly info: Uint8Array
  readonly aad: Uint8Array
}

/** The keys of one issuer configuration. Nothing in it is shared with another one. */
export interface IssuerKeys {
  /** Signs access tokens; published in `jwks.json`. */
  readonly accessToken: Signer
  /** Signs SD-JWT VCs and signed metadata; published in `credential-jwks.json`. */
  readonly credential: Signer
  /** Signs mdocs, under a certificate of their own kind; published in `credential-jwks.json`. */
  readonly mdoc: Signer
  /** Signs metadata instead of `credential`, under an access certificate. Absent outside the European trust framework. */
  readonly access?: Signer
  /** Opens encrypted requests; published in the issuer metadata only. */
  readonly requestEncryption: Decrypter
}

/** The keys of issuers that belong to one session each. They are derived when they are asked for, and never stored. */
export interface LaboratoryKeys {
  /** All keys of a laboratory, its signers under the certificates that its session keeps. */
  keys(laboratory: Pick<Laboratory, 'id' | 'certificates'>): IssuerKeys
  /** The key of a laboratory that signs access tokens: all that another issuer needs to tell its tokens from forged ones. */
  accessToken(laboratoryId: string): Signer
  /** A signer of a laboratory whose certificate is under a root that is published nowhere. */
  stranger(laboratoryId: string): Promise<Signer>
  /**
   * Has the installation's root certify its signers; `null` where the key of the root is kept elsewhere. With
   * `intermediates` that many CA certificates stand between the signer of SD-JWT VCs and a root of the laboratory's own,
   * because the installation's root allows none below it. With `trust` the authorities of the European trust framework
   * certify them, and a key for access too.
   */
  certify(
    laboratoryId: string,
    intermediates?: number,
    trust?: LaboratoryTrust | null,
  ): Promise<LaboratoryCertificates | null>
  /** A signer of a laboratory's access key under an access certificate of its own. */
  mintAccess(laboratoryId: string, how: MintedAccess): Promise<Signer>
  /** Like its signer of SD-JWT VCs or mdocs, but under an authority that is on no list, or without a statement of its kind. */
  mintSeal(
    laboratoryId: string,
    purpose: 'credential' | 'mdoc',
    how: MintedSeal,
    trust: LaboratoryTrust,
  ): Promise<Signer>
}

/** A key that one session's presentations are encrypted to. */
export interface ResponseKey {
  /** Unlike that of any other session. */
  readonly kid: string
  /** Public JWK with `kty`, `crv`, `x`, `y` only. */
  readonly publicJwk: Signer['publicJwk']
  /** The private half, which only this installation can open; to be kept with the session and deleted with it. */
  readonly sealed: string
}

/** The keys of the verifier. The one that signs requests is no other's, and decrypts nothing. */
export interface VerifierKeys {
  /** Signs request objects, under the certificate that is to be used now. */
  readonly requestSigner: Signer
  /**
   * Signs multi-signed requests beside it: another key, under a certificate of its own. `null` where that was never made and the
   * key of the root is not here. OID4VP-1FINALA-A.3.2.2
   */
  readonly secondSigner: Signer | null
  /** The key of `requestSigner` under a certificate that signs itself: for requests that are to be wrong in just this. */
  readonly selfSignedSigner: Signer
  /**
   * The signer under the certificate whose hash this is (base64url of the SHA-256 of its DER), as in `x509_hash:…`: a
   * session continues under the one it began with, with either key. `null` when it has expired or was never ours.
   */
  signerByCertificate(hash: string): Signer | null
  /**
   * A signer for requests that are to be wrong in just this, made at first need. Its `x5c` is empty where it signs under the
   * right certificate. `null` where it needs a certificate of the root, whose key is not here.
   */
  wrongSigner(how: WrongSigner): Promise<JwsSigner | null>
  /** Signs the verifier attestations of this installation. Without a certificate where the key of the root is kept elsewhere. */
  attestationIssuer(): Promise<Signer>
  /** @param kid by default a random one */
  createResponseKey(kid?: string): Promise<ResponseKey>
  /** `null` for what this installation did not seal. Never rejects because of what is in it. */
  openResponseKey(sealed: string): Promise<Decrypter | null>
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
