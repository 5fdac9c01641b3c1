import { WalletStop } from '../errors'
import type { UnusualFeature, WalletRule } from './rules'
import type { Run } from './run'

/**
 * Continues when the answer is right, or when this wallet deliberately skips the rule.
 *
 * @throws WalletStop that says what is wrong
 */
export function requireThat(run: Run, rule: WalletRule, isRight: boolean, message: string): void {
  if (isRight) return
  if (!skipsRule(run, rule)) throw new WalletStop(message)
}

/** Whether this wallet deliberately skips the rule. Its next request then shows it. */
export function skipsRule(run: Run, rule: WalletRule): boolean {
  if (run.misbehaviour?.skipsRule !== rule) return false
  run.misbehaving = true
  return true
}

/**
 * Stops at something that is only unusual, when this wallet is told to.
 *
 * @throws WalletStop that says what is unusual
 */
export function stopIfUnusual(run: Run, about: UnusualFeature, isUnusual: boolean, message: string): void {
  if (!isUnusual || run.misbehaviour?.stopsAt !== about) return
  run.misbehaving = true
  throw new WalletStop(message)
}
