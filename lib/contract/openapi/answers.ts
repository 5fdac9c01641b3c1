import type { z } from 'zod'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { type ContractEntry, namesEvidence, type ReplySchema, takesNoForeignOrigin } from '../contract-entry'
import { error } from '../z-common'
import type { Content, ResponseObject } from './document'
import type { SchemaCollection } from './schemas'

/** Responses that every path may give before an endpoint sees the request, or when something on our side fails. */
const everywhere: Readonly<Record<number, ReplySchema>> = {
  400: error,
  405: error,
  408: error,
  417: error,
  431: error,
  500: error,
  505: error,
}

const words: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  204: 'Success, no content',
  202: 'The part is kept until the others have arrived',
  206: 'The requested part',
  302: 'Redirect',
  303: 'A browser goes on to the page that shows the same',
  304: 'Not changed',
  307: 'Redirect that a wallet must not follow, in a session that tests this',
  400: 'The request is refused; error says why',
  401: 'Credentials are missing or not accepted',
  403: 'The key is valid for something else, or the request came from a page of another origin',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'The request did not arrive in time',
  410: 'Removed',
  409: 'Conflict: the resource is not available yet, already running, already decided, or superseded',
  412: 'What the request is about was changed meanwhile; nothing was written',
  413: 'The body is too long',
  416: 'The requested range does not exist',
  417: 'Only the expectation 100-continue is supported',
  421: 'The Host header or an absolute request target names a different service',
  429: 'Too many requests, too many wrong keys or too much to store from this address, or the same refused request too often',
  431: 'The header section is too long',
  500: 'Something on our side failed',
  503: 'A dependency is not responding and nothing was changed; error names it',
  505: 'Only HTTP/1.1 and HTTP/1.0 are supported',
  507: 'The disk of the service is nearly full: nothing new is created; open sessions continue',
}

const text = { type: 'string' }
const headersOf: Readonly<Record<number, ResponseObject['headers']>> = {
  302: { Location: { description: 'Where to go on', required: true, schema: text } },
  303: { Location: { description: 'The page that shows the same', required: true, schema: text } },
  307: { Location: { description: 'The target that wallets must not follow', required: true, schema: text } },
  401: { 'WWW-Authenticate': { description: 'Which credentials are accepted', schema: text } },
  405: { Allow: { description: 'The methods of this path', required: true, schema: text } },
  429: { 'Retry-After': { description: 'Seconds to wait', required: true, schema: text } },
  503: { 'Retry-After': { description: 'Seconds to wait', schema: text } },
}

/** Every response of an endpoint, by status. */
const answersOf = (entry: ContractEntry): Readonly<Record<number, ReplySchema>> => ({
  ...everywhere,
  ...(entry.anyHost ? {} : { 421: error }),
  ...(takesNoForeignOrigin(entry) ? { 403: error } : {}),
  ...(namesEvidence(entry) ? { 403: error } : {}),
  ...(entry.auth === 'operator' ? { 429: error } : {}),
  ...entry.replies,
})

/** The `responses` of an operation, in the order of their status. */
export function responsesOf(entry: ContractEntry, schemas: SchemaCollection): Record<string, ResponseObject> {
  const answers = Object.fromEntries(
    Object.entries(answersOf(entry)).map(([status, reply]) => {
      const headers = { ...headersOf[Number(status)], ...ownHeaders(entry, Number(status)) }
      const content = contentOf(reply, schemas.answered)
      return [
        status,
        {
          description: entry.replyWords?.[Number(status)] ?? words[Number(status)] ?? 'Response',
          ...(Object.keys(headers).length === 0 ? {} : { headers }),
          ...(Object.keys(content).length === 0 ? {} : { content }),
        },
      ]
    }),
  )
  return entry.mutable ? { ...answers, default: mutatedAnswer } : answers
}

/** What a tester made of a reply, which no schema can tell. */
const mutatedAnswer: ResponseObject = {
  description: 'In a session whose mutations change this reply: what they made of it, as a sandbox for browsers',
  headers: { 'Content-Security-Policy': { description: 'sandbox', schema: text } },
  content: { '*/*': { schema: {} } },
}

const ownHeaders = ({ replyHeaders = {} }: ContractEntry, status: number): ResponseObject['headers'] =>
  Object.fromEntries(
    Object.entries(replyHeaders[status] ?? {}).map(([name, description]) => [name, { description, schema: text }]),
  )

/** Media types with their schemas. */
export const contentOf = (bodies: ReplySchema, convert: (schema: z.ZodType) => JsonObject): Content =>
  Object.fromEntries(Object.entries(bodies).map(([type, schema]) => [type, { schema: convert(schema) }]))
