import type { Refusal } from '../errors'
import type { HeldCredential } from '../formats/stored-credential'
import type { WalletExchange } from '../run-log'
import type { TrustReport } from '../trust/finding'

/** How a run of issuance ended. */
export interface IssuerRun {
  outcome: 'credential_stored' | 'refused_by_issuer' | 'stopped_by_wallet'
  log: WalletExchange[]
  credentials: HeldCredential[]
  /** The answer that ended the run, or null. */
  refusal: Refusal | null
  /** Why the wallet stopped, or null. */
  reason: string | null
  /** What the wallet found out about the trust in the issuer, and whether it warned; null where it does not evaluate that. */
  trust: TrustReport | null
}
