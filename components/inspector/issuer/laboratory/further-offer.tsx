import { flowWords } from '@/lib/core/issuer/configurations/issuer-words'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { LaboratoryOffer } from '@/lib/core/issuer/read/z-laboratory-offer'
import { Note } from '../../../ui/note'
import { QrPanel } from '../../qr-panel'
import { TransactionCode } from '../../transaction-code'
import { LaboratoryForm } from './laboratory-form'

interface FurtherOfferProps {
  readonly session: Pick<IssuanceSessionView, 'session_id' | 'flow' | 'credential_configuration_id'>
  /** The credentials that can be offered. */
  readonly configurationIds: readonly string[]
  /** The offer to show: `null` once it is used or over, `undefined` for none. */
  readonly offer: LaboratoryOffer | null | undefined
}

const selectClass = 'h-(--control-size) max-w-full min-w-0 rounded-md border border-control bg-surface px-2'

/** Makes a further offer of the session's issuer, and shows the one that was made. */
export function FurtherOffer({ session, configurationIds, offer }: FurtherOfferProps) {
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
