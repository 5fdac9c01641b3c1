import type { SessionVerdict } from '@/lib/core/engine/evidence/verdict'
import type { FlowModel, Inspected, SessionHead } from './flow-model'

export type PillTone = 'live' | 'pass' | 'fail' | 'warn' | 'over'

/** The tone of a refusal: like the headline, red only if a MUST was violated. */
export const refusedTone = ({ tone }: Pick<SessionVerdict, 'tone'>): 'fail' | 'warn' =>
  tone === 'fail' ? 'fail' : 'warn'

/** The state of a session in words for readers, not as enum values. */
export function pillWords<Session extends SessionHead>(
  { phase, status, verdict, walletStarted }: Inspected<Session>,
  { states, doneWithFailures }: Pick<FlowModel<Session>, 'states' | 'doneWithFailures'>,
): { readonly tone: PillTone; readonly words: string } {
  const state = states[status]
  const { pill } = state
  // Only a refusal that most likely belongs here gives an open session a warning, like the headline.
  const open = phase === 'created' || phase === 'running' || (phase === 'expired' && state.phase !== 'refused')
  if (open && verdict.tone === 'warn') return { tone: 'warn', words: verdict.words }
  switch (phase) {
    case 'created':
      return { tone: 'live', words: walletStarted ? 'Built-in wallet at work' : 'Waiting for a scan' }
    case 'running':
      return { tone: 'live', words: pill }
    case 'refused':
    case 'failed':
      return { tone: refusedTone(verdict), words: pill }
    case 'declined':
      return { tone: 'over', words: pill }
    case 'unreached':
      return { tone: 'over', words: 'Expired, never reached' }
    case 'expired':
      // A refusal remains a refusal; expiry is shown next to it.
      return state.phase === 'refused'
        ? { tone: refusedTone(verdict), words: pill }
        : { tone: 'over', words: 'Expired' }
    case 'done':
      if (verdict.tone === 'fail') return { tone: 'warn', words: state.pillWithFailures ?? doneWithFailures }
      return { tone: verdict.tone === 'warn' ? 'warn' : 'pass', words: pill }
  }
}

/** The state of a session in the tab title and in lists: its verdict, or what it is waiting for. */
export const tabWords = <Session extends SessionHead>(
  inspected: Inspected<Session>,
  flow: Pick<FlowModel<Session>, 'states' | 'doneWithFailures'>,
): string => (inspected.verdict.tone === 'open' ? pillWords(inspected, flow).words : inspected.verdict.words)
