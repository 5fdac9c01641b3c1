import type { JsonObject } from '@/lib/core/ground/values/json'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { exampleClaims } from '@/lib/core/issuer/redaction/own-claims'
import { fromItself, issuanceAddresses } from '@/lib/paths'
import { issuerFields } from '../../start/session-form-fields'
import { Icon } from '../../ui/icon'
import { againFields } from '../again-fields'
import { issuerFlow } from '../model/flows/issuer'
import { transactionAttempts } from '../model/transaction-attempts'
import { type InspectorInput, SessionInspector } from '../session-inspector'
import { TransactionCode } from '../transaction-code'
import { TrustPanel } from '../trust-panel'
import { IssuerFacts } from './issuer-facts'
import { KeptPanel } from './kept-panel'
import { type LaboratoryInput, LaboratoryPanel } from './laboratory/laboratory-panel'
import { NewSessionForm } from './new-session-form'
import { OfferPanel } from './offer-panel'

interface IssuanceInspectorProps extends InspectorInput<IssuanceSessionView> {
  /** The offer that the link points to; `null` if the link contains the offer, or if there is no link. */
  readonly offer: JsonObject | null
  /** What the panel of its own issuer needs; `null` for a session without one. */
  readonly laboratory: LaboratoryInput | null
}

/** The inspector page of an issuance session: its flow, and the panels that only issuance has. */
export function IssuerInspector({ offer, laboratory: panel, ...input }: IssuanceInspectorProps) {
  const { mayChange } = input
  const { session } = input.inspected
  const { laboratory } = session
  const choice = againFields(issuerFields, session, { laboratory: laboratory ? laboratoryAgain(laboratory) : '' })
  const hasOwnClaims = Boolean(laboratory?.options.credentials)
  return (
    <SessionInspector
      {...input}
      flow={issuerFlow}
      addresses={issuanceAddresses(session.session_id)}
      parts={{
        again: mayChange && (
          <NewSessionForm choice={choice}>
            <Icon name="redo" />
            {hasOwnClaims ? 'Run again with example claims' : 'Run again'}
          </NewSessionForm>
        ),
        shorter: (
          <NewSessionForm
            choice={{ ...choice, credential_offer_mode: 'credential_offer_uri' }}
            look="quiet"
            size="small"
          >
            {hasOwnClaims ? 'Offer it by reference, with example claims' : 'Offer it by reference'}
          </NewSessionForm>
        ),
        typed:
          session.tx_code === null ? null : (
            <TransactionCode code={session.tx_code} attempts={transactionAttempts(session.tx_code, session.events)} />
          ),
        question: mayChange && <KeptPanel session={session} />,
        asked: session.deeplink !== null && (
          <OfferPanel deeplink={session.deeplink} hosted={offer} altered={session.options.fault !== undefined} />
        ),
        facts: <IssuerFacts session={session} />,
        trust: session.trust && (
          <TrustPanel trust={session.trust} hrefOf={fromItself(issuanceAddresses(session.session_id).page)} />
        ),
        issuer: mayChange && panel && (
          <LaboratoryPanel
            {...panel}
            session={session}
            target={input.target}
            hrefOf={issuanceAddresses(session.session_id).page}
            now={input.now}
          />
        ),
      }}
    />
  )
}

/** The options of a laboratory as a request: what a tester claimed is not on record, so claims get values made up here. */
const laboratoryAgain = ({ options }: NonNullable<IssuanceSessionView['laboratory']>): string =>
  JSON.stringify({
    ...options,
    credentials: options.credentials?.map((type) => ({ ...type, claims: exampleClaims(type.claims) })) ?? null,
  })
