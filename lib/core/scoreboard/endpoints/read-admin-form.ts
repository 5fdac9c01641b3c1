import { z } from 'zod'
import { headerValue, mediaTypeOf } from '../../ground/http/exchange'
import { ProtocolError } from '../../ground/ports/errors'
import { isObject } from '../../ground/values/json'
import type { FormPart } from '../scoreboard-ports'
import { accepted, adminBodyBytes, problemsMax, readJson } from './read-admin-body'
import type { ScoreboardContext } from './scoreboard-endpoint'

const partsMax = 200

/**
 * Reads an operator's body that may include files: JSON alone, or `multipart/form-data` with the same JSON in the part
 * `json.part` and files in the others. RFC 7578. Throws ProtocolError like `readAdminBody`.
 */
export async function readAdminForm<Schema extends z.ZodType>(
  context: ScoreboardContext,
  schema: Schema,
  json: { readonly part: string; readonly bytesMax: number; readonly list?: LongList },
): Promise<{ readonly body: z.output<Schema>; readonly files: readonly FormPart[] }> {
  const { exchange, ports } = context
  const read = async (bytes: Uint8Array) =>
    accepted(await parseInTurns(readJson(bytes, json.bytesMax), { schema, list: json.list }, ports.turn), schema)
  if (mediaTypeOf(exchange) !== 'multipart/form-data')
    return { body: await read(adminBodyBytes(context, json.bytesMax)), files: [] }
  const type = headerValue(exchange, 'content-type') ?? ''
  const parts = await ports.scoreboard.readMultipart(exchange.body, type, partsMax)
  if (parts === null)
    throw new ProtocolError('invalid_request', `The body is not a multipart form of at most ${partsMax} parts.`)
  const [described, ...more] = parts.filter(({ name }) => name === json.part)
  if (described === undefined || more.length > 0)
    throw new ProtocolError('invalid_request', `The form must have one part named ${json.part}, which holds JSON.`)
  return { body: await read(described.bytes), files: parts.filter((part) => part !== described) }
}

/** A list in a body that may have tens of thousands of elements, and what each of them is. */
export interface LongList {
  readonly member: string
  readonly element: z.ZodType
  readonly max: number
}

/** Elements that are read in one turn: some ten milliseconds. */
const elementsPerTurn = 400

/** The same as the schema says at once of a value, with the elements of its long list read in turns. */
async function parseInTurns<Schema extends z.ZodType>(
  value: unknown,
  { schema, list }: { readonly schema: Schema; readonly list: LongList | undefined },
  turn: () => Promise<unknown>,
): Promise<z.ZodSafeParseResult<z.output<Schema>>> {
  const elements: unknown = isObject(value) && list !== undefined ? value[list.member] : null
  // A list that is too long is refused unread.
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
  // Rules about the whole are not looked at where an element is wrong.
  const rest = schema.safeParse({ ...value, [list.member]: wrong })
  if (!rest.success) issues.push(...rest.error.issues.filter(({ path }) => path[0] !== list.member))
  return rest.success && issues.length === 0
    ? { success: true, data: { ...(rest.data as object), [list.member]: read } as z.output<Schema> }
    : { success: false, error: new z.ZodError(issues) as z.ZodError<z.output<Schema>> }
}
