import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Container } from '../container'
import { holdsOperatorToken } from '../guard/operator'

type Pages = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

const polled = /^\/inspect\/(issuance|presentation)\/([0-9a-f-]{36})\/revision$/

/**
 * Answers the poll that an open inspector page sends every second, with the same result as its `route.ts`; Next takes
 * ten times as long to route it. Anything but a plain GET of a readable session goes to `pages`. The operator token is
 * checked here as well, as on pages that show evidence.
 */
export function withRevisions(
  pages: Pages,
  { queries, operatorToken }: Pick<Container, 'queries' | 'operatorToken'>,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const revisionFor = async ({ method, url = '', headers }: IncomingMessage): Promise<string | null> => {
    const [, kind, id = ''] = polled.exec(url) ?? []
    if (method !== 'GET' || (kind !== 'issuance' && kind !== 'presentation')) return null
    const fields = [['authorization', headers.authorization ?? '']] as const
    if (operatorToken !== null && !holdsOperatorToken({ headers: fields }, operatorToken)) return null
    return queries[kind].revision(id).catch(() => null)
  }
  return async (request, response) => {
    const revision = await revisionFor(request)
    if (revision === null) return pages(request, response)
    const body = JSON.stringify({ revision })
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    })
    response.end(body)
  }
}
