import type { PersonAnswer } from '@/lib/core/campaigns/person-answers'
import type { NextSessionView } from '@/lib/core/campaigns/z-campaign'
import { reachOf } from '@/lib/core/shared/values/reach'
import { issuanceAddresses, presentationAddresses } from '@/lib/paths'
import { renderedPaths } from '@/lib/rendered-paths'
import { QrPanel, TransactionCode } from '../inspector/qr-panel'
import { ReachNote } from '../phone/phone-notes'
import { buttonClass } from '../ui/button-class'
import { Panel } from '../ui/panel'
import { TimeLeft } from '../ui/time'
import { expectedBehaviour } from './campaign-steps'

interface AnswerProps {
  readonly campaignId: string
  readonly sessionId: string
  readonly shown: PersonAnswer
  readonly label: string
}

/** Button that reports what the wallet displayed and thereby ends the session. Works without JavaScript. */
export function Answer({ campaignId, sessionId, shown, label }: AnswerProps) {
  return (
    <form method="post" action={renderedPaths.answerCampaign(campaignId)}>
      <input type="hidden" name="session_id" value={sessionId} />
      <button
        type="submit"
        name="shown"
        value={shown}
        className={buttonClass(shown === 'nothing' ? { look: 'quiet' } : {})}
      >
        {label}
      </button>
    </form>
  )
}

interface NextPanelProps {
  readonly campaignId: string
  readonly session: NonNullable<NextSessionView['session']>
  readonly steps: number
  readonly baseUrl: string
  /** Page title, prefixed in the browser tab by the remaining time. */
  readonly pageTitle: string
  /** Time of rendering, epoch milliseconds. */
  readonly now: number
}

/** The session awaiting the wallet: QR code, expected behaviour, and buttons to report what no request shows. */
export function NextPanel({ campaignId, session, steps, baseUrl, pageTitle, now }: NextPanelProps) {
  const { session_id: id, number, title, kind, person, answers, deeplink, tx_code: code } = session
  const { page, opener } = kind === 'issuance' ? issuanceAddresses(id) : presentationAddresses(id)
  return (
    <Panel labelledBy="next" className="grid gap-4 p-4">
      <div className="grid gap-1.5">
        <p className="text-sm text-ink-3">
          Session {number} of {steps}, {kind === 'issuance' ? 'the wallet gets a credential' : 'the wallet presents'}
        </p>
        <h2 id="next" className="text-md">
          {title}
        </h2>
        <p className="text-sm">{expectedBehaviour(session)}</p>
        <p className="text-sm text-ink-2">
          <TimeLeft
            until={session.silence_ends_at ?? session.expires_at}
            before={
              session.silence_ends_at === null
                ? 'Time left for this session:'
                : 'If it stays silent, the next code comes in'
            }
            title={pageTitle}
            now={now}
          />
        </p>
        {person !== null && <p className="text-sm text-ink-2">{person}</p>}
      </div>
      <ReachNote {...reachOf(baseUrl)} />
      {deeplink !== null && (
        <QrPanel
          deeplink={deeplink}
          opener={opener && `${baseUrl}${opener}`}
          label={`QR code of session ${number}`}
          shorter="Open it on this device, or copy it to the phone."
        />
      )}
      {code !== null && <TransactionCode code={code} />}
      <div className="grid gap-2 border-t border-line pt-3">
        <p className="text-sm text-ink-2">
          The next code appears automatically. If nothing happens, say what the wallet showed:
        </p>
        <div className="flex flex-wrap gap-2">
          <Answer campaignId={campaignId} sessionId={id} shown="error" label="It showed an error" />
          {answers.includes('warned') && (
            <Answer campaignId={campaignId} sessionId={id} shown="warned" label="It warned and asked" />
          )}
          {answers.includes('went_on') && (
            <Answer campaignId={campaignId} sessionId={id} shown="went_on" label="It carried on" />
          )}
          <Answer campaignId={campaignId} sessionId={id} shown="nothing" label="Skip" />
          <a href={page()} className={buttonClass({ look: 'quiet' })}>
            Open the session
          </a>
        </div>
      </div>
    </Panel>
  )
}
