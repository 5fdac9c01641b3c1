import { expectedExchanges } from './expected-exchanges'
import type { ExpectedExchange, FlowModel, Inspected, NowWords, SessionHead, SessionPhase } from './flow-model'

/** One sentence about what should happen now, so that a stuck flow can be told from a slow one. */
export function nowWords<Session extends SessionHead>(
  inspected: Inspected<Session>,
  flow: Pick<FlowModel<Session>, 'expected' | 'states' | 'over'>,
): NowWords {
  const { session, phase } = inspected
  const status: Session['status'] = session.status
  const { over, correct } = flow.states[status]
  const [next] = expectedExchanges(inspected, flow)
  const say = next?.say ?? 'Continue the flow.'
  switch (phase) {
    case 'done':
      return over ?? flow.over.done
    case 'failed':
    case 'expired':
    case 'unreached':
      return flow.over[phase]
    case 'declined':
      return flow.over.declined ?? flow.over.failed
    case 'refused':
      return {
        say: `Correct ${correct ?? 'the request'} and send it again.`,
        more: 'The first failure above says what was wrong with it.',
      }
    case 'created':
      return {
        say,
        more: 'Use the scanner of the wallet, or the phone camera if the wallet registered the link. This page updates automatically.',
      }
    case 'running':
      return { say, more: next ? `${next.method} ${next.path}` : '' }
  }
}

const afterRefusal = [
  'The wallet gave up after the refusal. Correct the request and run again.',
  'The wallet shows the refusal to its user and waits.',
]

const always = ['The wallet shows a message on the phone.', 'The wallet lost its connection.']

/** The usual reasons for which a wallet that has come does not take this step, the most frequent first. */
export const usualCauses = ({ causes }: Pick<ExpectedExchange, 'causes'>, phase: SessionPhase): readonly string[] =>
  phase === 'refused' ? afterRefusal : (causes ?? always)
