import { validateDcqlQuery } from '../../../shared/dcql/validate-dcql-query'
import type { ClauseId } from '../../../shared/ports/clauses'
import { isObject, type Json, type JsonObject } from '../../../shared/values/json'
import type { presentationChannels } from '../session/dc-api-options'
import { effectiveRequest } from './effective-request'
import type { RequestProblem } from './request-problem'
import { responseKeyProblems } from './response-key-problems'
import { isToken, tokenProblems } from './token-problems'

type Channel = (typeof presentationChannels)[number]

/** Whether a request may have the client_id that it has, by its signature or by where it asks the response to. */
export type ProvesClient = (request: JsonObject) => boolean

/**
 * What mutations made wrong in a request by the specification. Pointers lead into the request itself.
 * @param proves for a request that has a client_id of its own
 */
export function mutatedProblems(
  before: JsonObject,
  after: JsonObject,
  channel: Channel,
  proves: ProvesClient = () => true,
): RequestProblem[] {
  const problemsOf = (request: JsonObject): RequestProblem[] => [
    ...absentMembers(request, channel),
    ...responseKeyProblems(request),
    ...wrongMembers(request),
    ...clientProblems(request, proves),
    ...membersTooMany(request, before, channel),
    ...tokenProblems(request, before),
    ...freeProblems(request, channel),
  ]
  const known = new Set(problemsOf(before).map(keyOf))
  const secrets = [before.nonce, before.state].filter((one) => typeof one === 'string' && one.length > 7) as string[]
  return problemsOf(after)
    .filter((one) => !known.has(keyOf(one)))
    .map((one) => ({ ...one, message: withoutSecrets(one.message, secrets) }))
}

/** A secret that was copied elsewhere stays one. */
const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text)

const keyOf = ({ code, pointer, message }: RequestProblem): string => `${code} ${pointer} ${message}`

/** About a tester's body, not about the request that is sent. */
const ofBody: readonly string[] = ['forbidden_override', 'member_replaced', 'member_filled_in', 'member_not_read']

/** Problems that a tester's own request would have. */
function freeProblems(request: JsonObject, channel: Channel): RequestProblem[] {
  const asked = {
    response_type: 'vp_token',
    response_mode: 'direct_post.jwt',
    presentation_channel: channel,
    presentation_request: request,
    named: new Set<string>(),
  } as const
  return (
    effectiveRequest(asked, validateDcqlQuery)
      .problems.listed.filter(({ code }) => !ofBody.includes(code))
      .map((one) => ({
        ...one,
        severity: one.severity === 'refused' ? 'violation' : one.severity,
        pointer: one.pointer.replace(/^\/presentation_request/, ''),
      }))
      // It says what the service sends instead, which it does for a tester's own request.
      .filter(({ pointer }) => pointer !== '/client_metadata')
  )
}

const violation = (pointer: string, message: string, clause: ClauseId): RequestProblem => ({
  code: 'invalid_presentation_request',
  severity: 'violation',
  pointer,
  message,
  clause,
})

/** A client_id that neither the certificate or key of the signature nor the response_uri proves. OID4VP-1FINAL-5.9.3 */
const clientProblems = (request: JsonObject, proves: ProvesClient): RequestProblem[] =>
  !isText(request.client_id ?? null) || proves(request)
    ? []
    : [
        violation(
          '/client_id',
          'The member must name a verifier that the signature proves, or redirect_uri with the response_uri where there is none.',
          'OID4VP-1FINAL-5.9.3',
        ),
      ]

/** Members that must not stand beside the others. OID4VP-1FINAL-8.2, RFC9101-4 */
const membersTooMany = (request: JsonObject, before: JsonObject, channel: Channel): RequestProblem[] => [
  ...(channel === 'url' && request.redirect_uri !== undefined && /^direct_post/.test(String(request.response_mode))
    ? [
        violation(
          '/redirect_uri',
          'The request must not have this member: the response goes to the response_uri.',
          'OID4VP-1FINAL-8.2',
        ),
      ]
    : []),
  ...(isToken(before) ? ['request', 'request_uri'] : [])
    .filter((name) => request[name] !== undefined)
    .map((name) => violation(`/${name}`, 'A Request Object must not have this member.', 'RFC9101-4')),
]

const isText = (value: Json): boolean => typeof value === 'string' && value !== ''

/** The characters that are safe in a URL. RFC3986-2.3 */
const isUrlSafe = (value: Json): boolean => typeof value === 'string' && /^[\w.~-]+$/.test(value)

const definitions: readonly (readonly [name: string, is: (value: Json) => boolean, must: string, clause: ClauseId])[] =
  [
    ['client_id', isText, 'be a non-empty string', 'OID4VP-1FINAL-5'],
    ['response_uri', (value) => typeof value === 'string' && URL.canParse(value), 'be a URL', 'OID4VP-1FINAL-8.2'],
    ['nonce', isUrlSafe, 'be a string of characters that are safe in a URL', 'OID4VP-1FINAL-5.2'],
    ['state', isUrlSafe, 'be a string of characters that are safe in a URL', 'OID4VP-1FINAL-5.2'],
    ['client_metadata', isObject, 'be an object', 'OID4VP-1FINAL-5.1'],
  ]

/** Members that a request has and that are not what they must be. */
const wrongMembers = (request: JsonObject): RequestProblem[] =>
  definitions.flatMap(([name, is, must, clause]): RequestProblem[] => {
    const value = request[name]
    return value === undefined || is(value) ? [] : [violation(`/${name}`, `The member must ${must}.`, clause)]
  })

/** A verifier without a prefix is registered with the wallet, and what is no object is told by itself. */
const hasFormats = ({ client_id: id, client_metadata: metadata }: JsonObject): boolean =>
  (typeof id === 'string' && !id.includes(':')) ||
  (metadata !== undefined && (!isObject(metadata) || metadata.vp_formats_supported !== undefined))

/** Members that a request must have. OID4VP-1FINAL-5.1, OID4VP-1FINAL-8.2, OID4VP-1FINAL-11.1 */
function absentMembers(request: JsonObject, channel: Channel): RequestProblem[] {
  const needed: readonly (readonly [pointer: string, isThere: boolean, clause: ClauseId])[] = [
    ['/response_type', request.response_type !== undefined, 'OID4VP-1FINAL-5'],
    ['/nonce', request.nonce !== undefined, 'OID4VP-1FINAL-5.2'],
    ['/dcql_query', request.dcql_query !== undefined || request.scope !== undefined, 'OID4VP-1FINAL-5.1'],
    ['/client_metadata/vp_formats_supported', hasFormats(request), 'OID4VP-1FINAL-11.1'],
    ...(channel === 'url'
      ? ([
          ['/client_id', request.client_id !== undefined, 'OID4VP-1FINAL-5'],
          ['/response_uri', request.response_uri !== undefined, 'OID4VP-1FINAL-8.2'],
        ] as const)
      : []),
  ]
  return needed.flatMap(([pointer, isThere, clause]): RequestProblem[] =>
    isThere ? [] : [violation(pointer, 'The request must have this member.', clause)],
  )
}
