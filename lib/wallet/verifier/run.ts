import type { HeldCredential } from '../formats/stored-credential'
import type { PresentationMisbehaviour } from '../misbehaviours/verifier/misbehaviour'
import type { Run as AnyRun } from '../run'
import type { TrustSettings } from '../trust/settings'
import type { VerifierFacts } from './facts'
import type { ForeignIssuer } from './foreign-issuer'
import type { PresentationProfile } from './settings'

/** One run of presentation. */
export interface Run extends AnyRun<VerifierFacts, PresentationProfile, PresentationMisbehaviour> {
  readonly credentials: HeldCredential[]
  /** Trusted roots of verifiers, PEM; without them chains are not verified. */
  readonly trustAnchors: string[]
  /** How the trust in verifiers is evaluated; null where it is not. Replaces `trustAnchors`. */
  readonly trust: TrustSettings | null
  readonly foreignIssuer: () => Promise<ForeignIssuer>
}
