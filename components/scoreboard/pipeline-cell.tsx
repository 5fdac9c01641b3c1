import Link from 'next/link'
import { type EpochMillis, toIso } from '@/lib/core/ground/time/time'
import { instantOf, type ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { paths } from '@/lib/paths'
import { RelativeTime } from '../ui/relative-time'
import { Logo } from './logo'

/** A day in UTC. */
const dayOf = (at: EpochMillis): string => toIso(at).slice(0, 10)

/**
 * The name of a pipeline, linked to its page; its owner, and when it last ran (for a private pipeline only the day).
 */
export function PipelineCell({ row, now }: { readonly row: ScoreboardRow; readonly now: number }) {
  const { pipeline } = row.expand
  const owner = pipeline?.expand.owner
  const last = instantOf(row.last_execution_date)
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
        {owner && (
          <a
            className="hover:underline"
            dir="auto"
            href={paths.scoreboard(`?${new URLSearchParams({ org: owner.canonified_name })}`)}
          >
            {owner.logo !== '' && (
              <span className="mr-1 inline-block align-[-4px]">
                <Logo address={owner.logo} otherwise={null} />
              </span>
            )}
            {owner.name}
          </a>
        )}
        {pipeline && last !== null && ' · '}
        {pipeline && last !== null && <RelativeTime at={toIso(last)} now={now} />}
        {!pipeline && last !== null && <time dateTime={dayOf(last)}>{`last run ${dayOf(last)}`}</time>}
        {row.stale_since !== '' && ' · partly older'}
      </span>
    </div>
  )
}
