import { type TrendPoint, trendDays } from '@/lib/core/scoreboard/rows/trend'

const [width, height] = [360, 72]

/** The success rate over the last 90 days as a line; renders nothing without data. */
export function PipelineTrend({ points }: { readonly points: readonly TrendPoint[] }) {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return null
  if (first === last)
    return (
      <p className="mt-4 text-xs text-ink-2">
        {`Success rate: ${first.rate.toFixed(2)} % since `}
        <time dateTime={first.day}>{first.day}</time>
      </p>
    )
  const [low] = [...points].sort((a, b) => a.rate - b.rate)
  const rate = (point: TrendPoint): string => `${point.rate.toFixed(2)} %`
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
        <span className="tabular-nums">{`${rate(first)} → ${rate(last)}`}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Success rate of ${trendDays} days: ${rate(first)} on ${first.day}, ${rate(last)} on ${last.day}, lowest ${rate(low ?? last)}`}
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
