import type { z } from 'zod'
import { expectName } from '../../../engine/deviations/deviation'
import { boundNames } from '../../../ground/http/bound-problems'
import { type Exchange, mediaTypeOf } from '../../../ground/http/exchange'
import { bodyBytesMax } from '../../../ground/http/limits'
import { jsonBoundPassed, readJsonBody } from '../../../ground/http/read-json'
import type { ClauseId } from '../../../ground/ports/clauses'
import { type ErrorCode, errorStatus, invariant, ProtocolError } from '../../../ground/ports/errors'
import { isObject, type Json, type JsonObject } from '../../../ground/values/json'
import { verifierDeviation } from '../../deviations'
import type { VerifierDeviation } from '../../deviations/verifier-deviation'
import { type EffectiveRequest, effectiveRequest, type ValidateDcql } from '../request/effective-request'
import { asksForNoScope, readScopes } from '../request/read-scopes'
import { closed, type RequestProblem } from '../request/request-problem'
import { type PresentationSessionRequest, zPresentationSessionRequest } from './z-session-request'

/** The request of a tester, with those of its problems that do not refuse it. */
export interface ReadSessionRequest {
  readonly body: PresentationSessionRequest
  readonly effective: EffectiveRequest
  /** Problems and remarks, at most `problemsMax`; a note follows if there are more. */
  readonly problems: readonly RequestProblem[]
  /** Total number of problems. */
  readonly problemCount: number
  /** Members of the body without a meaning here, at most `problemsMax`. */
  readonly ignoredMembers: readonly string[]
}

/** Error code and text for a member with a wrong type or an illegal value, in the order of reporting. */
const memberErrors: ReadonlyArray<readonly [member: string, code: ErrorCode, message: string]> = [
  [
    'scheme',
    'invalid_deeplink_scheme',
    'It must match ^[A-Za-z][A-Za-z0-9+.-]*://$, hold at most 64 characters, and not be one that browsers run or open.',
  ],
  ['request_uri_method', 'unsupported_request_uri_method', 'It must be get or post, in lower case.'],
  ['request_delivery', 'unsupported_request_delivery', 'It must be by_reference or by_value.'],
  ['response_type', 'unsupported_response_type', 'It must be vp_token, "vp_token id_token" or code.'],
  ['response_mode', 'unsupported_response_mode', 'It must be direct_post or direct_post.jwt.'],
  ['presentation_request', 'invalid_presentation_request', 'It must be a JSON object.'],
  ['dcql_query', 'invalid_dcql_query', 'It must be a JSON object.'],
  ['scopes', 'invalid_scope', 'It must be a string, or an array of strings.'],
]

/**
 * Reads the body of `POST /openid4vp/sessions`. No body, `{}` and the defaults are equivalent. `defaultQuery`: the
 * query for a body without one; a PID by default.
 * @throws ProtocolError that lists every problem: for members with a fixed set of values always, for free-form ones if
 * the body says `allow_nonconforming_request: false`
 */
export function readSessionRequest(
  exchange: Exchange,
  validateDcql: ValidateDcql,
  defaultQuery?: JsonObject,
): ReadSessionRequest {
  const { value: asked, duplicates } = bodyValue(exchange)
  const deviation = verifierDeviation(asked.negative_test)
  const value = { ...impliedBy(deviation), ...asked }
  const result = zPresentationSessionRequest.safeParse(value)
  const named = new Set(Object.keys(asked))
  const errors = result.success ? haipErrors(value) : schemaErrors(result.error, value)
  if (!result.success) throw refusal([...errors, ...scopeErrors(value)])
  const body = result.data
  const effective = effectiveRequest(
    { ...toAsked(body), named, ...(defaultQuery === undefined ? {} : { defaultQuery }) },
    validateDcql,
  )
  const repeated = repeatedMembers(duplicates, body)
  const { listed, counts } = effective.problems
  const refused = [
    ...errors,
    ...scopeErrors(value),
    ...[...listed, ...repeated].filter(refuses(body)),
    ...missingNeeds(deviation, body, effective),
    ...contradiction(deviation, body),
  ]
  const violations = body.allow_nonconforming_request ? 0 : counts.violation
  const unlisted = counts.refused + violations - listed.filter(refuses(body)).length
  if (refused.length > 0) throw refusal(refused, unlisted)
  const problemCount = counts.refused + counts.violation + counts.note + repeated.length
  return {
    body,
    effective,
    problems: closed([...listed, ...repeated], problemCount),
    problemCount,
    ignoredMembers: boundNames([...named].filter(meansNothing(body))),
  }
}

/** Unknown members, and the method of a fetch if nothing is fetched. OID4VP-1FINAL-5.1 */
const meansNothing =
  ({ request_delivery: delivery }: PresentationSessionRequest) =>
  (name: string): boolean =>
    !Object.hasOwn(zPresentationSessionRequest.shape, name) ||
    (name === 'request_uri_method' && delivery === 'by_value')

/** Members that a deviation needs and that the tester did not set. */
function impliedBy(deviation: VerifierDeviation | null): JsonObject {
  const { request_uri_method, profile } = deviation?.needs ?? {}
  return {
    ...(request_uri_method === undefined ? {} : { request_uri_method }),
    ...(profile === undefined ? {} : { profile }),
  }
}

/** What prevents a deviation from occurring in this request. */
function missingNeeds(
  deviation: VerifierDeviation | null,
  body: PresentationSessionRequest,
  { parameters }: EffectiveRequest,
): RequestProblem[] {
  const { query, ...needs } = deviation?.needs ?? {}
  const seen: JsonObject = { ...body, response_mode: parameters.response_mode ?? body.response_mode } as JsonObject
  const missing = Object.entries(needs).filter(([name, value]) => seen[name] !== value)
  const dcql = parameters.dcql_query
  const asksNothing =
    query === true && !(isObject(dcql) && Array.isArray(dcql.credentials) && dcql.credentials.length > 0)
  return [
    ...missing.map(([name, value]) =>
      problem('/negative_test', 'invalid_request', `This test needs ${name} ${String(value)}.`),
    ),
    ...(asksNothing
      ? [problem('/negative_test', 'invalid_request', 'This test needs a DCQL query with a credential in it.')]
      : []),
  ]
}

/**
 * A deviation that expects a refusal while the tester expects an answer, or the other way round: such a session would
 * pass a careless wallet and fail a good one.
 */
function contradiction(deviation: VerifierDeviation | null, { expect }: PresentationSessionRequest): RequestProblem[] {
  if (deviation === null || expect === undefined || expect === expectName(deviation.expects)) return []
  const due = deviation.expects === 'refusal' ? 'a refusal' : 'an answer'
  return [problem('/expect', 'invalid_request', `A good wallet gives ${due} to ${deviation.id}: leave expect out.`)]
}

const refuses =
  ({ allow_nonconforming_request: tolerant }: PresentationSessionRequest) =>
  ({ severity }: RequestProblem): boolean =>
    severity === 'refused' || (severity === 'violation' && !tolerant)

function toAsked(body: PresentationSessionRequest) {
  const { response_type, response_mode, presentation_request, dcql_query, scopes, transaction_data, verifier_info } =
    body
  return {
    response_type,
    response_mode,
    ...(presentation_request === undefined ? {} : { presentation_request: presentation_request as JsonObject }),
    ...(dcql_query === undefined ? {} : { dcql_query: dcql_query as JsonObject }),
    ...(scopes === undefined ? {} : { scopes }),
    ...(transaction_data === undefined ? {} : { transaction_data: transaction_data as Json }),
    ...(verifier_info === undefined ? {} : { verifier_info: verifier_info as Json }),
  }
}

function bodyValue(exchange: Exchange): { readonly value: JsonObject; readonly duplicates: readonly string[] } {
  const body = readJsonBody(exchange)
  if (!body.ok && body.reason === 'empty') return { value: {}, duplicates: [] }
  const mediaType = mediaTypeOf(exchange)
  if (mediaType !== null && !/^application\/(json|[\w.+-]+\+json)$/.test(mediaType))
    throw new ProtocolError('invalid_request', 'Send the body as JSON, with Content-Type: application/json.')
  if (!body.ok && body.reason === 'too_large') {
    const description = `The body must not be longer than ${bodyBytesMax.sessionCreation} bytes.`
    throw new ProtocolError('payload_too_large', description)
  }
  const passed = jsonBoundPassed(body)
  if (passed !== null) throw new ProtocolError('invalid_request', `The body ${passed}.`)
  if (!body.ok || !isObject(body.value))
    throw new ProtocolError('invalid_request', 'The body must be a JSON object, or empty for the defaults.')
  return { value: body.value as JsonObject, duplicates: body.duplicates }
}

/** How many duplicate members are listed one by one. */
const repeatedMax = 20

/**
 * Duplicate members of the body, of which the last one counts. They do not affect the request that is sent, so they
 * refuse only a body that asks for strictness. RFC8259-4
 */
const repeatedMembers = (
  duplicates: readonly string[],
  { allow_nonconforming_request: tolerant }: PresentationSessionRequest,
): RequestProblem[] =>
  duplicates.slice(0, repeatedMax).map((pointer) => ({
    code: 'invalid_request',
    severity: tolerant ? 'note' : 'refused',
    pointer,
    message: 'The body holds this member more than once: the last one counts.',
    clause: 'RFC8259-4',
  }))

/** One problem for each member that the schema rejects, in the order of the table above. */
function schemaErrors(error: z.ZodError, value: JsonObject): RequestProblem[] {
  const members = [...new Set(error.issues.map((issue) => String(issue.path[0] ?? '')))]
  const known = memberErrors
    .filter(([member]) => members.includes(member))
    .map(([member, code, message]) => problem(`/${member}`, code, message))
  const others = members
    .filter((member) => !memberErrors.some(([name]) => name === member))
    .map((member) => problem(`/${member}`, 'invalid_request', 'It has a type or a value that this member cannot have.'))
  return [...known, ...haipErrors(value), ...others]
}

/** What a HAIP verifier never sends. */
function haipErrors(value: JsonObject): RequestProblem[] {
  if (value.profile !== 'haip') return []
  const request = isObject(value.presentation_request) ? (value.presentation_request as JsonObject) : {}
  const mode = Object.hasOwn(value, 'response_mode') ? '/response_mode' : '/presentation_request/response_mode'
  const scopes = value.scopes ?? request.scope
  const queried = (value.dcql_query ?? request.dcql_query) !== undefined
  const found: readonly (false | RequestProblem)[] = [
    value.request_delivery === 'by_value' &&
      problem('/request_delivery', 'unsupported_request_delivery', 'HAIP sends requests by reference.', 'HAIP-5.1'),
    (value.response_mode ?? request.response_mode) === 'direct_post' &&
      problem(mode, 'unsupported_response_mode', 'HAIP asks for direct_post.jwt.', 'HAIP-5.1'),
    scopes !== undefined &&
      !queried &&
      readScopes(scopes).standsForQuery &&
      problem(
        value.scopes === undefined ? '/presentation_request/scope' : '/scopes',
        'invalid_scope',
        'HAIP asks with a DCQL query, not with a scope that stands for one.',
        'HAIP-5',
      ),
  ]
  return found.filter((one) => one !== false)
}

/** Problems of scopes that have the right type; a wrong type is reported by the schema. */
function scopeErrors({ scopes }: JsonObject): RequestProblem[] {
  const isText =
    typeof scopes === 'string' || (Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string'))
  const error = isText && !asksForNoScope(scopes) ? readScopes(scopes).error : null
  return error === null ? [] : [problem('/scopes', 'invalid_scope', error, 'RFC6749-3.3')]
}

const problem = (
  pointer: string,
  code: ErrorCode,
  message: string,
  clause: ClauseId | null = null,
): RequestProblem => ({
  code,
  severity: 'refused',
  pointer,
  message,
  clause,
})

/** Reports all problems at once: the first leads, and `errors` lists all of them up to the maximum. */
function refusal(problems: readonly RequestProblem[], unlisted = 0): ProtocolError {
  const [first] = problems
  if (first === undefined) throw new Error('A request without a problem is not refused.')
  const description = `${pointerWords(first.pointer)} ${first.message}`
  const errors = closed(problems, problems.length + unlisted).map(({ code, pointer, message, clause }) => ({
    code,
    pointer,
    message,
    clause,
  }))
  return new ProtocolError(toErrorCode(first.code), description, { pointer: first.pointer, errors })
}

/** Codes of notes never occur in an answer on their own, because a note refuses nothing. */
function toErrorCode(code: RequestProblem['code']): ErrorCode {
  invariant(Object.hasOwn(errorStatus, code), 'What refuses a request has a code of the table of errors.')
  return code as ErrorCode
}

/** The place of a problem, as far as it can be named without repeating what was sent. */
function pointerWords(pointer: string): string {
  const member = pointer.split('/')[1] ?? ''
  return Object.hasOwn(zPresentationSessionRequest.shape, member) ? `The member ${member}:` : 'The body:'
}
