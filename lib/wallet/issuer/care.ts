import { WalletStop } from '../errors'
import type { Run } from './run'

/** The rules of an answer that a wallet must verify. A careless wallet skips one of them. */
export type Care =
  | 'configuration'
  | 'offer_issuer'
  | 'authz_state'
  | 'authz_iss'
  | 'authz_error'
  | 'token_type'
  | 'access_token'
  | 'wrong_tx_code'
  | 'fresh_nonce'
  | 'denial'
  | 'credential'
  | 'response_encryption'
  | 'patience'

/** The unusual features of an answer that a wallet must accept. A fussy wallet stops at one of them. */
export type Fuss = 'token_type_case' | 'no_expires_in' | 'unknown_members' | 'dpop_challenge' | 'challenge_case'

/**
 * Continues when the answer is right, or when this wallet deliberately skips the rule.
 *
 * @throws WalletStop that says what is wrong
 */
export function insist(run: Run, care: Care, isRight: boolean, message: string): void {
  if (isRight) return
  if (!overlooks(run, care)) throw new WalletStop(message)
}

/** Whether this wallet deliberately skips the rule. Its next request then shows it. */
export function overlooks(run: Run, care: Care): boolean {
  if (run.misbehaviour?.overlooks !== care) return false
  run.deviating = true
  return true
}

/**
 * Stops at something that is only unusual, when this wallet is told to.
 *
 * @throws WalletStop that says what is unusual
 */
export function fuss(run: Run, about: Fuss, isUnusual: boolean, message: string): void {
  if (!isUnusual || run.misbehaviour?.stopsAt !== about) return
  run.deviating = true
  throw new WalletStop(message)
}
