import type { RequestContext } from '../../engine/endpoints/request-context'
import { loadSession } from '../../engine/sessions/load-session'
import { readJwe } from '../../ground/jose/read-jwe'
import { ProtocolError } from '../../ground/ports/errors'
import type { SessionId } from '../../ground/ports/ids'
import type { PresentationSession } from '../../ground/ports/store-types'
import { readSentParameters } from '../read/read-sent-parameters'
import { sessionNotFound } from './path-session'

type Found =
  | { readonly session: PresentationSession }
  | { readonly session: null; readonly refusal: ProtocolError; readonly evidenceOf: SessionId | null }

/**
 * The session of an answer at the shared address: found by the `state` of its request, or by the session id, which some
 * wallets send as `state`. Without a `state`, the encryption key still shows whose evidence it is.
 */
export async function findGenericSession({ exchange, ports }: RequestContext): Promise<Found> {
  const body = readSentParameters(exchange)
  const state = body.value('state')
  if (typeof state === 'string' && state !== '') {
    const session = (await loadSession('presentation', state, ports)) ?? (await ports.store.sessionByState(state))
    return session === null ? { session, refusal: sessionNotFound(), evidenceOf: null } : { session }
  }
  const response = body.value('response')
  const jwe = typeof response === 'string' ? readJwe(response.trim()) : null
  const kid = jwe?.readable ? jwe.header.kid : null
  const byKey = typeof kid === 'string' ? await ports.store.sessionByEncryptionKid(kid) : null
  return {
    session: null,
    refusal: new ProtocolError(
      'invalid_request',
      'The parameter state is missing: it names the session at this address.',
    ),
    evidenceOf: byKey?.sessionId ?? null,
  }
}
