import { type Refusal, WalletStop } from '../errors'
import type { HeldCredential } from '../formats/stored-credential'
import type { WalletKey } from '../jose/key'
import type { Misbehaviour } from '../misbehaviours/issuer/misbehaviour'
import type { Run as AnyRun } from '../run'
import type { WalletExchange } from '../run-log'
import type { TrustReport } from '../trust/finding'
import type { TrustSettings } from '../trust/trust-context'
import type { KeyAttester } from './credential/attester'
import type { Facts } from './facts'
import type { UnitList, UnusualFeature, WalletProfile, WalletRule } from './settings'

/** What a tester does at the service: revokes the entries that the wallet of the session showed of a list. */
export type RevokeUnit = (list: UnitList) => Promise<unknown>

/** One run of issuance. */
export interface Run extends AnyRun<Facts, WalletProfile, Misbehaviour> {
  /** The key registered for this client, or null. */
  readonly clientKey: WalletKey | null
  /** The issuer that a careless wallet takes where an offer names none; null if it knows none. */
  readonly lastIssuer: string | null
  readonly attester: () => Promise<KeyAttester>
  /** Revokes what the wallet showed of a list that the issuer hosts; null where nobody can. */
  readonly revokeUnit: RevokeUnit | null
  /** Waits that many milliseconds. */
  readonly wait: (millis: number) => Promise<unknown>
  readonly txCode: string | null
  readonly trustAnchors: string[]
  /** Trust settings for issuers; null if trust is not evaluated. Replaces `trustAnchors`. */
  readonly trust: TrustSettings | null
}

/**
 * Continues if the response is right, or if this wallet deliberately skips the rule.
 * @throws WalletStop that says what is wrong
 */
export function requireThat(run: Run, rule: WalletRule, isRight: boolean, message: string): void {
  if (isRight) return
  if (!skipsRule(run, rule)) throw new WalletStop(message)
}

/** Whether this wallet deliberately skips the rule, which its next request then shows. */
export function skipsRule(run: Run, rule: WalletRule): boolean {
  if (run.misbehaviour?.skipsRule !== rule) return false
  run.misbehaving = true
  return true
}

/** Stops at something merely unusual, if this wallet is configured to. @throws WalletStop that says what is unusual */
export function stopIfUnusual(run: Run, about: UnusualFeature, isUnusual: boolean, message: string): void {
  if (!isUnusual || run.misbehaviour?.stopsAt !== about) return
  run.misbehaving = true
  throw new WalletStop(message)
}

/** How a run of issuance ended. */
export interface IssuerRun {
  outcome: 'credential_stored' | 'refused_by_issuer' | 'stopped_by_wallet'
  log: WalletExchange[]
  credentials: HeldCredential[]
  /** The issuer that the offer named, or that the wallet took; null if none. */
  issuer: string | null
  /** The entry of the wallet unit in status lists; null if no attestation named it. */
  unitIndex: number | null
  /** The answer that ended the run, or null. */
  refusal: Refusal | null
  /** Why the wallet stopped, or null. */
  reason: string | null
  /** The result of evaluating trust in the issuer, and whether the wallet warned; null if trust is not evaluated. */
  trust: TrustReport | null
}
