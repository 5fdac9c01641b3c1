import { setTimeout as pause } from 'node:timers/promises'
import { WalletStop } from '../errors'

/** Header fields in wire order; a name may occur several times. */
export type HeaderList = [name: string, value: string][]

/** A request exactly as it is sent. A null `body` sends none. */
export interface WireRequest {
  method: string
  url: string
  headers: HeaderList
  body: string | null
}

/** A response exactly as it was received. */
export interface WireAnswer {
  status: number
  headers: HeaderList
  body: string
  /** The body as raw bytes; absent from clients that only handle text. */
  bytes?: Uint8Array
}

/** Sends one request without following redirects. Rejects only if no response came. */
export type SendHttp = (request: WireRequest) => Promise<WireAnswer>

/** All values of a header field; names are case-insensitive (RFC 9110 section 5.1). */
export function headerValues(headers: HeaderList, name: string): string[] {
  const wanted = name.toLowerCase()
  return headers.filter(([given]) => given.toLowerCase() === wanted).map(([, value]) => value)
}

/** The first value of a header field, or null. */
export function headerValue(headers: HeaderList, name: string): string | null {
  return headerValues(headers, name)[0] ?? null
}

/** Replaces all values of that field with one value. */
export function setHeader(headers: HeaderList, name: string, value: string): void {
  removeHeader(headers, name)
  headers.push([name, value])
}

/** Removes all values of that field. */
export function removeHeader(headers: HeaderList, name: string): void {
  const wanted = name.toLowerCase()
  const kept = headers.filter(([given]) => given.toLowerCase() !== wanted)
  headers.splice(0, headers.length, ...kept)
}

/** The media type without its parameters, in lower case; empty when there is none. */
export function mediaType(headers: HeaderList): string {
  return (headerValue(headers, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * A URL that the wallet may contact: https, or http on this machine for local development.
 *
 * @throws WalletStop for anything else (OID4VCI-1FINAL-12.2.1, 13.9)
 */
export function requireWebUrl(text: string, what: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null) throw new WalletStop(`${what} is not a URL`)
  const local = url.protocol === 'http:' && (loopbackHosts.has(url.hostname) || url.hostname.endsWith('.localhost'))
  if (url.protocol !== 'https:' && !local) throw new WalletStop(`${what} does not use https`)
  return text
}

/** The longest wait in seconds that a run accepts, and how many waits one request gets. */
const waitSecondsMax = 120

const waitsMax = 10

/**
 * Repeats a request after 429, after the delay in `Retry-After` (RFC 9110 section 10.2.3). A response that asks for a
 * longer wait, or for none, is returned unchanged.
 */
export function withRetryAfter(send: SendHttp, wait: (millis: number) => Promise<unknown> = pause): SendHttp {
  return async (request) => {
    for (let waits = 0; ; waits++) {
      const answer = await send(request)
      const told = headerValue(answer.headers, 'Retry-After')
      if (answer.status !== 429 || told === null || !/^\d{1,6}$/.test(told)) return answer
      if (Number(told) > waitSecondsMax || waits === waitsMax) return answer
      await wait(Number(told) * 1000)
    }
  }
}
