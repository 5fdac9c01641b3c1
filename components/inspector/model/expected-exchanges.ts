import type { IssuanceSessionView } from '@/lib/core/evidence/session-view'
import { type ExchangeKind, exchangeKind } from './exchange-kind'

export interface ExpectedExchange {
  readonly kind: ExchangeKind
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly does: string
}

const metadata: readonly ExpectedExchange[] = [
  {
    kind: 'issuer_metadata',
    method: 'GET',
    path: '/.well-known/openid-credential-issuer/…',
    does: 'Reads the issuer metadata',
  },
  {
    kind: 'as_metadata',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server/…',
    does: 'Reads the server metadata',
  },
]
const offer: ExpectedExchange = {
  kind: 'offer',
  method: 'GET',
  path: '…/offers/…',
  does: 'Fetches the credential offer',
}
const authorization: readonly ExpectedExchange[] = [
  { kind: 'par', method: 'POST', path: '…/par', does: 'Pushes the authorization request' },
  { kind: 'authorize', method: 'GET', path: '…/authorize', does: 'Opens the browser' },
]
const rest: readonly ExpectedExchange[] = [
  { kind: 'token', method: 'POST', path: '…/token', does: 'Exchanges the code for an access token' },
  { kind: 'nonce', method: 'POST', path: '…/nonce', does: 'Fetches a fresh c_nonce' },
  { kind: 'credential', method: 'POST', path: '…/credential', does: 'Proves its key and receives the credential' },
]

type FlowFacts = Pick<IssuanceSessionView, 'flow' | 'credential_offer_mode' | 'exchanges'>

/** Every exchange of a clean flow, in order. */
function flowExchanges({ flow, credential_offer_mode }: FlowFacts): ExpectedExchange[] {
  return [
    ...(credential_offer_mode === 'credential_offer_uri' ? [offer] : []),
    ...metadata,
    ...(flow === 'authorization_code' ? authorization : []),
    ...rest,
  ]
}

/** What a clean flow still has to bring: everything after the furthest step that succeeded. */
export function expectedExchanges(session: FlowFacts): ExpectedExchange[] {
  const flow = flowExchanges(session)
  const succeeded = new Set(
    session.exchanges.filter(({ response }) => response.status !== null && response.status < 400).map(exchangeKind),
  )
  const furthest = flow.findLastIndex(({ kind }) => succeeded.has(kind))
  return flow.slice(furthest + 1)
}
