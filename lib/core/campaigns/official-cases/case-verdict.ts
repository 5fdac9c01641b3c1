import type { FindingStatus } from '../../ground/ports/finding'
import type { SessionResult } from '../session-result'
import { isDecidable, type OfficialCase } from './official-case'

/** What a session of a preset came to, as far as cases are decided by it. */
export interface Run {
  readonly sessionId: string
  readonly preset: string
  readonly expects: 'answer' | 'refusal'
  readonly found: SessionResult['found']
  /** Why the session has no verdict, in a sentence; `null` with one. */
  readonly reason: string | null
}

/**
 * What a case came to. `inconclusive`: its session was run, and nothing was seen that decides. `not_applicable`: what the case is
 * about did not come up. The last three say why no session decides it.
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

/** A case's verdict with the session that decided it. */
export interface JudgedCase {
  readonly verdict: CaseVerdict
  /** What a reader should know beside the verdict; `null` for nothing. */
  readonly remark: string | null
  /** `null` where none was run. */
  readonly run: Run | null
  /** The check that failed; `null` where none did. */
  readonly failed: string | null
}

const rejected = 'vp.negative.rejected'

/**
 * Judges a case by the newest session of each preset. The session of its own preset decides; a case that any presentation decides
 * fails by each that was to be answered, and passes by another one where its own was not run.
 */
export function judgeCase(one: OfficialCase, runs: readonly Run[]): JudgedCase {
  if (!isDecidable(one)) return { verdict: undecided(one), remark: null, run: null, failed: null }
  const judged = (found: readonly Run[]) => found.map((run) => judgeIn(one, run))
  const own = judged(runs.filter(({ preset }) => preset === one.preset))
  const others =
    one.class === 'auto' ? judged(runs.filter((run) => run.preset !== one.preset && run.expects === 'answer')) : []
  const all = [...own, ...others]
  const of = (verdict: CaseVerdict) => all.find((each) => each.verdict === verdict)
  return of('failed') ?? of('passed') ?? own[0] ?? { verdict: 'not_run', remark: null, run: null, failed: null }
}

const undecided = ({ class: kind }: OfficialCase): CaseVerdict =>
  kind === 'manual' || kind === 'gap' ? kind : 'out_of_scope'

/**
 * What one session says about a case: any check that failed decides against it, then the first check, which is what the case is
 * about: a wallet that asks for no encrypted request answers all the same, and has not passed the case about that. Where a
 * refusal is the point, an answer fails the case even where it is only a warning in the session, for the case demands more than
 * OpenID4VP; and the code of the error is only remarked.
 */
export function judgeIn(one: OfficialCase, run: Run): JudgedCase {
  const isRefusal = one.checks[0] === rejected
  const statusOf = (id: string): FindingStatus => statusFor(one, id, run)
  const deciding = one.checks.filter((id) => !(isRefusal && id.startsWith('vp.error.')))
  const failed = deciding.find((id) => statusOf(id) === 'fail' || (id === rejected && statusOf(id) === 'warn')) ?? null
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

/**
 * A finding that lists claims says nothing about others: neither where it lists what is wrong, nor where it lists what it looked at.
 */
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

/** True where one of two paths leads to the other; a finding may name the namespace of an element too. */
export function isAbout(name: string, claim: string): boolean {
  const path = name.replace(/^missing: /, '').replace(/^eu\.europa\.ec\.eudi\.pid\.1\//, '')
  return path === claim || claim.startsWith(`${path}/`) || path.startsWith(`${claim}/`)
}
