import type { Decision } from '../../../../engine/endpoints/endpoint'
import { oneTimeRow, randomValue } from '../../../../engine/endpoints/one-time'
import { type Parameters, readParameters } from '../../../../ground/http/read-form'
import { redirectReply } from '../../../../ground/http/reply'
import { digestOf } from '../../../../ground/ports/digests'
import type { OneTimeValue } from '../../../../ground/ports/store-types'
import { chainedTtlSeconds } from '../../../../ground/time/durations'
import type { IssuerContext } from '../../../configurations/issuer-in-play'
import { withResponse } from '../../../read/oauth/redirect-uri'
import { judgedByIssuer } from '../../issuer-endpoint'
import { chainedClientId, chainedScope } from './chained-client'
import { type ChainedRefusal, chainedRefusal } from './chained-refusal'

interface ChainedAuthorizeReading {
  readonly query: Parameters
  /** The stored value of `state` if the request comes from our issuer. */
  readonly state: OneTimeValue | null
}

/**
 * `GET /authorization-servers/{id}/authorize`: a test server that approves every request at once. It knows one client,
 * the issuer, and one redirect URI.
 * @see RFC6749-4.1.1
 */
export const chainedAuthorizeEndpoint = judgedByIssuer<ChainedAuthorizeReading>({
  read: async ({ exchange, ports }) => {
    const query = readParameters(exchange.query ?? '')
    const state = query.get('state')
    return {
      query,
      state: (state && (await ports.store.oneTimeValue('chained_state', digestOf(state, ports.sha256)))) || null,
    }
  },
  checks: () => [],
  decide: (reading, _findings, context) => {
    const refusal = refusalFor(reading, context)
    const own = reading.state?.issuerId === context.issuer.id ? reading.state : null
    return refusal ? chainedRefusal(refusal, reading.state?.sessionId ?? null) : approve(reading, own, context)
  },
})

function refusalFor({ query }: ChainedAuthorizeReading, { issuer }: IssuerContext): ChainedRefusal | null {
  const { id, urls } = issuer
  const invalid = (description: string): ChainedRefusal => ({ error: 'invalid_request', description })
  if (query.duplicates.length > 0) return invalid('Send each parameter once.')
  if (query.get('client_id') !== chainedClientId(id)) return invalid('The client_id is not that of the issuer.')
  if (query.get('redirect_uri') !== urls.redirect) return invalid('The redirect_uri is not the registered one.')
  if (query.get('response_type') !== 'code')
    return { error: 'unsupported_response_type', description: 'Set response_type to code.' }
  if (query.get('scope') !== chainedScope(id))
    return { error: 'invalid_scope', description: 'The scope is not that of the issuer.' }
  if (query.get('state') === null) return invalid('The state is missing.')
  if (!/^[A-Za-z0-9_-]{43}$/.test(query.get('code_challenge') ?? ''))
    return invalid('The code_challenge must be 43 base64url characters.')
  if (query.get('code_challenge_method') !== 'S256') return invalid('Set code_challenge_method to S256.')
  return null
}

function approve({ query }: ChainedAuthorizeReading, state: OneTimeValue | null, context: IssuerContext): Decision {
  const { urls } = context.issuer
  const code = randomValue(context)
  return {
    reply: redirectReply(
      withResponse(urls.redirect, [
        ['code', code],
        ['state', query.get('state') ?? ''],
        ['iss', urls.chainedAuthorizationServer],
      ]),
    ),
    sessionId: state?.sessionId ?? null,
    events: [],
    effects: [
      {
        type: 'grant',
        secret: code,
        value: oneTimeRow(context, {
          kind: 'chained_code',
          value: code,
          sessionId: state?.sessionId ?? null,
          ttlSeconds: chainedTtlSeconds,
          data: { code_challenge: query.get('code_challenge') },
        }),
      },
    ],
  }
}
