import Link from 'next/link'
import type { EditionHeadline } from '@/lib/actions/campaign'
import { cn } from '@/lib/cn'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { tellerWords } from '@/lib/core/campaigns/reports/step-outcome'
import { paths } from '@/lib/paths'
import { renderedPaths } from '@/lib/rendered-paths'
import type { RecentSession } from '../start/recent-store'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { Note } from '../ui/note'
import { FoldedPanel, Panel } from '../ui/panel'
import { WalletName } from '../ui/wallet-name'
import { CaseRow, caseVerdictWords, countWords, FailedPanel, resultOf } from './case-rows'
import { ChangedPanel } from './changed-panel'
import { BaselinePanel, EditionHeadlines, EditionSwitch, PartialEdition, SessionsLeft } from './edition-panels'
import { PersonPanel } from './person-panel'
import { WalletFields } from './wallet-fields'

type Coverage = CoverageView['by_campaign'][number]

/** What to run next, and the case results of each campaign. */
function CampaignsPanel({ coverage }: { readonly coverage: CoverageView }) {
  const { by_campaign, run_next, run_next_reason, wallet, edition } = coverage
  return (
    <Panel labelledBy="by-campaign" className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
      <h2 id="by-campaign" className="text-md">
        What to run next
      </h2>
      {run_next === null ? (
        <p className="text-ink-2">{run_next_reason}</p>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p>
            <strong className="font-[550]">{run_next.title}</strong>: {casesOf(run_next.undecided)} of the wallet
            undecided, in {sessionsOf(run_next.sessions)}, about {run_next.minutes} minutes by hand.{' '}
            {run_next.campaign === 'baseline'
              ? 'It holds both baselines of the newest edition.'
              : 'No other campaign has more for each session.'}
          </p>
          <Link
            className={buttonClass({ look: 'solid' })}
            href={renderedPaths.startCampaignOf(wallet, run_next.campaign)}
          >
            <Icon name="play" />
            Start {run_next.title}
          </Link>
        </div>
      )}
      <h3 className="text-base font-[550] tracking-normal">By campaign</h3>
      <p className="text-sm text-ink-2">
        {edition.baselines.length > 0
          ? 'These hold both baselines; a case about what only some wallets do is in them once that is declared.'
          : 'Together these hold each case that can be decided.'}{' '}
        Any campaign decides them. A session may decide cases of both sides, such as the presentation after an issuance,
        so these numbers overlap.
      </p>
      <ul className="grid gap-3">
        {by_campaign.map((one) => (
          <li
            key={one.campaign}
            className="grid gap-x-4 gap-y-1 text-sm md:grid-cols-[240px_minmax(0,1fr)_auto] md:items-center"
          >
            <span>{one.title}</span>
            <span className="grid min-w-0 gap-1">
              <Bar counts={one.counts} />
              <span className="text-ink-2">{wordsOf(one)}</span>
            </span>
            <Link
              className="link target justify-self-start"
              href={renderedPaths.startCampaignOf(wallet, one.campaign)}
              aria-label={`Start ${one.title}`}
            >
              Start
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type Counts = Coverage['counts']

const isCounted = (verdict: string): verdict is keyof Counts =>
  ['passed', 'failed', 'inconclusive', 'not_applicable', 'not_run'].includes(verdict)

/** Renders nothing for a campaign with only manual cases. */
function Bar({ counts }: { readonly counts: Counts }) {
  const parts = caseVerdictWords.flatMap(({ verdict, fill }) =>
    isCounted(verdict) && counts[verdict] > 0 ? [{ verdict, fill, count: counts[verdict] }] : [],
  )
  if (parts.length === 0) return null
  return (
    <span aria-hidden="true" className="flex h-3 overflow-hidden rounded-sm border border-line">
      {parts.map(({ verdict, fill, count }) => (
        <i key={verdict} className={cn('h-full', fill)} style={{ flexGrow: count }} />
      ))}
    </span>
  )
}

/** Numbers of a campaign in words. */
function wordsOf({ cases, counts, by_person, entered, sessions, minutes }: Coverage): string {
  const found = caseVerdictWords.flatMap(({ verdict, words }) =>
    isCounted(verdict) && counts[verdict] > 0 ? [`${counts[verdict]} ${words}`] : [],
  )
  return [
    ...(cases > 0 ? [`${casesOf(cases)}: ${found.join(', ')}`] : []),
    ...(by_person > 0 ? [`${casesOf(by_person)} for a person: ${entered} entered`] : []),
    `${sessionsOf(sessions)}, about ${minutes} minutes`,
  ].join('; ')
}

const casesOf = (count: number): string => `${count} ${count === 1 ? 'case' : 'cases'}`

const sessionsOf = (count: number): string => `${count} ${count === 1 ? 'session' : 'sessions'}`

/** Says whose campaigns and entered results count. */
function RunsOwner({ of }: { readonly of: CoverageView['campaigns_of'] }) {
  return of === 'operator'
    ? 'Only what was started or entered with the operator token counts.'
    : 'Anybody who reaches this service may add runs: it has no operator token.'
}

interface CoveragePageProps {
  readonly coverage: CoverageView
  /** Of every edition, newest first. */
  readonly headlines: readonly EditionHeadline[]
  /** Expanded area, or `allAreas`; `null` for none. */
  readonly openArea: string | null
}

/** URL value that expands every area, e.g. for printing. */
const allAreas = 'all'

/** Official cases as a wallet's campaigns decide them: totals, failures, and every case by area. */
export function CoveragePage({ coverage, headlines, openArea }: CoveragePageProps) {
  const { wallet, groups, cases, campaigns, fcaf, catalogue } = coverage
  const barsOf = (wanted: (typeof groups)[number]['population']) =>
    groups.filter(({ population }) => population === wanted)
  const otherBars = barsOf('wallet').filter(({ relevancy }) => relevancy !== 'required')
  const edition = coverage.edition.id
  const at = (area: string | null) => renderedPaths.coverageArea(wallet, area, { edition })
  const areas = [...new Set(cases.map(({ area }) => area))]
  return (
    <div className="mx-auto max-w-[1176px] px-4 pb-12 md:px-6">
      <div className="grid items-end gap-x-6 gap-y-2 pt-5 pb-4 md:grid-cols-[minmax(0,1fr)_auto] md:pt-6 md:pb-5">
        <div>
          <p className="text-sm text-ink-3">Official cases</p>
          <h1 className="min-w-0 text-xl [overflow-wrap:anywhere] md:text-2xl">
            <WalletName {...wallet} />
          </h1>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Link className={buttonClass({ size: 'small' })} href={paths.statement(wallet, edition)} prefetch={false}>
            Statement
          </Link>
          <a className={buttonClass({ size: 'small' })} href={paths.api.summary(wallet, coverage.edition.id)}>
            One page for a manager
          </a>
          <a className={buttonClass({ size: 'small' })} href={renderedPaths.publish(wallet, edition)}>
            Publish
          </a>
          <a className={buttonClass({ size: 'small' })} href={paths.api.coverage(wallet, { format: 'json', edition })}>
            JSON
          </a>
          <a className={buttonClass({ size: 'small' })} href={paths.api.coverage(wallet, { format: 'csv', edition })}>
            CSV
          </a>
        </div>
        <CoverageNumbers coverage={coverage} />
        <p className="text-sm text-ink-2 md:col-span-2">
          Based on {campaigns.length === 1 ? 'one campaign' : `${campaigns.length} campaigns`}. For each preset, the
          newest finished session counts; earlier ones are listed with the case.{' '}
          <RunsOwner of={coverage.campaigns_of} />
        </p>
        <EditionSwitch coverage={coverage} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <EditionHeadlines coverage={coverage} headlines={headlines} />
        <PartialEdition coverage={coverage} />
        <SessionsLeft left={coverage.sessions_left} />
        <BaselinePanel coverage={coverage} />
        <ChangedPanel coverage={coverage} />
        <Note kind="information">
          {fcaf.name},{' '}
          <a className="link" href={fcaf.repository}>
            commit {fcaf.commit}
          </a>{' '}
          of {fcaf.date}: {fcaf.status}. {fcaf.attribution} Catalogue of checks: {catalogue.version}.
        </Note>
        <FoldedPanel id="wallet-bars" title="The wallet: required cases" open>
          <div className="px-4 pb-4">
            <BarKey />
            <CoverageBars groups={barsOf('wallet').filter(({ relevancy }) => relevancy === 'required')} />
          </div>
        </FoldedPanel>
        {otherBars.length > 0 && (
          <FoldedPanel id="other-bars" title="The wallet: all other cases">
            <div className="px-4 pb-4">
              <p className="text-sm text-ink-2">
                The framework does not require these of a wallet, so they are not part of the numbers at the top.
              </p>
              <CoverageBars groups={otherBars} />
            </div>
          </FoldedPanel>
        )}
        {barsOf('pid_content').length > 0 && (
          <FoldedPanel id="pid-bars" title="The content of the PID">
            <div className="px-4 pb-4">
              <p className="text-sm text-ink-2">
                These cases judge the issuer of the PID. They do not apply to a PID that this service issued.
              </p>
              <CoverageBars groups={barsOf('pid_content')} />
            </div>
          </FoldedPanel>
        )}
        {barsOf('credential').length > 0 && (
          <FoldedPanel id="credential-bars" title="The content of other credentials">
            <div className="px-4 pb-4">
              <p className="text-sm text-ink-2">
                These cases judge the issuer of a credential with a status. They do not apply to one that this service
                issued.
              </p>
              <CoverageBars groups={barsOf('credential')} />
            </div>
          </FoldedPanel>
        )}
        <CampaignsPanel coverage={coverage} />
        <FailedPanel coverage={coverage} />
        <PersonPanel coverage={coverage} />
        <Panel labelledBy="cases">
          <div className="flex flex-wrap items-center justify-between gap-x-3 px-4 py-3">
            <h2 id="cases" className="text-md">
              All cases by area
            </h2>
            <Link
              className="link target text-sm"
              href={at(openArea === allAreas ? null : allAreas)}
              prefetch={false}
              scroll={false}
            >
              {openArea === allAreas ? 'Collapse all' : 'Expand all'}
            </Link>
          </div>
          {areas.map((area) => {
            const isOpen = openArea === area || openArea === allAreas
            return (
              <CaseArea
                key={area}
                area={area}
                cases={cases.filter((one) => one.area === area)}
                isOpen={isOpen}
                toggle={at(isOpen ? null : area)}
              />
            )
          })}
        </Panel>
      </div>
    </div>
  )
}

/** Legend of the bars. */
function BarKey() {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
      {caseVerdictWords.map(({ verdict, words, fill }) => (
        <li key={verdict} className="inline-flex items-center gap-1.5">
          <i aria-hidden="true" className={cn('h-3 w-5 rounded-sm border border-line-strong', fill)} />
          {words}
        </li>
      ))}
    </ul>
  )
}

interface CaseAreaProps {
  readonly area: string
  readonly cases: CoverageView['cases']
  readonly isOpen: boolean
  /** URL of this page with the area expanded or collapsed. */
  readonly toggle: string
}

/** Cases of one area. Collapsed areas are left out of the HTML: together they weigh a megabyte. */
function CaseArea({ area, cases, isOpen, toggle }: CaseAreaProps) {
  const words = caseVerdictWords.flatMap(({ verdict, words }) => {
    const count = cases.filter((one) => resultOf(one) === verdict).length
    return count === 0 ? [] : [`${count} ${words}`]
  })
  return (
    <section className="border-t border-line" aria-label={areaWords(area)}>
      <h3 className="text-base font-normal tracking-normal">
        <Link
          href={toggle}
          prefetch={false}
          scroll={false}
          aria-expanded={isOpen}
          className="flex min-h-11 items-center gap-x-3 px-4 py-2 hover:bg-hover"
        >
          <Icon name={isOpen ? 'down' : 'right'} className="size-4 shrink-0 text-ink-3" />
          <span className="flex min-w-0 flex-wrap items-center gap-x-3">
            <span>{areaWords(area)}</span>
            <span className="text-sm text-ink-2">{words.join(', ')}</span>
          </span>
        </Link>
      </h3>
      {isOpen && (
        <ul>
          {cases.map((one) => (
            <CaseRow key={one.id} one={one} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** One bar per area and relevancy, with its numbers in words. */
function CoverageBars({ groups }: { readonly groups: CoverageView['groups'] }) {
  return (
    <ul className="mt-3 grid gap-3">
      {groups.map(({ area, relevancy, counts }) => (
        <li key={`${area} ${relevancy}`} className="grid gap-x-4 gap-y-1 text-sm md:grid-cols-[240px_minmax(0,1fr)]">
          <span>
            {areaWords(area)}, {relevancy}
          </span>
          <span className="grid min-w-0 gap-1">
            <span aria-hidden="true" className="flex h-3 overflow-hidden rounded-sm border border-line">
              {caseVerdictWords.map(({ verdict, fill }) =>
                counts[verdict] === 0 ? null : (
                  <i key={verdict} className={cn('h-full', fill)} style={{ flexGrow: counts[verdict] }} />
                ),
              )}
            </span>
            <span className="text-ink-2">
              {counts.cases} {counts.cases === 1 ? 'case' : 'cases'}: {countWords(counts)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Splits an area's camel-case id into words: `MessageStructure`. */
const areaWords = (area: string): string =>
  area
    .split('/')
    .map((part) =>
      part.replaceAll(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`),
    )
    .join(' / ')

/** Totals of a wallet: first the required, applicable cases that judge it, then all. */
function CoverageNumbers({ coverage: { headline, counts } }: { readonly coverage: CoverageView }) {
  const { code, told, told_by_driver, told_unrecorded, contradicted, review_needed, stricter } = headline
  const more = [
    code > 0 ? `${code} of the passed ones with another error code than the case names` : null,
    tellerWords({ person: told, driver: told_by_driver, unrecorded: told_unrecorded }) || null,
    contradicted > 0 ? `${contradicted} left out because the wallet passed a case that demands the contrary` : null,
    stricter > 0 ? `${stricter} left out, though failed, because our check asks more than the case` : null,
    review_needed > 0 ? `${review_needed} left out because the framework changed the text` : null,
  ].filter((words) => words !== null)
  return (
    <div className="grid gap-1 text-ink-2 md:col-span-2">
      <p>
        <strong className="font-[550] text-ink">Required: {headline.sentence}.</strong> All cases: {counts.not_run} of{' '}
        {counts.cases} not run.
      </p>
      {more.length > 0 && <p>Of the required ones: {more.join(', ')}.</p>}
      <p className="text-sm">
        The required ones judge the wallet and apply to it. Of all {counts.cases} cases, sessions can decide{' '}
        {counts.decidable}.{restWords(counts)}
      </p>
    </div>
  )
}

/** What else is said of all cases; nothing for what none is. */
function restWords({ conditional, manual, gap, out_of_scope }: CoverageView['counts']): string {
  const rest = [
    [conditional, 'of these also need something outside their session'],
    [manual, 'need a person'],
    [gap, 'are not covered yet'],
    [out_of_scope, 'are out of scope'],
  ] as const
  return rest.flatMap(([count, words]) => (count === 0 ? [] : [` ${count} ${words}.`])).join('')
}

interface CoverageFormProps {
  readonly name: string
  readonly version: string
  /** Newest runs of the whole installation, for the operator; `null` to offer only this browser's runs. */
  readonly listed: readonly RecentSession[] | null
}

/**
 * Asks for a wallet and version. Other people's wallets are not offered, but anyone who knows the name may read the
 * results.
 */
export function CoverageForm(fields: CoverageFormProps) {
  return (
    <form action={paths.coverage()} className="mt-4 grid gap-4 text-left md:grid-cols-2">
      <WalletFields {...fields} />
      <button type="submit" className={buttonClass({ look: 'solid' }, 'justify-self-start')}>
        Show the official cases
      </button>
    </form>
  )
}
