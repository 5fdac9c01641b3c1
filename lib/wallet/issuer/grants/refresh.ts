import { Refused } from '../../errors'
import { need } from '../../run'
import { skipsRule } from '../care'
import { authenticateClient, clientMethod } from '../client/authenticate'
import type { Run } from '../run'
import { ownClientId } from './own-client-id'
import { requestToken } from './token-request'

/** Seconds before the end of an access token in which this wallet no longer uses it. */
const marginSeconds = 5

/** Whether the access token is over, or nearly, and the wallet can get another one. */
export const needsRefresh = ({ facts, clock }: Run): boolean =>
  facts.refreshToken !== null &&
  facts.accessTokenUntil !== null &&
  clock() / 1000 > facts.accessTokenUntil - marginSeconds

/** Whether the access token is over, by what the wallet was told of it. */
export const isTokenOver = ({ facts, clock }: Run): boolean =>
  facts.accessTokenUntil !== null && clock() / 1000 >= facts.accessTokenUntil

/**
 * Gets another access token for the refresh token (RFC6749-6), as the client that got it, with its keys (RFC9449-5). A wallet
 * whose grant is lost does not try again (RFC6749-5.2).
 *
 * @throws WalletStop, Refused
 */
export async function refreshToken(run: Run): Promise<void> {
  const { facts, profile } = run
  const authenticates = clientMethod(run) !== 'none'
  const form = (): [string, string][] => [
    ['grant_type', 'refresh_token'],
    ['refresh_token', need(facts.refreshToken, 'refresh token')],
    ...(facts.clientId === null || (authenticates && profile.clientId === null)
      ? []
      : ([['client_id', facts.clientId]] satisfies [string, string][])),
  ]
  const send = () =>
    requestToken(run, form, () => authenticateClient(run, 'refresh', facts.clientId ?? ownClientId), 'refresh')
  try {
    await send()
  } catch (error) {
    if (!(error instanceof Refused) || !skipsRule(run, 'lost_grant')) throw error
    await send()
  }
}
