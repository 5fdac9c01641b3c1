import type { WalletKey } from '../jose/key'
import type { JsonObject } from '../json'

/** What the wallet verified about one credential. */
export interface CredentialFacts {
  holderThumbprint: string
  signedBy: 'x5c' | 'issuer_metadata' | 'x5c_and_issuer_metadata'
  /** Null when no trust anchor was handed in. */
  chainTrusted: boolean | null
  /** How many disclosures, or elements of an mdoc, came with it. */
  disclosures: number
  /** Epoch seconds. */
  expiresAt: number | null
}

/** A credential that the wallet has verified. */
export interface StoredCredential {
  format: string
  /** The `vct` or the `doctype`. */
  type: string
  raw: string
  claims: JsonObject
  verified: CredentialFacts
}

/** A credential that the wallet can present, since it has the key that the credential is bound to. */
export interface HeldCredential extends StoredCredential {
  holderKey: WalletKey
}
