import Link from 'next/link'
import { suiteOf } from '@/lib/core/scoreboard/rows/filter-rows'
import { countWords, rateWords } from '@/lib/core/scoreboard/rows/row-words'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { paths } from '@/lib/paths'
import type { SampledRow, SampleOfScoreboard } from '@/lib/queries/scoreboard-sample'
import { LastRuns } from '../scoreboard/last-runs'
import { ScoreboardLink } from '../scoreboard/scoreboard-link'

/** Some pipelines of the scoreboard as cards; without any, or while storage is away (`null`), a sentence. */
export function ScoreboardSample({ sample }: { readonly sample: SampleOfScoreboard | null }) {
  return (
    <section aria-labelledby="scoreboard" className="mt-9">
      <div className="mb-2.5 flex flex-wrap items-baseline gap-x-2.5">
        <h2 id="scoreboard" className="text-md">
          From the scoreboard
        </h2>
        {sample !== null && sample.rows.length > 0 && (
          <span className="text-sm text-ink-3">
            {sample.rows.length === sample.total
              ? counted(sample.total, 'pipeline', 'pipelines')
              : `${sample.rows.length} of ${countWords(sample.total)} pipelines, at random`}
          </span>
        )}
        <ScoreboardLink className="link target ml-auto text-sm" href={paths.scoreboard()}>
          Whole scoreboard
        </ScoreboardLink>
      </div>
      {sample === null ? (
        <p className="text-ink-2">Storage is not responding, so no results can be shown. Reload in a few seconds.</p>
      ) : sample.rows.length === 0 ? (
        <p className="text-ink-2">
          No published pipeline has a result yet. The first ones will appear here, each with its success rate and what
          it tests.
        </p>
      ) : (
        <ul className="flex snap-x gap-2.5 overflow-x-auto max-md:-mx-4 max-md:px-4 max-md:pb-2 md:grid md:grid-cols-2 wide:grid-cols-4">
          {sample.rows.map((one) => (
            <SampleCard key={one.row.id} {...one} />
          ))}
        </ul>
      )}
    </section>
  )
}

function SampleCard({ row, lastRuns }: SampledRow) {
  const { pipeline } = row.expand
  if (pipeline === undefined) return null
  const { total_runs: runs, total_successes: successes } = row
  const rate = rateWords(runs, successes)
  return (
    <li className="relative flex min-w-0 snap-center flex-col gap-1.5 max-md:w-[272px] max-md:shrink-0 rounded-md border border-line bg-surface px-3.5 py-3 text-sm hover:border-control">
      <h3 className="text-sm">
        <Link
          href={paths.pipeline(pipeline.path)}
          prefetch={false}
          dir="auto"
          className="line-clamp-2 wrap-anywhere after:absolute after:inset-0"
        >
          {pipeline.name}
        </Link>
      </h3>
      <p className="flex items-baseline justify-between gap-3">
        <bdi className="min-w-0 truncate text-ink-3">{pipeline.expand.owner.name}</bdi>
        <span className="font-[550] whitespace-nowrap tabular-nums">
          {`${countWords(successes)}/${countWords(runs)}`}
          {rate !== null && <span className="ml-1.5 font-normal text-ink-3">{rate}</span>}
        </span>
      </p>
      <SuccessBar runs={runs} successes={successes} />
      <Things row={row} />
      {lastRuns.length > 0 && <LastRuns marks={lastRuns} />}
    </li>
  )
}

/** Green for what succeeded, red for the rest: no traffic light for a rate. */
const SuccessBar = ({ runs, successes }: { readonly runs: number; readonly successes: number }) => (
  <span
    role="img"
    aria-label={`${successes} of ${runs} runs succeeded`}
    className="block h-1 overflow-hidden rounded-full bg-fail-mark"
  >
    <span className="block h-full bg-pass-mark" style={{ width: runs === 0 ? 0 : `${(successes / runs) * 100}%` }} />
  </span>
)

/** A count in words; empty for zero. */
const counted = (count: number, one: string, many: string): string =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`

const isOf = (path: string, parent: string): boolean => path.startsWith(`${parent}/`)

const thingsMax = 6

/** What the pipeline tests: wallets, issuers, verifiers and suites of checks, the last three with how much of each. */
function Things({ row }: { readonly row: ScoreboardRow }) {
  const { wallets, issuers, verifiers, credentials, use_case_verifications, conformance_checks } = row.expand
  const suites = new Map<string, number>()
  for (const check of conformance_checks) suites.set(suiteOf(check), (suites.get(suiteOf(check)) ?? 0) + 1)
  const below = (all: readonly { readonly path: string }[], path: string) =>
    all.filter((one) => isOf(one.path, path)).length
  const things = [
    ...wallets.map(({ name, path }) => ({ key: path, name, note: '' })),
    ...issuers.map(({ name, path }) => ({
      ...{ key: path, name },
      note: counted(below(credentials, path), 'credential', 'credentials'),
    })),
    ...verifiers.map(({ name, path }) => ({
      ...{ key: path, name },
      note: counted(below(use_case_verifications, path), 'use case', 'use cases'),
    })),
    ...[...suites].map(([name, count]) => ({ key: `suite ${name}`, name, note: counted(count, 'check', 'checks') })),
  ]
  if (things.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-3 text-xs text-ink-2">
      {things.slice(0, thingsMax).map(({ key, name, note }) => (
        <li key={key} className="min-w-0 wrap-anywhere">
          <bdi>{name}</bdi>
          {note !== '' && <span className="text-ink-3">{`, ${note}`}</span>}
        </li>
      ))}
      {things.length > thingsMax && <li className="text-ink-3">{`+${things.length - thingsMax} more`}</li>}
    </ul>
  )
}
