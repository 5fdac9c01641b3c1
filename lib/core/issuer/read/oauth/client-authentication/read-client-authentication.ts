import { headerValues } from '../../../../ground/http/exchange'
import type { FormReading } from '../../../../ground/http/read-form'
import type { ExchangeId, SessionId } from '../../../../ground/ports/ids'
import type { IssuerContext } from '../../../configurations/issuer-in-play'
import { clientAuthenticationMethods } from './client-authentication-methods'
import {
  type ClientAuthenticationReading,
  isAttested,
  type ObservedMethod,
  type PushedClient,
} from './client-authentication-reading'
import { readClientAssertion } from './read-client-assertion'
import { attestationHeader, isCombinedMode, popHeader, readWalletAttestation } from './read-wallet-attestation'

/** Reads how a request authenticates its client; never throws because of what was sent. RFC6749-2.3 */
export async function readClientAuthentication(
  context: IssuerContext,
  form: FormReading,
  endpoint: ClientAuthenticationReading['endpoint'],
  {
    sessionId,
    lost,
    pushed = null,
  }: {
    readonly sessionId: SessionId | null
    /** The exchange of the session whose response may have got lost with a restart. */
    readonly lost: ExchangeId | null
    readonly pushed?: PushedClient | null
  },
): Promise<ClientAuthenticationReading> {
  const methods = methodsOf(context, form)
  const clientId = form.body.get('client_id')
  const [attestation, assertion] = await Promise.all([
    methods.some((method) => isAttested(method)) ? readWalletAttestation(context, clientId, { sessionId, lost }) : null,
    methods.includes('private_key_jwt') ? readClientAssertion(context, form, clientId, lost) : null,
  ])
  const subject = attestation?.attestation?.claims.sub ?? assertion?.jwt?.claims.sub
  const claimedClientId = typeof subject === 'string' ? subject : clientId
  return {
    endpoint,
    methods,
    advertised: clientAuthenticationMethods(context.settings, context.issuer.options.client_attestation.drafts),
    clientId,
    claimedClientId,
    registered: context.settings.clients.some((client) => client.clientId === claimedClientId),
    attestation,
    assertion,
    pushed,
  }
}

function methodsOf(context: IssuerContext, { body }: FormReading): ObservedMethod[] {
  const { exchange } = context
  const attested = [attestationHeader, popHeader].some((name) => headerValues(exchange, name).length > 0)
  const asserted = body.sent('client_assertion') || body.sent('client_assertion_type')
  const basic = headerValues(exchange, 'authorization').some((value) => /^\s*basic\b/i.test(value))
  return [
    ...(attested
      ? [isCombinedMode(context) ? ('attest_jwt_client_auth_dpop' as const) : ('attest_jwt_client_auth' as const)]
      : []),
    ...(asserted ? (['private_key_jwt'] as const) : []),
    ...(body.sent('client_secret') ? (['client_secret_post'] as const) : []),
    ...(basic ? (['client_secret_basic'] as const) : []),
  ]
}
