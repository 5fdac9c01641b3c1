import type { WalletKey } from '../jose/key'
import type { Misbehaviour } from '../misbehaviours/issuer/misbehaviour'
import type { Run as AnyRun } from '../run'
import type { TrustSettings } from '../trust/settings'
import type { KeyAttester } from './credential/attester'
import type { Facts } from './facts'
import type { WalletProfile } from './settings'

/** One run of issuance. */
export interface Run extends AnyRun<Facts, WalletProfile, Misbehaviour> {
  /** The key registered for this client, or null. */
  readonly clientKey: WalletKey | null
  readonly attester: () => Promise<KeyAttester>
  /** Waits that many milliseconds. */
  readonly wait: (millis: number) => Promise<unknown>
  readonly txCode: string | null
  readonly trustAnchors: string[]
  /** How the trust in issuers is evaluated; null where it is not. Replaces `trustAnchors`. */
  readonly trust: TrustSettings | null
}
