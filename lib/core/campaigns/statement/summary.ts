import type { RequestContext } from '../../engine/endpoints/request-context'
import { checkById } from '../../issuer-and-verifier'
import { type SessionId, sessionId } from '../../shared/ports/ids'
import type { Campaign } from '../../shared/ports/store-types'
import { type EpochMillis, epochMillis, toIso } from '../../shared/time/time'
import { toHex, utf8 } from '../../shared/values/base64url'
import { visibleText } from '../../shared/values/escape'
import { minutesByHand } from '../campaign-offer'
import type { Run } from '../official-cases/case-verdict'
import { type CoveredCase, type FailureCause, isInHeadline } from '../official-cases/coverage-counts'
import type { Edition } from '../official-cases/editions'
import { editionView } from '../official-cases/list-cases'
import { pairedCase } from '../official-cases/paired-cases'
import { noCampaign, readCoverage, type WalletCoverage } from '../official-cases/wallet-coverage'
import { isPossiblePreset, presetById } from '../presets'
import { type Installation, installationOf } from '../presets/preset'
import { headlineView, headlineViews } from '../reports/coverage-report'
import { type BrokenRule, readResult } from '../session-result'
import { buildStatement } from './build-statement'
import { statementCsv } from './statement-csv'
import { selfAssessment } from './statement-words'
import { summaryBlocks } from './summary-words'
import { type Summary, summaryCausesMax, summaryWordsMax } from './z-summary'

type Context = Pick<RequestContext, 'ports' | 'settings' | 'asker'>

/** What a session showed of a check; `null` if the session is gone. */
type RuleOf = (cause: Pick<FailureCause, 'check' | 'sessionId'>) => Pick<BrokenRule, 'problem' | 'hint'> | null

interface Service extends Installation {
  readonly version: string
  readonly sha256: Context['ports']['sha256']
}

/** Reads the summary of a wallet as it stands. Throws `campaign_not_found` for one without a campaign that counts. */
export async function readSummary(wallet: Campaign['wallet'], context: Context, edition: Edition): Promise<Summary> {
  const coverage = await readCoverage(wallet, context, edition)
  if (coverage.campaigns.length === 0) throw noCampaign(context)
  const { ports, settings } = context
  const rules = new Map<string, Awaited<ReturnType<typeof ruleIn>>>()
  for (const { cause } of countedCauses(coverage).slice(0, summaryCausesMax))
    rules.set(cause.check, await ruleIn(sessionId(cause.sessionId), cause.check, context))
  const service = { ...settings, ...installationOf(context), sha256: ports.sha256 }
  return buildSummary(coverage, service, ({ check }) => rules.get(check) ?? null)
}

async function ruleIn(id: SessionId, check: string, context: Context): Promise<BrokenRule | null> {
  const session = await context.ports.store.session(id)
  if (session === null) return null
  const { broken, warned } = await readResult(session, context)
  return [...broken, ...warned].find((rule) => rule.id === check) ?? null
}

/**
 * One page about what a wallet's campaigns say about an edition. The same evidence gives the same page: it holds no time
 * of its own. Of the statement it names the CSV, which has none either, so that anyone can compute its hash again.
 */
export function buildSummary(coverage: WalletCoverage, service: Service, ruleOf: RuleOf): Summary {
  const { wallet, edition } = coverage
  const { version, baseUrl, sha256 } = service
  const causes = countedCauses(coverage)
  const shown = causes.slice(0, summaryCausesMax)
  const times = coverage.cases.flatMap(({ judged: { verdict, run } }) =>
    run === null || (verdict !== 'passed' && verdict !== 'failed') ? [] : timesOf(run, coverage),
  )
  const first = times.reduce<EpochMillis | null>((one, other) => (one !== null && one < other ? one : other), null)
  const last = times.reduce<EpochMillis | null>((one, other) => (one !== null && one > other ? one : other), null)
  const csv = statementCsv(buildStatement(coverage, { baseUrl, version, sha256 }, epochMillis(0)))
  const query = new URLSearchParams({ wallet: wallet.name, version: wallet.version, edition: edition.facts.id })
  const summary: Omit<Summary, 'text'> = {
    summary_version: 1,
    service: { version, base_url: baseUrl },
    wallet: { ...wallet },
    edition: editionView(edition, sha256),
    first_run: first && toIso(first),
    last_run: last && toIso(last),
    headline: headlineView(coverage.headline),
    baselines: headlineViews(coverage.baselines),
    sessions_left: coverage.sessionsLeft,
    causes: shown.map(({ cause, cases }) => ({ check: cause.check, ...wordsOf(cause, ruleOf(cause)), cases })),
    more_causes: causes.length - shown.length,
    not_run: notRun(coverage, service),
    claim: selfAssessment,
    statement: { url: `${baseUrl}/coverage/ics?${query}&format=csv`, sha256: toHex(sha256(utf8(csv))) },
  }
  return { ...summary, text: summaryBlocks(summary).map(({ text }) => text) }
}

const timesOf = ({ sessionId: id, preset }: Pick<Run, 'sessionId' | 'preset'>, { tries }: WalletCoverage) =>
  (tries.get(preset) ?? []).flatMap(({ session }) => (session.sessionId === id ? [session.createdAt] : []))

/** The causes of the headline's failures, that of most cases first, with how many of these cases each has. */
function countedCauses({ causes, cases }: Pick<WalletCoverage, 'causes' | 'cases'>) {
  const counted = new Set(cases.filter((one) => isInHeadline(one)).map(({ official }) => official.id))
  return causes
    .map((cause) => ({ cause, cases: cause.cases.filter((id) => counted.has(id)).length }))
    .filter((one) => one.cases > 0)
    .sort((one, other) => other.cases - one.cases)
}

/** What was wrong and what to do, as its session says; of a session that is gone, as the check says of all. */
function wordsOf({ check }: FailureCause, rule: ReturnType<RuleOf>): { says: string; fix: string } {
  const title = checkById(check)?.title ?? check
  return {
    says: short(rule?.problem ?? `This does not hold: ${title}.`),
    fix: short(rule?.hint ?? `See the check ${check} in the catalogue.`),
  }
}

/** A text on one line, which ends with an ellipsis if it was longer. */
function short(text: string): string {
  const line = visibleText(text.replace(/\s+/g, ' ')).trim()
  return line.length <= summaryWordsMax ? line : `${line.slice(0, summaryWordsMax - 1).toWellFormed()}…`
}

/** Seconds that a session which expects a refusal waits, as in the built-in campaigns of official cases. */
const silenceSeconds = 100

/** The sessions that the cases of the headline wait for, which were not run, or without a browser that they need. */
function notRun({ cases, tries, headline }: WalletCoverage, installation: Installation): Summary['not_run'] {
  const presets = new Set(
    cases.filter((one) => one.judged.verdict === 'not_run' && isInHeadline(one)).flatMap(presetsOf),
  )
  const needed = [...presets].filter((id) => !tries.has(id) || wasEmulated(id, tries))
  // A campaign that asks a credential back issues it first, whatever was issued before.
  const missing = [...new Set(needed.flatMap((id) => [presetById(id)?.follows ?? id, id]))]
  const possible = missing.filter((id) => isPossiblePreset(id, installation))
  const refusals = possible.filter((id) => presetById(id)?.expects === 'refusal').length
  return {
    cases: headline.not_run,
    sessions: possible.length,
    minutes: Math.round(minutesByHand({ sessions: possible.length, refusals, silenceSeconds })),
    elsewhere: missing.length - possible.length,
    emulated: cases.filter((one) => isInHeadline(one) && isEmulated(one, tries)).length,
  }
}

/** Whether a case is not run although its session was: a program played the browser that its channel needs. */
const isEmulated = ({ judged, official: { preset } }: CoveredCase, tries: WalletCoverage['tries']): boolean =>
  judged.verdict === 'not_run' && wasEmulated(preset ?? '', tries)

/** Whether a program played the browser in the session of a preset that counts. */
const wasEmulated = (preset: string, tries: WalletCoverage['tries']): boolean =>
  tries.get(preset)?.[0]?.run?.carrier === 'emulated'

function presetsOf({ official: { id, preset } }: CoveredCase): string[] {
  const { alongside = [], control } = pairedCase(id)
  return [preset, ...alongside, control?.preset].filter((one) => one !== null && one !== undefined)
}
