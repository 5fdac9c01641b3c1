import { cn } from '@/lib/cn'
import type { OutcomeTone } from '@/lib/core/engine/evidence/outcomes'
import type { PlaceOfRun } from '@/lib/core/workbenches/fold-runs'
import { Icon } from '../ui/icon'
import { LocalTime } from '../ui/time'
import { verdictTones } from '../ui/verdict-styles'
import type { PillTone } from './model/session-state'

const grounds: Readonly<Record<OutcomeTone, string>> = {
  fail: 'bg-fail-soft',
  warn: 'bg-warn-soft',
  pass: 'bg-pass-soft',
  open: 'bg-sunk',
}

interface VerdictBarProps {
  readonly tone: OutcomeTone
  readonly pill: PillTone
  /** Headline, and what it omits (may be empty). */
  readonly sentence: string
  readonly detail: string
  /** The check that is told first; `null` for none. */
  readonly check: string | null
  /** Where the session stands in its workbench; absent without one. */
  readonly place: PlaceOfRun | undefined
  /** Time of the last request, RFC 3339; `null` before any. */
  readonly at: string | null
}

/** `4th`. */
const ordinal = (count: number): string => {
  const ending = count % 100 >= 11 && count % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')
  return `${count}${ending}`
}

/** The verdict of the session, which stays in sight to the end of the page. */
export function VerdictBar({ tone, pill, sentence, detail, check, place, at }: VerdictBarProps) {
  const { icon, ink } = verdictTones[tone]
  return (
    <section
      aria-labelledby="verdict"
      data-verdict=""
      className={cn(
        'sticky top-(--bar) z-20 mb-4 max-md:mb-2 flex min-h-11 items-center gap-x-3 overflow-hidden rounded-md border border-line px-4 py-1.5 text-sm print:static',
        grounds[tone],
      )}
    >
      <h2
        id="verdict"
        data-tone={tone}
        data-pill={pill}
        className={cn('flex shrink-0 items-center gap-2 text-md', ink)}
      >
        <Icon name={icon} className="size-[18px] shrink-0" />
        {sentence}
      </h2>
      {check !== null && <span className="wire min-w-0 truncate text-xs text-ink-2">{check}</span>}
      {place !== undefined && place.time > 1 && (
        <span data-time="" className="rounded-full border border-line-strong px-2 text-xs text-ink-2">
          {ordinal(place.time)} time
        </span>
      )}
      <span data-also="" className="min-w-0 flex-1 truncate text-ink-2 max-md:hidden" title={detail}>
        {detail}
      </span>
      <span className="ml-auto shrink-0 text-xs text-ink-2 max-md:hidden">
        {place !== undefined && `session ${place.number} of ${place.of} `}
        {at !== null && <LocalTime at={at} to="second" />}
      </span>
    </section>
  )
}
