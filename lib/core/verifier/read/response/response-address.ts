import { loadSession } from '../../../engine/sessions/load-session'
import type { Exchange } from '../../../shared/http/exchange'
import type { Ports } from '../../../shared/ports/ports'
import type { PresentationSession } from '../../../shared/ports/store-types'
import { deviationOf } from '../../deviations'
import { responseUri } from '../../identity/verifier-uris'
import { readSentParameters } from '../read-sent-parameters'

/** The `response_uri` of a session's request. OID4VP-1FINAL-8.2 */
export function responseAddress(session: Pick<PresentationSession, 'options' | 'sessionId'>, baseUrl: string): string {
  const right = responseUri(baseUrl, session.sessionId)
  return deviationOf(session)?.changes.responseUri?.(right) ?? right
}

/** Whether a path ends with a slash just where the session's address does: one slash more or less is another address. */
export const endsAsAddress = (
  path: string,
  session: Pick<PresentationSession, 'options' | 'sessionId'>,
  baseUrl: string,
): boolean => path.endsWith('/') === responseAddress(session, baseUrl).endsWith('/')

/** Whether the session of this id gave its wallet an address that ends as this path. Throws StoreUnavailable. */
export async function receivesAt(
  path: string,
  sessionId: string,
  { baseUrl, ports }: { readonly baseUrl: string; readonly ports: Pick<Ports, 'store'> },
): Promise<boolean> {
  const session = await loadSession('presentation', sessionId, ports)
  return session !== null && endsAsAddress(path, session, baseUrl)
}

/** Where any response is taken by its state; no request names it. */
const sharedAddress = '/openid4vp/response'

/**
 * Whether a request posts a response, by a parameter that only responses have, to another address than the session's own
 * and the one that all share. OID4VP-1FINAL-8.2
 */
export function isResponseElsewhere(
  exchange: Exchange,
  session: Pick<PresentationSession, 'options' | 'sessionId' | 'dcApi'>,
  baseUrl: string,
): boolean {
  if (session.dcApi !== undefined || exchange.method !== 'POST') return false
  const { pathname } = new URL(responseAddress(session, baseUrl))
  if (exchange.path === pathname || exchange.path === sharedAddress) return false
  return readSentParameters(exchange).members.some(isOfResponse)
}

/** Whether only a response has a parameter of this name. OID4VP-1FINAL-8.2, 8.3, 8.5 */
export const isOfResponse = (name: string): boolean => ['vp_token', 'id_token', 'response', 'error'].includes(name)
