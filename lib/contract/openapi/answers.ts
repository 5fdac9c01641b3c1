import type { z } from 'zod'
import type { JsonObject } from '@/lib/core/json'
import { type ContractEntry, type ReplySchema, takesNoForeignOrigin } from '../contract-entry'
import { error } from '../z-common'
import type { Content, ResponseObject } from './document'
import type { SchemaCollection } from './schemas'

/** Answers that every path may give before an endpoint looks at the request, or when something on our side fails. */
const everywhere: Readonly<Record<number, ReplySchema>> = {
  400: error,
  405: error,
  408: error,
  417: error,
  431: error,
  500: error,
}

const words: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  204: 'Done, nothing to say',
  202: 'The part is kept until the others have come',
  206: 'The part that was asked for',
  302: 'Redirect',
  304: 'Not changed',
  307: 'Redirect that a wallet must not follow, in a session that tests just this',
  400: 'The request is refused, and error says why',
  401: 'Credentials are missing or not accepted',
  403: 'The key is valid for something else, or a page of another origin sent it',
  404: 'There is no such thing here',
  405: 'Another method is needed',
  408: 'The request did not arrive in time',
  409: 'Not now: what it asks for is not there yet, already runs, is decided already, or was overtaken',
  413: 'The body is too long',
  416: 'There is no such part',
  417: 'No expectation but 100-continue is met',
  421: 'The Host header names another service',
  429: 'Too many requests or wrong keys from this address, or the same refused request too often',
  431: 'The header section is too long',
  500: 'Something on our side failed',
  503: 'What it needs does not answer now, and nothing was done; error says what it is',
}

const text = { type: 'string' }
const headersOf: Readonly<Record<number, ResponseObject['headers']>> = {
  302: { Location: { description: 'Where to go on', required: true, schema: text } },
  307: { Location: { description: 'Where nobody should go', required: true, schema: text } },
  401: { 'WWW-Authenticate': { description: 'Which credentials are accepted', schema: text } },
  405: { Allow: { description: 'The methods of this path', required: true, schema: text } },
  429: { 'Retry-After': { description: 'Seconds to wait', required: true, schema: text } },
  503: { 'Retry-After': { description: 'Seconds to wait', schema: text } },
}

/** Everything that an endpoint may answer, by status. */
const answersOf = (entry: ContractEntry): Readonly<Record<number, ReplySchema>> => ({
  ...everywhere,
  ...(entry.anyHost ? {} : { 421: error }),
  ...(takesNoForeignOrigin(entry) ? { 403: error } : {}),
  ...(entry.auth === 'operator' ? { 429: error } : {}),
  ...entry.replies,
})

/** The `responses` of an operation, in the order of their status. */
export function responsesOf(entry: ContractEntry, schemas: SchemaCollection): Record<string, ResponseObject> {
  return Object.fromEntries(
    Object.entries(answersOf(entry)).map(([status, reply]) => {
      const headers = { ...headersOf[Number(status)], ...ownHeaders(entry, Number(status)) }
      const content = contentOf(reply, schemas.answered)
      return [
        status,
        {
          description: words[Number(status)] ?? 'Answer',
          ...(Object.keys(headers).length === 0 ? {} : { headers }),
          ...(Object.keys(content).length === 0 ? {} : { content }),
        },
      ]
    }),
  )
}

const ownHeaders = ({ replyHeaders = {} }: ContractEntry, status: number): ResponseObject['headers'] =>
  Object.fromEntries(
    Object.entries(replyHeaders[status] ?? {}).map(([name, description]) => [name, { description, schema: text }]),
  )

/** Media types with their schemas. */
export const contentOf = (bodies: ReplySchema, convert: (schema: z.ZodType) => JsonObject): Content =>
  Object.fromEntries(Object.entries(bodies).map(([type, schema]) => [type, { schema: convert(schema) }]))
