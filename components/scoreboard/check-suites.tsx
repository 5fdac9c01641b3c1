import { suiteOf } from '@/lib/core/scoreboard/rows/filter-rows'
import type { ScoreboardCheck } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { Avatar } from './avatar'

export type SuiteChecks = readonly [suite: string, checks: readonly ScoreboardCheck[]]

/** Groups checks by suite, in the order of each suite's first check. */
export function bySuite(checks: readonly ScoreboardCheck[]): SuiteChecks[] {
  const suites = new Map<string, ScoreboardCheck[]>()
  for (const check of checks) {
    const suite = suiteOf(check)
    const known = suites.get(suite)
    if (known === undefined) suites.set(suite, [check])
    else known.push(check)
  }
  return [...suites]
}

/** A suite with its number of checks. */
export function SuiteWords({ suite, count }: { readonly suite: string; readonly count: number }) {
  return (
    <span className="flex min-h-6 items-start gap-1.5">
      <Avatar name={suite} />
      <span className="min-w-0 wrap-anywhere hover:underline">
        <bdi>{suite}</bdi>{' '}
        <span className="whitespace-nowrap text-ink-3 tabular-nums">{`${count} ${count === 1 ? 'check' : 'checks'}`}</span>
      </span>
    </span>
  )
}

/** True for a path of ours or a web URL; anything else in the catalogue is not linked. */
const isFollowable = (url: string): boolean => /^(https?:\/\/|\/(?!\/))/.test(url)

/** Checks by name, linked if they have a URL. */
export function Checks({ checks }: { readonly checks: readonly ScoreboardCheck[] }) {
  return (
    <ul className="grid gap-1">
      {checks.map(({ path, title, url }) => (
        <li key={path} className="wrap-anywhere">
          {isFollowable(url) ? (
            <a className="link target" href={url} dir="auto">
              {title || path}
            </a>
          ) : (
            <bdi title={path}>{title || path}</bdi>
          )}
        </li>
      ))}
    </ul>
  )
}
