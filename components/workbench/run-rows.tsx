import Link from 'next/link'
import { cn } from '@/lib/cn'
import { fixedWords, type RunGroup } from '@/lib/core/workbenches/fold-runs'
import { paths } from '@/lib/paths'
import { Icon } from '../ui/icon'
import { RelativeTime } from '../ui/time'
import { verdictTones } from '../ui/verdict-styles'

interface RunRowsProps {
  /** Newest first. */
  readonly groups: readonly RunGroup[]
  /** Link to the page with this session shown. */
  readonly hrefOf: (number: number) => string
  /** Number of the shown session. */
  readonly shown: number | null
  readonly now: number
}

const wings = { issuance: 'Get', presentation: 'Present' } as const
const toneWords = { pass: 'Passed', fail: 'Failed', warn: 'Warning' } as const

const toneOf = ({ tone, isOver }: Pick<RunGroup['newest'], 'tone' | 'isOver'>): string =>
  tone === 'open' ? (isOver ? 'No verdict' : 'Open') : toneWords[tone]

/** What a row says, for who hears it. */
export const rowWords = ({ newest, label, tone }: RunGroup): string =>
  newest.campaign !== null
    ? `${toneOf({ ...newest, tone })}: ${label}`
    : newest.cause === null
      ? label
      : `${toneOf(newest)}: ${newest.cause}`

/** The keys of the rows around the one that is shown. */
const keyOf = (distance: number): string | undefined => ({ '-1': 'k', 1: 'j' })[distance]

/** The sessions of a workbench, a row for neighbours that say the same. */
export function RunRows({ groups, hrefOf, shown, now }: RunRowsProps) {
  const open = groups.findIndex(({ runs }) => runs.some(({ number }) => number === shown))
  return (
    <ol aria-label="Newest runs" className="grid grid-cols-[minmax(0,1fr)]">
      {groups.map((group, place) => {
        const { newest, runs, label, fixed, tone } = group
        const { campaign } = newest
        const { icon, ink } = verdictTones[tone]
        const isShown = place === open
        return (
          <li key={newest.number}>
            <Link
              href={hrefOf(newest.number)}
              scroll={false}
              data-key={keyOf(place - open)}
              aria-current={isShown ? 'true' : undefined}
              className={cn(
                'flex h-9 items-center gap-2 rounded-sm px-2 text-sm hover:bg-hover',
                isShown && 'bg-sunk font-[550]',
                tone === 'open' && 'text-ink-3',
              )}
            >
              <Icon name={icon} className={cn('size-3.5 shrink-0', ink)} />
              <span className="sr-only">{toneOf({ ...newest, tone })}, </span>
              <span className="w-16 shrink-0 text-xs whitespace-nowrap text-ink-2">
                {campaign === null ? wings[newest.kind] : 'Campaign'}
              </span>
              <span className={cn('min-w-0 flex-1 truncate', campaign === null && newest.cause !== null && 'wire')}>
                {label}
              </span>
              {campaign === null && runs.length > 1 && (
                <span className="text-xs text-ink-2 tabular-nums">×{runs.length}</span>
              )}
              <span className="shrink-0 text-xs text-ink-3">
                <RelativeTime at={newest.at} now={now} isAge />
              </span>
            </Link>
            {campaign !== null && isShown && (
              <StepRows {...{ runs, hrefOf, shown }} campaignUrl={paths.campaign(campaign.id)} />
            )}
            {fixed !== null && <p className="px-2 pb-1 pl-8 text-xs text-pass-ink">{fixedWords(fixed)}</p>}
          </li>
        )
      })}
    </ol>
  )
}

/** The sessions of a campaign, below its row while one of them is shown. */
function StepRows({
  runs,
  hrefOf,
  shown,
  campaignUrl,
}: Pick<RunRowsProps, 'hrefOf' | 'shown'> & Pick<RunGroup, 'runs'> & { readonly campaignUrl: string }) {
  return (
    <ol aria-label="Steps, newest first" className="grid grid-cols-[minmax(0,1fr)] border-l border-line pl-3">
      {runs.map((run) => {
        const { icon, ink } = verdictTones[run.tone]
        return (
          <li key={run.number}>
            <Link
              href={hrefOf(run.number)}
              scroll={false}
              aria-current={run.number === shown ? 'true' : undefined}
              className={cn(
                'flex min-h-8 items-center gap-2 rounded-sm px-2 text-xs hover:bg-hover',
                run.number === shown && 'bg-sunk font-[550]',
              )}
            >
              <Icon name={icon} className={cn('size-3 shrink-0', ink)} />
              <span className="sr-only">{toneOf(run)}, </span>
              <span className="min-w-0 flex-1 truncate">{run.cause ?? run.what}</span>
            </Link>
          </li>
        )
      })}
      <li>
        <Link href={campaignUrl} className="link target px-2 text-xs">
          The campaign
        </Link>
      </li>
    </ol>
  )
}
