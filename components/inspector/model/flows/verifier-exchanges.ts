import type { ExpectedExchange, Milestone } from '../flow-model'
import type { InspectedPresentation } from './verifier-session'

/** The purpose of a presentation request. */
export type PresentationKind = 'request' | 'response' | 'redirect'

/** Operations of the contract by purpose. */
export const presentationOperations: Readonly<Record<string, PresentationKind>> = {
  getRequestObject: 'request',
  postRequestObject: 'request',
  getBrowserRequest: 'request',
  sendBrowserResult: 'response',
  sendPresentationResponse: 'response',
  sendPresentationResponseByState: 'response',
  completePresentation: 'redirect',
}

/** One phrase for what a request does if it succeeds. */
export const presentationDoes: Readonly<Record<PresentationKind, string>> = {
  request: 'Signed request',
  response: 'Response from the wallet',
  redirect: 'Page after the response',
}

type FlowFacts = Pick<InspectedPresentation, 'request_delivery' | 'request_uri_method' | 'status' | 'options'>

const answer: ExpectedExchange<PresentationKind> = {
  kind: 'response',
  method: 'POST',
  path: '…/response',
  does: 'Presents the credential or declines',
  say: 'Ask the user, then send the response.',
  causes: [
    'The wallet is waiting for its user to consent.',
    'The wallet has no credential that matches the query and says so on the phone.',
    'The wallet does not trust this verifier’s certificate: its chain ends at the test root.',
    'The wallet refused the request silently. Look at the problems and warnings of the session.',
  ],
}

/** What a wallet should do with a deliberately wrong request. */
const refusal: ExpectedExchange<PresentationKind> = {
  kind: 'response',
  method: 'POST',
  path: '…/response',
  does: 'Refuses with an error',
  say: 'Refuse: send an error, or stop. Present nothing.',
  causes: [
    'The wallet refused silently, which is correct. Record that above.',
    'The wallet is asking its user for consent, which is wrong. Record that above.',
  ],
}

/** Every exchange of a clean presentation, in order. A request by value is in the link, so it is not fetched. */
export const presentationExpected = ({
  request_delivery,
  request_uri_method,
  options,
}: FlowFacts): ExpectedExchange<PresentationKind>[] => [
  ...(request_delivery === 'by_reference'
    ? [
        {
          kind: 'request',
          method: request_uri_method === 'post' ? 'POST' : 'GET',
          path: '…/request',
          does:
            options.client_id_prefix === 'redirect_uri' ? 'Fetches the unsigned request' : 'Fetches the signed request',
          say: 'Read the code, then fetch the request it names.',
        } as const,
      ]
    : []),
  options.expect === 'refusal' ? refusal : answer,
  ...(options.return_redirect_uri === true && options.expect !== 'refusal'
    ? [
        {
          kind: 'redirect',
          method: 'GET',
          path: '…/complete',
          does: 'Opens the redirect_uri in the browser',
          say: 'Open the redirect_uri from our response in the browser.',
          causes: [
            'The wallet ignores redirect_uri in the response.',
            'The user stayed in the wallet, or closed the browser before the page loaded.',
          ],
        } as const,
      ]
    : []),
]

/** The outcome of the last step: a response may be an error or a code. */
const answered: Partial<Record<InspectedPresentation['status'], string>> = {
  wallet_error: 'Wallet error recorded',
  presentation_captured: 'Response captured',
  code_received: 'Code noted',
  request_refused: 'Refusal noted',
}

/** The steps of a presentation, in order. */
export const presentationMilestones = (session: FlowFacts): Milestone<PresentationKind>[] => [
  {
    key: 'created',
    done: 'Session created',
    refused: '',
    open: 'Create the session',
    takenBy: { what: 'creation' },
  },
  ...(session.request_delivery === 'by_reference'
    ? [
        {
          key: 'fetched',
          done: 'Request fetched',
          refused: 'Request not served',
          open: 'Fetch the request',
          takenBy: { what: 'success', of: 'request' },
        } as const,
      ]
    : []),
  {
    key: 'received',
    done: 'Response received',
    refused: '',
    open: 'Send the response',
    takenBy: { what: 'arrival', of: 'response' },
  },
  {
    key: 'verified',
    done: answered[session.status] ?? 'Response verified',
    refused: 'Response refused',
    open: 'Verify the response',
    takenBy: { what: 'success', of: 'response' },
  },
  ...(session.options.return_redirect_uri === true && session.options.expect !== 'refusal'
    ? [
        {
          key: 'followed',
          done: 'Browser returned',
          refused: 'Browser refused',
          open: 'Redirect the user',
          takenBy: { what: 'success', of: 'redirect' },
        } as const,
      ]
    : []),
]
