import type { RequestContext } from '../endpoint'
import type { Exchange } from '../http/exchange'
import { type FormReading, readForm } from '../http/read-form'
import { readJsonBody } from '../http/read-json'
import { credentialIssuer } from '../identifiers'
import { isObject } from '../json'
import { preAuthorizedGrant } from '../oid4vci/credential-offer'
import { digestOf } from '../oid4vci/session-codes'
import { readDpop } from './dpop/read-dpop'
import { readDpopHistory } from './dpop/read-dpop-history'
import type { CodeReading, TokenReading } from './token-reading'

/** Reads a token request as far as it goes; never throws because of what was sent. OID4VCI-1FINAL-6.1 */
export async function readTokenRequest(context: RequestContext): Promise<TokenReading> {
  const { exchange, params, ports, settings } = context
  const issuerConfigurationId = params.issuerConfigurationId ?? ''
  const form = readForm(exchange)
  const grant = grantOf(form)
  const preAuthorized = await readCode(sentCode(exchange, form), context)
  const code = readGrantCode(form, grant, preAuthorized)
  // A code that goes with another grant than the one named still tells whose session it is.
  const known = [code, preAuthorized].find((reading) => 'value' in reading)
  const bound = known && 'value' in known ? known.value.sessionId : null
  const [session, events] =
    bound === null ? [null, []] : await Promise.all([ports.store.session(bound), ports.store.events(bound)])
  const dpop = await readDpop({
    exchange,
    endpointUrl: `${credentialIssuer(settings.baseUrl, issuerConfigurationId)}/token`,
    role: 'as',
    accessToken: null,
    boundThumbprint: null,
    issuerConfigurationId,
    policy: session?.options.dpop_nonce ?? settings.dpopNonce,
    algorithms: settings.dpopSigningAlgs,
    ports,
    sessionId: bound,
    history: readDpopHistory(events, 'token'),
  })
  return {
    now: exchange.at,
    issuerConfigurationId,
    form,
    grant,
    clientId: form.body.get('client_id'),
    dpop,
    code,
    session,
  }
}

function grantOf(form: FormReading): TokenReading['grant'] {
  const grant = form.body.get('grant_type')
  if (grant === null) return 'absent'
  if (grant === preAuthorizedGrant) return 'pre_authorized_code'
  return grant === 'authorization_code' ? 'authorization_code' : 'other'
}

/**
 * The code that a request brings along, also from a place where it has no business: it still tells which session the
 * request belongs to.
 */
export function sentCode(exchange: Exchange, { body, query }: FormReading): string | null {
  const inForm = body.get('pre-authorized_code') ?? body.get('code') ?? query.get('pre-authorized_code')
  if (inForm !== null) return inForm
  const json = readJsonBody(exchange)
  const code = json.ok && isObject(json.value) ? json.value['pre-authorized_code'] : null
  return typeof code === 'string' ? code : null
}

/** The code of the grant that the request names. */
function readGrantCode(form: FormReading, grant: TokenReading['grant'], preAuthorized: CodeReading): CodeReading {
  const name = grant === 'authorization_code' ? 'code' : 'pre-authorized_code'
  if (form.body.get(name) === null) return { state: 'absent' }
  // No authorization code has ever been issued, so whatever is sent as one is unknown.
  return name === 'code' ? { state: 'unknown' } : preAuthorized
}

/** What a pre-authorized code is to us. */
async function readCode(code: string | null, { exchange, params, ports }: RequestContext): Promise<CodeReading> {
  if (code === null) return { state: 'absent' }
  const value = await ports.store.oneTimeValue('pre_authorized_code', digestOf(code, ports.sha256))
  if (value === null) return { state: 'unknown' }
  if (value.issuerConfigurationId !== params.issuerConfigurationId) return { state: 'other_issuer', value }
  if (value.consumedAt !== null) return { state: 'used', value }
  return { state: value.expiresAt <= exchange.at ? 'expired' : 'alive', value }
}
