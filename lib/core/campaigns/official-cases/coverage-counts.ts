import type { Reporter } from '../../ground/ports/reporter'
import { isTold } from '../deciding-result'
import { type Cause, countedRemarks, type JudgedCase } from './case-verdict'
import {
  type CaseVerdict,
  caseVerdicts,
  isDecidable,
  type OfficialCase,
  type Population,
  populations,
  type Relevancy,
  relevancies,
} from './official-case'
import { isUnreviewed } from './unreviewed'

/** A case, and its verdict for a wallet. */
export interface CoveredCase {
  readonly official: OfficialCase
  readonly judged: JudgedCase
  /** Cases that passed and demand the contrary, so that no wallet passes both; empty where it did not fail. */
  readonly contradictedBy: readonly string[]
}

/** How many cases have each verdict. */
export type CaseCounts = Readonly<Record<CaseVerdict, number>> & {
  readonly cases: number
  /** Cases that a session can decide. */
  readonly decidable: number
  /** How many of those need something besides their session. */
  readonly conditional: number
  /** Of those that are out, the ones that this service cannot decide yet, and the ones that it never does. */
  readonly gap: number
  readonly out_of_scope: number
  /** Of the passed ones, those with another error code. */
  readonly code: number
  /** Of the failed ones, those whose contrary passed. */
  readonly contradicted: number
}

/** Cases of one area, relevancy and population. */
export interface CoverageGroup {
  readonly area: string
  readonly relevancy: Relevancy
  /** `wallet` for those that no session decides. */
  readonly population: Population
  readonly counts: CaseCounts
}

/** The numbers of the cases that judge the wallet itself, are required, and apply to it. */
export interface Headline {
  readonly of: number
  readonly passed: number
  readonly failed: number
  /** What the failed ones failed by: one for each check. */
  readonly causes: number
  readonly inconclusive: number
  readonly not_run: number
  /** Of the passed ones, those with another error code. */
  readonly code: number
  /** Of the passed and failed ones, those that follow from what a person told of a session. */
  readonly told: number
  /** Those that follow from what a driver told. */
  readonly told_by_driver: number
  /** Those that follow from what was told before it was recorded by whom. */
  readonly told_unrecorded: number
  /** Left out: they failed, and the contrary passed. */
  readonly contradicted: number
  /** Left out: the framework changed their text. */
  readonly review_needed: number
}

/** One thing that is wrong, and all that follows from it. */
export interface FailureCause extends Cause {
  /** Ids of the cases that failed by it, of any population. */
  readonly cases: readonly string[]
  /** Ids of the cases that it left undecided. */
  readonly leftOpen: readonly string[]
}

/** Counts cases by verdict. */
export function countCases(cases: readonly CoveredCase[]): CaseCounts {
  const count = (wanted: (one: CoveredCase) => boolean) => cases.filter(wanted).length
  return {
    cases: cases.length,
    decidable: count(({ official }) => isDecidable(official)),
    conditional: count(({ official }) => isDecidable(official) && official.condition !== null),
    ...(Object.fromEntries(
      caseVerdicts.map((verdict) => [verdict, count(({ judged }) => judged.verdict === verdict)]),
    ) as Record<CaseVerdict, number>),
    gap: count(({ official }) => official.class === 'gap'),
    out_of_scope: count(({ official }) => official.class === 'out_of_scope'),
    code: count(isOtherCode),
    contradicted: count(({ contradictedBy }) => contradictedBy.length > 0),
  }
}

const isOtherCode = ({ judged }: CoveredCase): boolean => judged.remark === countedRemarks.code

/** Counts the cases of each area, relevancy and population, in this order: wallets first. */
export function groupCases(cases: readonly CoveredCase[]): CoverageGroup[] {
  const areas = [...new Set(cases.map(({ official }) => areaOf(official)))]
  return populations.flatMap((population) =>
    areas.flatMap((area) =>
      relevancies.flatMap((relevancy): CoverageGroup[] => {
        const members = cases.filter(
          ({ official }) =>
            (official.population ?? 'wallet') === population &&
            areaOf(official) === area &&
            official.relevancy === relevancy,
        )
        return members.length === 0 ? [] : [{ area, relevancy, population, counts: countCases(members) }]
      }),
    ),
  )
}

/** The first part of a case's area. */
const areaOf = ({ area }: OfficialCase): string => area.split('/')[0] ?? area

/**
 * What the wallet comes to: cases that judge it, that the framework requires, and that apply. A failure that the framework
 * demands elsewhere is left out, and a case whose text changed since it was judged.
 */
export function headlineOf(cases: readonly CoveredCase[], isMarked = isUnreviewed): Headline {
  const own = cases.filter(({ official }) => official.population === 'wallet' && official.relevancy === 'required')
  const reviewed = own.filter(({ official }) => !isMarked(official.id))
  const counted = reviewed.filter(({ contradictedBy }) => contradictedBy.length === 0)
  const { passed, failed, inconclusive, not_run, code } = countCases(counted)
  return {
    of: passed + failed + inconclusive + not_run,
    passed,
    failed,
    causes: new Set(counted.flatMap(({ judged }) => judged.failed ?? [])).size,
    inconclusive,
    not_run,
    code,
    told: counted.filter(isToldBy('person')).length,
    told_by_driver: counted.filter(isToldBy('driver')).length,
    told_unrecorded: counted.filter(isToldBy(null)).length,
    contradicted: reviewed.length - counted.length,
    review_needed: own.length - reviewed.length,
  }
}

const isToldBy =
  (teller: Reporter | null) =>
  ({ judged: { verdict, run } }: CoveredCase): boolean =>
    (verdict === 'passed' || verdict === 'failed') && run !== null && isTold(run) && run.toldBy === teller

/** The headline as a sentence. */
export const headlineSentence = ({
  of,
  passed,
  failed,
  causes,
  inconclusive,
  not_run,
}: Omit<Headline, `told_${string}`>): string =>
  `${passed} of ${of} passed; ${failed} failed${failed === 0 ? '' : ` from ${causes} ${causes === 1 ? 'cause' : 'causes'}`}; ${inconclusive} inconclusive; ${not_run} not run`

/** What cases failed by, each check once, in the order of the first case of each; without contradicted ones. */
export function causesOf(cases: readonly CoveredCase[]): FailureCause[] {
  const ofVerdict = (verdict: CaseVerdict) =>
    cases.flatMap(({ official, judged, contradictedBy }) =>
      judged.verdict === verdict && judged.cause !== null && contradictedBy.length === 0
        ? [{ id: official.id, cause: judged.cause }]
        : [],
    )
  const failed = ofVerdict('failed')
  const open = ofVerdict('inconclusive')
  const first = new Map<string, Cause>()
  for (const { cause } of [...failed, ...open]) if (!first.has(cause.check)) first.set(cause.check, cause)
  const idsOf = (all: typeof failed, check: string) =>
    all.filter(({ cause }) => cause.check === check).map(({ id }) => id)
  return [...first.values()].map((cause) => ({
    ...cause,
    cases: idsOf(failed, cause.check),
    leftOpen: idsOf(open, cause.check),
  }))
}
