import { WalletStop } from '../errors'
import type { Care, Fuss } from './rules'
import type { Run } from './run'

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
  run.misbehaving = true
  return true
}

/**
 * Stops at something that is only unusual, when this wallet is told to.
 *
 * @throws WalletStop that says what is unusual
 */
export function fuss(run: Run, about: Fuss, isUnusual: boolean, message: string): void {
  if (!isUnusual || run.misbehaviour?.stopsAt !== about) return
  run.misbehaving = true
  throw new WalletStop(message)
}
