import { curlCommand } from '../../shared/http/curl-command'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import type { ExchangeView } from '../evidence/session-view'
import {
  causeSentences,
  leftOutSentences,
  outcomeSentence,
  requestProblems,
  type SessionReport,
} from './session-report'

/** Fields that curl sets itself, or that apply to one connection only. */
const ofTheConnection = new Set(['host', 'content-length', 'connection', 'transfer-encoding', 'accept-encoding'])

const pairs = (fields: Json): { name: string; value: string }[] =>
  wireFields(fields).map(([name, value]) => ({ name, value }))

/** The URL of a request as recorded: secrets in its path and query are redacted. */
function recordedUrl({ path, query }: ExchangeView, baseUrl: string): string {
  const search = new URLSearchParams(wireFields(query).map(([name, value]) => [name, value])).toString()
  return `${baseUrl}${path}${search === '' ? '' : `?${search}`}`
}

/**
 * Returns a recorded exchange as a curl command. Secrets are redacted, so the command shows what the wallet sent but
 * cannot act in its name.
 */
export function curlOfExchange(exchange: ExchangeView, baseUrl: string): string {
  const { method, headers, body } = exchange
  return curlCommand({
    method,
    url: recordedUrl(exchange, baseUrl),
    headers: wireFields(headers).filter(([name]) => !ofTheConnection.has(name.toLowerCase())),
    body: wireBody(body, mediaType(headers)),
  })
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

/** Recorded fields (name to value or values) as pairs; a value that is not a string becomes JSON. */
export function wireFields(fields: Json): [name: string, value: string][] {
  if (!isObject(fields)) return []
  return Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, text(one)]),
  )
}

const text = (value: Json): string => (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value))

/** The first value of a field, whatever the case of its name; `null` if there is none. */
function headerNamed(headers: Json, name: string): string | null {
  const found = wireFields(headers).find(([one]) => one.toLowerCase() === name)
  return found?.[1] ?? null
}

/** The media type of a message according to its header; empty without one. */
const mediaType = (headers: Json): string => headerNamed(headers, 'content-type') ?? ''

/**
 * Returns a recorded body as text of its media type, because the record keeps it parsed and redacted: a form as
 * `application/x-www-form-urlencoded`, other values as JSON, text as it is. `null` stays `null`.
 */
export function wireBody(body: Json, mediaType: string): string | null {
  if (body === null) return null
  if (typeof body === 'string') return body
  if (isObject(body) && /^application\/x-www-form-urlencoded\b/i.test(mediaType))
    return new URLSearchParams(wireFields(body)).toString()
  return JSON.stringify(body)
}
