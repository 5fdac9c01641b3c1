// Client: the list is stored in this browser only.
'use client'

import Link from 'next/link'
import { useSyncExternalStore } from 'react'
import { paths } from '@/lib/paths'
import { shortId } from '../inspector/model/tab-title'
import { buttonClass } from '../ui/button-class'
import { OutcomeWords } from '../ui/outcome-words'
import { RelativeTime } from '../ui/relative-time'
import { forgetAll, noRecent, readRecent, recentMax, subscribeRecent } from './recent-store'
import { runKindWords, runPath } from './run-path'

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
