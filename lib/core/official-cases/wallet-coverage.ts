import { readResult } from '../campaigns/session-result'
import { groupBy } from '../group-by'
import { presetById } from '../presets'
import type { RequestContext } from '../request-context'
import type { Campaign, Session } from '../store-types'
import { type CaseVerdict, caseVerdicts, type JudgedCase, judgeCase, type Run } from './case-verdict'
import { officialCases } from './cases'
import { isDecidable, isPidContent, type OfficialCase, type Relevancy, relevancies } from './official-case'

/** Number of campaigns of a wallet that are read, the newest ones. */
const coverageCampaignsMax = 20

/** A case with its verdict for a wallet. */
export interface CoveredCase {
  readonly official: OfficialCase
  readonly judged: JudgedCase
}

/** How many cases there are of each verdict. */
type CaseCounts = Readonly<Record<CaseVerdict, number>> & {
  readonly cases: number
  /** Cases that a session can decide. */
  readonly decidable: number
  /** Of those, the ones that need something beside their session. */
  readonly conditional: number
}

/** Cases of one area and relevancy that judge the same thing: the wallet, or the content of its PID. */
interface CoverageGroup {
  readonly area: string
  readonly relevancy: Relevancy
  readonly pidContent: boolean
  readonly counts: CaseCounts
}

/** What the campaigns of one wallet and version say about every case. */
export interface WalletCoverage {
  readonly wallet: Campaign['wallet']
  /** Newest first. */
  readonly campaigns: readonly Campaign[]
  /** The session of each preset that counts, and the earlier ones of it, newest first. */
  readonly sessions: ReadonlyMap<string, readonly Session[]>
  readonly counts: CaseCounts
  readonly groups: readonly CoverageGroup[]
  readonly cases: readonly CoveredCase[]
}

/** Reads what is on record about a wallet: of each preset the newest session that came to an end counts. */
export async function readCoverage(
  wallet: Campaign['wallet'],
  context: Pick<RequestContext, 'ports' | 'settings'>,
): Promise<WalletCoverage> {
  const campaigns = await context.ports.store.campaigns({ wallet, max: coverageCampaignsMax })
  const all: Session[] = []
  for (const { campaignId } of campaigns) all.push(...(await context.ports.store.campaignSessions(campaignId)))
  const byPreset = groupBy(
    all.sort((a, b) => b.createdAt - a.createdAt),
    ({ preset }) => preset ?? '',
  )
  const runs: Run[] = []
  const sessions = new Map<string, readonly Session[]>()
  for (const [preset, tries] of byPreset) {
    const [run, at] = await newestRun(preset, tries, context)
    if (run === null) continue
    runs.push(run)
    sessions.set(preset, tries.slice(at))
  }
  return { wallet, campaigns, sessions, ...foldCoverage(runs) }
}

/** The newest session of a preset that came to an end, and its place among the tries. */
async function newestRun(
  id: string,
  tries: readonly Session[],
  context: Pick<RequestContext, 'ports' | 'settings'>,
): Promise<[Run | null, number]> {
  const preset = presetById(id)
  for (const [at, session] of tries.entries()) {
    if (preset === null) break
    const { state, found, reason } = await readResult(session, context)
    if (state === 'decided' || state === 'silent')
      return [{ sessionId: session.sessionId, preset: id, expects: preset.expects, found, reason }, at]
  }
  return [null, 0]
}

/** Judges every case by these sessions, and counts. */
export function foldCoverage(runs: readonly Run[]): Pick<WalletCoverage, 'counts' | 'groups' | 'cases'> {
  const cases = officialCases.map((official) => ({ official, judged: judgeCase(official, runs) }))
  const areas = [...new Set(officialCases.map(areaOf))]
  const groups = [false, true].flatMap((pidContent) =>
    areas.flatMap((area) =>
      relevancies.flatMap((relevancy): CoverageGroup[] => {
        const members = cases.filter(
          ({ official }) =>
            isPidContent(official) === pidContent && areaOf(official) === area && official.relevancy === relevancy,
        )
        return members.length === 0 ? [] : [{ area, relevancy, pidContent, counts: countCases(members) }]
      }),
    ),
  )
  return { counts: countCases(cases), groups, cases }
}

/** The first part of a case's area. */
const areaOf = ({ area }: OfficialCase): string => area.split('/')[0] ?? area

function countCases(cases: readonly CoveredCase[]): CaseCounts {
  const of = (verdict: CaseVerdict) => cases.filter(({ judged }) => judged.verdict === verdict).length
  const decidable = cases.filter(({ official }) => isDecidable(official))
  return {
    cases: cases.length,
    decidable: decidable.length,
    conditional: decidable.filter(({ official }) => official.condition !== null).length,
    ...(Object.fromEntries(caseVerdicts.map((verdict) => [verdict, of(verdict)])) as Record<CaseVerdict, number>),
  }
}
