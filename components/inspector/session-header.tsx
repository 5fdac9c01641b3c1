import type { IssuanceSessionView } from '@/lib/core/evidence/session-view'
import { paths } from '@/lib/paths'
import { CopyButton } from '../ui/copy-button'
import { Icon } from '../ui/icon'
import { RelativeTime } from '../ui/relative-time'
import { LiveRefresh } from './live-refresh'
import { pillWords } from './model/pill-words'
import { choiceOf } from './model/session-choice'
import { liveForMillis, type SessionPhase } from './model/session-state'
import { flowWords, offerModeWords, sessionTitle } from './model/titles'
import { NewSessionForm } from './new-session-form'
import { SessionPill } from './session-pill'

interface SessionHeaderProps {
  readonly session: IssuanceSessionView
  readonly phase: SessionPhase
  readonly revision: string
  /** When the page was drawn, epoch milliseconds. */
  readonly now: number
}

/** Which session this is, how it stands, and what to do with it as a whole. */
export function SessionHeader({ session, phase, revision, now }: SessionHeaderProps) {
  const { session_id: id, observed } = session
  const pill = pillWords(session, phase)
  const [program] = observed.user_agents
  return (
    <div className="grid items-end gap-x-6 gap-y-2 pt-5 pb-4 md:grid-cols-[minmax(0,1fr)_auto] md:pt-6 md:pb-5">
      <div>
        <p className="text-sm text-ink-3">Issuance session</p>
        <div className="mt-1 flex flex-wrap items-center gap-x-3.5 gap-y-1.5">
          <h1 className="text-xl md:text-2xl">{sessionTitle(session)}</h1>
          <SessionPill tone={pill.tone} words={pill.words} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton text={paths.inspectIssuance(id)} what="address of this page" label="Share" asAddress />
        <NewSessionForm choice={choiceOf(session)}>
          <Icon name="redo" />
          Run again
        </NewSessionForm>
      </div>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2 md:col-span-2">
        <span>
          <span className="wire text-xs">{id}</span> <CopyButton text={id} what="session id" />
        </span>
        <span>
          Started <RelativeTime at={session.created_at} now={now} />
        </span>
        {phase !== 'issued' && (
          <span>
            {phase === 'expired' || phase === 'unreached' ? 'expired' : 'expires'}{' '}
            <RelativeTime at={session.expires_at} now={now} />
          </span>
        )}
        {program !== undefined && <span className="[overflow-wrap:anywhere]">{program}, as it names itself</span>}
        <span className="first-letter:uppercase">
          {flowWords[session.flow]}, offer {offerModeWords[session.credential_offer_mode]}
        </span>
        <LiveRefresh
          revisionUrl={paths.issuanceRevision(id)}
          revision={revision}
          exchangeCount={session.exchanges.length}
          liveForMillis={liveForMillis(session, now)}
        />
      </p>
    </div>
  )
}
