import { readJsonObject } from '../json'
import type { WalletExchange } from '../run-log'
import { checkIdOf, type MisbehaviourHead } from './misbehaviour'

/**
 * The differences between how a service answered a misbehaviour and what is documented, one sentence each; empty when
 * there are none. Compares the answer to the first request that the misbehaviour affected, and how the run ended.
 *
 * @param end - how a run with this misbehaviour should end
 */
export function surprisesOf<End extends string>(
  misbehaviour: MisbehaviourHead<End>,
  end: End,
  { outcome, log }: { outcome: End; log: readonly WalletExchange[] },
): string[] {
  const { expect } = misbehaviour
  const touched = log.find(({ misbehaved }) => misbehaved)
  if (touched === undefined) return ['The wallet did nothing wrong.']
  const answer = readJsonObject(touched.answerBody)
  const found: string[] = []
  const say = (what: string, expected: unknown, seen: unknown): void => {
    found.push(`${what}: expected ${String(expected)}, seen ${String(seen)}.`)
  }
  if (outcome !== end) say('Outcome', end, outcome)
  if (expect === 'accepted') {
    if (touched.status === null || touched.status >= 400) say('Response', 'success', touched.status)
    return found
  }
  if (touched.status !== expect.status) say('Status', expect.status, touched.status)
  if (expect.error !== undefined && answer?.error !== expect.error) say('Error code', expect.error, answer?.error)
  const decidedBy = misbehaviour.decidedBy ?? checkIdOf(misbehaviour)
  if (typeof answer?.error_uri === 'string' && !answer.error_uri.endsWith(`/${decidedBy}`))
    say('Link', decidedBy, answer.error_uri)
  return found
}
