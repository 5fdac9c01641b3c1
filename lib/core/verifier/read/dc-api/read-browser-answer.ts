import type { RequestContext } from '../../../engine/endpoints/request-context'
import type { Exchange } from '../../../shared/http/exchange'
import { exceededJsonBound, readJsonBody } from '../../../shared/http/read-json'
import { readJwe } from '../../../shared/jose/jwe'
import { type DcApi, type DcApiEntry, dcApiProtocols } from '../../../shared/ports/dc-api'
import type { PresentationSession } from '../../../shared/ports/store-types'
import { isObject, type Json, type JsonObject } from '../../../shared/values/json'
import { ownOrigin } from '../../identity/verifier-uris'
import type { AnnexCReading } from '../annex-c/annex-c-reading'
import { openAnnexC } from '../annex-c/read-annex-c'
import type { Carrier } from '../carrier'
import type { SentParameters } from '../read-sent-parameters'
import type { JsonType } from '../read-vp-token'
import { entrySession } from '../request/dc-api/entries'
import { readSent, type SentAnswer } from '../response/read-response'
import { readResponseJwe, responseJweInput } from '../response/read-response-jwe'
import { requestFacts } from '../response/request-facts'
import type { BrowserAnswer, RequestFacts, ResponseReading } from '../response/response-reading'

/** Outcome of `navigator.credentials.get()`, as posted by our page. */
export type PostedResult =
  | { readonly outcome: 'answer'; readonly protocol: Json | undefined; readonly data: Json | undefined }
  | { readonly outcome: 'error'; readonly error: PromiseError }
  | { readonly outcome: 'started' | 'left' }
  | { readonly outcome: 'unsupported'; readonly reason: UnsupportedReason }

/** Why the page could not call the browser. */
export const unsupportedReasons = ['insecure_context', 'no_api', 'no_protocol', 'other_origin'] as const

type UnsupportedReason = (typeof unsupportedReasons)[number]

/** Rejection of a promise. https://webidl.spec.whatwg.org/#idl-DOMException */
export interface PromiseError {
  readonly name: string | null
  readonly message: string | null
  readonly code: number | null
}

/** The page's own data, which nothing proves. */
export interface PageFacts {
  /** Serialised; `null` if absent or invalid. */
  readonly origin: string | null
  /** Milliseconds since the call began. */
  readonly elapsedMillis: number | null
  /** Whether the browser claims to support a protocol. */
  readonly allows: Readonly<Record<string, boolean>>
}

/** A posted result, or the problem with the post as a sentence that says what to do. */
export type ReadResult =
  | { readonly ok: true; readonly result: PostedResult; readonly page: PageFacts }
  | { readonly ok: false; readonly problem: string }

export const outcomes = ['answer', 'error', 'started', 'unsupported', 'left'] as const

/**
 * Reads the body of a post to `…/dc-api/result`, whatever its media type, because beacons choose their own. Never
 * throws.
 */
export function readPostedResult(exchange: Pick<Exchange, 'body' | 'bodyOverflow'>): ReadResult {
  const json = readJsonBody(exchange)
  if (!json.ok) {
    const passed = exceededJsonBound(json)
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

/** Nobody leaves a page open for longer, so a greater number is meaningless. */
const elapsedMillisMax = 24 * 60 * 60 * 1000

function pageFacts({ origin, elapsed_ms: elapsed, allows }: JsonObject): PageFacts {
  const isCount = typeof elapsed === 'number' && elapsed >= 0 && elapsed <= elapsedMillisMax
  const allowed = isObject(allows) ? (allows as JsonObject) : {}
  return {
    origin: typeof origin === 'string' && isOrigin(origin) ? origin : null,
    elapsedMillis: isCount ? Math.round(elapsed) : null,
    allows: Object.fromEntries(
      // Support for anything but presentations is only noted.
      [...dcApiProtocols, 'openid4vci-v1'].flatMap((name) => {
        const value = Object.hasOwn(allowed, name) ? allowed[name] : undefined
        return typeof value === 'boolean' ? [[name, value]] : []
      }),
    ),
  }
}

/** Whether a text is a serialised origin. */
const isOrigin = (text: string): boolean =>
  text.length <= 300 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text

/** A posted response. */
export interface PostedAnswer {
  readonly protocol: Json | undefined
  readonly data: Json | undefined
  readonly elapsedMillis: number | null
  readonly carrier: Carrier
}

/**
 * Reads a browser response to the same reading as one over HTTP: `data` holds the response parameters, and the protocol
 * identifies the entry.
 * @see OID4VP-1FINALA-A.4
 */
export async function readBrowserAnswer(
  session: PresentationSession,
  dcApi: DcApi,
  posted: PostedAnswer,
  context: RequestContext,
): Promise<ResponseReading> {
  const { protocol, data, elapsedMillis, carrier } = posted
  const named = dcApi.entries.find((one) => one.protocol === protocol) ?? null
  const entry = named ?? entryOfKey(dcApi, data) ?? firstEntry(dcApi)
  const opening = openWithEntries(session, { dcApi, entry }, context)
  const request = browserFacts(session, entry, context)
  const isIso = entry.protocol === 'org-iso-mdoc'
  const members = isObject(data) ? (data as JsonObject) : {}
  const reading = await readSent(
    entrySession(session, entry),
    {
      door: 'browser',
      body: parametersIn(data),
      request,
      openJwe: opening.openJwe,
      ...(isIso ? { openAnnexC: () => openAnnexC(members, { session, dcApi, entry, request }, context) } : {}),
    },
    context,
  )
  const browser: BrowserAnswer = {
    carrier,
    protocol,
    dataType: data === undefined ? 'absent' : typeOf(data),
    members: isObject(data) ? Object.keys(data) : [],
    named,
    entry,
    openedBy: reading.annexC === undefined ? opening.openedBy() : openedByEntry(reading.annexC, entry),
    elapsedMillis,
  }
  return { ...reading, browser }
}

/** An ISO/IEC 18013-7 response is decrypted with its own entry's key only. */
const openedByEntry = ({ opened }: AnnexCReading, entry: DcApiEntry): DcApiEntry | null => (opened ? entry : null)

/** The request facts of an entry. */
const browserFacts = (
  session: PresentationSession,
  entry: DcApiEntry,
  { settings: { baseUrl }, ports }: Pick<RequestContext, 'settings' | 'ports'>,
): RequestFacts => ({
  ...requestFacts(entrySession(session, entry), ports),
  binding: { kind: 'dc_api', origin: ownOrigin(baseUrl), entry },
})

function firstEntry({ entries }: DcApi): DcApiEntry {
  const [first] = entries
  if (first === undefined) throw new Error('A request to a browser has an entry.')
  return first
}

/** The entry of a response with another protocol, found by its encryption key. */
function entryOfKey({ entries }: DcApi, data: Json | undefined): DcApiEntry | null {
  const kid = kidOf(isObject(data) ? data.response : null)
  return kid === null ? null : (entries.find(({ encryptionKid }) => encryptionKid === kid) ?? null)
}

function kidOf(response: unknown): string | null {
  const jwe = typeof response === 'string' ? readJwe(response.trim()) : null
  return jwe?.readable && typeof jwe.header.kid === 'string' ? jwe.header.kid : null
}

/** Members of `data`. The browser already resolved duplicates by making an object. */
const parametersIn = (data: Json | undefined): SentParameters => {
  const members = isObject(data) ? (data as Readonly<Record<string, Json>>) : {}
  return {
    source: 'json_body',
    mediaType: 'application/json',
    urlencoded: false,
    utf8: true,
    members: Object.keys(members),
    duplicates: [],
    value: (name) => (Object.hasOwn(members, name) ? members[name] : undefined),
  }
}

/**
 * Decrypts a response with any entry's key: first the one it names, then that of the protocol's entry. Other checks
 * judge which it was.
 */
function openWithEntries(
  session: PresentationSession,
  { dcApi, entry }: { readonly dcApi: DcApi; readonly entry: DcApiEntry },
  context: RequestContext,
): { readonly openJwe: SentAnswer['openJwe']; readonly openedBy: () => DcApiEntry | null } {
  let openedBy: DcApiEntry | null = null
  const openJwe: SentAnswer['openJwe'] = async (text) => {
    const kid = kidOf(text)
    const ofKid = dcApi.entries.filter(({ encryptionKid }) => kid !== null && encryptionKid === kid)
    const [first, ...others] = new Set([...ofKid, entry, ...dcApi.entries])
    const readWith = async (one: DcApiEntry) => {
      const keySession = entrySession(session, one)
      return { jwe: await readResponseJwe(text, responseJweInput(keySession, context)), keySession, one }
    }
    const likeliest = await readWith(first ?? entry)
    for (const tried of [likeliest, ...others]) {
      const read = 'jwe' in tried ? tried : await readWith(tried)
      if (read.jwe.openedWith !== 'session') continue
      openedBy = read.one
      return read
    }
    return likeliest
  }
  return { openJwe, openedBy: () => openedBy }
}

function typeOf(value: Json): JsonType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object'
}
