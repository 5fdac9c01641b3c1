import type { ExpectedExchange, Milestone } from '../flow-model'
import type { InspectedPresentation } from './presentation-session'

/** What a request of a presentation is for. */
export type PresentationKind = 'request' | 'response' | 'redirect'

/** Operations of the contract by what they are for. */
export const presentationOperations: Readonly<Record<string, PresentationKind>> = {
  getRequestObject: 'request',
  postRequestObject: 'request',
  sendPresentationResponse: 'response',
  sendPresentationResponseByState: 'response',
  completePresentation: 'redirect',
}

/** One phrase for what a request does when it succeeds. */
export const presentationDoes: Readonly<Record<PresentationKind, string>> = {
  request: 'Signed request',
  response: 'Answer of the wallet',
  redirect: 'Page at which the user goes on',
}

type FlowFacts = Pick<InspectedPresentation, 'request_delivery' | 'request_uri_method' | 'status' | 'options'>

const answer: ExpectedExchange<PresentationKind> = {
  kind: 'response',
  method: 'POST',
  path: '…/response',
  does: 'Presents what is asked for, or declines',
  say: 'Ask its user, then send the answer.',
  causes: [
    'The wallet asks its user for consent and waits for an answer.',
    'The wallet holds nothing that the query asks for, and shows that on the phone.',
    'The wallet does not trust the certificate of this verifier: its chain leads to the test root.',
    'The wallet refused the request without a word. Compare it with the problems and warnings of the session.',
  ],
}

/** What a wallet does with a request that is wrong on purpose. */
const refusal: ExpectedExchange<PresentationKind> = {
  kind: 'response',
  method: 'POST',
  path: '…/response',
  does: 'Refuses with an error',
  say: 'Refuse: send an error, or stop. Present nothing.',
  causes: [
    'The wallet refused without a word, which is right. Say so above.',
    'The wallet asks its user for consent and waits, which is wrong. Say so above.',
  ],
}

/** Every exchange of a clean presentation, in order. A request by value is in the link: nothing fetches it. */
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
          does: 'Fetches the signed request',
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
          does: 'Sends the user on in the browser',
          say: 'Open the address that its answer was answered with, in the browser.',
          causes: [
            'The wallet ignores redirect_uri in the answer.',
            'The user stays in the wallet, or closed the browser before the page was asked for.',
          ],
        } as const,
      ]
    : []),
]

/** What the last step comes to: an answer may be an error or a code. */
const answered: Partial<Record<InspectedPresentation['status'], string>> = {
  wallet_error: 'Error of the wallet noted',
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
          refused: 'Request not handed out',
          open: 'Fetch the request',
          takenBy: { what: 'success', of: 'request' },
        } as const,
      ]
    : []),
  {
    key: 'received',
    done: 'Answer received',
    refused: '',
    open: 'Send the answer',
    takenBy: { what: 'arrival', of: 'response' },
  },
  {
    key: 'verified',
    done: answered[session.status] ?? 'Answer verified',
    refused: 'Answer refused',
    open: 'Verify the answer',
    takenBy: { what: 'success', of: 'response' },
  },
  ...(session.options.return_redirect_uri === true && session.options.expect !== 'refusal'
    ? [
        {
          key: 'followed',
          done: 'Browser came back',
          refused: 'Browser was turned away',
          open: 'Send the user on',
          takenBy: { what: 'success', of: 'redirect' },
        } as const,
      ]
    : []),
]
