import type { ClaimNode } from './claim-tree'

/** What matching a query needs to know of a presented credential, whatever its format. */
export interface PresentedCredential {
  /** What it really is; `null` when it is of no format that is known here. */
  readonly format: string | null
  /** `vct` or `docType`; `null` when there is none that is a text. */
  readonly type: string | null
  readonly claims: ClaimNode
  /** AuthorityKeyIdentifier of each certificate of its chain, base64url, leaf first; those without one left out. */
  readonly authorityKeyIdentifiers: readonly string[]
  /** A proof of possession is there; whether it is a good one is not asked. */
  readonly holderBindingPresent: boolean
  /** Equal for two presentations of one credential instance; `null` when it cannot be told. */
  readonly instance: string | null
}
