import type { RequestContext } from '../../../engine/endpoints/request-context'
import { headerValue, listHeader } from '../../../ground/http/exchange'
import { readParameters } from '../../../ground/http/read-form'
import { digestOf } from '../../../ground/ports/digest-of'
import type { PresentationSession } from '../../../ground/ports/store-types'
import { carriesBrowserMark } from './browser-mark'
import { redirectHistory } from './redirect-history'
import type { RedirectReading } from './redirect-reading'

/** Reads a visit to the `redirect_uri`; never throws because of what was sent. OID4VP-1FINAL-8.2 */
export async function readRedirect(session: PresentationSession, context: RequestContext): Promise<RedirectReading> {
  const { exchange, ports } = context
  const query = readParameters(exchange.query ?? '')
  const sent = query.get('response_code')
  const known = sent === null ? null : await ports.store.oneTimeValue('response_code', digestOf(sent, ports.sha256))
  const own = known?.sessionId === session.sessionId ? known : null
  const names = query.pairs.map(([name]) => name)
  return {
    session,
    now: exchange.at,
    history: redirectHistory(session, await ports.store.events(session.sessionId), exchange.at),
    code: sent === null ? 'absent' : own === null ? 'wrong' : own.consumedAt === null ? 'right' : 'repeated',
    surplus: [...new Set([...names.filter((name) => name !== 'response_code'), ...query.duplicates])],
    accept: listHeader(exchange, 'accept'),
    fetchMode: headerValue(exchange, 'sec-fetch-mode'),
    sameBrowser: carriesBrowserMark(exchange, session.sessionId, ports.keyedHash),
  }
}
