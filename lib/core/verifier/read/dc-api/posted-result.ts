import type { Exchange } from '../../../ground/http/exchange'
import { jsonBoundPassed, readJsonBody } from '../../../ground/http/read-json'
import { dcApiProtocols } from '../../../ground/ports/dc-api'
import { isObject, type Json, type JsonObject } from '../../../ground/values/json'

/** What `navigator.credentials.get()` came to, as our page posts it. */
export type PostedResult =
  | { readonly outcome: 'answer'; readonly protocol: Json | undefined; readonly data: Json | undefined }
  | { readonly outcome: 'error'; readonly error: PromiseError }
  | { readonly outcome: 'started' | 'left' }
  | { readonly outcome: 'unsupported'; readonly reason: UnsupportedReason }

/** Why the page could not ask the browser. */
export const unsupportedReasons = ['insecure_context', 'no_api', 'no_protocol', 'other_origin'] as const
type UnsupportedReason = (typeof unsupportedReasons)[number]

/** With what a promise was rejected. https://webidl.spec.whatwg.org/#idl-DOMException */
export interface PromiseError {
  readonly name: string | null
  readonly message: string | null
  readonly code: number | null
}

/** What the page says of itself; nothing proves it. */
export interface PageFacts {
  /** Serialised; `null` where it names none that is one. */
  readonly origin: string | null
  /** Milliseconds since the call began. */
  readonly elapsedMillis: number | null
  /** Whether the browser says to carry a protocol. */
  readonly allows: Readonly<Record<string, boolean>>
}

/** A posted result, or what is wrong with the post, as a sentence that says what to do. */
export type ReadResult =
  | { readonly ok: true; readonly result: PostedResult; readonly page: PageFacts }
  | { readonly ok: false; readonly problem: string }

export const outcomes = ['answer', 'error', 'started', 'unsupported', 'left'] as const

/** Reads the body of a post to `…/dc-api/result`, whatever its media type says: beacons choose theirs. Never throws. */
export function readPostedResult(exchange: Pick<Exchange, 'body' | 'bodyOverflow'>): ReadResult {
  const json = readJsonBody(exchange)
  if (!json.ok) {
    const passed = jsonBoundPassed(json)
    return refused(passed === null ? 'Send a JSON object.' : `The body ${passed}: send less.`)
  }
  if (!isObject(json.value)) return refused('Send a JSON object.')
  const { outcome, page, ...members } = json.value as JsonObject
  if (!isObject(page)) return refused('Send page, an object with origin, elapsed_ms and allows.')
  const result = resultOf(outcome, members)
  return typeof result === 'string' ? refused(result) : { ok: true, result, page: pageFacts(page as JsonObject) }
}

const refused = (problem: string): ReadResult => ({ ok: false, problem })

function resultOf(outcome: Json | undefined, { protocol, data, error, reason }: JsonObject): PostedResult | string {
  switch (outcome) {
    case 'answer':
      return { outcome, protocol, data }
    case 'started':
    case 'left':
      return { outcome }
    case 'error':
      return isObject(error)
        ? { outcome, error: promiseError(error as JsonObject) }
        : 'Send error, an object with name, message and code.'
    case 'unsupported': {
      const known = unsupportedReasons.find((one) => one === reason)
      return known === undefined
        ? `The reason must be one of ${unsupportedReasons.join(', ')}.`
        : { outcome, reason: known }
    }
    default:
      return `The outcome must be one of ${outcomes.join(', ')}.`
  }
}

/** Legacy codes of exceptions end at 25. */
const codeMax = 1000

const promiseError = ({ name, message, code }: JsonObject): PromiseError => ({
  name: typeof name === 'string' && /^[A-Za-z][A-Za-z0-9]{0,63}$/.test(name) ? name : null,
  message: typeof message === 'string' && message !== '' ? message : null,
  code: typeof code === 'number' && Number.isInteger(code) && code >= 0 && code <= codeMax ? code : null,
})

/** Nobody leaves a page open for longer; a greater number says nothing. */
const elapsedMillisMax = 24 * 60 * 60 * 1000

function pageFacts({ origin, elapsed_ms: elapsed, allows }: JsonObject): PageFacts {
  const isCount = typeof elapsed === 'number' && elapsed >= 0 && elapsed <= elapsedMillisMax
  const allowed = isObject(allows) ? (allows as JsonObject) : {}
  return {
    origin: typeof origin === 'string' && isOrigin(origin) ? origin : null,
    elapsedMillis: isCount ? Math.round(elapsed) : null,
    allows: Object.fromEntries(
      // What a browser may carry beside presentations is only noted.
      [...dcApiProtocols, 'openid4vci-v1'].flatMap((name) => {
        const value = Object.hasOwn(allowed, name) ? allowed[name] : undefined
        return typeof value === 'boolean' ? [[name, value]] : []
      }),
    ),
  }
}

/** Whether a text is the origin of a page as browsers write it. */
const isOrigin = (text: string): boolean =>
  text.length <= 300 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text
