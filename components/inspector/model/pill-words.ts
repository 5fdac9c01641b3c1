import type { IssuanceSessionView } from '@/lib/core/evidence/session-view'
import type { SessionPhase } from './session-state'

export type PillTone = 'live' | 'pass' | 'fail' | 'warn' | 'over'

/** The state of a session in the words of the person who looks, not of the enumeration. */
export function pillWords(
  { status, checks }: Pick<IssuanceSessionView, 'status' | 'checks'>,
  phase: SessionPhase,
): { readonly tone: PillTone; readonly words: string } {
  switch (phase) {
    case 'created':
      return { tone: 'live', words: 'Waiting for a scan' }
    case 'running':
      return {
        tone: 'live',
        words: status === 'token_issued' ? 'Waiting for the credential request' : 'Wallet at work',
      }
    case 'refused':
      return { tone: 'fail', words: status === 'token_requested' ? 'Token refused' : 'Credential refused' }
    case 'failed':
      return { tone: 'fail', words: 'Stopped by an error' }
    case 'unreached':
      return { tone: 'over', words: 'Expired, never reached' }
    case 'expired':
      return { tone: 'over', words: 'Expired' }
    case 'issued':
      return checks.summary.must.fail > 0
        ? { tone: 'warn', words: 'Issued, with failures' }
        : { tone: 'pass', words: 'Credential issued' }
  }
}
