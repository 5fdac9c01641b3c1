import { failuresInOrder } from '@/lib/core/engine/evidence/leading-failure'
import { expectedExchanges } from './expected-exchanges'
import type { ExpectedExchange, FlowModel, Inspected, NowWords, SessionHead, SessionPhase } from './flow-model'

/** One sentence about what should happen now, to tell a stuck flow from a slow one. "Nothing" only where nothing was wrong. */
export function nowWords<Session extends SessionHead>(
  inspected: Inspected<Session>,
  flow: Pick<FlowModel<Session>, 'expected' | 'operations' | 'states' | 'over'>,
): NowWords {
  const { session, phase, walletStarted, walletStopped } = inspected
  const status: Session['status'] = session.status
  const { over } = flow.states[status]
  const nextStep = session.next_step && { say: session.next_step.do, more: session.next_step.because }
  const [next] = expectedExchanges(inspected, flow)
  const say = next?.say ?? 'Continue the flow.'
  const fix = whatToFix(session)
  /** Nothing can happen any more, so what is left is to run again once what was wrong is right. */
  const ended = ({ say: what, more }: NowWords): NowWords =>
    fix === null ? { say: `Nothing. ${what}`, more } : { say: fix, more: `${what} ${more}`.trim() }
  switch (phase) {
    case 'done':
      return ended(over ?? flow.over.done)
    case 'captured':
    case 'ended':
      return ended({ say: `${session.outcome.sentence}.`, more: 'The evidence of this run is kept.' })
    case 'failed':
    case 'expired':
      return nextStep ?? ended(flow.over[phase])
    case 'unreached':
      return ended(flow.over.unreached)
    case 'declined':
      return ended(flow.over.declined ?? flow.over.failed)
    case 'refused':
      return nextStep ?? { say: 'Correct the request and send it again.', more: 'See the first failure above.' }
    case 'created':
      if (walletStarted)
        return {
          say: 'Wait: the built-in wallet is running.',
          more: 'It responds in about two seconds. This page updates automatically.',
        }
      if (walletStopped !== null)
        return {
          say: 'The built-in wallet stopped before it could respond.',
          more: `${walletStopped}${/[.!?]$/.test(walletStopped) ? '' : '.'} Run it again, or use a wallet of your own.`,
        }
      return {
        say,
        more:
          next?.more ??
          'Use the wallet’s scanner, or the phone camera if the wallet handles the link. This page updates automatically.',
      }
    case 'running':
    case 'silent':
      if (nextStep !== null) return nextStep
      return { say, more: next ? `${next.method} ${next.path}` : '' }
  }
}

/** What a wallet has to do about checks that failed or warned, in a session that is over; `null` where none did. */
function whatToFix({ checks: { conformance, summary } }: Pick<SessionHead, 'checks'>): string | null {
  const { counts, mixed_traffic: mixedTraffic } = summary
  if (counts.fail > 0 || failuresInOrder(conformance, [], mixedTraffic).length > 0)
    return 'Correct what failed, then run again.'
  return counts.warn > 0 ? 'Correct what is warned of, or see that it is meant, then run again.' : null
}

const afterRefusal = [
  'The wallet gave up after the refusal. Correct the request and run again.',
  'The wallet is showing the refusal to its user.',
]

const always = ['The wallet shows a message on the phone.', 'The wallet lost its connection.']

/** Common reasons why a connected wallet does not take this step, most frequent first. */
export const usualCauses = ({ causes }: Pick<ExpectedExchange, 'causes'>, phase: SessionPhase): readonly string[] =>
  phase === 'refused' ? afterRefusal : (causes ?? always)
