import { clauseReference } from '@/lib/core/shared/ports/clauses'
import type { HrefOf } from '@/lib/paths'
import { ClauseLink } from '../../ui/clause-link'
import { Panel, PanelPart } from '../../ui/panel'
import { PanelHeading } from '../../ui/panel-heading'
import { ClaimTable } from '../claim-table'
import type { InspectedPresentation } from '../model/flows/verifier-exchanges'
import { type PaymentEntry, paymentEntries, paymentRules } from '../model/payment-rows'

interface PaymentPanelProps {
  readonly session: InspectedPresentation
  readonly hrefOf: HrefOf
}

/**
 * Payments and the like that a request asks for, as a wallet has to show them, and what the proof says beside the rules.
 * Nothing for any other request.
 */
export function PaymentPanel({ session, hrefOf }: PaymentPanelProps) {
  const entries = paymentEntries(session)
  if (entries.length === 0) return null
  const rules = paymentRules(session)
  const isJudged = rules.some(({ status }) => status !== null)
  return (
    <Panel labelledBy="payment" className="mb-4 scroll-mt-16">
      <PanelHeading
        id="payment"
        title="Payment"
        aside={entries.length === 1 ? undefined : `${entries.length} entries`}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
        {entries.map((entry, index) => (
          // Two entries may be equal, and their order is that of the request.
          // biome-ignore lint/suspicious/noArrayIndexKey: the request never changes.
          <Entry key={index} entry={entry} />
        ))}
        <PanelPart title="What the proof says">
          {isJudged ? (
            <ClaimTable
              rows={rules}
              caption="What the Key Binding JWT says, and what TS12 wants"
              wanted="Rule"
              absent={({ status }) => (status === null ? '' : cameWords[status])}
              hrefOf={hrefOf}
            />
          ) : (
            <p className="text-sm text-ink-2">No proof came that the rules of TS12 judge.</p>
          )}
        </PanelPart>
        <PanelPart title="What nobody sees from here">
          <p className="text-sm text-ink-2">
            How the wallet displayed this, which labels it took from the metadata of the type, and whether it keeps a
            log of the transaction: none of it is in a message. Look at the screen of the wallet.
          </p>
          <p className="flex flex-wrap gap-x-4 text-sm">
            {(['TS12-3.3.1', 'TS12-3.6'] as const).map((id) => (
              <ClauseLink key={id} clause={clauseReference(id)} className="target" />
            ))}
          </p>
        </PanelPart>
      </div>
    </Panel>
  )
}

const levelWords: Readonly<Record<number, string>> = {
  1: 'Shown most prominently',
  2: 'Shown prominently',
  3: 'Shown on the same screen',
  4: 'Shown if at all',
}

const Entry = ({ entry: { title, type, levels, expected, confirmedBy } }: { readonly entry: PaymentEntry }) => (
  <PanelPart title={title}>
    <p className="text-sm text-ink-2">
      <span className="wire text-xs [overflow-wrap:anywhere]">{type}</span>
      {expected === 'refusal' ? ': a good wallet refuses it' : ''}
      {confirmedBy === null ? '; not confirmed' : `; confirmed with a credential of format ${confirmedBy}`}
    </p>
    <dl className="grid gap-3 text-sm">
      {levels.map(({ level, members }) => (
        <div key={level} className="grid gap-1">
          <dt className="text-xs text-ink-3">
            {levelWords[level]} (visualisation {level})
          </dt>
          {members.map(({ path, label, value }) => (
            <dd key={path} className="flex flex-wrap gap-x-3 [overflow-wrap:anywhere]">
              <span className="text-ink-2 md:basis-56">{label}</span>
              <bdi className={level === 1 ? 'font-[550]' : undefined}>{value}</bdi>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  </PanelPart>
)

/** What came where a finding tells no value. */
const cameWords: Readonly<Record<string, string>> = { pass: 'as wanted', fail: 'nothing' }
