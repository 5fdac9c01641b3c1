import { reachOf } from '@/lib/core/ground/values/reach'
import { issuanceAddresses, presentationAddresses } from '@/lib/paths'
import type { RunWait } from '@/lib/queries/run-desk'
import { TimeLeft } from '../campaign/time-left'
import { QrPanel } from '../inspector/qr-panel'
import { TransactionCode } from '../inspector/transaction-code'
import { ReachNote } from '../phone/reach-note'
import { LocalTime } from '../ui/local-time'

interface WalletWaitProps {
  readonly wait: RunWait & { readonly kind: 'wallet' }
  /** Public origin of the service. */
  readonly origin: string
  /** Title of the page, to which the time left is added in the browser's tab; `null`, and folded, where another run does that. */
  readonly pageTitle: string | null
  /** When the page is rendered, epoch milliseconds. */
  readonly now: number
}

/** The code that a phone scans to take a run on, how long it waits, and what else opens the link; none once a wallet has come. */
export function WalletWait({ wait, origin, pageTitle, now }: WalletWaitProps) {
  const { sessionKind, sessionId, deeplink, txCode, until, came } = wait
  const { page, opener } = sessionKind === 'issuance' ? issuanceAddresses(sessionId) : presentationAddresses(sessionId)
  const session = (
    <a className="link target" href={page()}>
      Open the session
    </a>
  )
  if (deeplink === null || came)
    return (
      <div className="grid gap-2 text-sm">
        <p>
          {came
            ? 'A wallet has come. The run goes on when its session has ended.'
            : 'The link has expired. The run ends when its wait does.'}
        </p>
        <p>{session}</p>
      </div>
    )
  const code = (
    <>
      <ReachNote {...reachOf(origin)} />
      <QrPanel
        deeplink={deeplink}
        opener={opener && `${origin}${opener}`}
        label="QR code of this run"
        shorter="Open it on this device, or copy it to the phone."
      />
      {txCode !== null && <TransactionCode code={txCode} />}
      <p className="text-sm">{session}</p>
    </>
  )
  if (pageTitle === null)
    return (
      <details className="max-w-[456px]">
        <summary className="chevron flex items-center text-sm">
          <span>
            QR code, until <LocalTime at={until} to="second" />
          </span>
        </summary>
        <div className="mt-3 grid gap-3">{code}</div>
      </details>
    )
  return (
    <div className="grid max-w-[456px] gap-3">
      <p className="text-sm">
        <TimeLeft
          until={until}
          before="Scan with the phone that holds the wallet. Time left:"
          title={pageTitle}
          now={now}
        />
      </p>
      {code}
    </div>
  )
}
