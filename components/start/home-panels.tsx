import Link from 'next/link'
import { suiteOf } from '@/lib/core/scoreboard/rows/filter-rows'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { paths } from '@/lib/paths'
import { Avatar } from '../scoreboard/entity-list'
import { ScoreboardLink } from '../scoreboard/scoreboard-link'
import { SuccessCell } from '../scoreboard/success-cell'

/** A count in words; empty for zero. */
const counted = (count: number, one: string, many: string): string =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`

const isOf = (path: string, parent: string): boolean => path.startsWith(`${parent}/`)

const thingsMax = 6

const suitesMax = 4

/** Some scoreboard pipelines as cards, or a sentence if there are none; renders nothing for `null`. */
export function ScoreboardSample({ rows }: { readonly rows: readonly ScoreboardRow[] | null }) {
  if (rows === null) return null
  return (
    <section aria-labelledby="scoreboard" className="mt-12">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-4">
        <h2 id="scoreboard" className="text-lg">
          Compare by test results
        </h2>
        <ScoreboardLink className="link target text-sm" href={paths.scoreboard()}>
          View scoreboard
        </ScoreboardLink>
      </div>
      {rows.length === 0 ? (
        <p className="text-ink-2">
          No published pipeline has a result yet. The first ones will appear here, each with its success rate and what
          it tests.
        </p>
      ) : (
        <ul className="grid gap-4 md:grid-cols-2 wide:grid-cols-5">
          {rows.map((row) => (
            <SampleCard key={row.id} row={row} />
          ))}
        </ul>
      )}
    </section>
  )
}

function SampleCard({ row }: { readonly row: ScoreboardRow }) {
  const { pipeline, wallets, issuers, verifiers, credentials, use_case_verifications, conformance_checks } = row.expand
  if (pipeline === undefined) return null
  const ofIssuer = (path: string): string =>
    counted(credentials.filter((credential) => isOf(credential.path, path)).length, 'credential', 'credentials')
  const ofVerifier = (path: string): string =>
    counted(use_case_verifications.filter((useCase) => isOf(useCase.path, path)).length, 'use case', 'use cases')
  const things = [
    ...wallets.map((wallet) => ({ ...wallet, note: '' })),
    ...issuers.map((issuer) => ({ ...issuer, note: ofIssuer(issuer.path) })),
    ...verifiers.map((verifier) => ({ ...verifier, note: ofVerifier(verifier.path) })),
  ]
  const suites = new Map<string, number>()
  for (const check of conformance_checks) suites.set(suiteOf(check), (suites.get(suiteOf(check)) ?? 0) + 1)
  return (
    <li className="relative flex flex-col gap-3 rounded-md border border-line bg-surface p-4 hover:border-control">
      <h3 className="text-md">
        <Link
          href={paths.pipeline(pipeline.path)}
          prefetch={false}
          dir="auto"
          className="line-clamp-2 wrap-anywhere after:absolute after:inset-0"
        >
          {pipeline.name}
        </Link>
        <bdi className="mt-0.5 block text-xs font-normal text-ink-3 wrap-anywhere">{pipeline.expand.owner.name}</bdi>
      </h3>
      <SuccessCell row={row} />
      <ul className="grid gap-1.5 text-xs">
        {things.slice(0, thingsMax).map(({ name, path, logo, note }) => (
          <li key={path} className="flex items-start gap-1.5">
            <Avatar name={name} logo={logo} />
            <span className="min-w-0 wrap-anywhere">
              <bdi>{name}</bdi>
              {note !== '' && <span className="text-ink-3">{` ${note}`}</span>}
            </span>
          </li>
        ))}
        {things.length > thingsMax && <li className="text-ink-3">{`+${things.length - thingsMax} more`}</li>}
      </ul>
      {suites.size > 0 && (
        <dl className="mt-auto grid gap-1 border-t border-line pt-2 text-xs text-ink-2">
          {[...suites].slice(0, suitesMax).map(([suite, count]) => (
            <div key={suite} className="flex justify-between gap-3">
              <dt className="min-w-0 wrap-anywhere">
                <bdi>{suite}</bdi> checks
              </dt>
              <dd className="tabular-nums">{count}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
