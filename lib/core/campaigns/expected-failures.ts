import { checkById } from '../issuer-and-verifier'
import { ProtocolError } from '../shared/ports/errors'
import type { CampaignProgress, CampaignStep } from './campaign-progress'
import { presetById } from './presets'
import type { BrokenRule } from './session-result'

/** One line of a list of expected failures: with this preset, the wallet breaks this rule or gets no verdict. */
export interface ExpectedFailure {
  /** One-based. */
  readonly line: number
  /** Preset id, or `*` for all. */
  readonly preset: string
  /** Check id, or `no_verdict`. */
  readonly rule: string
}

const noVerdict = 'no_verdict'

/**
 * Parses a list of expected failures: one preset and check per line, with comments after `#`. Throws `invalid_request`
 * for a line that names something unknown, because it would go unnoticed forever.
 */
export function readExpectedFailures(text: string): ExpectedFailure[] {
  return text.split(/\r\n|\r|\n/).flatMap((whole, index): ExpectedFailure[] => {
    const words = whole.replace(/#.*/, '').trim().split(/\s+/)
    const [preset = '', rule = ''] = words
    if (preset === '') return []
    const line = index + 1
    if (words.length !== 2) throw refusal(line, 'is not a preset and a check')
    if (preset !== '*' && presetById(preset) === null) throw refusal(line, 'names no preset of this service')
    if (rule !== noVerdict && checkById(rule) === null) throw refusal(line, 'names no check of this service')
    return [{ line, preset, rule }]
  })
}

const refusal = (line: number, what: string): ProtocolError =>
  new ProtocolError('invalid_request', `Line ${line} of the expected failures ${what}.`)

/** Whether a failure is expected. */
export const isExpected = (expected: readonly ExpectedFailure[], preset: string, rule: string): boolean =>
  expected.some((one) => one.rule === rule && (one.preset === '*' || one.preset === preset))

/** A rule that the wallet broke in a session. */
interface Failure {
  readonly step: CampaignStep
  readonly rule: BrokenRule
}

/** The result of a campaign compared with its expected failures. */
export interface ExpectedOutcome {
  /**
   * For programs. 0: as expected. 1: a rule was broken unexpectedly. 3: a session unexpectedly has no verdict. 4: an
   * expected failure passed although `strict` forbids it.
   */
  readonly exitCode: 0 | 1 | 3 | 4
  readonly unexpectedFailures: readonly Failure[]
  readonly expectedFailures: readonly Failure[]
  /** Lines whose expected failure now passes. */
  readonly unexpectedPasses: readonly ExpectedFailure[]
  /** Lines that nothing confirmed or contradicted. */
  readonly notSeen: readonly ExpectedFailure[]
  /** Steps that unexpectedly have no verdict. */
  readonly withoutVerdict: readonly CampaignStep[]
}

/**
 * Compares the rules that a wallet broke with the expected failures. `counts` says whether a broken rule of this level
 * is a failure. With `strict`, an expected failure that passes is a change too.
 */
export function judgeExpected(
  { steps }: Pick<CampaignProgress, 'steps'>,
  expected: readonly ExpectedFailure[],
  { counts, strict }: { readonly counts: (level: BrokenRule['level']) => boolean; readonly strict: boolean },
): ExpectedOutcome {
  const failures = steps.flatMap((step) => (step.newest?.result.broken ?? []).map((rule): Failure => ({ step, rule })))
  const known = ({ step, rule }: Failure) => isExpected(expected, step.presetId, rule.id)
  const unexpectedFailures = failures.filter((failure) => counts(failure.rule.level) && !known(failure))
  const withoutVerdict = steps.filter(
    (step) => isWithoutVerdict(step) && !isExpected(expected, step.presetId, noVerdict),
  )
  const came = expected.map((one) => ({ one, to: statusOf(one, steps) }))
  const unexpectedPasses = came.filter(({ to }) => to === 'passed').map(({ one }) => one)
  return {
    exitCode:
      unexpectedFailures.length > 0 ? 1 : withoutVerdict.length > 0 ? 3 : strict && unexpectedPasses.length > 0 ? 4 : 0,
    unexpectedFailures,
    expectedFailures: failures.filter(known),
    unexpectedPasses,
    notSeen: came.filter(({ to }) => to === 'not_seen').map(({ one }) => one),
    withoutVerdict,
  }
}

const isWithoutVerdict = ({ newest }: CampaignStep): boolean =>
  (newest?.result.verdict ?? 'incomplete') === 'incomplete'

/** Whether an expected failure did fail. A `*` line passes if one session passed the check and none failed it. */
function statusOf({ preset, rule }: ExpectedFailure, steps: readonly CampaignStep[]): 'failed' | 'passed' | 'not_seen' {
  const meant = steps.filter(({ presetId }) => preset === '*' || presetId === preset)
  const results = meant.flatMap(({ newest }) => (newest === null ? [] : [newest.result]))
  if (rule === noVerdict) {
    if (meant.some(isWithoutVerdict)) return 'failed'
    return meant.length > 0 ? 'passed' : 'not_seen'
  }
  if (results.some(({ broken }) => broken.some(({ id }) => id === rule))) return 'failed'
  return results.some(({ found }) => found[rule]?.status === 'pass') ? 'passed' : 'not_seen'
}
