import type { HeaderField, Reply, ReplyBody } from '../http/exchange'
import { isObject, type Json, type JsonObject } from '../values/json'
import { jsonBytes } from '../values/json-bytes'
import { applyMutations } from './apply-mutations'
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

/** Types that a browser may show as a page, on our origin; of several it takes the last. */
const pages = /html|svg|xml|xsl|multipart/i

/** A member of a changed reply that no reply may have, and why. */
interface ReplyRule {
  readonly member: string
  readonly code: 'illegal_value' | 'too_large' | 'without_effect'
  readonly message: string
}

const replyMembers = ['status', 'content_type', 'body']

function replyRules(document: Record<string, unknown>): ReplyRule[] {
  const { status, content_type: type, body } = document
  const illegal = (member: string, message: string): ReplyRule => ({ member, code: 'illegal_value', message })
  return [
    ...(Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599
      ? []
      : [illegal('status', 'The status is a number from 200 to 599.')]),
    ...(type === undefined || (typeof type === 'string' && /^[\x20-\x7e]{1,200}$/.test(type) && !pages.test(type))
      ? []
      : [
          illegal(
            'content_type',
            'The content_type is one line of printable ASCII, and no page such as text/html or image/svg+xml.',
          ),
        ]),
    ...(body === undefined || typeof body === 'string' || isObject(body)
      ? []
      : [illegal('body', 'The body is an object or a text: remove it for none.')]),
    ...(jsonBytes(body) > mutationBounds.bodyBytes
      ? [{ member: 'body', code: 'too_large' as const, message: 'The body has more than 64 KiB.' }]
      : []),
    ...Object.keys(document)
      .filter((name) => !replyMembers.includes(name))
      .map(
        (member): ReplyRule => ({
          member,
          code: 'without_effect',
          message: 'A reply has status, content_type and body, and nothing else.',
        }),
      ),
  ]
}

/** Why a changed reply is not sent, each at the last operation on what is wrong. */
export function replyProblems(document: Json, operations: readonly Placed<DocumentOperation>[]): MutationProblem[] {
  const rules = isObject(document) ? replyRules(document) : []
  return rules.map(({ member, code, message }) => {
    const on = operations.findLast(({ path }) => path === `/${member}` || path.startsWith(`/${member}/`))
    const { index = 0, op } = on ?? operations.at(-1) ?? {}
    const isWritten = op === 'add' || op === 'replace' || op === 'put'
    return { code, pointer: placeOfMutation(index, code !== 'without_effect' && isWritten ? 'value' : 'path'), message }
  })
}
