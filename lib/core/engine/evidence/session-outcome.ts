import { isEuropean } from './european-draft'
import { type CurrentProgress, type OutcomeId, outcomes } from './outcomes'
import { answerWords } from './session-answer'
import type { ConformanceEntry, SummaryView } from './session-view'
import { countedFindings, inferredBreaches, isInferredBreach, worstByCheck } from './summarise'
import type { SessionCause, SessionOutcome } from './z-session-view'

/** The refusal that a session has not got over: what leads to it, and whether its request most likely belongs here. */
export interface OpenRefusal extends Pick<SessionCause, 'acts' | 'rule'> {
  readonly inferred: boolean
}

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
  refusal = null,
}: {
  readonly conformance: readonly ConformanceEntry[]
  readonly summary: Pick<SummaryView, 'verdict' | 'reason' | 'mixed_traffic'>
  readonly stand: CurrentProgress
  /** `null` if nothing was refused, or a later request went through. */
  readonly refusal?: OpenRefusal | null
}): SessionOutcome {
  const { standing, words, until, shownBy = '', answer } = stand
  const findings = countedFindings(conformance, summary.mixed_traffic)
  const worst = worstByCheck(findings)
  const failed = worst.filter(({ status }) => status === 'fail')
  const warned = worst.filter(({ status }) => status === 'warn').length
  const musts = failed.filter(({ level }) => level === 'must')
  const haip = musts.filter(({ profile }) => profile === 'haip').length
  const base = musts.length - haip
  const should = failed.length - musts.length
  const issued = musts.filter(({ acts }) => acts === 'issuer').length
  const ofCredential = issued === 0 ? '' : issued === musts.length ? 'of the credential' : `${issued} of the credential`
  const whose = refusal === null ? '' : whoseRefusal(refusal)
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
      ...(answer === undefined ? {} : { answer }),
    }
  }
  // How the flow ended is stated beside the verdict; of an ongoing flow, only a refusal is.
  const refused = refusal === null || refusal.inferred ? '' : 'Request refused'
  const flow = join(standing === 'created' || standing === 'running' ? refused : words, shownBy)
  if (summary.verdict === 'fail')
    return base > 0
      ? outcome('failed', `${counted(base, 'check')} failed`, ofCredential, flow, haip > 0 ? haipFailed : '', softer)
      : outcome('failed', haipFailed, ofCredential, flow, 'no other MUST failed', softer)
  if (summary.verdict === 'pass')
    return softer === '' && warned === 0 && standing === 'done'
      ? outcome('passed', 'Passed', flow)
      : outcome(
          'passed_with_warnings',
          passedBeside({ softer, warned, isEuropean: worst.some(isEuropean) }),
          flow,
          softer,
        )
  const breaches = inferredBreaches(conformance, summary.mixed_traffic)
  if (breaches > 0 && standing === 'done')
    return outcome(
      'most_likely_failed',
      `${counted(breaches, 'check')} most likely failed`,
      `${flow}. ${inferredRequests(conformance)}`,
      softer,
    )
  const why = summary.reason?.replace(/\.$/, '') ?? ''
  switch (standing) {
    case 'refused':
      return outcome('refused', words, whose, why || 'no MUST failed', softer)
    case 'failed':
      return outcome('stopped', words, whose, why || 'no MUST failed', softer)
    case 'declined':
      return outcome('declined', words, softer)
    case 'captured':
      return outcome('captured', words, shownBy, softer)
    case 'done':
      return outcome('undecided', `${words}, no verdict`, shownBy, why, softer)
    case 'silent':
      return outcome('silent', words, shownBy, softer)
    case 'ended':
      return outcome('ended_by_tester', words, softer)
    case 'unreached':
      return outcome('never_reached', words)
    default:
      if (refusal !== null)
        return refusal.inferred
          ? outcome('refused', 'A request was refused', 'most likely of this wallet', whose, softer)
          : outcome('refused', 'Request refused', whose, why || 'no MUST failed', softer)
      return standing === 'expired'
        ? outcome('expired', words, shownBy, softer)
        : outcome(standing === 'created' ? 'waiting' : 'running', words, shownBy, softer)
  }
}

/** How many requests with a broken MUST name no session, e.g. `One metadata request is inferred`. */
function inferredRequests(conformance: readonly ConformanceEntry[]): string {
  const breaches = conformance.filter(isInferredBreach)
  const count = new Set(breaches.map(({ exchange_id }) => exchange_id)).size
  const [what = ''] = requestNames
    .filter(([area]) => breaches.every(({ id }) => id.startsWith(area)))
    .map(([, name]) => name)
  return count === 1 ? `One ${what}request is inferred` : `${count} ${what}requests are inferred`
}

/** Areas of checks on requests that name no session, and what those are called. */
const requestNames = [
  ['vci.metadata.', 'metadata '],
  ['vci.nonce.', 'nonce '],
] as const

/** How many checks passed of those that apply to a session, e.g. `141 passed of 276`. */
export const passedOf = ({ pass, fail, warn, not_observed }: SummaryView['counts']): string =>
  `${pass} passed of ${pass + fail + warn + not_observed}`

/** The headline of a pass with something beside it: a SHOULD, a MUST on which texts disagree, or warnings. */
function passedBeside({
  softer,
  warned,
  isEuropean,
}: {
  readonly softer: string
  readonly warned: number
  readonly isEuropean: boolean
}): string {
  if (softer !== '' || isEuropean) return 'No MUST failed'
  return warned === 0 ? 'Passed' : `Passed, ${counted(warned, 'warning')}`
}

/** What the headline of an outcome omits: its detail, and the error response that ended the session. */
export const outcomeDetail = ({ detail, answer }: Pick<SessionOutcome, 'detail' | 'answer'>): string =>
  join(detail, answer === undefined ? '' : answerWords(answer))

/** The error response that ended the session as a sentence; empty without one. */
export const answerSentence = ({ answer }: Pick<SessionOutcome, 'answer'>): string =>
  answer === undefined ? '' : `The wallet responded with the ${answerWords(answer)}.`

/** Whose part a refusal is, where it is not the wallet's. */
const whoseRefusal = ({ acts, rule }: OpenRefusal): string =>
  rule === 'house' ? 'by a rule of this service' : parts[acts]

const parts: Readonly<Record<OpenRefusal['acts'], string>> = {
  wallet: '',
  issuer: 'the issuer’s part',
  tester: 'the part of the request',
  operator: 'a setting of this service',
}
