import { loadSession } from '../../../engine/sessions/load-session'
import type { Ports } from '../../../shared/ports/ports'
import type { PresentationSession } from '../../../shared/ports/store-types'
import { deviationOf } from '../../deviations'
import { responseUri } from '../../identity/verifier-uris'

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
