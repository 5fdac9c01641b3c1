import type { z } from 'zod'
import { headerValue, mediaTypeOf } from '../../ground/http/exchange'
import { ProtocolError } from '../../ground/ports/errors'
import type { FormPart } from '../scoreboard-ports'
import { readAdminBody, readJsonBytes } from './read-admin-body'
import type { ScoreboardContext } from './scoreboard-endpoint'

const partsMax = 200

/**
 * Reads an operator's body that may include files: JSON alone, or `multipart/form-data` with the same JSON in the part
 * `json.part` and files in the others. RFC 7578. Throws ProtocolError like `readAdminBody`.
 */
export async function readAdminForm<Schema extends z.ZodType>(
  context: ScoreboardContext,
  schema: Schema,
  json: { readonly part: string; readonly bytesMax: number },
): Promise<{ readonly body: z.output<Schema>; readonly files: readonly FormPart[] }> {
  const { exchange, ports } = context
  if (mediaTypeOf(exchange) !== 'multipart/form-data')
    return { body: readAdminBody(context, schema, json.bytesMax), files: [] }
  const type = headerValue(exchange, 'content-type') ?? ''
  const parts = await ports.scoreboard.readMultipart(exchange.body, type, partsMax)
  if (parts === null)
    throw new ProtocolError('invalid_request', `The body is not a multipart form of at most ${partsMax} parts.`)
  const [described, ...more] = parts.filter(({ name }) => name === json.part)
  if (described === undefined || more.length > 0)
    throw new ProtocolError('invalid_request', `The form must have one part named ${json.part}, which holds JSON.`)
  const body = readJsonBytes(described.bytes, schema, json.bytesMax)
  return { body, files: parts.filter((part) => part !== described) }
}
