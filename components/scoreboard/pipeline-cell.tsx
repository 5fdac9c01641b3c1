import Link from 'next/link'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { paths } from '@/lib/paths'
import { RelativeTime } from '../ui/relative-time'
import { Logo } from './logo'

/** A day in UTC, of seconds since 1970. */
const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

/**
 * The name of a pipeline, linked to its page; its owner, and when it last ran (for a private pipeline only the day).
 */
export function PipelineCell({ row, now }: { readonly row: ScoreboardRow; readonly now: number }) {
  const { pipeline } = row.expand
  const last = row.last_execution_date
  return (
    <div className="text-sm font-normal">
      {pipeline === undefined ? (
        <span className="text-ink-2 italic">Private pipeline</span>
      ) : (
        <Link
          href={paths.pipeline(pipeline.path)}
          prefetch={false}
          dir="auto"
          title={pipeline.name}
          className="line-clamp-2 font-medium wrap-anywhere hover:underline"
        >
          {pipeline.name}
        </Link>
      )}
      <span className="mt-0.5 block text-xs wrap-anywhere text-ink-3">
        {pipeline && (
          <a
            className="hover:underline"
            dir="auto"
            href={paths.scoreboard(`?${new URLSearchParams({ org: pipeline.owner.canonified_name })}`)}
          >
            {pipeline.owner.logo !== '' && (
              <span className="mr-1 inline-block align-[-4px]">
                <Logo address={pipeline.owner.logo} otherwise={null} />
              </span>
            )}
            {pipeline.owner.name}
          </a>
        )}
        {pipeline && last > 0 && ' · '}
        {pipeline && last > 0 && <RelativeTime at={new Date(last * 1000).toISOString()} now={now} />}
        {!pipeline && last > 0 && <time dateTime={dayOf(last)}>{`last run ${dayOf(last)}`}</time>}
        {row.stale_since > 0 && ' · partly older'}
      </span>
    </div>
  )
}
