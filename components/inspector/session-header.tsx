import { CopyButton } from '../ui/copy-button'
import { LocalTime, RelativeTime } from '../ui/time'
import { LiveRefresh } from './live-refresh'
import type { FlowModel, Inspected, SessionHead } from './model/flow-model'
import { isOver, liveForMillis, standingOf } from './model/session-state'

interface SessionHeaderProps<Session extends SessionHead> {
  readonly inspected: Inspected<Session>
  readonly flow: FlowModel<Session>
  readonly revisionUrl: string
  readonly revision: string
  /** Whether a built-in pipeline created the session. */
  readonly builtIn: boolean
  /** Time of rendering, epoch milliseconds. */
  readonly now: number
}

/** Which session this is, and whether the page still changes. */
export function SessionHeader<Session extends SessionHead>({
  inspected,
  flow,
  revisionUrl,
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
    <div className="grid gap-1 pt-3 pb-3 md:pt-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <h1 className="min-w-0 text-lg [overflow-wrap:anywhere]">{flow.title(session)}</h1>
        <p className="text-sm text-ink-3 [overflow-wrap:anywhere] max-md:sr-only">
          {flow.heading}
          {session.name !== null && (
            <>
              , <bdi>{session.name}</bdi>
            </>
          )}
          {builtIn && ', made by a built-in pipeline'}
        </p>
      </div>
      {purpose !== null && <p className="text-sm font-[550]">{purpose}</p>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-0.5 text-sm text-ink-2">
        <span className="max-md:hidden">
          Started <RelativeTime at={session.created_at} now={now} />
        </span>
        <LiveRefresh
          revisionUrl={revisionUrl}
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
                    <LocalTime at={standing.until} />, <RelativeTime at={standing.until} now={now} />
                  </>
                )}
              </>
            )
          }
        />
        <details>
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
