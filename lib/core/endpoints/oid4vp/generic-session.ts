import { ProtocolError } from '../../errors'
import type { SessionId } from '../../ids'
import { readJwe } from '../../jose/read-jwe'
import { readSentParameters } from '../../oid4vp/read-sent-parameters'
import type { RequestContext } from '../../request-context'
import { loadSession } from '../../sessions/load-session'
import type { PresentationSession } from '../../store-types'
import { sessionNotFound } from './path-session'

type Found =
  | { readonly session: PresentationSession }
  | { readonly session: null; readonly refusal: ProtocolError; readonly evidenceOf: SessionId | null }

/**
 * The session that an answer at the shared address belongs to: by the `state` of its request, or by its id, which some
 * wallets put there. Without a `state` the key that the answer is encrypted to still tells whose evidence it is.
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
