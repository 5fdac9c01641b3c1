import { countWords, runningTimeWords, shortRateWords } from '@/lib/core/scoreboard/rows/row-words'
import { instantOf, type ScoreboardRow, shortestRunOf } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { type TrendPoint, trendDays } from '@/lib/core/scoreboard/rows/trend'
import { toIso } from '@/lib/core/shared/time/time'
import { paths } from '@/lib/paths'
import type { PipelineExecution } from '@/lib/queries/pipeline'
import { SuccessCell } from '../scoreboard/success-cell'
import { LocalTime, RelativeTime } from '../ui/time'

/** Relative time; renders nothing without an instant. */
function Instant({ text, now }: { readonly text: string; readonly now: number }) {
  const at = instantOf(text)
  return at === null ? '—' : <RelativeTime at={toIso(at)} now={now} />
}

interface PipelineResultProps {
  readonly row: ScoreboardRow | null
  /** False if the owner hides results. */
  readonly shown: boolean
  /** How often runs are counted; `null` while that is not known. */
  readonly interval: { readonly everySeconds: number | null } | null
  readonly now: number
}

/** Who starts the aggregation that counts a run. */
function whenCounted(interval: PipelineResultProps['interval']): string {
  if (interval === null) return 'The operator of this service starts aggregations and schedules them.'
  const { everySeconds } = interval
  return everySeconds === null
    ? 'None is scheduled: the operator of this service starts one.'
    : `One starts every ${everySeconds % 60 === 0 && everySeconds > 60 ? `${everySeconds / 60} minutes` : `${everySeconds} seconds`}.`
}

/** Aggregated result of a pipeline's runs. */
export function PipelineResult({ row, shown, interval, now }: PipelineResultProps) {
  if (!shown) return <p className="text-ink-2">Results not shown, as the owner chose.</p>
  if (row === null)
    return (
      <p className="text-ink-2">
        {`Not counted yet. Runs appear here after the next aggregation. ${whenCounted(interval)}`}
      </p>
    )
  const shortest = shortestRunOf(row)
  const facts = [
    ['Runs', countWords(row.total_runs)],
    ['Shortest run', shortest === null ? '—' : runningTimeWords(shortest)],
    ['First run', <Instant key="first" text={row.first_execution} now={now} />],
    ['Latest run', <Instant key="last" text={row.last_execution_date} now={now} />],
  ] as const
  return (
    <div className="grid gap-4">
      <SuccessCell row={row} />
      <dl className="grid grid-cols-2 gap-3 text-sm md:grid-cols-4">
        {facts.map(([words, value]) => (
          <div key={words}>
            <dt className="text-xs text-ink-2">{words}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const [width, height] = [360, 72]

const rateOf = ({ runs, successes }: TrendPoint): string => shortRateWords(runs, successes)

/** Success rate of the last 90 days as a line; renders nothing without data. */
export function PipelineTrend({ points }: { readonly points: readonly TrendPoint[] }) {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return null
  if (first === last)
    return (
      <p className="mt-4 text-xs text-ink-2">
        {`Success rate: ${rateOf(first)} since `}
        <time dateTime={first.day}>{first.day}</time>
      </p>
    )
  const [low] = [...points].sort((a, b) => a.rate - b.rate)
  const step = width / trendDays
  const start = width - points.length * step
  const y = (point: TrendPoint): number => Math.round((1 - point.rate / 100) * (height - 4) * 10) / 10 + 2
  const line = points
    .map((point, place) => {
      const x = Math.round((start + place * step) * 10) / 10
      return `${place === 0 ? 'M' : 'L'}${x} ${y(point)}H${Math.round((x + step) * 10) / 10}`
    })
    .join('')
  return (
    <figure className="mt-5">
      <figcaption className="mb-1 flex flex-wrap justify-between gap-x-4 text-xs text-ink-2">
        <span>{`Success rate, last ${trendDays} days`}</span>
        <span className="tabular-nums">{`${rateOf(first)} → ${rateOf(last)}`}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Success rate of ${trendDays} days: ${rateOf(first)} on ${first.day}, ${rateOf(last)} on ${last.day}, lowest ${rateOf(low ?? last)}`}
        className="h-[72px] w-full border-y border-line text-accent-mark"
      >
        <path
          d={`M0 ${height / 2}H${width}`}
          className="text-line"
          stroke="currentColor"
          strokeDasharray="3 3"
          vectorEffect="non-scaling-stroke"
        />
        <path d={line} fill="none" stroke="currentColor" strokeWidth="2" vectorEffect="non-scaling-stroke" />
      </svg>
      <p
        className="mt-1 flex justify-between text-xs text-ink-3 tabular-nums"
        style={{ marginLeft: `${Math.min(0.5, start / width) * 100}%` }}
      >
        <time dateTime={first.day}>{first.day}</time>
        <time dateTime={last.day}>{last.day}</time>
      </p>
    </figure>
  )
}

/** Room for a picture or video of unknown size, so that nothing moves when it arrives. Most are as high as a phone. */
const pictureBox = 'h-[420px] w-full'

/** Files of the latest success: shows images and videos, links texts for download. */
export function LatestEvidence({ execution }: { readonly execution: PipelineExecution | null }) {
  if (execution === null) return <p className="text-ink-2">No successful run yet.</p>
  const { id, screenshots, videos, logs, report, started_at } = execution
  const texts = [
    ...(report === '' ? [] : [{ name: report, words: 'Report' }]),
    ...logs.map((name, index) => ({ name, words: logs.length === 1 ? 'Log' : `Log ${index + 1}` })),
  ]
  const none = screenshots.length + videos.length + texts.length === 0
  return (
    <div className="grid gap-3">
      <p className="text-sm text-ink-2">
        <LocalTime at={started_at} to="second" />
        {none && '. It has no files.'}
      </p>
      {screenshots.length > 0 && (
        <ul className="grid gap-3">
          {screenshots.map((name, index) => (
            <li key={name}>
              <a
                href={paths.artifact(id, name)}
                className="block overflow-hidden rounded-md border border-line bg-sunk"
              >
                {/* biome-ignore lint/performance/noImgElement: the storage makes the thumbnail */}
                <img
                  src={paths.artifact(id, name, '640x0')}
                  alt={`Screenshot ${index + 1} of the latest success`}
                  loading="lazy"
                  className={`${pictureBox} object-contain`}
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {videos.map((name, index) => (
        <video
          key={name}
          controls
          preload="none"
          aria-label={`Video ${index + 1} of the latest success`}
          className={`${pictureBox} rounded-md border border-line bg-sunk`}
          src={paths.artifact(id, name)}
        >
          <track kind="captions" />
        </video>
      ))}
      {texts.length > 0 && (
        <ul className="flex flex-wrap gap-3 text-sm">
          {texts.map(({ name, words }) => (
            <li key={name}>
              <a className="link target" href={paths.artifact(id, name)} download>
                {words}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
