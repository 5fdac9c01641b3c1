import type { ReactNode } from 'react'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { exampleClaims } from '@/lib/core/issuer/redaction/own-claims'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { fromItself, issuanceAddresses } from '@/lib/paths'
import { renderedPaths } from '@/lib/rendered-paths'
import { HiddenFields, SessionForm } from '../../start/session-form'
import { issuerFields } from '../../start/session-form-fields'
import { type ButtonLook, buttonClass } from '../../ui/button-class'
import { Icon } from '../../ui/icon'
import { Panel } from '../../ui/panel'
import { ChangedPanel } from '../changed-panel'
import { DiffTab } from '../diff-tab'
import { issuesWrongCredential, transactionAttempts } from '../model/exchanges'
import { issuerFlow } from '../model/flows/issuer'
import { repeatFields } from '../model/repeated-request'
import { TransactionCode } from '../qr-panel'
import { type InspectorInput, SessionInspector } from '../session-inspector'
import { TrustPanel } from '../trust-panel'
import { IssuerFacts, OfferPanel } from './issuer-facts'
import { type LaboratoryInput, LaboratoryPanel } from './laboratory/laboratory-panel'
import { WalletUnitPanel } from './wallet-unit-panel'

interface IssuanceInspectorProps extends InspectorInput<IssuanceSessionView> {
  /** The offer behind the link; `null` if the link contains it, or there is no link. */
  readonly offer: JsonObject | null
  /** Input for the laboratory panel; `null` for a session without its own issuer. */
  readonly laboratory: LaboratoryInput | null
}

/** Inspector page of an issuance session. */
export function IssuerInspector({ offer, laboratory: panel, ...input }: IssuanceInspectorProps) {
  const { mayChange } = input
  const { session } = input.inspected
  const { laboratory } = session
  const choice = repeatFields(issuerFields, session, {
    laboratory: laboratory ? laboratoryAgain(laboratory) : '',
    expect: session.mutations?.expected_by === undefined ? '' : session.mutations.expect,
  })
  const hasOwnClaims = Boolean(laboratory?.options.credentials)
  return (
    <SessionInspector
      {...input}
      flow={issuerFlow}
      addresses={issuanceAddresses(session.session_id)}
      parts={{
        again: mayChange && (
          <NewSessionForm choice={choice} shortcut="r">
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
          <OfferPanel
            deeplink={session.deeplink}
            hosted={offer}
            altered={session.options.fault !== undefined || session.mutations !== undefined}
          />
        ),
        changed: session.mutations !== undefined && (
          <ChangedPanel mutations={session.mutations} documents={input.changedDocuments} />
        ),
        facts: <IssuerFacts session={session} />,
        tabOf: (tab, exchange) =>
          tab === 'diff' ? (
            <DiffTab
              {...input.diff}
              kind="issuance"
              session={session}
              exchange={exchange}
              target={input.target}
              hrefOf={fromItself(issuanceAddresses(session.session_id).page, input.target)}
              sameSettings={choice}
            />
          ) : null,
        trust: session.trust && (
          <TrustPanel
            trust={session.trust}
            hrefOf={fromItself(issuanceAddresses(session.session_id).page, input.target)}
          />
        ),
        issuer: (
          <>
            {mayChange && panel && (
              <LaboratoryPanel
                {...panel}
                session={session}
                target={input.target}
                hrefOf={issuanceAddresses(session.session_id).page}
                now={input.now}
              />
            )}
            <WalletUnitPanel
              session={session}
              mayChange={mayChange}
              now={input.now}
              hrefOf={fromItself(issuanceAddresses(session.session_id).page, input.target)}
            />
          </>
        ),
      }}
    />
  )
}

/** Laboratory options as a new request. Claim values are not on record, so new ones are made up. */
const laboratoryAgain = ({ options }: NonNullable<IssuanceSessionView['laboratory']>): string =>
  JSON.stringify({
    ...options,
    credentials: options.credentials?.map((type) => ({ ...type, claims: exampleClaims(type.claims) })) ?? null,
  })

/**
 * Offers to request the wrong credential back, because only that shows whether the wallet kept it. Hidden once the
 * wallet has answered.
 */
function KeptPanel({ session }: { readonly session: IssuanceSessionView }) {
  const isSent = session.events.some(({ type }) => type === 'answer_altered')
  const isAsked = session.events.some(({ type }) => type === 'credential_asked_back')
  if (!issuesWrongCredential(session) || !isSent || isAsked) return null
  return (
    <Panel labelledBy="kept" className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div>
        <h2 id="kept" className="text-md">
          Did the wallet keep the wrong credential?
        </h2>
        <p className="mt-0.5 text-sm text-ink-2">
          Ask for it: if the wallet presents it, this session fails. If it presents nothing, or another credential, it
          passes.
        </p>
      </div>
      <form method="post" action={renderedPaths.createRoundTrip()}>
        <button type="submit" name="follows" value={session.session_id} className={buttonClass()}>
          Ask for the credential
        </button>
      </form>
    </Panel>
  )
}

interface NewSessionFormProps extends ButtonLook {
  /** Hidden fields by name. */
  readonly choice: Readonly<Record<string, string>>
  /** The key that presses it. */
  readonly shortcut?: string
  readonly children: ReactNode
}

/** Button that creates a session and opens its page. */
function NewSessionForm({ choice, shortcut, children, ...look }: NewSessionFormProps) {
  return (
    <SessionForm className="inline-block">
      <HiddenFields fields={choice} />
      <button type="submit" data-key={shortcut} className={buttonClass(look)}>
        {children}
      </button>
    </SessionForm>
  )
}
