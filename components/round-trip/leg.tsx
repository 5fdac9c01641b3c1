import Link from 'next/link'
import type { ReactNode } from 'react'
import { failureSentenceOf } from '@/lib/core/wings'
import type { SessionAddresses } from '@/lib/paths'
import type { CatalogueCheck } from '@/lib/queries/checks'
import type { FlowModel, Inspected, SessionHead } from '../inspector/model/flow-model'
import { firstFailure, judgeChecks, listFailures } from '../inspector/model/judged-check'
import { nowWords } from '../inspector/model/now-words'
import { pillTone } from '../inspector/model/pill-words'
import { isOver } from '../inspector/model/session-state'
import { QrPanel } from '../inspector/qr-panel'
import { SessionPill } from '../inspector/session-pill'
import { buttonClass } from '../ui/button-class'
import { Panel } from '../ui/panel'

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
  /** Public origin of the service. */
  readonly baseUrl: string
  /** What a person has to type into the wallet; nothing for a leg without that. */
  readonly typed?: ReactNode
}

/** One half of a round trip: its QR code until the wallet connects, what to do, and the result. */
export function Leg<Session extends SessionHead>({
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
  const { session, phase, exchanges } = inspected
  const { outcome } = session
  const words = nowWords(inspected, flow)
  const first = firstFailure(listFailures(judgeChecks(session.checks.conformance, catalogue), exchanges))
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
          {outcome.detail !== '' && <span className="font-normal text-ink-2">, {outcome.detail}</span>}
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
