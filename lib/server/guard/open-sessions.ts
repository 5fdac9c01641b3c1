import type { IncomingMessage } from 'node:http'
import { type Exchange, type HeaderField, headerValue } from '@/lib/core/ground/http/exchange'
import { isStoreUnavailable } from '@/lib/core/ground/ports/errors'
import { isUuid } from '@/lib/core/ground/ports/ids'
import type { Container } from '../wiring/container'
import { opensWithKey } from './made-with-key'

/** The page of a session and what its script reads. Its forms are for whoever may do more than read. */
const sessionPage = /^\/inspect\/(?:issuance|presentation)\/([0-9a-f-]{36})(?:\/(?:revision|sequence))?$/

/** Header fields that carry one. */
const credentials = ['authorization', 'x-api-key', 'credimi-api-key'] as const

const reads = ({ method }: Pick<Exchange, 'method'>): boolean => method === 'GET' || method === 'HEAD'

/**
 * True if the request only reads, and names a session whose evidence a published pipeline shows to everybody. Throws
 * StoreUnavailable.
 */
export async function opensToAll(
  exchange: Pick<Exchange, 'method'>,
  { sessionId }: Readonly<Record<string, string>>,
  { ports }: Container,
): Promise<boolean> {
  if (sessionId === undefined || !reads(exchange) || !isUuid(sessionId)) return false
  return ports.scoreboard.pipelines.showsSession(sessionId)
}

/**
 * The session whose page a request without an operator token may read: one that is shown to everybody, or one that was made with
 * the admin key that the request has. `null` for none, and while storage is away.
 */
export async function openedPage(
  { method = 'GET', headersDistinct }: Pick<IncomingMessage, 'method' | 'headersDistinct'>,
  asked: Pick<Exchange, 'path' | 'at' | 'remoteAddress'>,
  container: Container,
): Promise<string | null> {
  const headers = credentials.flatMap((name) =>
    (headersDistinct[name] ?? []).map((value): HeaderField => [name, value]),
  )
  const request = { ...asked, method, headers }
  const [, sessionId] = sessionPage.exec(request.path) ?? []
  if (container.operatorToken === null || sessionId === undefined || !reads(request)) return null
  if (headerValue(request, 'authorization') !== null) return null
  try {
    const isOpen =
      (await opensWithKey(request, { sessionId }, container)) || (await opensToAll(request, { sessionId }, container))
    return isOpen ? sessionId : null
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error
    return null
  }
}
