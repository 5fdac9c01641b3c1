import type { Refusal } from '../errors'
import type { WalletExchange } from '../run-log'
import type { VerifierTrust } from '../trust/evaluate-verifier'

/** One credential that was shown to a verifier. Contains no claim values. */
export interface PresentedCredential {
  queryId: string
  format: string
  /** The `vct` or the `doctype`. */
  type: string
  /** The paths of the claims that were shown. */
  paths: (string | number)[][]
}

/** How a run of presentation ended. */
export interface VerifierRun {
  /**
   * `presented`: the verifier accepted the presentation. `declined`: the wallet answered with an error, which the
   * verifier accepted. `refused_by_verifier`: the verifier rejected what the wallet sent, or did not provide its
   * request.
   */
  outcome: 'presented' | 'declined' | 'refused_by_verifier' | 'stopped_by_wallet'
  log: WalletExchange[]
  /** What was sent; empty unless presented. */
  presented: PresentedCredential[]
  /** The error that the wallet sent, or null. */
  declined: { error: string; description: string } | null
  /** Where the verifier sends the user next, or null. */
  redirectUri: string | null
  /** The answer that ended the run, or null. */
  refusal: Refusal | null
  /** Why the run did not end with a presentation, or null. */
  reason: string | null
  /** The result of evaluating trust in the verifier, and whether the wallet warned; null if trust is not evaluated. */
  trust: Pick<VerifierTrust, 'findings' | 'warned' | 'overAsked'> | null
  /**
   * Whether the wallet has trust anchors, and so judged who vouches for the certificate that signs the request; null
   * for an unsigned request.
   */
  isSignerJudged: boolean | null
}
