import { bind } from '../../../engine/checks/evaluate'
import type { Decision } from '../../../engine/endpoints/endpoint'
import { carriedValues, oneTimeRow, randomValue } from '../../../engine/endpoints/one-time'
import { failedChecks, refusalOf, refusalReply } from '../../../engine/endpoints/refusal'
import { loadSession } from '../../../engine/sessions/load-session'
import { type Exchange, headerValue } from '../../../shared/http/exchange'
import { type Parameters, readForm, readParameters } from '../../../shared/http/read-form'
import { redirectReply } from '../../../shared/http/reply'
import { digestOf } from '../../../shared/ports/digests'
import { invariant } from '../../../shared/ports/errors'
import { chainedTtlSeconds } from '../../../shared/time/durations'
import { toBase64url } from '../../../shared/values/base64url'
import { quoteStart } from '../../../shared/values/wording'
import { authorizeChecks } from '../../checks/authorize'
import type { IssuerContext } from '../../configurations/issuer-in-play'
import { type AuthorizeReading, factsOf, type RequestUriReading } from '../../read/oauth/authorization'
import { namedSession } from '../../read/oauth/named-session'
import { judgedByIssuer } from '../issuer-endpoint'
import { chainedClientId, chainedCodeVerifier, chainedScope } from './chained/chained-server'
import { sealReturn, unsealReturn } from './wallet-return'

const checks = bind(authorizeChecks, (reading: AuthorizeReading) => reading)

/**
 * `GET` or `POST /issuers/{id}/authorize`: redirects the browser to the chained server. The `request_uri` stays valid until a
 * code is issued from it, so the page can be reloaded. A refusal never redirects, because no redirect URI is trusted
 * yet.
 * @see RFC9126-4
 */
export const authorizeEndpoint = judgedByIssuer<AuthorizeReading>({
  read: readAuthorize,
  checks: () => checks,
  session: ({ session }) => session,
  decide: (reading, findings, context) => {
    const refusal = refusalOf(findings, checks)
    if (!refusal) return sendOn(reading, context)
    const { error } = refusal
    return {
      reply: refusalReply({ refusal, baseUrl: context.settings.baseUrl }),
      sessionId: reading.session?.sessionId ?? context.issuer.session?.sessionId ?? null,
      events: [
        {
          type: 'authorization_rejected',
          detail: {
            error,
            failed_checks: failedChecks(findings),
            ...carriedValues({ request_uri: 'value' in reading.requestUri ? reading.requestUri.value : undefined }),
          },
        },
      ],
      effects: [],
    }
  },
})

async function readAuthorize(context: IssuerContext): Promise<AuthorizeReading> {
  const { exchange, ports, client, clientHidden } = context
  const query = parametersIn(exchange)
  const requestUri = await readRequestUri(query.get('request_uri'), context)
  const value = 'value' in requestUri ? requestUri.value : null
  // A request that was not pushed still has the issuer_state of its offer. OID4VCI-1FINAL-5.1.3
  const sessionId = value === null ? await namedSession(context) : value.sessionId
  const [session, events] =
    sessionId === null
      ? [null, []]
      : await Promise.all([loadSession('issuance', sessionId, ports), ports.store.events(sessionId)])
  const facts = value && factsOf(value)
  const visits = events.filter(
    ({ type, detail }) => type === 'authorization_started' && detail.request === value?.digest.slice(0, 16),
  )
  return {
    query,
    clientId: query.get('client_id'),
    requestUri,
    facts,
    session,
    visits: visits.length,
    userAgent: headerValue(exchange, 'user-agent'),
    sameClient: facts === null || clientHidden ? null : facts.client === client,
  }
}

/** Those of the query, or of the form of a POST. RFC6749-3.1 */
function parametersIn(exchange: Exchange): Parameters {
  if (exchange.method !== 'POST') return readParameters(exchange.query ?? '')
  const { urlencoded, body } = readForm(exchange)
  return urlencoded ? body : readParameters('')
}

async function readRequestUri(
  requestUri: string | null,
  { exchange, issuer, ports }: IssuerContext,
): Promise<RequestUriReading> {
  if (requestUri === null) return { state: 'absent' }
  const value = await ports.store.oneTimeValue('request_uri', digestOf(requestUri, ports.sha256))
  if (value === null) return { state: 'unknown' }
  if (value.issuerId !== issuer.id) return { state: 'other_issuer', value }
  if (value.consumedAt !== null) return { state: 'completed', value }
  return { state: value.expiresAt <= exchange.at ? 'expired' : 'alive', value }
}

async function sendOn(
  { query, requestUri, session, clientId }: AuthorizeReading,
  context: IssuerContext,
): Promise<Decision> {
  const { ports, issuer } = context
  const handle = query.get('request_uri') ?? ''
  const back = 'value' in requestUri ? await unsealReturn(requestUri.value.data.return, handle, ports.keyedHash) : null
  invariant(
    back && session && requestUri.state === 'alive',
    'An authorization request that no check refuses has a session and a way back.',
  )
  const { id, urls } = issuer
  const state = randomValue(context)
  const onward = new URLSearchParams({
    response_type: 'code',
    client_id: chainedClientId(id),
    redirect_uri: urls.redirect,
    scope: chainedScope(id),
    state,
    code_challenge: toBase64url(ports.sha256(chainedCodeVerifier(state, ports.keyedHash))),
    code_challenge_method: 'S256',
  })
  return {
    reply: redirectReply(`${urls.chainedAuthorizationServer}/authorize?${onward}`),
    sessionId: session.sessionId,
    events: [
      {
        type: 'authorization_started',
        detail: { client_id: quoteStart(clientId, 200) ?? null, request: requestUri.value.digest.slice(0, 16) },
      },
    ],
    effects: [
      {
        type: 'grant',
        secret: state,
        value: oneTimeRow(context, {
          kind: 'chained_state',
          value: state,
          sessionId: session.sessionId,
          ttlSeconds: chainedTtlSeconds,
          parent: requestUri.value.digest,
          data: { return: await sealReturn(back, state, ports.keyedHash) },
        }),
      },
    ],
  }
}
