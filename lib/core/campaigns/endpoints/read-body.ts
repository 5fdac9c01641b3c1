import type { z } from 'zod'
import type { Exchange } from '../../ground/http/exchange'
import { issueToTell, placedIssue, withIssue } from '../../ground/http/problem-words'
import { readJsonBody } from '../../ground/http/read-json'
import { ProtocolError } from '../../ground/ports/errors'

/** Parses the body with this schema. Throws `invalid_request` naming the first wrong member. */
export function readBody<Schema extends z.ZodType>(exchange: Exchange, schema: Schema): z.infer<Schema> {
  const body = readJsonBody(exchange)
  if (!body.ok && body.reason === 'too_large') throw new ProtocolError('payload_too_large', 'The body is too long.')
  const read = schema.safeParse(body.ok ? body.value : null)
  if (read.success) return read.data
  const issue = issueToTell(read.error.issues)
  const placed = issue === undefined ? null : placedIssue(issue)
  if (placed === null || placed.path.length === 0) throw new ProtocolError('invalid_request', 'Send a JSON object.')
  throw new ProtocolError('invalid_request', `The member ${withIssue(placed.path.join('.'), placed)}.`, {
    pointer: placed.path.map((part) => `/${part}`).join(''),
  })
}
