/** How this wallet behaves where the specification leaves it the choice. */
export interface WalletProfile {
  /** Proof type of the credential request; `auto` takes `jwt` where it is offered. */
  proof: 'auto' | 'jwt' | 'attestation'
  /**
   * How the `jwt` proof names its key (OID4VCI-1FINAL-F.1). `kid` is the index of the attested key, as text;
   * `thumbprint` is a `kid` that holds its RFC 7638 thumbprint.
   */
  keyReference: 'jwk' | 'kid' | 'thumbprint' | 'x5c'
  /** Whether keys are attested; `auto` does so where the issuer requires it (OID4VCI-1FINAL-12.2.4). */
  attest: 'auto' | 'always' | 'never'
  /** How many holder keys a key attestation lists. */
  attestedKeys: number
  /** Encrypts credential request and answer where the issuer offers it; where it demands it, that is done anyway. */
  encrypt: boolean
  /**
   * The `client_id`, or null: then an anonymous pre-authorized request sends none (OID4VCI-1FINAL-6.1), and the
   * authorization code flow, which cannot do without, uses the name of this wallet.
   */
  clientId: string | null
  /** How the wallet shows which client it is; `auto` takes an attestation where the server offers it. */
  clientAuthentication: 'auto' | 'none' | 'attestation' | 'private_key_jwt'
  /** Where the authorization code flow returns to. */
  redirectUri: string
}

export const defaultProfile: WalletProfile = {
  proof: 'auto',
  keyReference: 'jwk',
  attest: 'auto',
  attestedKeys: 1,
  encrypt: false,
  clientId: null,
  clientAuthentication: 'auto',
  redirectUri: 'http://127.0.0.1/callback',
}
