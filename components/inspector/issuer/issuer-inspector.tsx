import type { JsonObject } from '@/lib/core/ground/values/json'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { issuanceAddresses } from '@/lib/paths'
import { issuerFields } from '../../start/session-form-fields'
import { Icon } from '../../ui/icon'
import { againFields } from '../again-fields'
import { issuerFlow } from '../model/flows/issuer'
import { type InspectorInput, SessionInspector } from '../session-inspector'
import { IssuerFacts } from './issuer-facts'
import { KeptPanel } from './kept-panel'
import { NewSessionForm } from './new-session-form'
import { OfferPanel } from './offer-panel'

interface IssuanceInspectorProps extends InspectorInput<IssuanceSessionView> {
  /** The offer that the link points to; `null` if the link contains the offer, or if there is no link. */
  readonly offer: JsonObject | null
}

/** The inspector page of an issuance session: its flow, and the panels that only issuance has. */
export function IssuerInspector({ offer, ...input }: IssuanceInspectorProps) {
  const { session } = input.inspected
  const choice = againFields(issuerFields, session, {
    laboratory: session.laboratory === undefined ? '' : JSON.stringify(session.laboratory.options),
  })
  return (
    <SessionInspector
      {...input}
      flow={issuerFlow}
      addresses={issuanceAddresses(session.session_id)}
      parts={{
        again: (
          <NewSessionForm choice={choice}>
            <Icon name="redo" />
            Run again
          </NewSessionForm>
        ),
        shorter: (
          <NewSessionForm
            choice={{ ...choice, credential_offer_mode: 'credential_offer_uri' }}
            look="quiet"
            size="small"
          >
            Offer it by reference
          </NewSessionForm>
        ),
        question: <KeptPanel session={session} />,
        asked: session.deeplink !== null && (
          <OfferPanel deeplink={session.deeplink} hosted={offer} altered={session.options.fault !== undefined} />
        ),
        facts: <IssuerFacts session={session} />,
      }}
    />
  )
}
