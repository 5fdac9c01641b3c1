// Client: a list of hundreds of checks is only rendered when opened.
'use client'

import { useState } from 'react'
import { suiteOf } from '@/lib/core/scoreboard/rows/filter-rows'
import type { ScoreboardCheck } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { Avatar } from './avatar'
import { Nothing } from './entity-list'

/** Checks by suite: how many of each, with the names on demand. */
export function ChecksCell({ checks }: { readonly checks: readonly ScoreboardCheck[] }) {
  if (checks.length === 0) return <Nothing />
  const suites = new Map<string, ScoreboardCheck[]>()
  for (const check of checks) suites.set(suiteOf(check), [...(suites.get(suiteOf(check)) ?? []), check])
  return (
    <ul className="grid gap-1 text-xs">
      {[...suites].map(([suite, members]) => (
        <li key={suite}>
          <Suite suite={suite} checks={members} />
        </li>
      ))}
    </ul>
  )
}

function Suite({ suite, checks }: { readonly suite: string; readonly checks: readonly ScoreboardCheck[] }) {
  const [open, setOpen] = useState(false)
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-6 items-start gap-1.5">
        <Avatar name={suite} />
        <span className="min-w-0 wrap-anywhere hover:underline">
          {suite} <span className="text-ink-3 tabular-nums">{checks.length}</span>
        </span>
      </summary>
      {open && (
        <ul className="mt-1 grid max-h-64 gap-1 overflow-y-auto pl-6">
          {checks.map(({ path, title, url }) => (
            <li key={path} className="wrap-anywhere">
              {url === '' ? (
                path
              ) : (
                <a className="link" href={url}>
                  {title}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
