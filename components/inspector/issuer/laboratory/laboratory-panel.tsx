import Link from 'next/link'
import { flowWords } from '@/lib/core/issuer/configurations/issuer-words'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { LaboratoryOffer } from '@/lib/core/issuer/read/later-offer'
import type { HrefOf, InspectorTarget } from '@/lib/paths'
import type { ChangedOption } from '@/lib/queries/laboratory-options'
import type { ServedLaboratory } from '@/lib/queries/sessions'
import { buttonClass } from '../../../ui/button-class'
import { CopyButton } from '../../../ui/copy-button'
import { Note } from '../../../ui/note'
import { Panel, PanelPart } from '../../../ui/panel'
import { PanelHeading } from '../../../ui/panel-heading'
import { LocalTime, RelativeTime } from '../../../ui/time'
import { Facts } from '../../facts'
import { QrPanel, TransactionCode } from '../../qr-panel'
import { StatusTable, TransactionList } from './issued-lists'
import { LaboratoryForm, LinkWords } from './laboratory-form'
import { ServedPart } from './served-part'

interface FurtherOfferProps {
  readonly session: Pick<IssuanceSessionView, 'session_id' | 'flow' | 'credential_configuration_id'>
  /** Credentials that can be offered. */
  readonly configurationIds: readonly string[]
  /** Offer to show: `null` once used or expired, `undefined` for none. */
  readonly offer: LaboratoryOffer | null | undefined
}

const selectClass = 'h-(--control-size) max-w-full min-w-0 rounded-md border border-control bg-surface px-2'

/** Creates a further offer, and shows the one created. */
function FurtherOffer({ session, configurationIds, offer }: FurtherOfferProps) {
  return (
    <div className="grid gap-3">
      <LaboratoryForm
        sessionId={session.session_id}
        action="offers"
        name="again"
        choices={[{ value: 'true', words: 'Offer again' }]}
      >
        {configurationIds.length > 1 && (
          <label className="grid min-w-0 gap-0.5 text-xs text-ink-2">
            Credential
            <select
              name="credential_configuration_id"
              defaultValue={session.credential_configuration_id}
              className={selectClass}
            >
              {configurationIds.map((id) => (
                <option key={id}>{id}</option>
              ))}
            </select>
          </label>
        )}
        <label className="grid min-w-0 gap-0.5 text-xs text-ink-2">
          Flow
          <select name="flow" defaultValue={session.flow} className={selectClass}>
            {Object.entries(flowWords).map(([flow, words]) => (
              <option key={flow} value={flow}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </LaboratoryForm>
      {offer === null && <Note kind="information">This offer was used, or its time is over. Offer again.</Note>}
      {offer && (
        <div className="grid max-w-[420px] gap-3">
          <QrPanel deeplink={offer.deeplink} opener={null} label="QR code of the further offer" shorter={null} />
          {offer.tx_code !== undefined && <TransactionCode code={offer.tx_code} />}
        </div>
      )}
    </div>
  )
}

/** Data that the page reads for the panel besides the session. */
export interface LaboratoryInput {
  /** Options that differ from their default. */
  readonly changed: readonly ChangedOption[]
  /** Credentials that can be offered. */
  readonly configurationIds: readonly string[]
  /** Further offer named by the URL: `null` once used or expired, `undefined` for none. */
  readonly offer: LaboratoryOffer | null | undefined
  /** What the issuer serves, if the URL asks for it; otherwise `null`. */
  readonly served: ServedLaboratory | null
}

interface LaboratoryPanelProps extends LaboratoryInput {
  readonly session: IssuanceSessionView
  readonly target: InspectorTarget
  readonly hrefOf: HrefOf
  /** Time of rendering, epoch milliseconds. */
  readonly now: number
}

/** The session's own issuer: its special options, what it issued, and the tester's controls. */
export function LaboratoryPanel({
  session,
  changed,
  configurationIds,
  offer,
  served,
  target,
  hrefOf,
  now,
}: LaboratoryPanelProps) {
  const { laboratory, session_id: sessionId } = session
  if (laboratory === undefined) return null
  const { identifier, until, options, lists, transactions } = laboratory
  const isServed = Date.parse(until) > now
  return (
    <Panel labelledBy="laboratory" className="mb-4 scroll-mt-16">
      <PanelHeading
        id="laboratory"
        title="Laboratory"
        aside={
          isServed ? (
            <>
              ends <RelativeTime at={until} now={now} />
            </>
          ) : (
            'has ended'
          )
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
        {!isServed && (
          <Note kind="information">
            This laboratory has ended: its addresses respond with 404, and nothing of it can be changed. Its evidence is
            kept. Run again for a new one with the same options.
          </Note>
        )}
        <div className="grid items-start gap-4 md:grid-cols-2">
          <Facts
            facts={[
              [
                'Address',
                <>
                  <span className="wire text-xs">{identifier}</span>{' '}
                  <CopyButton text={identifier} what="address of the laboratory" />
                </>,
              ],
              [isServed ? 'Served until' : 'Was served until', <LocalTime key="until" at={until} to="second" />],
              ['Made from', session.issuer_configuration_id],
            ]}
          />
          <ChangedOptions
            changed={changed}
            fault={typeof session.options.fault === 'string' ? session.options.fault : null}
          />
        </div>
        {(options.deferred !== null || transactions.length > 0) && (
          <PanelPart title="Deferred credentials">
            <TransactionList sessionId={sessionId} transactions={transactions} isServed={isServed} />
          </PanelPart>
        )}
        {options.status !== null && (
          <PanelPart title="Status of issued credentials">
            <StatusTable
              sessionId={sessionId}
              lists={lists}
              canSuspend={options.status.bits !== 1}
              isServed={isServed}
            />
          </PanelPart>
        )}
        {isServed && (
          <div className="flex flex-wrap items-start gap-x-6 gap-y-2 border-t border-line pt-3">
            <details open={offer !== undefined} className="min-w-0 open:basis-full">
              <summary className="chevron flex min-h-6 items-center text-sm font-medium">Further offer</summary>
              <div className="mt-2">
                <FurtherOffer session={session} configurationIds={configurationIds} offer={offer} />
              </div>
            </details>
            {served === null && (
              <Link
                href={hrefOf({ ...target, laboratory: '1' })}
                scroll={false}
                prefetch={false}
                className={buttonClass({ size: 'small' })}
              >
                <LinkWords>Show documents and certificates</LinkWords>
              </Link>
            )}
          </div>
        )}
        {isServed && served !== null && (
          <PanelPart title="Served documents">
            <ServedPart {...served} />
            <p>
              <Link
                href={hrefOf({ ...target, laboratory: undefined })}
                scroll={false}
                prefetch={false}
                className={buttonClass({ size: 'small' })}
              >
                Hide documents and certificates
              </Link>
            </p>
          </PanelPart>
        )}
      </div>
    </Panel>
  )
}

function ChangedOptions({
  changed,
  fault,
}: {
  readonly changed: readonly ChangedOption[]
  readonly fault: string | null
}) {
  if (changed.length === 0)
    return (
      <p className="text-sm text-ink-2">
        {fault === null ? (
          'Every option has its default.'
        ) : (
          <>
            Every option has its default: only the fault <span className="wire">{fault}</span> is special.
          </>
        )}
      </p>
    )
  return (
    <details className="min-w-0 text-sm">
      <summary className="chevron flex min-h-6 items-center">
        Differs in {changed.map(({ name }) => name).join(', ')}
      </summary>
      <dl className="mt-2 grid gap-2">
        {changed.map(({ name, value, description }) => (
          <div key={name}>
            <dt className="wire text-xs [overflow-wrap:anywhere]">
              <b className="font-semibold">{name}</b>: {value}
            </dt>
            <dd className="text-ink-2">{description}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
