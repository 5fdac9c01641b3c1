import Link from 'next/link'
import type { ReactNode } from 'react'
import { paths, type SessionAddresses } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { CopyButton } from '../ui/copy-button'
import { LocalTime, RelativeTime } from '../ui/time'
import { ReportMenu, SessionPill } from './header-parts'
import { LiveRefresh } from './live-refresh'
import type { FlowModel, Inspected, SessionHead } from './model/flow-model'
import { isOver, liveForMillis, pillTone, standingOf } from './model/session-state'

interface SessionHeaderProps<Session extends SessionHead> {
  readonly inspected: Inspected<Session>
  readonly flow: FlowModel<Session>
  readonly addresses: SessionAddresses
  /** URL to share, including the current selection. */
  readonly shared: string
  /** Creates a session like this one. */
  readonly again: ReactNode
  readonly revision: string
  /** Whether a built-in pipeline created the session. */
  readonly builtIn: boolean
  /** Time of rendering, epoch milliseconds. */
  readonly now: number
}

/** Which session this is, its state, and the actions for it. */
export function SessionHeader<Session extends SessionHead>({
  inspected,
  flow,
  addresses,
  shared,
  again,
  revision,
  builtIn,
  now,
}: SessionHeaderProps<Session>) {
  const { session, exchanges, phase } = inspected
  const { session_id: id, outcome } = session
  const program = flow.program(session)
  const purpose = flow.purpose?.(session) ?? null
  const standing = standingOf(inspected, flow)
  return (
    <div className="grid items-end gap-x-6 gap-y-2 pt-5 pb-4 md:grid-cols-[minmax(0,1fr)_auto] md:pt-6 md:pb-5">
      <div>
        <p className="text-sm text-ink-3 [overflow-wrap:anywhere]">
          {flow.heading}
          {session.name !== null && (
            <>
              , <bdi>{session.name}</bdi>
            </>
          )}
          {builtIn && ', made by a built-in pipeline'}
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-x-3.5 gap-y-1.5">
          <h1 className="min-w-0 text-xl [overflow-wrap:anywhere] md:text-2xl">{flow.title(session)}</h1>
          <SessionPill tone={pillTone(outcome)} words={outcome.sentence} />
        </div>
        {purpose !== null && <p className="mt-1.5 font-[550]">{purpose}</p>}
      </div>
      {/* Four in a row on a phone, without icons. */}
      <div className="flex flex-wrap items-center gap-2 max-md:[&_.icon]:hidden">
        <CopyButton text={shared} what="address of this page" label="Share" asAddress />
        <ReportMenu reportHref={addresses.report} sequenceHref={addresses.sequence} />
        <Link href={paths.compare({ after: id })} className={buttonClass()}>
          Compare
        </Link>
        {again}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2 md:col-span-2">
        <span>
          Started <RelativeTime at={session.created_at} now={now} />
        </span>
        <LiveRefresh
          revisionUrl={addresses.revision}
          revision={revision}
          exchangeCount={exchanges.length}
          liveForMillis={liveForMillis(inspected, { lingerSeconds: flow.lingerSeconds, now })}
          now={now}
          ended={standing?.until === null && isOver(phase) ? standing.words : undefined}
          standing={
            standing === null ? undefined : (
              <>
                {standing.words}
                {standing.until !== null && (
                  <>
                    {' '}
                    <LocalTime at={standing.until} />.
                  </>
                )}
              </>
            )
          }
        />
        {/* On a phone the verdict comes first. */}
        <details className="unfolded-wide">
          <summary className="chevron flex min-h-6 items-center">Session id and options</summary>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span>
              <span className="wire text-xs">{id}</span> <CopyButton text={id} what="session id" />
            </span>
            {session.open_until !== null && !isOver(phase) && (
              <span>
                expires <RelativeTime at={session.open_until} now={now} />
              </span>
            )}
            {(outcome.id === 'expired' || outcome.id === 'never_reached') && (
              <span>
                expired <RelativeTime at={session.expires_at} now={now} />
              </span>
            )}
            {program !== null && (
              <span className="[overflow-wrap:anywhere]">
                User-Agent: <bdi>{program}</bdi>
              </span>
            )}
            <span className="first-letter:uppercase">{flow.terms(session)}</span>
          </p>
        </details>
      </div>
    </div>
  )
}
