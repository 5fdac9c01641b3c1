import type { Refusal } from '../errors'
import type { WalletExchange } from '../run-log'

/** One credential that a verifier got to see. Holds no value of a claim. */
export interface PresentedCredential {
  queryId: string
  format: string
  /** The `vct` or the `doctype`. */
  type: string
  /** Where the shown claims lie. */
  paths: (string | number)[][]
}

/** How a run of presentation ended. */
export interface PresentationRun {
  /**
   * `presented`: the verifier took the presentation. `declined`: the wallet answered with an error, which the verifier
   * took. `refused_by_verifier`: the verifier did not take what the wallet sent, or did not hand out its request.
   */
  outcome: 'presented' | 'declined' | 'refused_by_verifier' | 'stopped_by_wallet'
  log: WalletExchange[]
  /** What was sent; empty unless presented. */
  presented: PresentedCredential[]
  /** The error that the wallet answered with, or null. */
  declined: { error: string; description: string } | null
  /** Where the verifier wants the user to go on, or null. */
  redirectUri: string | null
  /** The answer that ended the run, or null. */
  refusal: Refusal | null
  /** Why the run did not end with a presentation, or null. */
  reason: string | null
}
