import type { ReactNode } from 'react'
import type { IssuanceSessionView } from '@/lib/core/evidence/session-view'
import type { InspectorTarget } from '@/lib/paths'
import { Note } from '../ui/note'
import { Panel } from '../ui/panel'
import { AfterIdle } from './after-idle'
import type { ExpectedExchange } from './model/expected-exchanges'
import { type NowWords, usualCauses } from './model/now-words'
import { choiceOf } from './model/session-choice'
import type { TimelineRow } from './model/timeline'
import { OfferPanel } from './offer-panel'
import { QrPanel } from './qr-panel'
import { SessionFacts } from './session-facts'
import { TimelinePanel } from './timeline-panel'

interface CreatedViewProps {
  readonly session: IssuanceSessionView
  readonly deeplink: string
  readonly now: NowWords
  readonly rows: readonly TimelineRow[]
  readonly expected: readonly ExpectedExchange[]
  readonly target: InspectorTarget
  readonly idleMillis: number
  /** True when wallets will refuse the address because it is http. */
  readonly insecure: boolean
  /** Runs the reference wallet. */
  readonly runWallet: ReactNode
}

/** Before the wallet comes: the code as the strongest thing on the page, and what will happen. */
export function CreatedView({
  session,
  deeplink,
  now,
  rows,
  expected,
  target,
  idleMillis,
  insecure,
  runWallet,
}: CreatedViewProps) {
  return (
    <div className="grid items-start gap-4 md:grid-cols-2 wide:grid-cols-[456px_minmax(0,1fr)_minmax(0,0.92fr)]">
      <Panel labelledBy="scan" className="grid gap-4 p-4 md:p-5">
        <h2 id="scan" className="text-lg">
          Scan with the phone that holds the wallet
        </h2>
        {insecure && (
          <Note kind="warning">
            This service runs on plain http. Real wallets refuse that before their first request; the reference wallet
            does not. Start it with <code>BASE_URL</code> set to an https origin: of a tunnel, of a reverse proxy, or
            its own with <code>TLS_CERT_FILE</code> and <code>TLS_KEY_FILE</code>.
          </Note>
        )}
        <QrPanel deeplink={deeplink} choice={choiceOf(session)} />
      </Panel>
      <div className="grid gap-4">
        <Panel labelledBy="now" className="grid gap-1.5 p-4">
          <h2 id="now" className="text-sm font-[550] text-ink-2">
            What the wallet should do now
          </h2>
          <p className="text-lg/[1.4] font-[550]">{now.say}</p>
          <p className="text-sm text-ink-2">{now.more}</p>
          {expected[0] !== undefined && (
            <AfterIdle idleMillis={idleMillis} limitMillis={30_000}>
              <h3 className="mt-2 text-sm">Nothing has arrived yet. Usual causes</h3>
              <ol className="grid list-decimal gap-1.5 pl-5 text-sm text-ink-2">
                {usualCauses(expected[0].kind, 'created').map((cause) => (
                  <li key={cause}>{cause}</li>
                ))}
              </ol>
            </AfterIdle>
          )}
        </Panel>
        <TimelinePanel
          sessionId={session.session_id}
          rows={rows}
          expected={expected}
          chosenExchangeId={null}
          target={target}
        />
        {runWallet}
      </div>
      <div className="grid gap-4 md:max-wide:col-span-2">
        <OfferPanel deeplink={deeplink} />
        <SessionFacts session={session} />
      </div>
    </div>
  )
}
