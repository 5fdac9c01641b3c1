import type { HeaderField, Reply, ReplyBody } from '../http/exchange'
import { isObject, type Json, type JsonObject } from '../values/json'
import { applyMutations } from './apply-mutations'
import { jsonBytes } from './json-bytes'
import { type DocumentOperation, type MutationProblem, mutationBounds, type Placed, placeOfMutation } from './mutation'

/** A reply as a document that mutations change: `{status, content_type, body}`. */
export function replyDocument({ status, headers, body }: Reply): JsonObject {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')
  return {
    status,
    ...(type === undefined ? {} : { content_type: type[1] }),
    body: body?.kind === 'json' ? (body.value as Json) : body?.kind === 'text' ? body.text : null,
  }
}

/** Keeps a page of a tester from acting as one of ours; `nosniff` is on every reply. */
const sandbox: HeaderField = ['Content-Security-Policy', 'sandbox']

const replaced = ['content-type', 'content-security-policy']

/** The reply after its mutations. What cannot be done to this reply is left out; it was tried on a sample before. */
export function mutatedReply(right: Reply, operations: readonly Placed<DocumentOperation>[]): Reply {
  const { document } = applyMutations(replyDocument(right), operations)
  if (!isObject(document) || replyRules(document).length > 0) return right
  const { status, content_type: type, body } = document
  return {
    status: Number(status),
    headers: [
      ...(typeof type === 'string' ? [['Content-Type', type] as const] : []),
      ...right.headers.filter(([name]) => !replaced.includes(name.toLowerCase())),
      sandbox,
    ],
    body: bodyOf(body as Json | undefined),
  }
}

const bodyOf = (body: Json | undefined): ReplyBody | null =>
  body === undefined || body === null
    ? null
    : typeof body === 'string'
      ? { kind: 'text', text: body }
      : { kind: 'json', value: body }

/** Types that a browser shows as a page, on our origin. */
const pages = /^\s*(?:text\/html|image\/svg\+xml|application\/xhtml\+xml|text\/xml|application\/xml)\b/i

/** Members of a changed reply that no reply may have. */
function replyRules({ status, content_type: type, body }: Record<string, unknown>): string[] {
  return [
    ...(Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599
      ? []
      : ['The status is a number from 200 to 599.']),
    ...(type === undefined || (typeof type === 'string' && /^[\x20-\x7e]{1,200}$/.test(type) && !pages.test(type))
      ? []
      : ['The content_type is one line of printable ASCII, and no page such as text/html or image/svg+xml.']),
    ...(body === undefined || body === null || typeof body === 'string' || isObject(body)
      ? []
      : ['The body is an object or a text.']),
    ...(jsonBytes(body) > mutationBounds.bodyBytes ? ['The body has more than 64 KiB.'] : []),
  ]
}

/** Why a changed reply is not sent. Each is out of the bounds for replies. */
export const replyProblems = (document: Json, operations: readonly Placed<DocumentOperation>[]): MutationProblem[] =>
  (isObject(document) ? replyRules(document) : ['A reply has status, content_type and body.']).map((message) => ({
    code: 'too_large',
    pointer: placeOfMutation(operations.at(-1)?.index ?? 0, 'value'),
    message,
  }))
