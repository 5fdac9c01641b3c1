import type { ExpectName } from '../../engine/deviations/deviation'
import type { FindingStatus } from '../../ground/ports/finding'
import type { SessionResult } from '../session-result'
import { awaitsReview, isDecidable, type OfficialCase } from './official-case'
import { type PairedCase, pairedCase } from './paired-cases'

/** The result of a preset's session, as far as it decides cases. */
export interface Run {
  readonly sessionId: string
  readonly preset: string
  readonly expects: ExpectName
  readonly found: SessionResult['found']
  /** Why the session has no verdict, as a sentence; `null` if it has one. */
  readonly reason: string | null
  /** The status of the session, as its read-back names it. */
  readonly status: string | null
}

/**
 * The verdict of a case. `inconclusive`: its session was run, but showed nothing that decides the case.
 * `not_applicable`: what the case is about did not come up. The last three say why no session decides it.
 */
export const caseVerdicts = [
  'passed',
  'failed',
  'inconclusive',
  'not_applicable',
  'not_run',
  'manual',
  'gap',
  'out_of_scope',
] as const
export type CaseVerdict = (typeof caseVerdicts)[number]

/** A case's verdict, and the session that decided it. */
export interface JudgedCase {
  readonly verdict: CaseVerdict
  /** What a reader should know besides the verdict; `null` if nothing. */
  readonly remark: string | null
  /** `null` if none was run. */
  readonly run: Run | null
  /** The check that failed; `null` if none did. */
  readonly failed: string | null
}

const rejected = 'vp.negative.rejected'
const refusals: readonly string[] = [rejected, 'vci.fault.refused']

const notRun: JudgedCase = { verdict: 'not_run', remark: null, run: null, failed: null }

/**
 * Judges a case by the newest session of each preset. The session of its own preset decides. A case that any
 * presentation decides also fails if any other session that expects an answer fails it, and passes by another one if
 * its own did not decide. A case of several presets is passed with all of them, and one with a control with that alone.
 */
export function judgeCase(one: OfficialCase, runs: readonly Run[], paired = pairedCase(one.id)): JudgedCase {
  if (!isDecidable(one)) return notCounted(one, runs, paired)
  const judged = (found: readonly Run[]) => found.map((run) => judgeIn(one, run, paired))
  if (paired.alongside !== undefined) {
    const presets = [one.preset, ...paired.alongside]
    const together = togetherOf(judged(runs.filter(({ preset }) => presets.includes(preset))), presets.length)
    return together.verdict === 'passed' ? controlled(together, runs, paired) : together
  }
  const own = judged(runs.filter(({ preset }) => preset === one.preset))
  const others =
    one.class === 'auto' ? judged(runs.filter((run) => run.preset !== one.preset && run.expects === 'answer')) : []
  const all = [...own, ...others]
  const of = (verdict: CaseVerdict) => all.find((each) => each.verdict === verdict)
  const verdict = of('failed') ?? of('passed') ?? own[0] ?? notRun
  return verdict.verdict === 'passed' ? controlled(verdict, runs, paired) : verdict
}

/** A case that no session decides; where one would if a reviewer accepted it, a remark says what it would decide. */
function notCounted(one: OfficialCase, runs: readonly Run[], paired: PairedCase): JudgedCase {
  const open: JudgedCase = { verdict: undecided(one), remark: null, run: null, failed: null }
  if (!awaitsReview(one)) return open
  const { verdict, run } = judgeCase({ ...one, class: 'auto_negative', outside: null }, runs, paired)
  return run === null ? open : { ...open, run, remark: `Not counted: by its session ${verdict.replaceAll('_', ' ')}.` }
}

/** The verdict of sessions that only together pass a case. */
function togetherOf(judged: readonly JudgedCase[], needed: number): JudgedCase {
  const failed = judged.find(({ verdict }) => verdict === 'failed')
  if (failed !== undefined) return failed
  const passed = judged.filter(({ verdict }) => verdict === 'passed')
  const [first = notRun] = passed.length === judged.length ? passed : judged.filter((one) => !passed.includes(one))
  if (judged.length === 0 || passed.length === needed) return first
  return { ...first, verdict: 'inconclusive', remark: `${passed.length} of its ${needed} sessions passed.` }
}

/** A passed case says nothing where the session that shows its precondition does not. */
function controlled(passed: JudgedCase, runs: readonly Run[], { control }: PairedCase): JudgedCase {
  if (control === undefined) return passed
  const shown = runs.find(({ preset }) => preset === control.preset)
  if (control.statuses.includes(shown?.status ?? '')) return passed
  const remark = `Nothing shows that the wallet was ready: see the session of ${control.preset}.`
  return { ...passed, verdict: 'inconclusive', remark }
}

const undecided = ({ class: kind }: OfficialCase): CaseVerdict =>
  kind === 'manual' || kind === 'gap' ? kind : 'out_of_scope'

/**
 * What one session says about a case. A failed check decides against it. Otherwise the first check decides, because the
 * case is about that one: a wallet that asks for no encrypted request still answers, but has not passed the case about
 * encrypted requests. If the point is a refusal, an answer fails the case even if the session only warns, because the
 * case demands more than OpenID4VP; a wrong error code is only remarked on.
 */
export function judgeIn(one: OfficialCase, run: Run, paired = pairedCase(one.id)): JudgedCase {
  const { demanded = [], unlessWarned } = paired
  const isRefusal = refusals.includes(one.checks[0] ?? '')
  const statusOf = (id: string): FindingStatus => statusFor(one, id, run)
  const deciding = one.checks.filter((id) => demanded.includes(id) || !(isRefusal && id.startsWith('vp.error.')))
  if (isRefusal && unlessWarned !== undefined && statusOf(rejected) === 'warn')
    return { verdict: 'not_applicable', remark: unlessWarned, run, failed: null }
  // A case demands a refusal, also where the law lets the provider of a wallet decide to warn.
  if (isRefusal && statusOf('vp.trust.warned') === 'pass')
    return { verdict: 'inconclusive', remark: 'A person saw a warning in place of a refusal.', run, failed: null }
  const isDemanded = (id: string) => refusals.includes(id) || demanded.includes(id)
  const failed = deciding.find((id) => statusOf(id) === 'fail' || (isDemanded(id) && statusOf(id) === 'warn')) ?? null
  if (failed !== null) return { verdict: 'failed', remark: null, run, failed }
  const isOdd = (id: string) => ['fail', 'warn'].includes(statusOf(id))
  const remark = deciding.some(isOdd)
    ? 'Passed with a remark: see the finding.'
    : one.checks.some(isOdd)
      ? 'Passed, but the error code differs.'
      : null
  switch (statusOf(one.checks[0] ?? '')) {
    case 'pass':
    case 'warn':
      return { verdict: 'passed', remark, run, failed: null }
    case 'not_observed':
      return { verdict: 'inconclusive', remark: run.reason, run, failed: null }
    default:
      return { verdict: run.reason === null ? 'not_applicable' : 'inconclusive', remark: run.reason, run, failed: null }
  }
}

/** A finding that lists claims says nothing about other claims, whether it lists what is wrong or what it examined. */
function statusFor({ claim, checks }: OfficialCase, id: string, { found }: Run): FindingStatus {
  const finding = found[id]
  if (finding === undefined) return 'not_applicable'
  if (claim === null || (finding.status !== 'fail' && finding.status !== 'pass')) return finding.status
  const lists = (finding.status === 'fail' ? [id] : checks).flatMap((one) => {
    const { status, named } = found[one] ?? {}
    return status === finding.status && named ? [named] : []
  })
  if (lists.every((named) => named.some((name) => isAbout(name, claim)))) return finding.status
  return finding.status === 'fail' ? 'pass' : 'not_applicable'
}

/** True if one path is the other or leads to it. A finding may also name an element's namespace. */
export function isAbout(name: string, claim: string): boolean {
  const path = name.replace(/^missing: /, '').replace(/^eu\.europa\.ec\.eudi\.pid\.1\//, '')
  return path === claim || claim.startsWith(`${path}/`) || path.startsWith(`${claim}/`)
}
