import { WalletStop } from '../../errors'
import { requireWebUrl } from '../../http/web-url'
import { headerValue, type WireAnswer } from '../../http/wire'
import { stringMember } from '../../json'
import { need } from '../../run'
import { aroundStep, requireSuccess, sendStep } from '../../step'
import type { Run } from '../run'
import type { PushedRequest } from './pushed-request'

const redirectsMax = 10

/** The wallet acts as the user's browser here, and says so. */
const browser = 'Mozilla/5.0 (browser of wallet-capture-reference-wallet)'

/**
 * Opens the authorization endpoint with only `client_id` and `request_uri` (RFC9126-4) and follows redirects like a
 * browser until one leads back to the wallet.
 *
 * @returns the redirect URI with the parameters of the authorization response
 * @throws WalletStop, Refused
 */
export async function followToWallet(
  run: Run,
  clientId: string,
  { requestUri, parameters }: Pick<PushedRequest, 'requestUri' | 'parameters'>,
): Promise<URL> {
  const endpoint = new URL(
    requireWebUrl(
      need(stringMember(run.facts.asMetadata, 'authorization_endpoint'), 'authorization endpoint'),
      'The authorization endpoint',
    ),
  )
  const shown: [string, string][] =
    requestUri === null
      ? parameters
      : [
          ['client_id', clientId],
          ['request_uri', requestUri],
        ]
  for (const [name, value] of shown) endpoint.searchParams.set(name, value)
  return aroundStep(run, 'authorize', async () => {
    let next = endpoint
    for (let hop = 0; hop < redirectsMax; hop += 1) {
      next = redirectOf(await open(run, next.href), next)
      if (isWallet(next, run.profile.redirectUri)) return next
    }
    throw new WalletStop('The authorization server redirects too often')
  })
}

function open(run: Run, url: string): Promise<WireAnswer> {
  return sendStep(run, {
    step: 'authorize',
    method: 'GET',
    url,
    headers: [
      ['Accept', 'text/html,application/xhtml+xml,*/*;q=0.8'],
      ['User-Agent', browser],
    ],
  })
}

function redirectOf(answer: WireAnswer, from: URL): URL {
  const location = headerValue(answer.headers, 'Location')
  if (answer.status >= 300 && answer.status < 400 && location !== null && URL.canParse(location, from)) {
    return new URL(location, from)
  }
  requireSuccess('authorize', answer)
  throw new WalletStop('The authorization server shows a page instead of redirecting')
}

/** Whether this URL is the redirect URI, ignoring the query that the response adds. */
function isWallet(address: URL, redirectUri: string): boolean {
  const wallet = new URL(redirectUri)
  return address.protocol === wallet.protocol && address.host === wallet.host && address.pathname === wallet.pathname
}
