import { z } from 'zod'
import { refusePrivateKeys } from '../../engine/sessions/refused-member'
import { headerValue, mediaTypeOf } from '../../ground/http/exchange'
import { bodyBytesMax } from '../../ground/http/limits'
import { issueWords, memberName } from '../../ground/http/problem-words'
import { ProtocolError } from '../../ground/ports/errors'
import { fromUtf8 } from '../../ground/values/base64url'
import type { ScoreboardContext } from './scoreboard-endpoint'

/** Characters of an unknown name that are told again. */
const nameMax = 60
/** How many problems of a body are told. */
export const problemsMax = 20

/**
 * Reads an operator's JSON body by its schema. Such a body may be larger than a wallet's, so only its bytes are
 * bounded. Accepts `Content-Encoding: gzip` up to `bytesMax` uncompressed bytes. Throws ProtocolError: 413 if it is too
 * large, 400 if the schema rejects it, with the first 20 problems.
 */
export const readAdminBody = <Schema extends z.ZodType>(
  context: ScoreboardContext,
  schema: Schema,
  bytesMax: number,
): z.output<Schema> => accepted(schema.safeParse(readJson(adminBodyBytes(context, bytesMax), bytesMax)), schema)

/** The JSON of an operator's body, uncompressed. Throws ProtocolError like `readAdminBody`. */
export function adminBodyBytes({ exchange, ports }: ScoreboardContext, bytesMax: number): Uint8Array {
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

/** The value of the JSON in these bytes. Throws ProtocolError like `readAdminBody`. */
export function readJson(bytes: Uint8Array, bytesMax: number): unknown {
  if (bytes.length > bytesMax)
    throw new ProtocolError('body_too_large', `The JSON must not be longer than ${bytesMax} bytes.`)
  const text = fromUtf8(bytes)
  if (text === null) throw invalid('The body is not UTF-8 text, plain or with gzip.')
  const value = parseJson(text)
  // Statistics of tens of thousands of runs are long, and hold no text that looks like a key.
  if (bytes.length <= bodyBytesMax.execution || /PRIVATE|kty|"d"|\\u|M[A-P][\w+/-]{50}/.test(text))
    refusePrivateKeys(value)
  return value
}

/** What a schema accepted. Throws ProtocolError with the first 20 problems of what it rejected. */
export function accepted<Schema extends z.ZodType>(
  parsed: z.ZodSafeParseResult<z.output<Schema>>,
  schema: Schema,
): z.output<Schema> {
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.flatMap((issue) => detailsOf(issue, schema)).slice(0, problemsMax)
  const [first] = parsed.error.issues
  const where =
    first === undefined || first.path.length === 0
      ? 'The body'
      : `The member ${memberName(first.path.map(String).join('.'))}`
  throw invalid(
    `${where} ${first === undefined ? 'has an illegal form' : issueWords(first)}; details names every place.`,
    details,
  )
}

/** The places that an issue is about: each member that an object of a closed list of members does not have. */
function detailsOf(issue: z.core.$ZodIssue, schema: z.ZodType) {
  const path = issue.path.map(String)
  if (issue.code !== 'unrecognized_keys')
    return [{ path: path.join('.'), code: issue.code, message: issueWords(issue) }]
  const known = path.length === 0 && schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return issue.keys.map((name) => ({
    path: [...path, name.slice(0, nameMax)].join('.'),
    code: 'unknown_member',
    message: known.length === 0 ? 'must be left out' : `must be left out: the members are ${known.join(', ')}`,
  }))
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
