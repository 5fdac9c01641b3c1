import Link from 'next/link'
import { cn } from '@/lib/cn'
import { fixedWords, type RunGroup } from '@/lib/core/workbenches/fold-runs'
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

const toneOf = ({ tone, isOver }: RunGroup['newest']): string =>
  tone === 'open' ? (isOver ? 'No verdict' : 'Open') : toneWords[tone]

/** What a row says, for who hears it. */
export const rowWords = ({ newest, label }: RunGroup): string =>
  newest.cause === null ? label : `${toneOf(newest)}: ${newest.cause}`

/** The keys of the rows around the one that is shown. */
const keyOf = (distance: number): string | undefined => ({ '-1': 'k', 1: 'j' })[distance]

/** The sessions of a workbench, a row for neighbours that say the same. */
export function RunRows({ groups, hrefOf, shown, now }: RunRowsProps) {
  const open = groups.findIndex(({ runs }) => runs.some(({ number }) => number === shown))
  return (
    <ol aria-label="Newest runs" className="grid grid-cols-[minmax(0,1fr)]">
      {groups.map((group, place) => {
        const { newest, runs, label, fixed } = group
        const { icon, ink } = verdictTones[newest.tone]
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
                newest.tone === 'open' && 'text-ink-3',
              )}
            >
              <Icon name={icon} className={cn('size-3.5 shrink-0', ink)} />
              <span className="sr-only">{toneOf(newest)}, </span>
              <span className="w-14 shrink-0 text-xs whitespace-nowrap text-ink-2">{wings[newest.kind]}</span>
              <span className={cn('min-w-0 flex-1 truncate', newest.cause !== null && 'wire')}>{label}</span>
              {runs.length > 1 && <span className="text-xs text-ink-2 tabular-nums">×{runs.length}</span>}
              <span className="shrink-0 text-xs text-ink-3">
                <RelativeTime at={newest.at} now={now} isAge />
              </span>
            </Link>
            {fixed !== null && <p className="px-2 pb-1 pl-8 text-xs text-pass-ink">{fixedWords(fixed)}</p>}
          </li>
        )
      })}
    </ol>
  )
}
