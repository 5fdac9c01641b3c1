import type { Asker } from '../../engine/endpoints/asker'
import type { RequestContext } from '../../engine/endpoints/request-context'
import type { Campaign, EnteredResult, Session } from '../../ground/ports/store-types'
import { groupBy } from '../../ground/values/group-by'
import { presetById } from '../presets'
import { readResult } from '../session-result'
import { judgeCase, type Run } from './case-verdict'
import { officialCases } from './cases'
import {
  type CaseCounts,
  type CoverageGroup,
  type CoveredCase,
  causesOf,
  countCases,
  type FailureCause,
  groupCases,
  type Headline,
  headlineOf,
} from './coverage-counts'
import { contradictionsOf } from './defects'
import { takesEntry } from './official-case'
import { foundOfOthers, ownCredentials } from './whose-credentials'

/** How many of a wallet's campaigns to read, newest first. */
const coverageCampaignsMax = 20

/**
 * How many sessions of a preset to judge: the one that counts and those before it. Any others are listed without a
 * verdict.
 */
const judgedTriesMax = 6

/** How many entered results a wallet and version may have. */
export const enteredMax = 500

/** How many entered results to read: once the limit is reached, each case may still be withdrawn once. */
export const enteredReadMax = enteredMax + officialCases.filter(takesEntry).length

/** A session of a preset, and its result; `null` if it did not end or is too old. */
interface Try {
  readonly session: Session
  readonly run: Run | null
}

/** What the campaigns of one wallet and version say about every case. */
export interface WalletCoverage {
  readonly wallet: Campaign['wallet']
  /** True if only campaigns and results made with the operator token count; otherwise anybody's do. */
  readonly operatorOnly: boolean
  /** Newest first. */
  readonly campaigns: readonly Campaign[]
  /** For each preset, the session that counts and those before it, newest first. */
  readonly tries: ReadonlyMap<string, readonly Try[]>
  /** Results that people entered, by case id: the newest for each case, without withdrawn ones. */
  readonly entered: ReadonlyMap<string, EnteredResult>
  readonly counts: CaseCounts
  readonly groups: readonly CoverageGroup[]
  readonly headline: Headline
  readonly causes: readonly FailureCause[]
  readonly cases: readonly CoveredCase[]
}

/** If an operator token is set, what strangers add does not count. */
export const countsOperatorOnly = (asker: Asker): boolean => asker !== 'anybody'

/** Reads everything on record about a wallet. For each preset, the newest session that ended counts. */
export async function readCoverage(
  wallet: Campaign['wallet'],
  context: Pick<RequestContext, 'ports' | 'settings' | 'asker'>,
): Promise<WalletCoverage> {
  const { ports, asker } = context
  const operatorOnly = countsOperatorOnly(asker)
  const campaigns = await ports.store.campaigns({ wallet, operatorOnly, max: coverageCampaignsMax })
  const all: Session[] = []
  for (const { campaignId } of campaigns) all.push(...(await ports.store.campaignSessions(campaignId)))
  const byPreset = groupBy(
    all.sort((a, b) => b.createdAt - a.createdAt),
    ({ preset }) => preset ?? '',
  )
  const isOurs = ownCredentials(context)
  const runs: Run[] = []
  const tries = new Map<string, readonly Try[]>()
  for (const [preset, sessions] of byPreset) {
    const found = await readTries(preset, sessions, { ...context, isOurs })
    const [newest] = found
    if (newest?.run) runs.push(newest.run)
    if (newest !== undefined) tries.set(preset, found)
  }
  const entered = newestEntries(await ports.store.enteredResults({ wallet, operatorOnly, max: enteredReadMax }))
  return { wallet, operatorOnly, campaigns, tries, entered, ...foldCoverage(runs) }
}

/** The sessions of a preset, starting with the newest one that ended; empty if none did. */
async function readTries(
  id: string,
  sessions: readonly Session[],
  context: Pick<RequestContext, 'ports' | 'settings'> & { readonly isOurs: ReturnType<typeof ownCredentials> },
): Promise<Try[]> {
  const preset = presetById(id)
  if (preset === null) return []
  const tries: Try[] = []
  for (const session of sessions) {
    if (tries.length >= judgedTriesMax) {
      tries.push({ session, run: null })
      continue
    }
    const result = await readResult(session, context)
    const isEnded = result.state === 'decided' || result.state === 'silent'
    const run = {
      ...result,
      sessionId: session.sessionId,
      preset: id,
      expects: preset.expects,
      foundOfOthers: await foundOfOthers(result, context.isOurs),
    }
    if (isEnded || tries.length > 0) tries.push({ session, run: isEnded ? run : null })
  }
  return tries
}

/** The newest entry for each case, unless that withdraws the result. */
export function newestEntries(entries: readonly EnteredResult[]): Map<string, EnteredResult> {
  const newest = new Map(entries.map((entry) => [entry.caseId, entry]))
  return new Map([...newest].filter(([, { result }]) => result !== 'withdrawn'))
}

/** Judges every case by these sessions, and counts the verdicts. */
export function foldCoverage(
  runs: readonly Run[],
): Pick<WalletCoverage, 'counts' | 'groups' | 'headline' | 'causes' | 'cases'> {
  const judged = officialCases.map((official) => ({ official, judged: judgeCase(official, runs) }))
  const cases = withContradictions(judged)
  return {
    counts: countCases(cases),
    groups: groupCases(cases),
    headline: headlineOf(cases),
    causes: causesOf(cases),
    cases,
  }
}

/** Tells of each failed case what passed and demands the contrary. */
export function withContradictions(cases: readonly Omit<CoveredCase, 'contradictedBy'>[]): CoveredCase[] {
  const passed = new Set(cases.filter(({ judged }) => judged.verdict === 'passed').map(({ official }) => official.id))
  return cases.map((one) => ({
    ...one,
    contradictedBy: one.judged.verdict === 'failed' ? contradictionsOf(one.official.id, (id) => passed.has(id)) : [],
  }))
}
