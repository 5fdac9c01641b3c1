import type { DecidedEffect } from '../../../../engine/endpoints/decided'
import type { Decision } from '../../../../engine/endpoints/endpoint'
import { oneTimeRow, randomValue } from '../../../../engine/endpoints/one-time'
import { type HeaderField, headerValue } from '../../../../shared/http/exchange'
import { formPairsMax } from '../../../../shared/http/limits'
import { type FormReading, type Parameters, readForm, readParameters } from '../../../../shared/http/read-form'
import { jsonReply, redirectReply } from '../../../../shared/http/reply'
import { digestOf } from '../../../../shared/ports/digests'
import { type ErrorCode, errorStatus } from '../../../../shared/ports/errors'
import type { SessionId } from '../../../../shared/ports/ids'
import type { KeyedHash } from '../../../../shared/ports/ports'
import type { OneTimeValue } from '../../../../shared/ports/store-types'
import { chainedTtlSeconds } from '../../../../shared/time/durations'
import { toBase64url } from '../../../../shared/values/base64url'
import type { IssuerContext } from '../../../configurations/issuer-in-play'
import { withResponse } from '../../../read/oauth/redirect-uri'
import { judgedByIssuer } from '../../issuer-endpoint'

/** The issuer's `client_id` at its chained server, one per issuer configuration. */
export const chainedClientId = (issuerConfigurationId: string): string => `capture-${issuerConfigurationId}`

/** Scope of the only grant at the chained server. */
export const chainedScope = (issuerConfigurationId: string): string => `capture.${issuerConfigurationId}`

/** Client secret, derived per installation and never stored. */
export const chainedClientSecret = (issuerConfigurationId: string, keyedHash: KeyedHash): string =>
  toBase64url(keyedHash('chained-client-secret', issuerConfigurationId))

/** PKCE verifier, derived from `state` and never stored. RFC7636-4.1 */
export const chainedCodeVerifier = (state: string, keyedHash: KeyedHash): string =>
  toBase64url(keyedHash('chained-code-verifier', state))

/** Refusal of a request to the chained server, or of the return from it. */
export interface ChainedRefusal {
  readonly error: ErrorCode
  /** One fixed ASCII sentence. */
  readonly description: string
  readonly headers?: readonly HeaderField[]
}

/** The error response. It names no check, since no wallet behaviour is judged here. */
export const chainedRefusal = (
  { error, description, headers = [] }: ChainedRefusal,
  sessionId: SessionId | null,
  effects: readonly DecidedEffect[] = [],
): Decision => ({
  reply: jsonReply(errorStatus[error], { error, error_description: description }, headers),
  sessionId,
  events: [{ type: 'authorization_rejected', detail: { error } }],
  effects,
})

interface ChainedAuthorizeReading {
  readonly query: Parameters
  /** The stored `state`, if our issuer sent the request. */
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

interface ChainedTokenReading {
  readonly form: FormReading
  readonly authorizationSent: boolean
  readonly code: OneTimeValue | null
}

/**
 * `POST /authorization-servers/{id}/token`: the chained server's token endpoint. Its opaque token grants nothing
 * elsewhere. Any attempt by the authenticated client spends the code.
 * @see RFC6749-4.1.3
 */
export const chainedTokenEndpoint = judgedByIssuer<ChainedTokenReading>({
  read: readChainedToken,
  checks: () => [],
  decide: (reading, _findings, context) => decideChainedToken(reading, context),
})

/** Reads a request to the chained token endpoint; never throws on bad input. */
export async function readChainedToken({ exchange, ports }: IssuerContext): Promise<ChainedTokenReading> {
  const form = readForm(exchange)
  const code = form.body.get('code')
  return {
    form,
    authorizationSent: headerValue(exchange, 'authorization') !== null,
    code: code === null ? null : await ports.store.oneTimeValue('chained_code', digestOf(code, ports.sha256)),
  }
}

/** Checks client and code, and answers with an opaque token. RFC6749-4.1.3 */
export function decideChainedToken(reading: ChainedTokenReading, context: IssuerContext): Decision {
  const { issuer } = context
  const own = reading.code?.issuerId === issuer.id ? reading.code : null
  const sessionId = reading.code?.sessionId ?? null
  const unauthenticated = clientRefusal(reading, context)
  if (unauthenticated) return chainedRefusal(unauthenticated, sessionId)
  const open = own !== null && own.consumedAt === null
  const spend: DecidedEffect[] = open ? [{ type: 'consume', kind: 'chained_code', digest: own.digest }] : []
  const refusal = grantRefusal(reading, own, context)
  if (refusal) return chainedRefusal(refusal, sessionId, spend)
  return {
    reply: jsonReply(200, {
      access_token: randomValue(context),
      token_type: 'Bearer',
      expires_in: chainedTtlSeconds,
      scope: chainedScope(issuer.id),
    }),
    sessionId,
    events: [{ type: 'chained_token_issued', detail: {} }],
    effects: spend,
  }
}

function clientRefusal(
  { form, authorizationSent }: ChainedTokenReading,
  context: IssuerContext,
): ChainedRefusal | null {
  const { issuer, ports } = context
  const { id } = issuer
  const invalid = (description: string): ChainedRefusal => ({ error: 'invalid_request', description })
  const { body } = form
  if (!form.urlencoded || !form.utf8) return invalid('Send a form in UTF-8.')
  if (body.tooMany) return invalid(`The form holds more than ${formPairsMax} parameters.`)
  if (body.duplicates.length > 0) return invalid('Send each parameter once.')
  const grantType = body.get('grant_type')
  if (grantType === null) return invalid('The grant_type is missing.')
  if (grantType !== 'authorization_code')
    return { error: 'unsupported_grant_type', description: 'Set grant_type to authorization_code.' }
  const secret = body.get('client_secret')
  const unknown: ChainedRefusal = {
    error: 'invalid_client',
    description: 'Authenticate with client_id and client_secret of the issuer in the form.',
    headers: [['WWW-Authenticate', 'Basic realm="chained"']],
  }
  if (authorizationSent) return unknown
  const missing = (...names: readonly string[]): ChainedRefusal | null => {
    const name = names.find((one) => body.get(one) === null)
    return name === undefined ? null : invalid(`The ${name} is missing.`)
  }
  const unnamed = missing('client_id', 'client_secret')
  if (unnamed) return unnamed
  // Compares digests, so timing reveals nothing about the secret.
  const right = digestOf(chainedClientSecret(id, ports.keyedHash), ports.sha256)
  const given = digestOf(secret ?? '', ports.sha256)
  // Only an authenticated client learns what else is wrong with its request.
  return body.get('client_id') === chainedClientId(id) && given === right ? missing('code', 'redirect_uri') : unknown
}

function grantRefusal(
  { form }: ChainedTokenReading,
  code: OneTimeValue | null,
  { exchange, issuer, ports }: IssuerContext,
): ChainedRefusal | null {
  const invalid = (description: string): ChainedRefusal => ({ error: 'invalid_grant', description })
  if (code === null || code.consumedAt !== null || code.expiresAt <= exchange.at)
    return invalid('The code is unknown, was used or has expired.')
  if (form.body.get('redirect_uri') !== issuer.urls.redirect)
    return invalid('The redirect_uri is not that of the authorization request.')
  const verifier = form.body.get('code_verifier') ?? ''
  const matches = toBase64url(ports.sha256(verifier)) === code.data.code_challenge
  return matches ? null : invalid('The code_verifier does not match the code_challenge.')
}
