import type { SessionPhase } from './flow-model'
import type { JudgedCheck } from './judged-check'

export interface Headline {
  readonly tone: 'fail' | 'warn' | 'pass' | 'open'
  readonly words: string
  /** What the number leaves out, e.g. broken rules of a profile; empty when nothing. */
  readonly also: string
}

const checkWord = (count: number) => (count === 1 ? 'check' : 'checks')

/**
 * The verdict in words. Only MUST counts; rules of the HAIP profile have a verdict of their own, for a wallet may be
 * good without claiming it.
 */
export function headline(
  checks: readonly Pick<JudgedCheck, 'status' | 'level' | 'profile'>[],
  phase: SessionPhase,
): Headline {
  const failed = checks.filter(({ status }) => status === 'fail')
  const haip = failed.filter(({ profile, level }) => profile === 'haip' && level === 'must').length
  const must = failed.filter(({ profile, level }) => profile !== 'haip' && level === 'must').length
  const should = failed.length - haip - must
  const softer = [haip > 0 && `${haip} of HAIP failed`, should > 0 && `${should} SHOULD failed`]
    .filter(Boolean)
    .join(', ')
  if (must > 0) return { tone: 'fail', words: `${must} ${checkWord(must)} failed`, also: softer }
  if (phase === 'refused' || phase === 'failed') {
    return { tone: 'fail', words: phase === 'failed' ? 'Stopped by an error' : 'The wallet was refused', also: softer }
  }
  if (phase === 'done') {
    return softer === ''
      ? { tone: 'pass', words: 'No check failed', also: '' }
      : { tone: 'warn', words: 'No MUST failed', also: softer }
  }
  if (phase === 'unreached') return { tone: 'open', words: 'No wallet reached it', also: '' }
  return { tone: 'open', words: phase === 'expired' ? 'Ended without a verdict' : 'No verdict yet', also: softer }
}
