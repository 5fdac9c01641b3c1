import Link from 'next/link'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { outcomeDetail } from '@/lib/core/engine/evidence/session-outcome'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { reachOf } from '@/lib/core/shared/values/reach'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { issuanceAddresses, presentationAddresses, type SessionAddresses } from '@/lib/paths'
import type { CatalogueCheck } from '@/lib/queries/checks'
import { failureSentenceOf } from '@/lib/queries/findings'
import { renderedPaths } from '@/lib/rendered-paths'
import { SessionPill } from '../inspector/header-parts'
import { LiveRefresh } from '../inspector/live-refresh'
import { issuesWrongCredential, transactionAttempts } from '../inspector/model/exchanges'
import type { FlowModel, Inspected, SessionHead } from '../inspector/model/flow-model'
import { issuerFlow } from '../inspector/model/flows/issuer'
import { verifierFlow } from '../inspector/model/flows/verifier'
import { toInspectedPresentation } from '../inspector/model/flows/verifier-exchanges'
import { inspectSession } from '../inspector/model/inspect-session'
import { firstFailure, judgeChecks } from '../inspector/model/judged-check'
import { nowWords } from '../inspector/model/progress'
import { isOver, liveForMillis, pillTone } from '../inspector/model/session-state'
import { QrPanel, TransactionCode } from '../inspector/qr-panel'
import { ReachNote } from '../phone/phone-notes'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { Panel } from '../ui/panel'
import { Verdict } from '../ui/verdict'
import { verdictTones } from '../ui/verdict-styles'
import { roundTripOutcome, roundTripTitle } from './round-trip-outcome'

interface LegProps<Session extends SessionHead> {
  /** `issuance` or `presentation`: id of the heading. */
  readonly name: string
  readonly heading: string
  readonly inspected: Inspected<Session>
  readonly flow: FlowModel<Session>
  readonly addresses: SessionAddresses
  readonly catalogue: readonly CatalogueCheck[]
  /** Why the code is not shown yet; `null` if it is this leg's turn. */
  readonly waitsFor: string | null
  readonly baseUrl: string
  /** What to type into the wallet; omitted if nothing. */
  readonly typed?: ReactNode
}

/** One half of a round trip: QR code until the wallet connects, instructions, and result. */
function Leg<Session extends SessionHead>({
  name,
  heading,
  inspected,
  flow,
  addresses,
  catalogue,
  waitsFor,
  baseUrl,
  typed,
}: LegProps<Session>) {
  const { session, phase } = inspected
  const { outcome } = session
  const detail = outcomeDetail(outcome)
  const words = nowWords(inspected, flow)
  const first = firstFailure(judgeChecks(session.checks.conformance, catalogue), session.cause)
  const showsCode = waitsFor === null && !session.contact.reached && session.deeplink !== null && !isOver(phase)
  return (
    <Panel labelledBy={name} className="p-4 md:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 id={name} className="text-lg">
          {heading}
        </h2>
        {waitsFor === null && <SessionPill tone={pillTone(outcome)} words={outcome.sentence} />}
      </div>
      {waitsFor === null ? (
        <p className="mt-2 text-ink-2">
          {words.say} {words.more}
        </p>
      ) : (
        <p className="mt-2 text-ink-2">{waitsFor}</p>
      )}
      {showsCode && session.deeplink !== null && (
        <div className="mt-4 max-w-[360px]">
          <QrPanel
            deeplink={session.deeplink}
            opener={addresses.opener && `${baseUrl}${addresses.opener}`}
            label={flow.codeLabel}
            shorter={null}
          />
        </div>
      )}
      {typed && <div className="mt-4">{typed}</div>}
      {session.contact.reached && (
        <p className="mt-4 font-medium">
          {outcome.sentence}
          {detail !== '' && <span className="font-normal text-ink-2">, {detail}</span>}
        </p>
      )}
      {first !== null && (
        <p className="mt-1 text-sm">
          <Link
            className="link target"
            href={addresses.page({ check: first.check.id, exchange: first.entry.exchange_id ?? undefined })}
          >
            {failureSentenceOf(first.entry)}
          </Link>
        </p>
      )}
      <p className="mt-4">
        <Link href={addresses.page()} className={buttonClass()}>
          Open the {name} with its evidence
        </Link>
      </p>
    </Panel>
  )
}

interface RoundTripViewProps {
  readonly issuance: IssuanceSessionView
  readonly presentation: PresentationSessionView
  /** Operations that unmatched requests were meant for, by exchange id. */
  readonly intended: Readonly<Record<string, string>>
  readonly revision: string
  readonly catalogue: readonly CatalogueCheck[]
  readonly baseUrl: string
  /** Time of rendering, epoch milliseconds. */
  readonly now: number
}

/** Page of a round trip: one verdict, and one half per session. The second QR code waits for the credential. */
export function RoundTripView({
  issuance,
  presentation,
  intended,
  revision,
  catalogue,
  baseUrl,
  now,
}: RoundTripViewProps) {
  const presented = inspectSession(verifierFlow, {
    session: toInspectedPresentation(presentation),
    intended,
    now,
  })
  const both = inspectSession(issuerFlow, { session: issuance, intended, now })
  // A wallet run through both sessions is recorded in the second one.
  const issued = {
    ...both,
    walletStarted: both.phase === 'created' && presented.walletStarted,
    walletStopped: presented.walletStopped,
  }
  const same = presentation.checks.issued_credential_presented
  const wrong = issuesWrongCredential(issuance)
  const outcome = roundTripOutcome({ issuance: issuance.outcome, presentation: presentation.outcome, same, wrong })
  const { icon, ink } = verdictTones[outcome.tone]
  const has = issuance.observed.issued.length > 0
  const untouched = !issuance.contact.reached && !presentation.contact.reached && !presented.walletStarted
  return (
    <div className="mx-auto max-w-[1176px] px-4 pb-10 md:px-6">
      <div className="grid gap-2 pt-5 pb-5">
        <p className="text-sm text-ink-3">Issue, then ask for it back</p>
        <h1 className="text-xl md:text-2xl">{roundTripTitle(issuance)}</h1>
        <h2 className={cn('flex items-center gap-2 text-lg', ink)}>
          <Icon name={icon} className="size-5" />
          {outcome.sentence}
        </h2>
        {outcome.detail !== '' && <p className="text-ink-2">{outcome.detail}</p>}
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2">
          {same !== null && (
            <span className="inline-flex items-center gap-1.5">
              <Verdict status={same !== wrong ? 'pass' : same ? 'fail' : 'warn'} />
              {same
                ? `The ${wrong ? 'wrong' : 'issued'} credential was presented.`
                : 'The wallet presented another credential: its key is not the one that the credential was issued for.'}
            </span>
          )}
          <LiveRefresh
            revisionUrl={renderedPaths.roundTripRevision(presentation.session_id)}
            revision={revision}
            exchangeCount={issued.exchanges.length + presented.exchanges.length}
            liveForMillis={Math.max(
              liveForMillis(issued, { lingerSeconds: issuerFlow.lingerSeconds, now }),
              liveForMillis(presented, { lingerSeconds: verifierFlow.lingerSeconds, now }),
            )}
            now={now}
          />
        </p>
        {!issuance.contact.reached && <ReachNote {...reachOf(baseUrl)} />}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <Leg
          name="issuance"
          heading="1. Get the credential"
          inspected={issued}
          flow={issuerFlow}
          addresses={issuanceAddresses(issuance.session_id)}
          catalogue={catalogue}
          waitsFor={null}
          baseUrl={baseUrl}
          typed={
            issuance.tx_code === null ? null : (
              <TransactionCode
                code={issuance.tx_code}
                attempts={transactionAttempts(issuance.tx_code, issuance.events)}
              />
            )
          }
        />
        <Leg
          name="presentation"
          heading="2. Present it"
          inspected={presented}
          flow={verifierFlow}
          addresses={presentationAddresses(presentation.session_id)}
          catalogue={catalogue}
          waitsFor={
            has || presentation.contact.reached ? null : 'The QR code appears here once the credential is issued.'
          }
          baseUrl={baseUrl}
        />
      </div>
      {untouched && (
        <form
          method="post"
          action={renderedPaths.runRoundTripWallet(presentation.session_id)}
          className="mt-4 flex flex-wrap items-center gap-3"
        >
          <p className="text-sm text-ink-2">No wallet handy? The built-in reference wallet runs both steps.</p>
          <button type="submit" className={buttonClass()}>
            <Icon name="play" />
            Run the reference wallet
          </button>
        </form>
      )}
    </div>
  )
}
