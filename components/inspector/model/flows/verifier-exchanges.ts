import { isObject } from '@/lib/core/shared/values/json'
import { type PresentationStanding, presentationStanding } from '@/lib/core/verifier/evidence/verifier-standing'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import type { ExpectedExchange, InspectedExchange, Milestone } from '../flow-model'

/** A presentation session as the inspector shows it. `deeplink`: `null` for a reader who may not use it. */
export type InspectedPresentation = Omit<PresentationSessionView, 'status' | 'deeplink'> & {
  readonly status: PresentationStanding
  readonly deeplink: string | null
}

/** Distinguishes a response that ended the session from one that the wallet may resend. */
export function toInspectedPresentation(view: PresentationSessionView): InspectedPresentation {
  const expectsRefusal = view.options.expect === 'refusal'
  return { ...view, status: presentationStanding(view.status, { events: view.events, expectsRefusal }) }
}

export type PresentationKind = 'request' | 'response' | 'report' | 'redirect'

/** Purpose by contract operation. */
export const presentationOperations: Readonly<Record<string, PresentationKind>> = {
  getRequestObject: 'request',
  postRequestObject: 'request',
  getBrowserRequest: 'request',
  sendBrowserResult: 'response',
  sendPresentationResponse: 'response',
  sendPresentationResponseByState: 'response',
  completePresentation: 'redirect',
}

/** A page posts both the wallet's response and its own reports to the same URL, so the body decides. */
export const presentationKindOf = ({
  operation,
  body,
}: Pick<InspectedExchange, 'operation' | 'body'>): PresentationKind | undefined =>
  operation === 'sendBrowserResult' && isObject(body) && body.outcome !== 'answer' ? 'report' : undefined

/** One phrase for the effect of a successful request. */
export const presentationDoes: Readonly<Record<PresentationKind, string>> = {
  request: 'Signed request',
  response: 'Response from the wallet',
  report: 'Report of the page',
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

/** Expected reaction to a deliberately wrong request. */
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

/** Whether a browser rather than a link carries the request. */
export const isThroughBrowser = ({ options }: Pick<InspectedPresentation, 'options'>): boolean =>
  options.presentation_channel === 'dc_api'

/** Exchanges of a presentation through a browser. */
const throughBrowser = (last: ExpectedExchange<PresentationKind>): ExpectedExchange<PresentationKind>[] => [
  {
    kind: 'request',
    method: 'GET',
    path: '…/dc-api',
    does: 'Fetches the request for the browser',
    say: 'Wait until somebody opens the page that asks it.',
    more: 'Open the page here, or scan its code with the phone that holds the wallet. This page updates automatically.',
  },
  {
    ...last,
    path: '…/dc-api/result',
    causes: [
      'Nobody pressed “Ask my wallet” on the page, or the browser still shows its own chooser.',
      ...(last.causes ?? []).slice(0, 1),
      'The browser found no wallet that fits: to a page, that looks as if somebody declined.',
    ],
  },
]

/** Requests of a clean presentation, in order. */
export const presentationExpected = (session: FlowFacts): ExpectedExchange<PresentationKind>[] => {
  const last = session.options.expect === 'refusal' ? refusal : answer
  return isThroughBrowser(session) ? throughBrowser(last) : throughLink(session, last)
}

/** Exchanges of a presentation through a link. A request by value is in the link, so it is not fetched. */
const throughLink = (
  { request_delivery, request_uri_method, options }: FlowFacts,
  last: ExpectedExchange<PresentationKind>,
): ExpectedExchange<PresentationKind>[] => [
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
  last,
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

/** Outcome of the last step: a response may be an error or a code. */
const answered: Partial<Record<InspectedPresentation['status'], string>> = {
  wallet_error: 'Wallet error recorded',
  presentation_captured: 'Response captured',
  code_received: 'Code noted',
  request_refused: 'Refusal noted',
}

/** Steps of a presentation, in order. */
export const presentationMilestones = (session: FlowFacts): Milestone<PresentationKind>[] => [
  {
    key: 'created',
    done: 'Session created',
    refused: '',
    open: 'Create the session',
    takenBy: { what: 'creation' },
  },
  ...(session.request_delivery === 'by_reference' || isThroughBrowser(session)
    ? [
        {
          key: 'fetched',
          done: isThroughBrowser(session) ? 'Page opened' : 'Request fetched',
          refused: 'Request not served',
          open: isThroughBrowser(session) ? 'Open the page' : 'Fetch the request',
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
