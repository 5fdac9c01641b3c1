import type { ExpectName } from '../../engine/deviations/deviation'
import type { FindingStatus } from '../../shared/ports/finding'
import type { Reporter } from '../../shared/ports/reporter'
import type { SessionResult } from '../session-result'
import { type Declared, holds, nothingDeclared } from './applies-if'
import { awaitsReview, type CaseVerdict, isContent, isDecidable, type OfficialCase } from './official-case'
import { otherSide } from './other-side'
import { type PairedCase, pairedCase } from './paired-cases'
import { lacksMember, memberOf } from './wrong-members'

/** The part of a preset session's result that decides cases. */
export interface Run
  extends Pick<
    SessionResult,
    'found' | 'reason' | 'status' | 'told' | 'toldBy' | 'refusedBy' | 'silenceCounted' | 'carrier'
  > {
  readonly sessionId: string
  readonly preset: string
  readonly expects: ExpectName
  /** Findings about credentials of other issuers; `null` if this service issued everything that was presented. */
  readonly foundOfOthers: SessionResult['found'] | null
}

/** Remarks that are counted; any other remark is a sentence. */
export const countedRemarks = {
  /** Passed, but with another error code than the case names. */
  code: 'code',
  /** Failed by a check that asks more than the case does. */
  stricter: 'stricter',
  /** The credential that the case judges was issued by this service. */
  ours: 'judges this service',
} as const

/** The basis of a verdict. Cases that fail by the same check share a cause, also across sessions. */
export interface Cause {
  readonly check: string
  readonly sessionId: string
  /** `null` if no single exchange shows it. */
  readonly exchangeId: string | null
  /** The presented credential concerned; `null` if none. */
  readonly subject: { readonly query_id: string; readonly index: number } | null
}

/** A case's verdict, and the session that decided it. */
export interface JudgedCase {
  readonly verdict: CaseVerdict
  /** What a reader should know besides the verdict; `null` if nothing. */
  readonly remark: string | null
  /** `null` if none was run. */
  readonly run: Run | null
  /** The check that failed; `null` if none did. */
  readonly failed: string | null
  /** Why it failed, or what prevented a decision; `null` for neither. */
  readonly cause: Cause | null
  /** Who stated that it failed, where no session can show it; absent for what sessions decided. */
  readonly statedBy?: Reporter
}

const rejected = 'vp.negative.rejected'
const refusals: readonly string[] = [rejected, 'vci.fault.refused']
const stillAnswers = 'vp.negative.still_answers'
/** Checks of an error's code. */
const codes: readonly string[] = ['vp.error.fits', 'vp.error.code_known']

/** The remark on a case whose session was run without the browser that it needs. */
export const playedByProgram =
  'A program played the browser in its session, which decides nothing here: run it with a real browser.'

const undone = { remark: null, run: null, failed: null, cause: null } as const
const notRun: JudgedCase = { verdict: 'not_run', ...undone }

/**
 * Judges a case by the newest session of each preset. The session of its own preset, or of a substitute, decides. A
 * case that any presentation decides also fails if any other session that expects an answer fails it, and passes
 * through another one if its own did not decide. A case of several presets passes only with all of them, and one with a
 * control only with the control. None of it matters if the manufacturer declared that the case does not apply and no
 * session shows the contrary.
 */
export function judgeCase(
  one: OfficialCase,
  all: readonly Run[],
  paired = pairedCase(one.id),
  declared: Declared = nothingDeclared,
): JudgedCase {
  const applies = appliesTo(one, declared)
  if (applies === false) return { verdict: 'not_applicable', ...undone, remark: declaredOtherwise(one) }
  const runs = all.filter((run) => isCarriedFor(one, run))
  if (!isDecidable(one)) return notCounted(one, runs, paired)
  const judged = (found: readonly Run[]) => found.map((run) => judgeIn(one, run, paired, declared))
  if (paired.alongside !== undefined) {
    const presets = [one.preset, ...paired.alongside]
    const together = togetherOf(judged(runs.filter(({ preset }) => presets.includes(preset))), presets.length)
    return together.verdict === 'passed' ? controlled(together, runs, paired, declared) : together
  }
  const isOwn = ({ preset }: Run): boolean => preset === one.preset || paired.instead?.includes(preset) === true
  const own = judged(runs.filter(isOwn))
  const others = one.class === 'auto' ? judged(runs.filter((run) => !isOwn(run) && run.expects === 'answer')) : []
  const each = [...own, ...others]
  const of = (verdict: CaseVerdict) =>
    each.find((judged) => judged.verdict === verdict && judged.run?.preset === one.preset) ??
    each.find((judged) => judged.verdict === verdict)
  const verdict =
    of('failed') ??
    of('passed') ??
    passedTogether(judged(runs.filter(({ preset }) => preset === one.packed))) ??
    own[0] ??
    (all.some((run) => isOwn(run) && run.carrier === 'emulated') ? { ...notRun, remark: playedByProgram } : notRun)
  if (verdict.verdict !== 'passed') return verdict
  if (applies !== true && paired.unlessApplies !== undefined)
    return { ...verdict, verdict: 'inconclusive', remark: paired.unlessApplies }
  const { insteadRemark = null } = paired
  const isInstead = verdict.run !== null && verdict.run.preset !== one.preset
  return controlled(
    isInstead && insteadRemark !== null ? { ...verdict, remark: verdict.remark ?? insteadRemark } : verdict,
    runs,
    paired,
    declared,
  )
}

/**
 * Whether a session uses the channel of a case. A session without a browser shows nothing about wallets in browsers,
 * and one with a browser nothing that a link would not show better.
 */
const isCarriedFor = ({ channel }: OfficialCase, { carrier }: Run): boolean =>
  carrier === undefined ? channel !== 'dc_api' : carrier === 'browser' && channel !== 'redirect'

/** Whether a case applies, given its own precondition and the declaration; `null` if that does not say. */
export const appliesTo = ({ applies_if }: Pick<OfficialCase, 'applies_if'>, declared: Declared): boolean | null =>
  applies_if === null ? null : holds(applies_if, declared)

const declaredOtherwise = ({ applies_if }: OfficialCase): string =>
  `It applies if ${applies_if}, and the maker declared otherwise.`

/** A combined session passes the cases that it shows. Single sessions decide the rest. */
const passedTogether = (judged: readonly JudgedCase[]): JudgedCase | undefined =>
  judged.find(({ verdict }) => verdict === 'passed')

/** A case that no session decides; a remark says what its session would decide once a reviewer accepts it. */
function notCounted(one: OfficialCase, runs: readonly Run[], paired: PairedCase): JudgedCase {
  const open: JudgedCase = { verdict: one.class === 'manual' ? 'manual' : 'out', ...undone }
  if (!awaitsReview(one)) return open
  const { verdict, run } = judgeCase({ ...one, class: 'auto_negative', outside: null }, runs, paired)
  return run === null ? open : { ...open, run, remark: `Not counted: by its session ${verdict.replaceAll('_', ' ')}.` }
}

/** The verdict of sessions that pass a case only together. */
function togetherOf(judged: readonly JudgedCase[], needed: number): JudgedCase {
  const failed = judged.find(({ verdict }) => verdict === 'failed')
  if (failed !== undefined) return failed
  const passed = judged.filter(({ verdict }) => verdict === 'passed')
  const [first = notRun] = passed.length === judged.length ? passed : judged.filter((one) => !passed.includes(one))
  if (judged.length === 0 || passed.length === needed) return first
  return { ...first, verdict: 'inconclusive', remark: `${passed.length} of its ${needed} sessions passed.` }
}

/** A passed case says nothing unless the session for its precondition passed too. */
function controlled(
  judged: JudgedCase,
  runs: readonly Run[],
  { control, remark: known, unlessDeclared }: PairedCase,
  declared: Declared,
): JudgedCase {
  const said = isDeclared(unlessDeclared, declared) ? null : (known ?? null)
  const passed = { ...judged, remark: judged.remark ?? said }
  if (control === undefined) return passed
  const shown = runs.find(({ preset }) => preset === control.preset)
  const { statuses, passes } = control
  const isOfStatus = statuses === undefined || statuses.includes(shown?.status ?? '')
  if (isOfStatus && (passes === undefined || shown?.found[passes]?.status === 'pass')) return passed
  const remark = `Nothing shows that the wallet was ready: see the session of ${control.preset}.`
  return { ...passed, verdict: 'inconclusive', remark }
}

const isDeclared = (condition: string | undefined, declared: Declared): boolean =>
  condition !== undefined && holds(condition, declared) === true

/**
 * What one session says about a case. A failed check decides against it. Otherwise the first check decides, because the
 * case is about that one: a wallet that asks for no encrypted request still answers, but has not passed the case about
 * encrypted requests. If the point is a refusal, an answer fails the case even if the session only warns, because the
 * case demands more than OpenID4VP; a wrong error code is only remarked on.
 */
export function judgeIn(
  one: OfficialCase,
  run: Run,
  paired = pairedCase(one.id),
  declared: Declared = nothingDeclared,
): JudgedCase {
  const judged: JudgedCase = { verdict: 'inconclusive', remark: null, run, failed: null, cause: null }
  if (isContent(one) && run.foundOfOthers === null)
    return { ...judged, verdict: 'not_applicable', remark: countedRemarks.ours }
  const { demanded = [], unlessWarned, unlessDeclared, ownUse, accepted, openRemark = null } = paired
  const other = otherSide(one, run.found)
  if (other !== null && appliesTo(one, declared) !== true)
    return { ...judged, verdict: 'not_applicable', remark: other }
  const isRefusal = refusals.includes(one.checks[0] ?? '')
  const found = isContent(one) ? (run.foundOfOthers ?? {}) : run.found
  const statusOf = (id: string): FindingStatus => ofMember(one, statusFor(one, id, found), { id, found })
  const deciding = one.checks.filter((id) => demanded.includes(id) || !(isRefusal && id.startsWith('vp.error.')))
  if (ownUse?.passes.every((id) => statusOf(id) === 'pass') && appliesTo(one, declared) !== true)
    return { ...judged, verdict: 'inconclusive', remark: ownUse.remark }
  if (isRefusal && unlessWarned !== undefined && statusOf(rejected) === 'warn' && !isDeclared(unlessDeclared, declared))
    return { ...judged, verdict: 'not_applicable', remark: unlessWarned }
  // The case demands a refusal even if the law lets the wallet provider choose to warn.
  if (isRefusal && statusOf('vp.trust.warned') === 'pass')
    return { ...judged, verdict: 'inconclusive', remark: warnedWords[run.toldBy ?? 'unrecorded'] }
  const isDemanded = (id: string) => refusals.includes(id) || demanded.includes(id)
  const failed = deciding.find((id) => statusOf(id) === 'fail' || (isDemanded(id) && statusOf(id) === 'warn')) ?? null
  if (failed !== null) return failedBy(one, failed, { judged, run, found })
  if (accepted && run.status !== 'presentation_validated')
    return { ...judged, verdict: 'inconclusive', remark: run.reason ?? 'No presentation was accepted.' }
  const first = one.checks[0] ?? ''
  switch (statusOf(first)) {
    case 'pass':
    case 'warn':
      return {
        ...judged,
        verdict: 'passed',
        remark: remarkOn(one.checks, deciding, statusOf) ?? laterOn(deciding, found),
      }
    case 'not_observed':
      return {
        ...judged,
        verdict: 'inconclusive',
        ...(first === stillAnswers
          ? refusedElsewhere(run)
          : { remark: whyUnseen(found[first], run) ?? openRemark ?? notSeen(first) }),
      }
    default:
      return unreached(judged, run, found)
  }
}

/**
 * The status of a check as far as the member goes that a case is about. A violation of another member says nothing about a
 * case whose check is told apart; and a check may pass without the very member.
 */
function ofMember(
  one: OfficialCase,
  status: FindingStatus,
  { id, found }: { readonly id: string; readonly found: Run['found'] },
): FindingStatus {
  const { fit } = one
  const at = memberOf(one)
  const { wrong, named = null } = found[id] ?? {}
  if (at === null) return status
  if (status === 'pass') return lacksMember(id, at, named) ? 'fail' : status
  const isViolated = status === 'fail' || status === 'warn'
  return isViolated && fit === 'exact' && wrong !== undefined && !wrong.includes(at) ? 'pass' : status
}

/**
 * What a violation says about a case. Of several cases that share the check, only those fail whose member is wrong, or all
 * where nothing says which is. A case that asks less than the check fails with a remark, and counts apart.
 */
function failedBy(
  { fit, at }: OfficialCase,
  failed: string,
  { judged, run, found }: { readonly judged: JudgedCase; readonly run: Run; readonly found: Run['found'] },
): JudgedCase {
  const cause = causeOf(failed, run, found)
  const { wrong, derivedAt } = found[failed] ?? {}
  if (fit === 'coarse' && at !== null && wrong !== undefined && !wrong.includes(at))
    return {
      ...judged,
      verdict: 'inconclusive',
      remark: `${failed} failed, for something else than this case is about.`,
      cause,
    }
  const later = derivedAt === undefined ? null : judgedLater
  return { ...judged, verdict: 'failed', failed, cause, remark: fit === 'strict' ? countedRemarks.stricter : later }
}

/** The remark on a verdict by a check that its session is older than. */
const judgedLater = 'Judged later, from the record.'

const laterOn = (deciding: readonly string[], found: Run['found']): string | null =>
  deciding.some((id) => found[id]?.derivedAt !== undefined) ? judgedLater : null

const warnedWords = {
  person: 'A person saw a warning in place of a refusal.',
  driver: 'The driver reported a warning in place of a refusal.',
  unrecorded: 'A warning was told in place of a refusal, by whom is not recorded.',
} as const

/** What is unusual about a passed case; `null` if nothing. */
function remarkOn(
  checks: readonly string[],
  deciding: readonly string[],
  statusOf: (id: string) => FindingStatus,
): string | null {
  const odd = checks.filter((id) => ['fail', 'warn'].includes(statusOf(id)))
  if (odd.length === 0) return null
  return odd.every((id) => codes.includes(id) && !deciding.includes(id))
    ? countedRemarks.code
    : 'Passed with a remark: see the finding.'
}

/** The states of a session that came to its end. */
const reachedEnd: readonly (string | null)[] = ['credential_issued', 'credential_accepted', 'presentation_validated']

/**
 * A case whose checks did not apply. In a session that stopped at a failed check nothing is known of it: a wallet that
 * breaks more is not asked for less.
 */
function unreached(judged: JudgedCase, run: Run, found: Run['found']): JudgedCase {
  const [stopped = Object.keys(found).find((id) => found[id]?.status === 'fail')] = run.refusedBy
  if (run.reason !== null) return { ...judged, remark: run.reason }
  if (stopped === undefined || reachedEnd.includes(run.status)) return { ...judged, verdict: 'not_applicable' }
  return {
    ...judged,
    remark: `The session did not come so far: ${stopped} failed.`,
    cause: causeOf(stopped, run, found),
  }
}

/** Why a session does not show what a check asks; `null` if it does not know. */
const whyUnseen = (found: Run['found'][string] | undefined, run: Run): string | null =>
  found?.shared === true
    ? 'The client of this wallet ran another session at the same time, so nobody can tell whose request shows it: run this one alone.'
    : run.reason

const notSeen = (check: string): string => `Nothing in the session shows it: see ${check}.`

/** The wallet did respond, but another check refused its response: blame that one, once. */
function refusedElsewhere(run: Run): Pick<JudgedCase, 'remark' | 'cause'> {
  const [first] = run.refusedBy
  if (first === undefined) return { remark: run.reason ?? notSeen(stillAnswers), cause: null }
  return {
    remark: `The wallet responded, and ${run.refusedBy.join(' and ')} refused the response.`,
    cause: causeOf(first, run, run.found),
  }
}

function causeOf(check: string, { sessionId }: Run, found: Run['found']): Cause {
  const { exchangeId = null, subject = null } = found[check]?.place ?? {}
  return { check, sessionId, exchangeId, subject }
}

/** A finding that lists claims says nothing about other claims, whether it lists what is wrong or what it examined. */
function statusFor({ claim, checks }: OfficialCase, id: string, found: Run['found']): FindingStatus {
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

/** Whether one path equals the other or leads to it. A finding may also name an element's namespace. */
export function isAbout(name: string, claim: string): boolean {
  const path = name.replace(/^missing: /, '').replace(/^eu\.europa\.ec\.eudi\.pid\.1\//, '')
  return path === claim || claim.startsWith(`${path}/`) || path.startsWith(`${claim}/`)
}
