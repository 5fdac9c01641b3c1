import type { RequestContext } from './endpoint'
import { readForm } from './http/read-form'
import { isUuid, type SessionId } from './ids'
import { readAccessToken } from './oauth/read-access-token'
import { sentCode } from './oauth/read-token-request'
import { digestOf } from './oid4vci/session-codes'

/**
 * The session of a request that came with a wrong method: what it carries tells as much as it does with the right one.
 * `null` where nothing in it belongs to a session of this issuer. Uses nothing up.
 */
export async function sessionOfMiss(operation: string | null, context: RequestContext): Promise<SessionId | null> {
  const { exchange, params, ports } = context
  const ofThisIssuer = <T extends { readonly issuerConfigurationId: string }>(found: T | null): T | null =>
    found?.issuerConfigurationId === params.issuerConfigurationId ? found : null
  if (operation === 'getCredentialOffer') {
    const offerId = params.credentialOfferId ?? ''
    return ofThisIssuer(isUuid(offerId) ? await ports.store.sessionByOffer(offerId) : null)?.sessionId ?? null
  }
  if (operation === 'requestToken') {
    const code = sentCode(exchange, readForm(exchange))
    const value =
      code === null ? null : await ports.store.oneTimeValue('pre_authorized_code', digestOf(code, ports.sha256))
    return ofThisIssuer(value)?.sessionId ?? null
  }
  if (operation !== 'requestCredential') return null
  return ofThisIssuer((await readAccessToken(context, null)).value)?.sessionId ?? null
}
