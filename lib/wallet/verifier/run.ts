import type { HeldCredential } from '../formats/stored-credential'
import type { PresentationMisbehaviour } from '../misbehaviours/verifier/misbehaviour'
import type { Run as AnyRun } from '../run'
import type { TrustSettings } from '../trust/settings'
import type { VerifierFacts } from './facts'
import type { ForeignIssuer } from './foreign-issuer'
import type { RegisteredVerifier } from './request/registered-verifier'
import type { PresentationProfile } from './settings'

/** One run of presentation. */
export interface Run extends AnyRun<VerifierFacts, PresentationProfile, PresentationMisbehaviour> {
  readonly credentials: HeldCredential[]
  /** Trusted roots of verifiers, PEM; without them chains are not verified. */
  readonly trustAnchors: string[]
  /** How the trust in verifiers is evaluated; null where it is not. Replaces `trustAnchors`. */
  readonly trust: TrustSettings | null
  /** Trusted roots of issuers of verifier attestations, PEM; without them such a verifier is refused. */
  readonly attestationIssuers: string[]
  /** Verifiers that were registered with the wallet. */
  readonly registeredVerifiers: RegisteredVerifier[]
  readonly foreignIssuer: () => Promise<ForeignIssuer>
  /** Waits that many milliseconds. */
  readonly wait: (millis: number) => Promise<unknown>
}
