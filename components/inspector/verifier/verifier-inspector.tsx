import type { ReactNode } from 'react'
import { changedHeading } from '@/lib/core/engine/deviations/changed-words'
import { isObject, type JsonObject } from '@/lib/core/shared/values/json'
import { fromItself, presentationAddresses } from '@/lib/paths'
import { renderedPaths } from '@/lib/rendered-paths'
import { HiddenFields, SessionForm } from '../../start/session-form'
import { verifierFields } from '../../start/session-form-fields'
import { ownQuery } from '../../start/verifier-presets'
import { type ButtonLook, buttonClass } from '../../ui/button-class'
import { Icon } from '../../ui/icon'
import { ProblemList } from '../../ui/note'
import { Panel } from '../../ui/panel'
import { PanelHeading } from '../../ui/panel-heading'
import { ChangedPanel } from '../changed-panel'
import { DiffTab } from '../diff-tab'
import { ExplainedTree } from '../explained-tree'
import { verifierFlow } from '../model/flows/verifier'
import { type InspectedPresentation, isThroughBrowser } from '../model/flows/verifier-exchanges'
import { repeatedRequest, repeatedTrust, repeatFields } from '../model/repeated-request'
import { type InspectorInput, SessionInspector } from '../session-inspector'
import { TrustPanel } from '../trust-panel'
import { DeviceProofs, judgesDeviceProof } from './device-proof'
import { PaymentPanel } from './payment-panel'
import { RefusalPanel } from './refusal-panel'
import { AskedPanel, BrowserPanel } from './request-panels'
import { ResultPanel } from './result-panel'
import { VerifierFacts } from './verifier-facts'

/** Inspector page of a presentation session. */
export function VerifierInspector(input: InspectorInput<InspectedPresentation>) {
  const { mayChange, target } = input
  const { session } = input.inspected
  const { presentations } = session.observed
  const addresses = presentationAddresses(session.session_id)
  return (
    <SessionInspector
      {...input}
      flow={verifierFlow}
      addresses={addresses}
      parts={{
        again: mayChange && (
          <AskAgain session={session} shortcut="r">
            <Icon name="redo" />
            Run again
          </AskAgain>
        ),
        shorter: (
          <AskAgain session={session} delivery="get" look="quiet" size="small">
            Ask by reference
          </AskAgain>
        ),
        question: mayChange && <RefusalPanel session={session} now={input.now} />,
        ...(isThroughBrowser(session)
          ? { askHere: <BrowserAsk page={renderedPaths.present(session.session_id)} /> }
          : {}),
        asked: <AskedPanel session={session} />,
        changed: session.mutations !== undefined && (
          <ChangedPanel mutations={session.mutations} documents={input.changedDocuments} />
        ),
        facts: (
          <>
            <BrowserPanel session={session} />
            <RequestNotes session={session} />
            <RegistrationPanel session={session} />
            <VerifierFacts session={session} />
          </>
        ),
        tabOf: (tab, exchange) => {
          if (tab === 'decoded' && exchange.kind === 'response') return <DeviceProofs presentations={presentations} />
          if (tab !== 'diff') return null
          return (
            <DiffTab
              {...input.diff}
              kind="presentation"
              session={session}
              exchange={exchange}
              target={target}
              hrefOf={fromItself(addresses.page, target)}
              sameSettings={isThroughBrowser(session) ? null : askedAgain(session)}
            />
          )
        },
        emulated: session.observed.carrier === 'emulated',
        besideCheck: (checkId) => (judgesDeviceProof(checkId) ? <DeviceProofs presentations={presentations} /> : null),
        trust: session.trust && <TrustPanel trust={session.trust} hrefOf={fromItself(addresses.page, target)} />,
        result: (
          <>
            <ResultPanel session={session} hrefOf={fromItself(addresses.page, target)} />
            <PaymentPanel session={session} hrefOf={fromItself(addresses.page, target)} />
          </>
        ),
      }}
    />
  )
}

interface AskAgainProps extends ButtonLook {
  readonly session: InspectedPresentation
  /** Request delivery other than the session's own. */
  readonly delivery?: 'get'
  /** The key that presses it. */
  readonly shortcut?: string
  readonly children: ReactNode
}

/** Form fields that send the same request in a new session. */
function askedAgain(session: InspectedPresentation, delivery?: 'get'): Record<string, string> {
  const { request_delivery, request_uri_method, options } = session
  // A test changes the request again, so start from the original request.
  const asked = isObject(options.request_before_test)
    ? (options.request_before_test as JsonObject)
    : session.authorization_request
  return {
    preset: asked.dcql_query === undefined ? '' : ownQuery,
    dcql_query: JSON.stringify(asked.dcql_query ?? null),
    delivery: delivery ?? (request_delivery === 'by_value' ? 'by_value' : request_uri_method),
    ...repeatFields(verifierFields, session, {
      ...repeatedTrust(repeatedRequest(asked), session),
      // What follows from the transaction data follows anew.
      expect: expectedAgain(session),
      expires_in: String(Math.round((Date.parse(session.expires_at) - Date.parse(session.created_at)) / 1000)),
    }),
  }
}

/** What the tester expects, where that does not follow from the request. */
function expectedAgain({ options, mutations }: InspectedPresentation): string {
  const follows = mutations === undefined ? options.expect_because !== undefined : mutations.expected_by === undefined
  return !follows && typeof options.expect === 'string' ? options.expect : ''
}

/** Button that sends the same request in a new session and opens its page. */
function AskAgain({ session, delivery, shortcut, children, ...look }: AskAgainProps) {
  return (
    <SessionForm kind="presentation" className="inline-block">
      <HiddenFields fields={askedAgain(session, delivery)} />
      <button type="submit" data-key={shortcut} className={buttonClass(look)}>
        {children}
      </button>
    </SessionForm>
  )
}

/** Opens the page that asks a wallet through this browser. */
const BrowserAsk = ({ page }: { readonly page: string }) => (
  <div className="grid justify-items-start gap-2">
    <a href={page} className={buttonClass({ look: 'solid' }, 'max-md:w-full')}>
      <Icon name="wallet" />
      Ask through this browser
    </a>
    <p className="text-sm text-ink-2">
      If the wallet is on a phone, the browser shows a QR code of its own, and the two have to be near each other.
    </p>
  </div>
)

type Registered = Pick<InspectedPresentation, 'client_registration'>

/** What the tester must register with the wallet before this session; renders nothing if the wallet needs none. */
function RegistrationPanel({ session: { client_registration: registration } }: { readonly session: Registered }) {
  if (registration === undefined) return null
  return (
    <Panel labelledBy="registration">
      <PanelHeading id="registration" title="What to register with the wallet" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
        <p className="text-sm text-ink-2">
          The wallet must know this verifier already. The request sends no metadata of its own.
        </p>
        <ExplainedTree value={registration} openDepth={2} />
      </div>
    </Panel>
  )
}

type Noted = Pick<InspectedPresentation, 'request_problems' | 'warnings' | 'mutations'>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const toProblem = ({ severity, pointer, message }: JsonObject) => ({
  isNote: severity === 'note' || severity === 'warning',
  pointer: text(pointer),
  message: text(message),
})

/** Problems of the request, and what may keep a wallet from responding; renders nothing if there are none. */
function RequestNotes({ session: { request_problems, warnings: all, mutations } }: { readonly session: Noted }) {
  // What was changed on purpose has a panel of its own.
  const warnings = mutations === undefined ? all : all.filter((warning) => !warning.startsWith(changedHeading))
  if (request_problems.length + warnings.length === 0) return null
  return (
    <Panel labelledBy="notes">
      <PanelHeading id="notes" title="About the request" />
      <div className="grid gap-3 p-4 text-sm">
        {warnings.length > 0 && (
          <ul className="grid list-disc gap-1.5 pl-5 text-warn-ink">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
        {request_problems.length > 0 && (
          <>
            <h3 className="text-sm font-[550] text-ink-2">Problems with the request</h3>
            <ProblemList problems={request_problems.map(toProblem)} />
          </>
        )}
      </div>
    </Panel>
  )
}
