import { readJsonObject } from '../../json'
import type { WalletRun } from '../../wallet-run'
import { checkIdOf, endOf, type Misbehaviour } from './misbehaviour'

/**
 * What differs between how a service met a misbehaviour and what is documented, one sentence each; empty when nothing
 * does. Looks at the answer to the first request that the misbehaviour touched, and at how the run ended.
 */
export function surprises(misbehaviour: Misbehaviour, run: WalletRun): string[] {
  const { expect } = misbehaviour
  const touched = run.log.find(({ misbehaved }) => misbehaved)
  if (touched === undefined) return ['The wallet did nothing wrong.']
  const answer = readJsonObject(touched.answerBody)
  const found: string[] = []
  const say = (what: string, expected: unknown, seen: unknown): void => {
    found.push(`${what}: expected ${String(expected)}, seen ${String(seen)}.`)
  }
  const end = endOf(misbehaviour)
  if (run.outcome !== end) say('Outcome', end, run.outcome)
  if (expect === 'accepted') {
    if (touched.status === null || touched.status >= 400) say('Answer', 'success', touched.status)
    return found
  }
  if (touched.status !== expect.status) say('Status', expect.status, touched.status)
  if (expect.error !== undefined && answer?.error !== expect.error) say('Error code', expect.error, answer?.error)
  const decidedBy = misbehaviour.decidedBy ?? checkIdOf(misbehaviour)
  if (typeof answer?.error_uri === 'string' && !answer.error_uri.endsWith(`/${decidedBy}`))
    say('Link', decidedBy, answer.error_uri)
  return found
}
