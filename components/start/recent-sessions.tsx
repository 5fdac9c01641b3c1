// Client: the list of recent sessions is stored in this browser only.
'use client'

import Link from 'next/link'
import { useSyncExternalStore } from 'react'
import { cn } from '@/lib/cn'
import { paths } from '@/lib/paths'
import { shortId } from '../inspector/model/session-state'
import { buttonClass } from '../ui/button-class'
import { CheckStrip } from '../ui/strip-drawing'
import { stripStatuses } from '../ui/strip-text'
import { RelativeTime } from '../ui/time'
import { OutcomeWords } from '../ui/verdict'
import { forgetAll, noRecent, readRecent, recentMax, runKindWords, runPath, subscribeRecent } from './recent-store'

/** Sessions opened in this browser. Renders nothing if there are none. */
export function RecentSessions({ now }: { readonly now: number }) {
  const sessions = useSyncExternalStore(subscribeRecent, readRecent, noRecent).slice(0, recentMax)
  if (sessions.length === 0) return null
  return (
    <section aria-labelledby="recent" className="mt-12">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-4">
        <h2 id="recent" className="text-lg">
          Your recent sessions
        </h2>
        <span className="text-sm text-ink-3">stored in this browser only, as last seen</span>
        <Link href={paths.runs()} className="link target ml-auto text-sm">
          All your runs
        </Link>
        <button type="button" onClick={forgetAll} className={buttonClass({ look: 'quiet', size: 'small' })}>
          Clear list
        </button>
      </div>
      <ul className="rounded-md border border-line bg-surface">
        {sessions.map((session) => (
          <li
            key={session.sessionId}
            className="grid grid-cols-[1fr_auto] items-center gap-x-3 border-t border-line px-4 py-2.5 text-sm first:border-t-0 md:grid-cols-[220px_minmax(0,1fr)_260px_120px]"
          >
            <OutcomeWords tone={session.tone} sentence={session.words} />
            <Link className="link target max-md:order-3 max-md:col-span-2" href={runPath(session)}>
              {session.name !== undefined && `${session.name}: `}
              {runKindWords[session.kind ?? 'issuance']}, {session.title}{' '}
              <span className="wire text-xs text-ink-3">{shortId(session.sessionId)}</span>
            </Link>
            <span className="text-xs text-ink-2 tabular-nums max-md:hidden">{session.counts}</span>
            <span className="text-right text-ink-3">
              <RelativeTime at={session.createdAt} now={now} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Strip of the session that this browser opened last, or of all issuance checks, not observed, before there is one. */
export function LastStrip({ checks }: { readonly checks: number }) {
  const last = useSyncExternalStore(subscribeRecent, readRecent, noRecent).find(({ strip }) => strip)
  const statuses = last?.strip === undefined ? [] : stripStatuses(last.strip)
  return (
    <div className="grid min-w-0 content-center gap-2 text-sm">
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-ink-2">
        {last === undefined ? (
          <>
            <span>Before the first run</span>
            <span>{checks} checks can apply here</span>
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
