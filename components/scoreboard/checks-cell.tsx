// Client: a list of hundreds of checks is only rendered when opened.
'use client'

import { useState } from 'react'
import { suiteOf } from '@/lib/core/scoreboard/rows/filter-rows'
import type { ScoreboardCheck } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { Avatar } from './avatar'
import { Nothing } from './entity-list'

/** Suites that a cell shows at once. */
const suitesMax = 3

/** Checks by suite: how many of each, with the names on demand. */
export function ChecksCell({ checks }: { readonly checks: readonly ScoreboardCheck[] }) {
  if (checks.length === 0) return <Nothing />
  const suites = new Map<string, ScoreboardCheck[]>()
  for (const check of checks) suites.set(suiteOf(check), [...(suites.get(suiteOf(check)) ?? []), check])
  const all = [...suites]
  return (
    <div className="grid gap-1 text-xs">
      <Suites suites={all.slice(0, suitesMax)} />
      {all.length > suitesMax && (
        <OnDemand
          summary={<span className="link inline-flex min-h-6 items-center">{`+${all.length - suitesMax} more`}</span>}
        >
          <Suites suites={all.slice(suitesMax)} />
        </OnDemand>
      )}
    </div>
  )
}

type SuiteChecks = readonly [suite: string, checks: readonly ScoreboardCheck[]]

function Suites({ suites }: { readonly suites: readonly SuiteChecks[] }) {
  return (
    <ul className="grid gap-1">
      {suites.map(([suite, checks]) => (
        <li key={suite}>
          <OnDemand
            summary={
              <span className="flex min-h-6 items-start gap-1.5">
                <Avatar name={suite} />
                <span className="min-w-0 wrap-anywhere hover:underline">
                  <bdi>{suite}</bdi> <span className="text-ink-3 tabular-nums">{checks.length}</span>
                </span>
              </span>
            }
          >
            <Checks checks={checks} />
          </OnDemand>
        </li>
      ))}
    </ul>
  )
}

/** What is only drawn once it is opened. */
function OnDemand({ summary, children }: { readonly summary: React.ReactNode; readonly children: React.ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="block">{summary}</summary>
      {open && children}
    </details>
  )
}

/** An address of ours, or one of the web: whatever else is in the catalogue is not put into a link. */
const isFollowable = (url: string): boolean => /^(https?:\/\/|\/(?!\/))/.test(url)

function Checks({ checks }: { readonly checks: readonly ScoreboardCheck[] }) {
  return (
    <ul className="mt-1 grid max-h-64 gap-1 overflow-y-auto pl-6">
      {checks.map(({ path, title, url }) => (
        <li key={path} className="wrap-anywhere">
          {isFollowable(url) ? (
            <a className="link" href={url} dir="auto">
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
