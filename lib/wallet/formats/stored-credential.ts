import { WalletStop } from '../errors'
import type { WalletKey } from '../jose/key'
import type { JsonObject } from '../json'

/** The result of verifying a credential. */
export interface CredentialFacts {
  /** Null for a credential without key binding. */
  holderThumbprint: string | null
  signedBy: 'x5c' | 'issuer_metadata' | 'x5c_and_issuer_metadata'
  /** Null when the wallet has no trust anchors. */
  chainTrusted: boolean | null
  /** The number of disclosures or mdoc elements. */
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

/** A credential that the wallet can present: it holds the bound key, or the credential has no key binding. */
export interface HeldCredential extends StoredCredential {
  holderKey: WalletKey | null
  /** The type that its type extends, where the wallet read the metadata of the type (SDJWTVC19-5.4). */
  extends?: string
}

/** The key that a credential is bound to. @throws WalletStop when it is bound to none */
export function holderKeyOf({ holderKey }: HeldCredential): WalletKey {
  if (holderKey === null) throw new WalletStop('The credential is bound to no key')
  return holderKey
}
