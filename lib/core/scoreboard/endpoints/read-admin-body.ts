import { z } from 'zod'
import { refusePrivateKeysInSteps } from '../../engine/sessions/refused-member'
import { headerValue, mediaTypeOf } from '../../shared/http/exchange'
import { bodyBytesMax } from '../../shared/http/limits'
import { issueWords, memberName } from '../../shared/http/problem-words'
import { isProtocolError, ProtocolError } from '../../shared/ports/errors'
import { nearName } from '../../shared/recognise/near-name'
import { atOnce, inTurns, type PausableWork } from '../../shared/time/pausable-work'
import { fromUtf8 } from '../../shared/values/base64url'
import { isObject } from '../../shared/values/json'
import type { FormPart } from '../scoreboard-ports'
import type { ScoreboardContext } from './scoreboard-endpoint'

/** Maximum length of an unknown name that is echoed, in characters. */
const nameMax = 60

/** Maximum number of problems in a response. */
const problemsMax = 20

/**
 * Reads an operator's JSON body by its schema. It may be larger than a wallet's, so only its size in bytes is bounded.
 * Accepts `Content-Encoding: gzip` up to `bytesMax` uncompressed bytes. Throws ProtocolError: 413 if it is too large,
 * 400 with the first 20 problems if the schema rejects it.
 */
export const readAdminBody = <Schema extends z.ZodType>(
  context: ScoreboardContext,
  schema: Schema,
  bytesMax: number,
): z.output<Schema> =>
  accepted(schema.safeParse(atOnce(readJsonInSteps(adminBodyBytes(context, bytesMax), bytesMax))), schema)

/** The JSON of an operator's body, uncompressed. Throws ProtocolError like `readAdminBody`. */
function adminBodyBytes({ exchange, ports }: ScoreboardContext, bytesMax: number): Uint8Array {
  if (mediaTypeOf(exchange) !== 'application/json')
    throw invalid('Send the body as the media type that this address takes.')
  const coding = (headerValue(exchange, 'content-encoding') ?? 'identity').trim().toLowerCase()
  let bytes: Uint8Array | 'too_large' | 'malformed' = 'malformed'
  if (coding === 'identity') bytes = exchange.body
  else if (coding === 'gzip') bytes = ports.scoreboard.gunzip(exchange.body, bytesMax)
  if (bytes === 'too_large')
    throw new ProtocolError('body_too_large', `The body must not be longer than ${bytesMax} bytes.`)
  if (bytes === 'malformed') throw invalid('The body is not UTF-8 text, plain or with gzip.')
  return bytes
}

/** Parses the JSON in these bytes, and searches it for private keys in steps. Throws ProtocolError like `readAdminBody`. */
function* readJsonInSteps(bytes: Uint8Array, bytesMax: number): PausableWork<unknown> {
  if (bytes.length > bytesMax)
    throw new ProtocolError('body_too_large', `The JSON must not be longer than ${bytesMax} bytes.`)
  const text = fromUtf8(bytes)
  if (text === null) throw invalid('The body is not UTF-8 text, plain or with gzip.')
  const value = parseJson(text)
  // Statistics of tens of thousands of runs are long, and contain nothing that looks like a key.
  if (bytes.length <= bodyBytesMax.execution || /PRIVATE|kty|"d"|\\u|M[A-P][\w+/-]{50}/.test(text))
    yield* refusePrivateKeysInSteps(value)
  return value
}

/** The parsed value. Throws ProtocolError with the first 20 problems if the schema rejected it. */
function accepted<Schema extends z.ZodType>(
  parsed: z.ZodSafeParseResult<z.output<Schema>>,
  schema: Schema,
): z.output<Schema> {
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.flatMap((issue) => detailsOf(issue, schema)).slice(0, problemsMax)
  throw invalid(`${sentenceOf(parsed.error.issues[0], schema)}; details names every place.`, details)
}

/** What is wrong first, without an end: the member and its rule. */
function sentenceOf(first: z.core.$ZodIssue | undefined, schema: z.ZodType): string {
  if (first === undefined) return 'The body has an illegal form'
  const [unknown] = detailsOf(first, schema)
  if (unknown !== undefined && 'nearest' in unknown)
    return `The body has no member ${memberName(unknown.path)}: ${unknown.nearest} is near`
  const path = first.path.map(String).join('.')
  return `${path === '' ? 'The body' : `The member ${memberName(path)}`} ${issueWords(first)}`
}

/** The details of an issue; one per unknown member of a strict object. */
function detailsOf(issue: z.core.$ZodIssue, schema: z.ZodType) {
  const path = issue.path.map(String)
  if (issue.code !== 'unrecognized_keys')
    return [{ path: path.join('.'), code: issue.code, message: issueWords(issue) }]
  const known = path.length === 0 && schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return issue.keys.map((name) => {
    const nearest = nearestMember(name, known)
    const near = nearest === null ? '' : `${nearest} is near, and `
    return {
      path: [...path, name.slice(0, nameMax)].join('.'),
      code: 'unknown_member',
      message: known.length === 0 ? 'must be left out' : `must be left out: ${near}the members are ${known.join(', ')}`,
      ...(nearest === null ? {} : { nearest }),
    }
  })
}

/** Characters of a beginning that two names share by more than chance. */
const beginningLength = 4

/** The member that an unknown name is near to: by its spelling, else by its beginning; `null` for none or several. */
function nearestMember(name: string, known: readonly string[]): string | null {
  const spelled = known.filter((member) => nearName(member, [{ name }])?.by === 'spelling')
  const typed = known.filter((member) => nearName(member, [{ name }])?.by === 'typo')
  const begun = known.filter((member) => member.startsWith(name.slice(0, beginningLength).padEnd(beginningLength)))
  const [nearest, another] = [spelled, typed, begun].find((members) => members.length > 0) ?? []
  return another === undefined ? (nearest ?? null) : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('The body is not well-formed JSON.')
  }
}

const invalid = (description: string, details?: unknown): ProtocolError =>
  new ProtocolError('invalid_request', description, details === undefined ? {} : { details })

const partsMax = 200

/** The JSON of a form, and what else of the form is refused. */
interface FormJson {
  readonly part: string
  readonly bytesMax: number
  readonly list?: LongList
  /** What is wrong with the files, told beside what is wrong with the JSON. */
  readonly wrongFiles?: (files: readonly FormPart[]) => readonly unknown[]
}

/**
 * Reads an operator's body that may include files: JSON alone, or `multipart/form-data` with the same JSON in the part
 * `json.part` and files in the others. RFC 7578. Throws ProtocolError like `readAdminBody`.
 */
export async function readAdminForm<Schema extends z.ZodType>(
  context: ScoreboardContext,
  schema: Schema,
  json: FormJson,
): Promise<{ readonly body: z.output<Schema>; readonly files: readonly FormPart[] }> {
  const { exchange, ports } = context
  const read = async (bytes: Uint8Array) => {
    const value = await inTurns(readJsonInSteps(bytes, json.bytesMax), ports.turn)
    return accepted(await parseInTurns(value, { schema, list: json.list }, ports.turn), schema)
  }
  if (mediaTypeOf(exchange) !== 'multipart/form-data')
    return { body: await read(adminBodyBytes(context, json.bytesMax)), files: [] }
  const type = headerValue(exchange, 'content-type') ?? ''
  const parts = await ports.scoreboard.readMultipart(exchange.body, type, partsMax)
  if (parts === null)
    throw new ProtocolError('invalid_request', `The body is not a multipart form of at most ${partsMax} parts.`)
  const [described, ...more] = parts.filter(({ name }) => name === json.part)
  if (described === undefined || more.length > 0)
    throw new ProtocolError('invalid_request', `The form must have one part named ${json.part}, which holds JSON.`)
  const files = parts.filter((part) => part !== described)
  try {
    return { body: await read(described.bytes), files }
  } catch (error) {
    throw withDetails(error, json.wrongFiles?.(files) ?? [])
  }
}

/** The same refusal with more details; unchanged if it has none. */
function withDetails(error: unknown, more: readonly unknown[]): unknown {
  if (!isProtocolError(error) || more.length === 0 || !Array.isArray(error.members.details)) return error
  const details = [...error.members.details, ...more].slice(0, problemsMax)
  return new ProtocolError(error.code, error.description, { ...error.members, details }, error.headers)
}

/** A list in a body that may have tens of thousands of elements, and the schema of an element. */
interface LongList {
  readonly member: string
  readonly element: z.ZodType
  readonly max: number
}

/** Elements parsed per turn: some ten milliseconds. */
const elementsPerTurn = 400

/** Same result as parsing the whole value with the schema at once, but parses its long list in turns. */
async function parseInTurns<Schema extends z.ZodType>(
  value: unknown,
  { schema, list }: { readonly schema: Schema; readonly list: LongList | undefined },
  turn: () => Promise<unknown>,
): Promise<z.ZodSafeParseResult<z.output<Schema>>> {
  const elements: unknown = isObject(value) && list !== undefined ? value[list.member] : null
  // A list that is too long is refused without parsing its elements.
  if (list === undefined || !isObject(value) || !Array.isArray(elements) || elements.length > list.max)
    return schema.safeParse(value)
  const read: unknown[] = []
  const issues: z.core.$ZodIssue[] = []
  const wrong: unknown[] = []
  for (const [index, element] of elements.entries()) {
    if (index > 0 && index % elementsPerTurn === 0) await turn()
    const one = list.element.safeParse(element)
    if (one.success) read.push(one.data)
    else {
      if (wrong.length === 0) wrong.push(element)
      issues.push(...one.error.issues.map((issue) => ({ ...issue, path: [list.member, index, ...issue.path] })))
    }
    if (issues.length >= problemsMax) break
  }
  // Rules about the whole are not checked if an element is invalid.
  const rest = schema.safeParse({ ...value, [list.member]: wrong })
  if (!rest.success) issues.push(...rest.error.issues.filter(({ path }) => path[0] !== list.member))
  return rest.success && issues.length === 0
    ? { success: true, data: { ...(rest.data as object), [list.member]: read } as z.output<Schema> }
    : { success: false, error: new z.ZodError(issues) as z.ZodError<z.output<Schema>> }
}

/** Text that pages show, up to so many characters; may have several lines. */
export const zShownText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !/[^\P{Cc}\t\r\n]/u.test(text), 'must hold no control characters but tabs and line ends')

/** A name in one line of at most so many characters, which reads in one direction wherever it stands. UAX #9 */
export const zNameOf = (max: number) =>
  z
    .string()
    .max(max)
    .refine((name) => name.trim() !== '', 'must not be empty')
    .refine((name) => !/\p{Cc}/u.test(name), 'must hold no control characters')
    .refine(
      (name) => !/[\u202a-\u202e\u2066-\u2069]/.test(name),
      'must hold no characters that turn the direction of text',
    )

/** The name of something, which pages show in one line. */
export const zName = zNameOf(200)
