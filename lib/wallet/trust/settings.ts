import type { X509Certificate } from 'node:crypto'
import type { TrustMemory } from './trust-memory'

/** Who vouches for whom: an authority of one role makes nobody trusted in another. */
export type TrustRole = 'access' | 'registrar' | 'pid' | 'pub_eaa'

/** Where the wallet learns whom it trusts, and what it does when trust is broken. */
export interface TrustSettings {
  /**
   * What the provider of this wallet decided for requests that it may warn about: go on with a warning, or refuse. What every
   * wallet has to refuse is refused with either.
   */
  policy: 'warn' | 'refuse'
  /** The lists below this address, and the certificates of who may sign them; null to use `anchors` alone. */
  lists: { base: string; operators: readonly X509Certificate[] } | null
  /** Authorities that are trusted without a list. */
  anchors: Readonly<Partial<Record<TrustRole, readonly X509Certificate[]>>>
  /** What follows when a verifier asks for more than it registered: a warning, or only the registered claims (ARF3-RPRC_21). */
  overAsking: 'warn' | 'registered_only'
  memory: TrustMemory
}

/**
 * A part of the evaluation that a careless wallet leaves out. With `findings` it looks at everything, and minds nothing; with `warning`
 * it goes on where it may, and tells its user nothing.
 */
export type TrustNeglect = 'all' | 'status' | 'lists' | 'over_asking' | 'findings' | 'warning' | null
