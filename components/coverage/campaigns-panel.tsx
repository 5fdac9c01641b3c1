import Link from 'next/link'
import { cn } from '@/lib/cn'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { Panel } from '../ui/panel'
import { caseVerdictWords } from './case-verdict-words'

type Coverage = CoverageView['by_campaign'][number]

/** What to run next, and what the cases of each campaign came to. */
export function CampaignsPanel({ coverage: { by_campaign, run_next, wallet } }: { readonly coverage: CoverageView }) {
  return (
    <Panel labelledBy="by-campaign" className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
      <h2 id="by-campaign" className="text-md">
        What to run next
      </h2>
      {run_next === null ? (
        <p className="text-ink-2">
          No built-in campaign has an undecided case that judges the wallet. What is left needs more than a session.
        </p>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p>
            <strong className="font-[550]">{run_next.title}</strong>: {casesOf(run_next.undecided)} of the wallet
            undecided, in {sessionsOf(run_next.sessions)}, about {run_next.minutes} minutes by hand. No other campaign
            has more for each session.
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
        Together these hold each case that can be decided. Any campaign decides them.
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

/** Nothing for a campaign whose cases only a person decides. */
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

/** The numbers of a campaign in words. */
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
