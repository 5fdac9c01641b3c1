import { fromItself, presentationAddresses } from '@/lib/paths'
import { renderedPaths } from '@/lib/rendered-paths'
import { Icon } from '../../ui/icon'
import { judgesDeviceProof } from '../model/device-proofs'
import { verifierFlow } from '../model/flows/verifier'
import { isThroughBrowser } from '../model/flows/verifier-exchanges'
import type { InspectedPresentation } from '../model/flows/verifier-session'
import { type InspectorInput, SessionInspector } from '../session-inspector'
import { TrustPanel } from '../trust-panel'
import { AskAgain } from './ask-again'
import { AskedPanel } from './asked-panel'
import { BrowserAsk } from './browser-ask'
import { BrowserPanel } from './browser-panel'
import { DeviceProofs } from './device-proof'
import { RefusalPanel } from './refusal-panel'
import { RegistrationPanel } from './registration-panel'
import { RequestNotes } from './request-notes'
import { ResultPanel } from './result-panel'
import { VerifierFacts } from './verifier-facts'

/** The inspector page of a presentation session: its flow, and the panels that only presentations have. */
export function VerifierInspector(input: InspectorInput<InspectedPresentation>) {
  const { mayChange } = input
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
          <AskAgain session={session}>
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
        facts: (
          <>
            <BrowserPanel session={session} />
            <RequestNotes session={session} />
            <RegistrationPanel session={session} />
            <VerifierFacts session={session} />
          </>
        ),
        tabOf: (tab, { kind }) =>
          tab === 'decoded' && kind === 'response' ? <DeviceProofs presentations={presentations} /> : null,
        emulated: session.observed.carrier === 'emulated',
        besideCheck: (checkId) => (judgesDeviceProof(checkId) ? <DeviceProofs presentations={presentations} /> : null),
        trust: session.trust && <TrustPanel trust={session.trust} hrefOf={fromItself(addresses.page)} />,
        result: <ResultPanel session={session} hrefOf={fromItself(addresses.page)} />,
      }}
    />
  )
}
