import { type CurrentProgress, type OutcomeId, outcomes } from './outcomes'
import type { ConformanceEntry, SummaryView } from './session-view'
import { countedFindings, inferredBreaches, worstByCheck } from './summarise'
import type { SessionOutcome } from './z-session-view'

/**
 * True for a finding that refused a request which may not belong to the session: shown as warning. A check of level
 * info only refuses what the flow expects, such as a proof without nonce yet.
 */
export const isInferredRefusal = ({ rejected, correlation, level }: ConformanceEntry): boolean =>
  rejected && correlation === 'inferred' && level !== 'info'

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

const join = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ')

/**
 * The outcome of a session. Its verdict equals that of the summary, so that pages and reports agree: a broken MUST
 * fails, first those of the specifications, then those of HAIP if claimed. Without a verdict, the outcome says how far
 * the flow came.
 */
export function sessionOutcome({
  conformance,
  summary,
  stand,
}: {
  readonly conformance: readonly ConformanceEntry[]
  readonly summary: Pick<SummaryView, 'verdict' | 'reason' | 'mixed_traffic'>
  readonly stand: CurrentProgress
}): SessionOutcome {
  const { standing, words, until } = stand
  const findings = countedFindings(conformance, summary.mixed_traffic)
  const failed = worstByCheck(findings).filter(({ status }) => status === 'fail')
  const musts = failed.filter(({ level }) => level === 'must')
  const haip = musts.filter(({ profile }) => profile === 'haip').length
  const base = musts.length - haip
  const should = failed.length - musts.length
  const softer = should > 0 ? `${should} SHOULD failed` : ''
  const haipFailed = `${counted(haip, 'HAIP requirement')} failed`
  const outcome = (id: OutcomeId, sentence: string, ...detail: string[]): SessionOutcome => {
    const { verdict } = outcomes[id]
    return {
      id,
      sentence,
      detail: join(...detail),
      success: verdict === 'incomplete' ? null : verdict === 'pass',
      over: until === null,
    }
  }
  // How the flow ended is stated beside the verdict; an ongoing flow is not.
  const flow = standing === 'created' || standing === 'running' ? '' : words
  if (summary.verdict === 'fail')
    return base > 0
      ? outcome('failed', `${counted(base, 'check')} failed`, flow, haip > 0 ? haipFailed : '', softer)
      : outcome('failed', haipFailed, flow, 'no other MUST failed', softer)
  if (summary.verdict === 'pass')
    return softer === '' && standing === 'done'
      ? outcome('passed', 'No check failed', flow)
      : outcome('passed_with_warnings', softer === '' ? 'No check failed' : 'No MUST failed', flow, softer)
  const breaches = inferredBreaches(conformance, summary.mixed_traffic)
  if (breaches > 0 && standing === 'done')
    return outcome(
      'most_likely_failed',
      `${counted(breaches, 'check')} most likely failed`,
      flow,
      'in a request that names no session',
      softer,
    )
  const why = summary.reason?.replace(/\.$/, '') ?? ''
  switch (standing) {
    case 'refused':
      return outcome('refused', words, why || 'no MUST failed', softer)
    case 'failed':
      return outcome('stopped', words, why || 'no MUST failed', softer)
    case 'declined':
      return outcome('declined', words, softer)
    case 'captured':
      return outcome('captured', words, softer)
    case 'done':
      return outcome('undecided', `${words}, no verdict`, why, softer)
    case 'silent':
      return outcome('silent', words, softer)
    case 'ended':
      return outcome('ended_by_tester', words, softer)
    case 'unreached':
      return outcome('never_reached', words)
    default:
      if (conformance.some(isInferredRefusal))
        return outcome('refused', 'A request was refused', 'most likely of this wallet', softer)
      return standing === 'expired'
        ? outcome('expired', words, softer)
        : outcome(standing === 'created' ? 'waiting' : 'running', words, softer)
  }
}
