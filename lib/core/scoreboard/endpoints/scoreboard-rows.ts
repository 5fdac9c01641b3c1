import { type HeaderField, listHeader, type Reply } from '../../ground/http/exchange'
import { knowsVersion, takesCoding } from '../../ground/http/request-headers'
import { type ScoreboardContext, scoreboardEndpoint } from './scoreboard-endpoint'

/** `GET /api/scoreboard/rows`: all public rows in one document of one aggregation. */
export const getScoreboardRows = scoreboardEndpoint(async ({ exchange, ports }) => {
  const { packed, etag } = await ports.scoreboard.snapshot()
  const headers: HeaderField[] = [
    // A weak tag, shared by all content codings.
    ['ETag', `W/${etag}`],
    // May be cached but must be revalidated each time, so that hiding takes effect at once.
    ['Cache-Control', 'no-cache'],
    ['Vary', 'Accept-Encoding'],
  ]
  if (knowsVersion(exchange, etag)) return { reply: { status: 304, headers, body: null } }
  const coding = codingOf(exchange)
  const reply: Reply = {
    status: 200,
    headers: [
      ['Content-Type', 'application/json'],
      ...headers,
      ...(coding === 'identity' ? [] : ([['Content-Encoding', coding]] as const)),
    ],
    body: { kind: 'bytes', bytes: packed[coding] },
  }
  return { reply }
})

type Exchange = ScoreboardContext['exchange']

/** The best content coding that the caller accepts. RFC 9110 section 12.5.3 */
function codingOf(exchange: Exchange): 'br' | 'gzip' | 'identity' {
  const header = listHeader(exchange, 'accept-encoding')
  if (takesCoding(header, 'br')) return 'br'
  return takesCoding(header, 'gzip') ? 'gzip' : 'identity'
}
