import type { DecidedEffect, Decision } from '../../../../engine/endpoints/endpoint'
import { randomValue } from '../../../../engine/endpoints/one-time'
import { headerValue } from '../../../../ground/http/exchange'
import { formPairsMax } from '../../../../ground/http/limits'
import { type FormReading, readForm } from '../../../../ground/http/read-form'
import { jsonReply } from '../../../../ground/http/reply'
import { digestOf } from '../../../../ground/ports/digests'
import type { OneTimeValue } from '../../../../ground/ports/store-types'
import { chainedTtlSeconds } from '../../../../ground/time/durations'
import { toBase64url } from '../../../../ground/values/base64url'
import type { IssuerContext } from '../../../configurations/issuer-in-play'
import { judgedByIssuer } from '../../issuer-endpoint'
import { chainedClientId, chainedClientSecret, chainedScope } from './chained-client'
import { type ChainedRefusal, chainedRefusal } from './chained-refusal'

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

/** Reads a request to the chained token endpoint; never throws because of what was sent. */
export async function readChainedToken({ exchange, ports }: IssuerContext): Promise<ChainedTokenReading> {
  const form = readForm(exchange)
  const code = form.body.get('code')
  return {
    form,
    authorizationSent: headerValue(exchange, 'authorization') !== null,
    code: code === null ? null : await ports.store.oneTimeValue('chained_code', digestOf(code, ports.sha256)),
  }
}

/** Decides the response to a request at the chained token endpoint. */
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
  // Compares digests so that timing reveals nothing about the secret.
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
