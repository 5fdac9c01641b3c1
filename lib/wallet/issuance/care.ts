import { WalletStop } from '../errors'
import type { Run } from './run'

/** What a wallet has to look at in an answer. A careless one overlooks one of them. */
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

/** What a wallet has to take in an answer. A fussy one stops at one of them. */
export type Fuss = 'token_type_case' | 'no_expires_in' | 'unknown_members' | 'dpop_challenge' | 'challenge_case'

/**
 * Goes on where an answer is as it must be, or where this wallet overlooks on purpose that it is not.
 *
 * @throws WalletStop that says what is wrong
 */
export function insist(run: Run, care: Care, isRight: boolean, message: string): void {
  if (isRight) return
  if (!overlooks(run, care)) throw new WalletStop(message)
}

/** True where this wallet overlooks it on purpose; what it does then shows in its next request. */
export function overlooks(run: Run, care: Care): boolean {
  if (run.misbehaviour?.overlooks !== care) return false
  run.deviating = true
  return true
}

/**
 * Stops at what is only unusual, where this wallet does so on purpose.
 *
 * @throws WalletStop that says what is unusual
 */
export function fuss(run: Run, about: Fuss, isUnusual: boolean, message: string): void {
  if (!isUnusual || run.misbehaviour?.stopsAt !== about) return
  run.deviating = true
  throw new WalletStop(message)
}
