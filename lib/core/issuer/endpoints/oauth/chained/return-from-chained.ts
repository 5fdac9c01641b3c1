import type { DecidedEffect } from '../../../../engine/endpoints/decided'
import type { Decision, DeviatingReply, InternalCall } from '../../../../engine/endpoints/endpoint'
import { oneTimeRow, randomValue } from '../../../../engine/endpoints/one-time'
import { loadSession } from '../../../../engine/sessions/load-session'
import { type Exchange, headerValue, type Reply } from '../../../../shared/http/exchange'
import { type Parameters, readParameters } from '../../../../shared/http/read-form'
import { redirectReply } from '../../../../shared/http/reply'
import { digestOf } from '../../../../shared/ports/digests'
import { exchangeId } from '../../../../shared/ports/ids'
import type { OneTimeValue } from '../../../../shared/ports/store-types'
import { authorizationCodeTtlSeconds } from '../../../../shared/time/durations'
import { utf8 } from '../../../../shared/values/base64url'
import type { IssuerContext } from '../../../configurations/issuer-in-play'
import { deviationName, deviationOf } from '../../../deviations'
import { type AuthorizationFacts, factsOf, factsToData } from '../../../read/oauth/authorization'
import { isLoopback, withResponse } from '../../../read/oauth/redirect-uri'
import { judgedByIssuer } from '../../issuer-endpoint'
import { leavingPage, unsealReturn, type WalletReturn } from '../wallet-return'
import {
  type ChainedRefusal,
  chainedClientId,
  chainedClientSecret,
  chainedCodeVerifier,
  chainedRefusal,
  decideChainedToken,
  readChainedToken,
} from './chained-server'

interface ReturnReading {
  readonly query: Parameters
  /** Stored entry of our own `state`, valid or not. */
  readonly state: OneTimeValue | null
  /** Stored entry of the pushed request that started the flow. */
  readonly request: OneTimeValue | null
}

/**
 * `GET /issuers/{id}/redirect`: the browser returns from the chained server. The issuer redeems the chained code in
 * process (recorded as a separate call), issues its own code and redirects the browser to the wallet, by way of a page
 * of ours if the target is an unknown web page.
 * @see RFC6749-4.1.2, RFC9207-2
 */
export const returnFromChainedEndpoint = judgedByIssuer<ReturnReading>({
  read: async ({ exchange, ports }) => {
    const query = readParameters(exchange.query ?? '')
    const value = query.get('state')
    const state = value === null ? null : await ports.store.oneTimeValue('chained_state', digestOf(value, ports.sha256))
    const parent = state?.parent ?? null
    return { query, state, request: parent === null ? null : await ports.store.oneTimeValue('request_uri', parent) }
  },
  checks: () => [],
  decide: async (reading, _findings, context) => {
    const { query, state, request } = reading
    const refusal = refusalFor(reading, context)
    const back = state && (await unsealReturn(state.data.return, query.get('state') ?? '', context.ports.keyedHash))
    if (refusal || !state || !request || !back) return chainedRefusal(refusal ?? unknownState, state?.sessionId ?? null)
    const denied = query.get('error')
    if (denied !== null)
      return sendError(denied === 'access_denied' ? denied : 'server_error', back, { state, request }, context)
    const call = await redeemChainedCode(query, context)
    return call.decision.reply.status === 200
      ? sendCode(back, state, request, call, context)
      : sendError('server_error', back, { state, request }, context, call)
  },
})

const unknownState: ChainedRefusal = {
  error: 'invalid_request',
  description: 'The state is missing, unknown, was used or has expired: start again at the authorization endpoint.',
}

function refusalFor({ query, state, request }: ReturnReading, { exchange, issuer }: IssuerContext) {
  if (query.duplicates.length > 0)
    return { error: 'invalid_request', description: 'Send each parameter once.' } as const
  if (state?.issuerId !== issuer.id || state.consumedAt !== null || state.expiresAt <= exchange.at) return unknownState
  const iss = query.get('iss')
  if (iss !== null && iss !== issuer.urls.chainedAuthorizationServer)
    return { error: 'invalid_request', description: 'The iss is not the chained authorization server.' } as const
  if (request === null || request.consumedAt !== null)
    return { error: 'invalid_request', description: 'This authorization request was completed already.' } as const
  return null
}

interface RedeemedCode {
  readonly decision: Decision
  readonly call: InternalCall
}

/** Calls the chained token endpoint in process, with the code that serves HTTP. */
async function redeemChainedCode(query: Parameters, context: IssuerContext): Promise<RedeemedCode> {
  const { exchange, issuer, ports } = context
  const { id, urls } = issuer
  const body = utf8(
    new URLSearchParams({
      grant_type: 'authorization_code',
      code: query.get('code') ?? '',
      code_verifier: chainedCodeVerifier(query.get('state') ?? '', ports.keyedHash),
      redirect_uri: urls.redirect,
      client_id: chainedClientId(id),
      client_secret: chainedClientSecret(id, ports.keyedHash),
    }).toString(),
  )
  const inner: Exchange = {
    id: exchangeId(ports.uuid()),
    at: exchange.at,
    method: 'POST',
    path: new URL(`${urls.chainedAuthorizationServer}/token`).pathname,
    query: null,
    headers: [
      ['Content-Type', 'application/x-www-form-urlencoded'],
      ['Accept', 'application/json'],
    ],
    body,
    bodyOverflow: false,
    bodyBytes: body.length,
    remoteAddress: '',
  }
  const innerContext = { ...context, exchange: inner }
  const decision = decideChainedToken(await readChainedToken(innerContext), innerContext)
  return { decision, call: { exchange: inner, operation: 'requestChainedToken', reply: decision.reply } }
}

async function sendCode(
  back: WalletReturn,
  state: OneTimeValue,
  request: OneTimeValue,
  { decision, call }: RedeemedCode,
  context: IssuerContext,
): Promise<Decision> {
  const code = randomValue(context)
  const facts = factsOf(request)
  return {
    reply: returnToWallet(['code', code], back, facts, context),
    ...(await wrongReturn(code, back, { state, request, redeemed: { decision, call } }, context)),
    sessionId: state.sessionId,
    events: [
      ...decision.events.map((event) => ({ ...event, exchangeId: call.exchange.id })),
      { type: 'authorization_code_issued', detail: { redirect_uri_origin: originOf(back.redirectUri) } },
    ],
    effects: [
      spend(state),
      spend(request),
      ...decision.effects,
      {
        type: 'grant',
        secret: code,
        value: oneTimeRow(context, {
          kind: 'authorization_code',
          value: code,
          sessionId: state.sessionId,
          ttlSeconds: authorizationCodeTtlSeconds,
          parent: request.digest,
          data: factsToData(facts),
        }),
      },
    ],
    internal: [call],
  }
}

/** The deviating authorization response. */
async function wrongReturn(
  code: string,
  back: WalletReturn,
  {
    state,
    request,
    redeemed,
  }: { readonly state: OneTimeValue; readonly request: OneTimeValue; readonly redeemed: RedeemedCode },
  context: IssuerContext,
): Promise<{ readonly deviating?: DeviatingReply }> {
  const session = await loadSession('issuance', state.sessionId ?? '', context.ports)
  const deviation = session && deviationOf(session)
  if (!deviation?.changes.redirect) return {}
  const right = authorizationResponse(['code', code], back, factsOf(request), context)
  const wrong = deviation.changes.redirect(right)
  // Nothing changes if the parameter is absent.
  if (new URLSearchParams(wrong.map(copy)).toString() === new URLSearchParams(right.map(copy)).toString()) return {}
  const reply = openWallet(wrong, back, factsOf(request), context)
  const grantsCode = wrong.some(([name]) => name === 'code')
  const { events, effects } = sendError('access_denied', back, { state, request }, context, redeemed)
  return {
    deviating: { deviation: deviationName(deviation), reply, ...(grantsCode ? {} : { events, effects }) },
  }
}

const copy = ([name, value]: readonly [string, string]): [string, string] => [name, value]

/** Returns an error instead of a code. RFC6749-4.1.2.1 */
const sendError = (
  error: 'access_denied' | 'server_error',
  back: WalletReturn,
  { state, request }: { readonly state: OneTimeValue; readonly request: OneTimeValue },
  context: IssuerContext,
  redeemed?: RedeemedCode,
): Decision => ({
  reply: returnToWallet(['error', error], back, factsOf(request), context),
  sessionId: state.sessionId,
  events: [{ type: 'authorization_error_returned', detail: { error } }],
  effects: [spend(state), ...(redeemed?.decision.effects ?? [])],
  ...(redeemed ? { internal: [redeemed.call] } : {}),
})

const spend = ({ kind, digest }: OneTimeValue): DecidedEffect => ({ type: 'consume', kind, digest })

/** Origin of a web URL; scheme of any other. */
const originOf = (redirectUri: string): string =>
  /^https?:/i.test(redirectUri) ? new URL(redirectUri).origin : (redirectUri.split(':')[0] ?? '')

/**
 * Sends the browser back to the wallet: a redirect, or, if `LEAVING_PAGE` is on and a person would land on an unknown
 * web page, a page that first names the target.
 * @param outcome `code` or `error`, with its value
 * @see RFC6749-4.1.2, RFC9207-2, RFC9700-4.11.2
 */
function returnToWallet(
  outcome: readonly ['code' | 'error', string],
  back: WalletReturn,
  facts: Pick<AuthorizationFacts, 'clientId' | 'clientKnown' | 'server'>,
  context: IssuerContext,
): Reply {
  return openWallet(authorizationResponse(outcome, back, facts, context), back, facts, context)
}

const authorizationResponse = (
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
function openWallet(
  parameters: readonly (readonly [string, string])[],
  { redirectUri }: Pick<WalletReturn, 'redirectUri'>,
  facts: Pick<AuthorizationFacts, 'clientId' | 'clientKnown'>,
  { exchange, settings }: IssuerContext,
): Reply {
  const location = withResponse(redirectUri, parameters)
  const isForeignPage = /^https:/i.test(redirectUri) && !isLoopback(redirectUri) && !facts.clientKnown
  // Only browsers send this header, and scripts cannot set it. Other clients show no page to a person.
  const isPerson = headerValue(exchange, 'sec-fetch-dest') === 'document'
  return settings.leavingPage && isForeignPage && isPerson
    ? leavingPage({ redirectUri, location, clientId: facts.clientId })
    : redirectReply(location)
}
