import type { HeldCredential } from '../formats/stored-credential'
import type { PresentationMisbehaviour } from '../misbehaviours/verifier/misbehaviour'
import { type Run as AnyRun, markLeftOut } from '../run'
import type { VerifierTrust } from '../trust/evaluate-verifier'
import type { TrustSettings } from '../trust/trust-context'
import type { VerifierFacts } from './facts'
import type { ForeignIssuer } from './foreign-issuer'
import type { RegisteredVerifier } from './request/registered-verifier'
import type { PresentationProfile } from './settings'
import type { VerifierRun } from './verifier-run'

/** One run of presentation. */
export interface Run extends AnyRun<VerifierFacts, PresentationProfile, PresentationMisbehaviour> {
  readonly credentials: HeldCredential[]
  /** Trusted roots of verifiers, PEM; without them chains are not verified. */
  readonly trustAnchors: string[]
  /** Trust settings for verifiers; null if trust is not evaluated. Replaces `trustAnchors`. */
  readonly trust: TrustSettings | null
  /** Trusted roots of issuers of verifier attestations, PEM; without them such a verifier is refused. */
  readonly attestationIssuers: string[]
  /** Verifiers that are registered with the wallet. */
  readonly registeredVerifiers: RegisteredVerifier[]
  readonly foreignIssuer: () => Promise<ForeignIssuer>
  /** Waits that many milliseconds. */
  readonly wait: (millis: number) => Promise<unknown>
}

/** The result of the run. */
export function endRun(
  run: Run,
  outcome: VerifierRun['outcome'],
  found: Partial<Pick<VerifierRun, 'presented' | 'declined' | 'refusal' | 'reason'>> = {},
): VerifierRun {
  markLeftOut(run)
  const { log, facts } = run
  const { redirectUri } = facts
  const trust = facts.trust === null ? null : reportOf(facts.trust)
  const isSignerJudged = facts.requestSigner.length === 0 ? null : run.trust !== null || run.trustAnchors.length > 0
  const ended = { presented: [], declined: null, redirectUri, refusal: null, reason: null, trust, isSignerJudged }
  return { outcome, log, ...ended, ...found }
}

/** The reported part; query and refusal are reported elsewhere. */
const reportOf = ({ findings, warned, overAsked }: VerifierTrust): VerifierRun['trust'] => ({
  findings,
  warned,
  overAsked,
})
