import type { FlowModel, Inspected, SessionHead } from './flow-model'

export type PillTone = 'live' | 'pass' | 'fail' | 'warn' | 'over'

/** The state of a session in the words of the person who looks, not of the enumeration. */
export function pillWords<Session extends SessionHead>(
  { session, phase }: Inspected<Session>,
  { states, doneWithFailures }: Pick<FlowModel<Session>, 'states' | 'doneWithFailures'>,
): { readonly tone: PillTone; readonly words: string } {
  const status: Session['status'] = session.status
  const { pill } = states[status]
  switch (phase) {
    case 'created':
      return { tone: 'live', words: 'Waiting for a scan' }
    case 'running':
      return { tone: 'live', words: pill }
    case 'refused':
    case 'failed':
      return { tone: 'fail', words: pill }
    case 'unreached':
      return { tone: 'over', words: 'Expired, never reached' }
    case 'expired':
      return { tone: 'over', words: pill }
    case 'done':
      return session.checks.summary.must.fail > 0
        ? { tone: 'warn', words: doneWithFailures }
        : { tone: 'pass', words: pill }
  }
}
