import { headerValue, type Reply } from '../../../ground/http/exchange'
import { redirectReply } from '../../../ground/http/redirect-reply'
import type { IssuerContext } from '../../configurations/issuer-in-play'
import type { AuthorizationFacts } from '../../read/oauth/authorization-facts'
import { isLoopback, withResponse } from '../../read/oauth/redirect-uri'
import { leavingPage } from './leaving-page'
import type { WalletReturn } from './wallet-return'

/**
 * The answer that sends the browser back to the wallet: a redirect, or, if `LEAVING_PAGE` is on and a person would land
 * on an unknown web page, a page that names the target first.
 * @param outcome `code` or `error`, with its value
 * @see RFC6749-4.1.2, RFC9207-2, RFC9700-4.11.2
 */
export function returnToWallet(
  outcome: readonly ['code' | 'error', string],
  back: WalletReturn,
  facts: Pick<AuthorizationFacts, 'clientId' | 'clientKnown' | 'server'>,
  context: IssuerContext,
): Reply {
  return openWallet(authorizationResponse(outcome, back, facts, context), back, facts, context)
}

/** The parameters of an authorization response, in order. RFC6749-4.1.2, RFC9207-2 */
export const authorizationResponse = (
  outcome: readonly ['code' | 'error', string],
  { state }: Pick<WalletReturn, 'state'>,
  { server }: Pick<AuthorizationFacts, 'server'>,
  { issuer }: IssuerContext,
): readonly (readonly [string, string])[] => [
  outcome,
  ...(state === null ? [] : [['state', state] as const]),
  ['iss', server ?? issuer.identifier],
]

/** Like `returnToWallet`, with the given parameters. */
export function openWallet(
  parameters: readonly (readonly [string, string])[],
  { redirectUri }: Pick<WalletReturn, 'redirectUri'>,
  facts: Pick<AuthorizationFacts, 'clientId' | 'clientKnown'>,
  { exchange, settings }: IssuerContext,
): Reply {
  const location = withResponse(redirectUri, parameters)
  const isForeignPage = /^https:/i.test(redirectUri) && !isLoopback(redirectUri) && !facts.clientKnown
  // Only browsers send this header, and no script can set it. A client without it shows no page to a person.
  const isPerson = headerValue(exchange, 'sec-fetch-dest') === 'document'
  return settings.leavingPage && isForeignPage && isPerson
    ? leavingPage({ redirectUri, location, clientId: facts.clientId })
    : redirectReply(location)
}
