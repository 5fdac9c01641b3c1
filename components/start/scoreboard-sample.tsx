import Link from 'next/link'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { paths } from '@/lib/paths'
import { Avatar } from '../scoreboard/avatar'
import { SuccessCell } from '../scoreboard/success-cell'

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** Some pipelines of the scoreboard as cards; renders nothing if there are none. */
export function ScoreboardSample({ rows }: { readonly rows: readonly ScoreboardRow[] }) {
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="scoreboard" className="mt-12">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-4">
        <h2 id="scoreboard" className="text-lg">
          Compare by test results
        </h2>
        <Link className="link text-sm" href={paths.scoreboard()} prefetch={false}>
          View scoreboard
        </Link>
      </div>
      <ul className="grid gap-4 md:grid-cols-2 wide:grid-cols-3">
        {rows.map((row) => (
          <SampleCard key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}

function SampleCard({ row }: { readonly row: ScoreboardRow }) {
  const { pipeline, wallets, issuers, verifiers, credentials, use_case_verifications, conformance_checks } = row.expand
  if (pipeline === undefined) return null
  const counts = [
    ...(credentials.length > 0 ? [counted(credentials.length, 'credential', 'credentials')] : []),
    ...(use_case_verifications.length > 0 ? [counted(use_case_verifications.length, 'use case', 'use cases')] : []),
    ...(conformance_checks.length > 0 ? [counted(conformance_checks.length, 'check', 'checks')] : []),
  ]
  return (
    <li className="relative grid content-start gap-3 rounded-md border border-line bg-surface p-4 hover:border-control">
      <h3 className="text-md">
        <Link
          href={paths.pipeline(pipeline.path)}
          prefetch={false}
          dir="auto"
          className="line-clamp-2 wrap-anywhere after:absolute after:inset-0"
        >
          {pipeline.name}
        </Link>
      </h3>
      <SuccessCell row={row} />
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
        {[...wallets, ...issuers, ...verifiers].slice(0, 6).map(({ name, path }) => (
          <li key={path} className="flex items-center gap-1.5">
            <Avatar name={name} />
            <span dir="auto">{name}</span>
          </li>
        ))}
      </ul>
      {counts.length > 0 && <p className="text-xs text-ink-3">{counts.join(' · ')}</p>}
    </li>
  )
}
