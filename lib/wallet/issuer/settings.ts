import type { Curve } from '../jose/key'
import type { TrustNeglect } from '../trust/trust-context'

/** How this wallet behaves where the specification leaves it a choice. */
export interface WalletProfile {
  /** Proof type of the credential request; `auto` uses `jwt` where it is supported. */
  proof: 'auto' | 'jwt' | 'attestation'
  /**
   * How the `jwt` proof names its key (OID4VCI-1FINAL-F.1). `kid` is the index of the attested key, as text;
   * `thumbprint` is a `kid` that holds its RFC 7638 thumbprint.
   */
  keyReference: 'jwk' | 'kid' | 'thumbprint' | 'x5c'
  /** Whether keys are attested; `auto` does so where the issuer requires it (OID4VCI-1FINAL-12.2.4). */
  attest: 'auto' | 'always' | 'never'
  /** How many holder keys a key attestation contains. */
  attestedKeys: number
  /** Whether the wallet then refreshes its token, if it can, and requests new credentials. */
  reissue: boolean
  /** How many credentials to request at once if the issuer gives several (OID4VCI-1FINAL-12.2.4). */
  batchSize: number
  /** Whether one key attestation names all keys of a batch, as HAIP-4.5.1 asks. */
  oneAttestation: boolean
  /** Encrypts the credential request and response if the issuer supports it; always if the issuer requires it. */
  encrypt: boolean
  /** Asks for the issuer metadata in signed form only (OID4VCI-1FINAL-12.2.3). */
  signedMetadata: boolean
  /**
   * The `client_id`, or null. With null, an anonymous pre-authorized request sends none (OID4VCI-1FINAL-6.1); the
   * authorization code flow requires one and uses the name of this wallet.
   */
  clientId: string | null
  /**
   * Requests the credential with `authorization_details` instead of its scope (OID4VCI-1FINAL-5.1.1); always if it has
   * no scope.
   */
  authorizationDetails: boolean
  /** How the wallet authenticates; `auto` uses an attestation where the server supports it. */
  clientAuthentication: 'auto' | 'none' | 'attestation' | 'private_key_jwt'
  /**
   * The supported draft of client attestations: `iss` exists only in draft 07, and in draft 10 the DPoP proof is the
   * proof of possession. With `ts3`, wallet and key attestations are those of TS3 1.5. `auto` uses `ts3` where the
   * metadata has `issuer_info`, draft 10 if the server offers it, otherwise 07, whose `iss` later drafts ignore.
   */
  attestationDraft: 'auto' | '07' | '08' | '10' | 'ts3'
  /**
   * The curve of the keys for attestations and proofs, and of the wallet provider's; their signatures have the algorithm
   * of the curve.
   */
  curve: Curve
  /** The redirect URI of the authorization code flow. */
  redirectUri: string
  /**
   * Who attests the wallet and its keys. `own`: the provider it was given, or one that it makes. `stranger`: always a
   * new one. `plain`: one whose certificate does not say what it is for.
   */
  walletProvider: 'own' | 'stranger' | 'plain'
  /** Compares the metadata of a type with the hash that a new credential has, and not only when it uses the credential. */
  readsTypes: boolean
  /** What a careless wallet skips when it evaluates trust in issuers. */
  neglects: TrustNeglect
}

export const defaultProfile: WalletProfile = {
  proof: 'auto',
  keyReference: 'jwk',
  attest: 'auto',
  attestedKeys: 1,
  reissue: false,
  batchSize: 10,
  oneAttestation: true,
  encrypt: false,
  signedMetadata: false,
  clientId: null,
  authorizationDetails: false,
  clientAuthentication: 'auto',
  attestationDraft: 'auto',
  curve: 'P-256',
  redirectUri: 'http://127.0.0.1/callback',
  walletProvider: 'own',
  readsTypes: true,
  neglects: null,
}

/** The list of an attestation's status: 1 of wallet attestations, 2 of key attestations. */
export type UnitList = 1 | 2

/** Rules for responses that a wallet must verify. A careless wallet skips one of them. */
export type WalletRule =
  | 'configuration'
  | 'offer_issuer'
  | 'offer_link'
  | 'authz_state'
  | 'authz_iss'
  | 'authz_error'
  | 'token_type'
  | 'access_token'
  | 'wrong_tx_code'
  | 'proof_type'
  | 'fresh_nonce'
  | 'denial'
  | 'credential'
  | 'status_reference'
  | 'type_integrity'
  | 'response_encryption'
  | 'patience'
  | 'issuer_binding'
  | 'metadata_shape'
  | 'https'
  | 'signed_metadata'
  | 'lost_grant'
  | 'server_listed'
  | 'server_binding'
  | 'server_metadata'
  | 'pushed_request'
  | 'nonce_failure'
  | 'interval'
  | 'datasets'
  | 'token_lifetime'
  | 'deferred_answer'
  | 'trust'

/** Unusual features of a response that a wallet must accept. A picky wallet stops at one of them. */
export type UnusualFeature =
  | 'token_type_case'
  | 'no_expires_in'
  | 'unknown_members'
  | 'no_grants'
  | 'specified_algorithm'
  | 'dpop_challenge'
  | 'challenge_case'
  | 'unknown_format'
  | 'slow_nonce'
  | 'repeated_nonce'
