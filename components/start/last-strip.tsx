// Client: only this browser knows the last session.
'use client'

import Link from 'next/link'
import { useSyncExternalStore } from 'react'
import { cn } from '@/lib/cn'
import { paths } from '@/lib/paths'
import { CheckStrip } from '../ui/check-strip'
import { stripStatuses } from '../ui/strip-text'
import { noRecent, readRecent, subscribeRecent } from './recent-store'

/**
 * The strip of the session that this browser opened last. Before there is one: every issuance check, none of them
 * observed.
 */
export function LastStrip({ checks }: { readonly checks: number }) {
  const last = useSyncExternalStore(subscribeRecent, readRecent, noRecent).find(({ strip }) => strip)
  const statuses = last?.strip === undefined ? [] : stripStatuses(last.strip)
  return (
    <div className="grid min-w-0 content-center gap-2 text-sm">
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-ink-2">
        {last === undefined ? (
          <>
            <span>Before the first run</span>
            <span>{checks} checks of an issuance, none observed yet</span>
          </>
        ) : (
          <>
            <span>
              {last.fault === undefined ? (
                `Last session: ${last.title}`
              ) : (
                <>
                  Last run with misbehaviour <code className="wire">{last.fault}</code>
                </>
              )}
            </span>
            <Link
              className="link target"
              prefetch={false}
              href={(last.kind === 'presentation' ? paths.inspectPresentation : paths.inspectIssuance)(last.sessionId)}
            >
              {last.counts ?? last.words}
            </Link>
          </>
        )}
      </p>
      <CheckStrip
        statuses={last === undefined ? Array.from({ length: checks }, () => 'not_observed') : statuses}
        wrap
        // A phone would show a screen of empty ticks.
        className={last === undefined ? 'max-md:hidden' : undefined}
      />
      <p className={cn('text-xs text-ink-2', last === undefined && 'max-md:hidden')}>
        Each tick is one check. Tall red ticks failed; hollow ones were not observed.
      </p>
    </div>
  )
}
