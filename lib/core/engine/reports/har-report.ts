import type { Json, JsonObject } from '../../shared/values/json'
import type { ExchangeView } from '../evidence/session-view'
import { curlOfExchange } from './exchange-curl'
import {
  causeSentences,
  leftOutSentences,
  outcomeSentence,
  requestProblems,
  type SessionReport,
} from './session-report'
import { headerNamed, mediaType, wireBody, wireFields } from './wire-message'

const pairs = (fields: Json): { name: string; value: string }[] =>
  wireFields(fields).map(([name, value]) => ({ name, value }))

/** The URL of a request as recorded: secrets in its path and query are redacted. */
function recordedUrl({ path, query }: ExchangeView, baseUrl: string): string {
  const search = new URLSearchParams(wireFields(query).map(([name, value]) => [name, value])).toString()
  return `${baseUrl}${path}${search === '' ? '' : `?${search}`}`
}

/**
 * Writes the exchanges of a report as an HTTP Archive, which browsers' developer tools and proxies can open. It
 * contains what the evidence contains: secrets are redacted, and sizes of header fields and bodies are unknown (-1).
 * HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/
 *
 * @param baseUrl The origin that the wallet was given, without a trailing slash.
 */
export function harReport(report: SessionReport, baseUrl: string): JsonObject {
  const { session, title, facts, catalogue, inspector_url } = report
  return {
    log: {
      version: '1.2',
      creator: { name: 'Wallet Capture', version: catalogue.version },
      comment: [
        `${title}. Session ${session.session_id}, ${inspector_url}. Secrets are replaced.`,
        ...facts.map(([name, value]) => `${name}: ${value}${value.endsWith('.') ? '' : '.'}`),
        outcomeSentence(report),
        ...causeSentences(report),
        ...requestProblems(report),
        ...leftOutSentences(report),
      ].join(' '),
      pages: [],
      entries: session.exchanges.map((exchange) => harEntry(exchange, baseUrl)),
    },
  }
}

function harEntry(exchange: ExchangeView, baseUrl: string): JsonObject {
  const { response, duration_ms } = exchange
  const sentType = mediaType(exchange.headers)
  const sent = wireBody(exchange.body, sentType)
  const answered = wireBody(response.body, response.content_type ?? '')
  return {
    startedDateTime: exchange.at,
    time: duration_ms,
    request: {
      method: exchange.method,
      url: recordedUrl(exchange, baseUrl),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(exchange.headers),
      queryString: pairs(exchange.query),
      headersSize: -1,
      bodySize: sent === null ? 0 : -1,
      ...(sent === null ? {} : { postData: { mimeType: sentType, text: sent } }),
    },
    response: {
      // Browsers write 0 for a request without a response.
      status: response.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(response.headers),
      content: {
        size: answered === null ? 0 : -1,
        mimeType: response.content_type ?? '',
        ...(answered === null ? {} : { text: answered }),
      },
      redirectURL: headerNamed(response.headers, 'location') ?? '',
      headersSize: -1,
      bodySize: answered === null ? 0 : -1,
    },
    cache: {},
    timings: { send: 0, wait: duration_ms, receive: 0 },
    comment: [
      exchange.operation ?? 'no operation of this service',
      ...(exchange.correlation === 'inferred' ? ['inferred: names no session'] : []),
      ...(exchange.carrier === undefined ? [] : [`carried by ${exchange.carrier}`]),
      ...(exchange.content_omitted ? ['kept without header fields and bodies'] : []),
    ].join('; '),
    _exchange_id: exchange.id,
    _origin: exchange.origin,
    _checks: [...exchange.checks],
    _curl: curlOfExchange(exchange, baseUrl),
  }
}
