import type { Reporter } from '../../shared/ports/reporter'
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
  type Side,
} from './official-case'
import { isToldVerdict } from './told-verdict'
import { isUnreviewed } from './unreviewed'

/** A case, and its verdict for a wallet. */
export interface CoveredCase {
  readonly official: OfficialCase
  readonly judged: JudgedCase
  /** Passed cases that demand the opposite, so no wallet can pass both; empty unless this one failed. */
  readonly contradictedBy: readonly string[]
}

/** Number of cases by verdict. */
export type CaseCounts = Readonly<Record<CaseVerdict, number>> & {
  readonly cases: number
  /** Cases that a session can decide. */
  readonly decidable: number
  /** Decidable cases that need more than their session. */
  readonly conditional: number
  /** Of the `out` cases: those not decided yet, and those never decided. */
  readonly gap: number
  readonly out_of_scope: number
  /** Passed, but with another error code. */
  readonly code: number
  /** Failed, while the opposite case passed. */
  readonly contradicted: number
}

/** Cases of one area, relevancy and population. */
export interface CoverageGroup {
  readonly area: string
  readonly relevancy: Relevancy
  /** `wallet` for cases that no session decides. */
  readonly population: Population
  readonly counts: CaseCounts
}

/** Numbers for the cases that judge the wallet itself, are required, and apply to it. */
export interface Headline {
  readonly of: number
  readonly passed: number
  readonly failed: number
  /** Distinct causes of the failures: one per check. */
  readonly causes: number
  readonly inconclusive: number
  readonly not_run: number
  /** Passed, but with another error code. */
  readonly code: number
  /** Passed or failed by a person's report about a session. */
  readonly told: number
  /** Passed or failed by a driver's report. */
  readonly told_by_driver: number
  /** Passed or failed by a report from before the reporter was recorded. */
  readonly told_unrecorded: number
  /** Left out: they failed, while the opposite case passed. */
  readonly contradicted: number
  /** Left out: they failed by a check that asks more than they do. */
  readonly stricter: number
  /** Left out: the framework changed their text. */
  readonly review_needed: number
}

/** One thing that is wrong, and every case it affects. */
export interface FailureCause extends Cause {
  /** Ids of the cases that failed because of it, of any population. */
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

/** Whether a case counts in the headline, if it applies: required, of the wallet, reviewed, and not contradicted. */
export const isInHeadline = (one: CoveredCase, isMarked = isUnreviewed): boolean =>
  isOwn(one) && !isMarked(one.official) && one.contradictedBy.length === 0 && !isStricter(one)

const isOwn = ({ official }: CoveredCase): boolean =>
  official.population === 'wallet' && official.relevancy === 'required'

const isStricter = ({ judged }: CoveredCase): boolean => judged.remark === countedRemarks.stricter

const isOtherCode = ({ judged }: CoveredCase): boolean => judged.remark === countedRemarks.code

/** Counts the cases of each area, relevancy and population, wallet cases first. */
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
 * Summary for the wallet: required cases that judge it and apply. Leaves out failures that another case demands, and
 * cases whose text changed since review.
 */
export function headlineOf(cases: readonly CoveredCase[], isMarked = isUnreviewed): Headline {
  const own = cases.filter(isOwn)
  const reviewed = own.filter(({ official }) => !isMarked(official))
  const counted = own.filter((one) => isInHeadline(one, isMarked))
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
    contradicted: reviewed.filter(({ contradictedBy }) => contradictedBy.length > 0).length,
    stricter: reviewed.filter((one) => one.contradictedBy.length === 0 && isStricter(one)).length,
    review_needed: own.length - reviewed.length,
  }
}

const isToldBy =
  (teller: Reporter | null) =>
  (one: CoveredCase): boolean =>
    one.judged.statedBy === undefined
      ? isToldVerdict(one) && one.judged.run?.toldBy === teller
      : one.judged.statedBy === teller

/** The headline of each side of an edition, or `null` for a side that has no such case. */
export function headlinesBySide(
  cases: readonly CoveredCase[],
  isCounted: (one: OfficialCase) => boolean = () => true,
): Readonly<Record<Side, Headline | null>> {
  const of = (side: Side) => {
    const own = cases.filter(({ official }) => official.side === side && isCounted(official))
    return own.length === 0 ? null : headlineOf(own)
  }
  return { issuance: of('issuance'), presentation: of('presentation') }
}

/** The headline as a sentence. */
export const headlineSentence = ({
  of,
  passed,
  failed,
  causes,
  inconclusive,
  not_run,
}: Pick<Headline, 'of' | 'passed' | 'failed' | 'causes' | 'inconclusive' | 'not_run'>): string =>
  `${passed} of ${of} passed; ${failed} failed${failed === 0 ? '' : ` from ${causes} ${causes === 1 ? 'cause' : 'causes'}`}; ${inconclusive} inconclusive; ${not_run} not run`

/** The causes of failures, each check once, in case order; leaves out contradicted cases. */
export function causesOf(cases: readonly CoveredCase[]): FailureCause[] {
  const ofVerdict = (verdict: CaseVerdict) =>
    cases.flatMap(({ official, judged, contradictedBy }) =>
      judged.verdict === verdict &&
      judged.cause !== null &&
      judged.remark !== countedRemarks.stricter &&
      contradictedBy.length === 0
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
