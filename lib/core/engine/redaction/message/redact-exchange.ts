import { type Exchange, headerValue, type Reply, type ReplyBody, shownMethod } from '../../../shared/http/exchange'
import type { Finding, JudgedFinding } from '../../../shared/ports/finding'
import type { MadeIn } from '../../../shared/ports/made-in'
import { atOnce, type PausableWork } from '../../../shared/time/pausable-work'
import { utf8 } from '../../../shared/values/base64url'
import { isObject, type Json, type JsonObject } from '../../../shared/values/json'
import { renderedObject, type ToldObject } from '../../../shared/values/wording'
import { type CollectingRedaction, createRedaction, type RedactionTools } from '../create-redaction'
import { isJson } from '../names/own-members'
import type { Place } from '../place'
import type { Redaction } from '../redaction'
import { boundJson, fitsIn } from '../values/bound-json'
import { redactVisible } from '../values/redact-text'
import { finishStrings, type PersonalRedaction, parts } from './finish-strings'
import { hideMadeInSteps, type MadeSearch, madeSearch, startsWithoutMade } from './hide-made'
import { redactBody, redactJson, redactParameters, unparsed } from './redact-body'
import { redactDetail, redactFinding } from './redact-finding'
import { redactHeaders } from './redact-headers'
import { redactPath } from './redact-url'

export interface RedactExchangeInput extends RedactionTools {
  readonly exchange: Exchange
  /** `null` if no answer could be sent. */
  readonly reply: Reply | null
  /**
   * The decrypted content of an encrypted body or member. It is recorded in its place, as if it had arrived that way.
   */
  readonly decryptedBody?: string
  /** The body as a JSON value, decrypted if necessary, if the endpoint found JSON in it. */
  readonly bodyJson?: Json
  /** For a body that contains the peer's message in one member; absent if the body is the message. */
  readonly envelope?: Envelope
  /** What the checks found in this exchange. */
  readonly findings?: readonly JudgedFinding[]
  /** Details of the events about this exchange. */
  readonly details?: readonly ToldObject[]
  /** Finds still valid values made by this service, which the last pass hides. */
  readonly madeIn?: MadeIn
}

/** A body of which one member is the peer's message. */
export interface Envelope {
  /** Its other members, shown because their parsed form cannot contain anything secret or personal. */
  readonly shown: JsonObject
  /** Name of the member that holds the message. */
  readonly member: string
  /** `undefined` if absent. */
  readonly value: Json | undefined
}

/**
 * What is stored of an exchange. It contains no secret from either side and, not counting findings, no more bytes than
 * its profile allows.
 */
export interface RedactedExchange {
  /** Method and path, redacted. */
  readonly method: string
  readonly path: string
  readonly headers: JsonObject
  readonly query: Json
  readonly body: Json
  readonly response: {
    readonly status: number | null
    readonly contentType: string | null
    readonly headers: JsonObject
    readonly body: Json
  }
  readonly decoded: JsonObject[]
  readonly findings: Finding[]
  readonly details: JsonObject[]
}

/**
 * Redacts an exchange once, before any of it is stored: headers, query, body, answer and the tokens in them. Names,
 * lengths and keyed fingerprints of removed values stay. Never throws, whatever the bytes are. A part that cannot be
 * redacted is omitted, which is better than storing a secret or losing the exchange.
 */
export function redactExchange(input: RedactExchangeInput): RedactedExchange {
  return atOnce(redactInSteps(input))
}

/**
 * redactExchange in steps, so that an exchange of megabytes lets others run in between. Store nothing before the last
 * step.
 */
export function* redactInSteps(input: RedactExchangeInput): PausableWork<RedactedExchange> {
  const { exchange, reply } = input
  const redaction = createRedaction(input)
  const search = input.madeIn === undefined ? null : madeSearch(input.madeIn)
  const { names, limits } = input.profile
  const from = (source: string, ours = false): Place => ({ source, ours, nesting: 0, namesKinds: false })
  const requestBody = {
    bytes: exchange.bodyOverflow ? null : exchange.body,
    length: exchange.bodyOverflow ? Math.max(exchange.bodyBytes, exchange.body.length) : exchange.body.length,
    contentType: headerValue(exchange, 'content-type'),
    ...(input.bodyJson === undefined || input.decryptedBody !== undefined ? {} : { json: input.bodyJson }),
  }
  const replyContentType = reply === null ? null : headerValue(reply, 'content-type')

  const method = shownMethod(exchange.method)
  if (method !== exchange.method) redaction.remember(exchange.method)
  const failed: JsonObject = { truncated: true }
  const headers = attempt(() => redactHeaders(exchange.headers, from('headers'), redaction), failed)
  const query = attempt(() => redactParameters(exchange.query ?? '', from('query'), redaction), failed)
  yield
  const { envelope } = input
  const message = envelope === undefined ? 'body' : `body.${envelope.member}`
  const received = yield* attemptInSteps(
    () =>
      envelope === undefined
        ? redactBody(requestBody, from(message), redaction)
        : redactJson(envelope.value ?? {}, from(message), redaction),
    unparsed(requestBody, names),
  )
  yield
  const { encryptedMember } = input.profile
  const encryptedAt = encryptedMember === null ? message : `${message}.${encryptedMember}`
  const opened =
    input.decryptedBody === undefined
      ? received
      : withPlain(
          received,
          encryptedMember,
          yield* plainBody(input.decryptedBody, input.bodyJson, { place: from(encryptedAt), redaction }),
        )
  const body = envelope === undefined ? opened : enveloped(envelope, opened)
  yield
  for (const token of redaction.decoded)
    if (token.kind === 'jwe' && token.source === encryptedAt) token.decrypted = input.decryptedBody !== undefined
  const responseHeaders = attempt(
    () => redactHeaders(reply?.headers ?? [], from('response.headers', true), redaction),
    failed,
  )
  const responseBody = yield* redactReplyBody(
    reply?.body ?? null,
    replyContentType,
    from('response.body', true),
    redaction,
  )

  yield
  const finish = (part: Json, name?: keyof typeof parts): Json =>
    finishStrings(part, redaction.secrets, personalIn(name, redaction, search))
  const { recordBytes, shares } = limits
  if (input.profile.isPersonal) yield* redaction.personalValues.findRedactedNames()
  const decoded: Json[] = []
  for (const view of redaction.decoded) {
    decoded.push(finish(view, 'decoded'))
    yield
  }
  const finished: Record<keyof typeof shares, Json> = {
    headers: finish(headers, 'headers'),
    query: finish(query, 'query'),
    body: finish(body, 'body'),
    responseHeaders: finish(responseHeaders),
    responseBody: finish(responseBody),
    decoded,
  }
  const build = (
    bound: (part: keyof typeof shares) => Json,
  ): Omit<RedactedExchange, 'findings' | 'details' | 'method' | 'path'> => ({
    headers: objectOf(bound('headers')),
    query: bound('query'),
    body: bound('body'),
    response: {
      status: reply?.status ?? null,
      contentType: replyContentType === null ? null : redactVisible(replyContentType, names).slice(0, 256),
      headers: objectOf(bound('responseHeaders')),
      body: bound('responseBody'),
    },
    decoded: listOf(bound('decoded')),
  })
  const whole = build((part) => finished[part])
  yield
  const target = {
    method,
    path: String(
      finishStrings(
        attempt(() => redactPath(exchange.path, names), '/'),
        redaction.secrets,
        personalIn('path', redaction, search),
      ),
    ),
  }
  const fits = (parts: typeof whole): boolean => fitsIn([parts, target], recordBytes)
  const cut = (shareOf: (part: keyof typeof shares) => number) =>
    build((part) => boundJson(finished[part], shareOf(part)))
  const cutOnce = fits(whole) ? whole : cut(() => recordBytes)
  const bounded = cutOnce === whole || fits(cutOnce) ? cutOnce : cut((part) => shares[part])
  yield
  const findings: Finding[] = []
  for (const finding of input.findings ?? []) {
    const searched = startsWithoutMade(finding, search)
    findings.push(redactFinding(searched, redaction))
    if (searched !== finding || findings.length % findingsPerStep === 0) yield
  }
  const redacted: RedactedExchange = {
    ...target,
    ...bounded,
    findings,
    details: (input.details ?? [])
      .map((detail) => startsWithoutMade(detail, search))
      .map((detail) =>
        objectOf(
          input.profile.isPersonal
            ? redactDetail(detail, redaction, search)
            : finishStrings(renderedObject(detail), redaction.secrets),
        ),
      ),
  }
  if (search === null) return redacted
  return (yield* hideMadeInSteps(redacted as unknown as JsonObject, search)) as unknown as RedactedExchange
}

/** How to remove personal values from a part; `null` if its values are not personal. */
const personalIn = (
  name: keyof typeof parts | undefined,
  { personalValues, profile }: CollectingRedaction,
  search: MadeSearch | null,
): PersonalRedaction | null =>
  name === undefined || !profile.isPersonal
    ? null
    : { part: parts[name], personalValues, isText: (plain) => profile.texts.has(plain), search }

/** How many findings to redact in one step; an answer with many presentations has thousands. */
const findingsPerStep = 20

/** Redacts our answer: JSON as a value, text as it will be sent. Keeps nothing of any other body. */
function* redactReplyBody(
  body: ReplyBody | null,
  contentType: string | null,
  place: Place,
  redaction: Redaction,
): PausableWork<Json> {
  if (body?.kind === 'json') {
    const { value } = body
    return isJson(value) ? yield* attemptInSteps(() => redactJson(value, place, redaction), { truncated: true }) : null
  }
  if (body?.kind !== 'text') return null
  const bytes = utf8(body.text)
  const input = { bytes, length: bytes.length, contentType }
  return yield* attemptInSteps(() => redactBody(input, place, redaction), unparsed(input, redaction.profile.names))
}

/** Redacts decrypted content as JSON. Shows no more than it would of an unencrypted body. */
function* plainBody(
  text: string,
  json: Json | undefined,
  { place, redaction }: { readonly place: Place; readonly redaction: Redaction },
): PausableWork<Json> {
  if (json !== undefined) return yield* attemptInSteps(() => redactJson(json, place, redaction), { truncated: true })
  const bytes = utf8(text)
  const input = { bytes, length: bytes.length, contentType: 'application/json' }
  return yield* attemptInSteps(() => redactBody(input, place, redaction), unparsed(input, redaction.profile.names))
}

/** Adds the decrypted content: in place of the body, or inside the encrypted member, since a form may have others. */
function withPlain(received: Json, encryptedMember: string | null, plain: Json): Json {
  if (encryptedMember === null) return plain
  const members = objectOf(received)
  const encrypted = members[encryptedMember]
  return isJsonObject(encrypted)
    ? { ...members, [encryptedMember]: { ...encrypted, decrypted: plain } }
    : { ...members, decrypted: plain }
}

/** The envelope with its message as shown. */
const enveloped = ({ shown, member, value }: Envelope, message: Json): JsonObject =>
  value === undefined ? shown : { ...shown, [member]: message }

const isJsonObject = (value: Json | undefined): value is JsonObject => isObject(value)

function attempt<T>(redact: () => T, otherwise: T): T {
  try {
    return redact()
  } catch {
    return otherwise
  }
}

function* attemptInSteps<T>(redact: () => PausableWork<T>, otherwise: T): PausableWork<T> {
  try {
    return yield* redact()
  } catch {
    return otherwise
  }
}

const objectOf = (value: Json): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { truncated: true }

const listOf = (value: Json): JsonObject[] => (Array.isArray(value) ? value.map(objectOf) : [])
