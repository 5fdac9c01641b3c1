import { catalogueOf } from '../../issuer-and-verifier'
import type { Sha256 } from '../../shared/ports/ports'
import type { Reporter } from '../../shared/ports/reporter'
import type { EnteredResult } from '../../shared/ports/store-types'
import { campaignPageUri, coveragePageUri, startCampaignUri } from '../../shared/ports/uris'
import { toIso } from '../../shared/time/time'
import { csvCell } from '../../shared/values/escape'
import { builtInCampaign } from '../built-in'
import { presetsFor } from '../campaign-offer'
import { sessionAddresses } from '../campaign-view'
import { caseFacts } from '../official-cases/case-facts'
import { type Cause, type JudgedCase, judgeIn, type Run } from '../official-cases/case-verdict'
import { type CoveredCase, type Headline, headlineSentence } from '../official-cases/coverage-counts'
import { newestEdition } from '../official-cases/editions'
import { enteredBy, enteredView } from '../official-cases/entered-results'
import { frameworkOf } from '../official-cases/framework'
import { editionMembers, editionView } from '../official-cases/list-cases'
import { needsPerson } from '../official-cases/official-case'
import { declaredOf, foldCoverage, type Try, type WalletCoverage } from '../official-cases/wallet-coverage'
import type { CoverageView } from '../official-cases/z-coverage'
import type { Installation } from '../presets/preset'
import { runNext } from '../run-next'

interface Service extends Installation {
  readonly version: string
  readonly sha256: Sha256
}

type SessionView = NonNullable<CoverageView['cases'][number]['session']>

/** How many earlier sessions of its preset to list per case. */
const earlierMax = 20

/** Builds the report of what a wallet's campaigns say about every official case. */
export function buildCoverage(coverage: WalletCoverage, service: Service): CoverageView {
  const { baseUrl, version, sha256 } = service
  const { wallet, campaigns, headline, counts, groups, causes, cases } = coverage
  // Many cases name the same session.
  const made = new Map<Try, SessionView>()
  const viewOf = (one: Try): SessionView => {
    const known = made.get(one)
    if (known !== undefined) return known
    const { session } = one
    const view = { ...sessionAddresses(baseUrl, session), created_at: toIso(session.createdAt) }
    made.set(one, view)
    return view
  }
  return {
    coverage_version: 1,
    service: { version },
    catalogue: catalogueOf(sha256),
    fcaf: frameworkOf(coverage.edition),
    edition: editionView(coverage.edition, sha256),
    wallet: { ...wallet },
    page_url: coveragePageUri(baseUrl, wallet, coverage.edition.facts.id),
    campaigns_of: coverage.operatorOnly ? 'operator' : 'anybody',
    campaigns: campaigns.map(({ campaignId, createdAt }) => ({
      campaign_id: campaignId,
      page_url: campaignPageUri(baseUrl, campaignId),
      created_at: toIso(createdAt),
    })),
    campaign_id: campaigns[0]?.campaignId ?? null,
    sessions_left: coverage.sessionsLeft,
    headline: headlineView(headline),
    sides: headlineViews(coverage.sides),
    baselines: headlineViews(coverage.baselines),
    counts,
    ...enteredCounts(coverage),
    groups: groups.map((group) => ({ ...group, pid_content: group.population !== 'wallet' })),
    ...campaignsOf(coverage, service),
    causes: causes.map(({ cases: failed, leftOpen, ...cause }) => ({
      ...causeView(cause),
      cases: [...failed],
      left_open: [...leftOpen],
    })),
    cases: cases.map((one) => ({
      ...caseFacts(one.official),
      ...editionMembers(one.official),
      ...outcomeOf(one, coverage, viewOf),
    })),
  }
}

/** The numbers of a headline, with the sentence that says them. */
export const headlineView = (headline: Headline) => ({ sentence: headlineSentence(headline), ...headline })

/** The same of each side. */
export const headlineViews = ({ issuance, presentation }: WalletCoverage['sides']) => ({
  issuance: issuance && headlineView(issuance),
  presentation: presentation && headlineView(presentation),
})

/** Results per campaign, and which campaign to run next. */
function campaignsOf(
  coverage: WalletCoverage,
  installation: Installation,
): Pick<CoverageView, 'by_campaign' | 'run_next' | 'run_next_reason'> {
  const { cases, campaigns, entered, wallet, edition } = coverage
  const { byCampaign, next, reason } = runNext(cases, campaigns, installation, edition, {
    baselineFirst: hasOpenBaseline(coverage),
    declared: coverage.declaration?.items ?? {},
  })
  const view = ({ campaign: { id, title }, offer, undecided }: (typeof byCampaign)[number]) => ({
    campaign: id,
    title,
    sessions: offer.presets.length,
    minutes: offer.minutes,
    undecided,
    start_url: startCampaignUri(installation.baseUrl, wallet, id),
  })
  return {
    by_campaign: byCampaign.map((one) => {
      const { passed, failed, inconclusive, not_applicable, not_run } = one.counts
      return {
        ...view(one),
        cases: one.offer.cases.length,
        counts: { passed, failed, inconclusive, not_applicable, not_run },
        by_person: one.offer.byPerson.length,
        entered: one.offer.byPerson.filter(({ id }) => entered.has(id)).length,
      }
    }),
    run_next: next === null ? null : view(next),
    run_next_reason: reason,
  }
}

/**
 * Whether the newest edition has a case of its baselines that no session was run for. One that its session leaves open does
 * not count under another edition: it may need a browser, or lists that the wallet does not trust.
 */
function hasOpenBaseline({ edition, tries, declaration }: WalletCoverage): boolean {
  if (edition === newestEdition) return true
  const runs = [...tries.values()].flatMap(([first]) => first?.run ?? [])
  const baseline = builtInCampaign('baseline')
  const held = new Set(baseline && presetsFor(baseline, declaration?.items ?? {}))
  return foldCoverage(runs, declaration, newestEdition).cases.some(
    ({ official: { baseline, preset }, judged }) =>
      baseline && judged.verdict === 'not_run' && preset !== null && held.has(preset) && !tries.has(preset),
  )
}

const causeView = ({ check, sessionId, exchangeId, subject }: Cause) => ({
  check,
  session_id: sessionId,
  exchange_id: exchangeId,
  subject: subject === null ? null : { ...subject },
})

/** Entered results are counted separately, by kind of reporter. */
function enteredCounts({
  cases,
  entered,
}: Pick<WalletCoverage, 'cases' | 'entered'>): Pick<CoverageView, 'by_person' | 'by_driver' | 'entered_unrecorded'> {
  const manual = cases.filter(({ official }) => needsPerson(official))
  const entries = manual.flatMap(({ official }) => entered.get(official.id) ?? [])
  const countsBy = (teller: Reporter | undefined) => {
    const count = (wanted: EnteredResult['result']) =>
      entries.filter(({ result, by }) => result === wanted && by === teller).length
    return { passed: count('passed'), failed: count('failed'), not_applicable: count('not_applicable') }
  }
  return {
    by_person: { cases: manual.length, ...countsBy('person') },
    by_driver: countsBy('driver'),
    entered_unrecorded: countsBy(undefined),
  }
}

function outcomeOf(
  { official, judged, contradictedBy }: CoveredCase,
  coverage: WalletCoverage,
  viewOf: (one: Try) => SessionView,
) {
  const { tries, entered } = coverage
  const { verdict, remark, run, failed, cause } = judged
  const [newest, ...earlier] = tries.get(run?.preset ?? official.preset ?? '') ?? []
  const counts = run === null || newest === undefined ? [] : [newest]
  const entry = entered.get(official.id)
  return {
    verdict,
    remark,
    failed_check: failed,
    cause: cause && causeView(cause),
    contradicted_by: [...contradictedBy],
    session: counts.map(viewOf)[0] ?? null,
    earlier: earlier.slice(0, earlierMax).map((one) => ({
      ...viewOf(one),
      ...(one.run === null
        ? { verdict: null, remark: null }
        : shortly(judgeIn(official, one.run, undefined, declaredOf(coverage)))),
    })),
    sessions: [...counts, ...earlier].map(({ session }) => session.sessionId),
    derived_findings: run === null ? [] : derivedFindings(official.checks, run),
    entered: entry === undefined ? null : enteredView(entry),
  }
}

/** What checks that the session is older than say of it, from its record. */
const derivedFindings = (
  checks: readonly string[],
  { sessionId, found }: Run,
): CoverageView['cases'][number]['derived_findings'] =>
  checks.flatMap((id) => {
    const { derivedAt, status, place } = found[id] ?? {}
    return derivedAt === undefined || status === undefined
      ? []
      : [{ id, status, session_id: sessionId, exchange_id: place?.exchangeId ?? null, derived_at: toIso(derivedAt) }]
  })

const shortly = ({ verdict, remark }: JudgedCase) => ({ verdict, remark })

const columns = [
  'id',
  'area',
  'relevancy',
  'class',
  'verdict',
  'remark',
  'preset',
  'checks',
  'session',
  'sessions',
  'entered_result',
  'entered_note',
  'entered_at',
  'note',
  'population',
  'failed_check',
  'contradicted_by',
  'edition',
  'side',
  'baseline',
] as const

/** The cases as CSV: a header line, then one case per line. RFC 4180 section 2 */
export function coverageCsv({ cases, fcaf, edition }: CoverageView): string {
  const rows = cases.map(({ session, note, defect, review_needed, entered, ...one }) => ({
    ...one,
    edition: edition.id,
    session: session?.session_url ?? '',
    entered_result: entered === null ? '' : `${entered.result}, ${enteredBy({ by: entered.by })}`,
    entered_note: entered?.note ?? '',
    entered_at: entered?.entered_at ?? '',
    note: [note, defect, review_needed ? 'Mapping not reviewed for this text.' : null]
      .filter((text) => text !== null)
      .join(' '),
  }))
  const cells = rows.map((row) => columns.map((name) => csvCell(row[name])))
  const source = columns.map((name) =>
    name === 'id' ? csvCell(`${fcaf.attribution} Commit ${fcaf.commit}, ${fcaf.status}`) : '',
  )
  return [columns, ...cells, source].map((line) => `${line.join(',')}\r\n`).join('')
}
