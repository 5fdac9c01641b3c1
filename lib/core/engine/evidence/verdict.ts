import type { ConformanceEntry } from './session-view'
import { failedMusts, inferredBreaches, worstByCheck } from './summarise'

/**
 * The state of a session for its verdict. `done`: the wallet got, or gave, what the flow is for. `refused`: the last
 * step was refused, whether or not the wallet may try again. `expired`: its time ran out halfway. `declined`: the
 * wallet said that it will not continue, which is its right.
 */
export type Standing = 'created' | 'running' | 'refused' | 'done' | 'declined' | 'failed' | 'expired' | 'unreached'

/** The result of a session, in the words of every page and report. */
export interface SessionVerdict {
  readonly tone: 'fail' | 'warn' | 'pass' | 'open'
  /** One phrase, for headlines and lists. */
  readonly words: string
  /** What the phrase leaves out; may be empty. */
  readonly also: string
}

/**
 * True for a finding that refused a request which may not belong to the session: it is shown as a warning. A check of
 * level info refuses only what the flow plans for, such as a proof without a nonce yet.
 */
export const isInferredRefusal = ({ rejected, correlation, level }: ConformanceEntry): boolean =>
  rejected && correlation === 'inferred' && level !== 'info'

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/**
 * The verdict on a session. Violated musts are red and counted: first those of the specifications, otherwise those of
 * the HAIP profile, which count only if the session claims it (elsewhere the projection makes them warnings). Nothing
 * else is red: a wallet may be refused without violating a must, and the verdict of the interface is then `incomplete`.
 * An outcome is reported even after expiry, and a refusal even if the exchange was only inferred.
 */
export function sessionVerdict({
  conformance,
  standing,
  mixedTraffic = false,
}: {
  readonly conformance: readonly ConformanceEntry[]
  readonly standing: Standing
  /** Requests that name no session may also belong to another session of the client. */
  readonly mixedTraffic?: boolean
}): SessionVerdict {
  const failed = worstByCheck(conformance).filter(({ status }) => status === 'fail')
  const musts = failedMusts(conformance)
  const haip = musts.filter(({ profile }) => profile === 'haip').length
  const base = musts.length - haip
  const should = failed.length - musts.length
  const softer = should > 0 ? `${should} SHOULD failed` : ''
  const haipFailed = `${counted(haip, 'HAIP requirement')} failed`
  const join = (...parts: string[]) => parts.filter((part) => part !== '').join(', ')
  if (base > 0) {
    return { tone: 'fail', words: `${counted(base, 'check')} failed`, also: join(haip > 0 ? haipFailed : '', softer) }
  }
  if (haip > 0) return { tone: 'fail', words: haipFailed, also: join('no other MUST failed', softer) }
  switch (standing) {
    case 'failed':
      return { tone: 'warn', words: 'Stopped by an error', also: softer }
    case 'refused':
      return { tone: 'warn', words: 'The wallet was refused', also: softer }
    case 'done': {
      const breaches = inferredBreaches(conformance, mixedTraffic)
      if (breaches > 0)
        return {
          tone: 'warn',
          words: `${counted(breaches, 'check')} most likely failed`,
          also: join('in a request that names no session', softer),
        }
      return softer === ''
        ? { tone: 'pass', words: 'No check failed', also: '' }
        : { tone: 'warn', words: 'No MUST failed', also: softer }
    }
    case 'declined':
      return { tone: 'open', words: 'The wallet declined', also: softer }
    case 'unreached':
      return { tone: 'open', words: 'No wallet reached it', also: '' }
    default: {
      if (conformance.some(isInferredRefusal))
        return { tone: 'warn', words: 'A request was refused', also: join('most likely of this wallet', softer) }
      const words = standing === 'expired' ? 'Ended without a verdict' : 'No verdict yet'
      return { tone: 'open', words, also: softer }
    }
  }
}
