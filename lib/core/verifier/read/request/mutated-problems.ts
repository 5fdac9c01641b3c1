import { validateDcqlQuery } from '../../../shared/dcql/validate-dcql-query'
import type { ClauseId } from '../../../shared/ports/clauses'
import { isObject, type Json, type JsonObject } from '../../../shared/values/json'
import type { presentationChannels } from '../session/dc-api-options'
import { effectiveRequest } from './effective-request'
import type { RequestProblem } from './request-problem'
import { tokenProblems } from './token-problems'

type Channel = (typeof presentationChannels)[number]

/** What mutations made wrong in a request by the specification. Pointers lead into the request itself. */
export function mutatedProblems(before: JsonObject, after: JsonObject, channel: Channel): RequestProblem[] {
  const problemsOf = (request: JsonObject): RequestProblem[] => [
    ...absentMembers(request, channel),
    ...wrongMembers(request),
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

const isEncrypted = ({ response_mode: mode }: JsonObject): boolean => typeof mode === 'string' && mode.endsWith('.jwt')

const hasKeys = (metadata: Json | undefined): boolean =>
  isObject(metadata) && isObject(metadata.jwks) && Array.isArray(metadata.jwks.keys) && metadata.jwks.keys.length > 0

const isText = (value: Json): boolean => typeof value === 'string' && value !== ''

const definitions: readonly (readonly [name: string, is: (value: Json) => boolean, must: string, clause: ClauseId])[] =
  [
    ['client_id', isText, 'be a non-empty string', 'OID4VP-1FINAL-5'],
    ['response_uri', (value) => typeof value === 'string' && URL.canParse(value), 'be a URL', 'OID4VP-1FINAL-8.2'],
    [
      'nonce',
      (value) => typeof value === 'string' && /^[\w.~-]+$/.test(value),
      'be a string of characters that are safe in a URL',
      'OID4VP-1FINAL-5.2',
    ],
    ['state', isText, 'be a non-empty string', 'RFC6749-4.1.1'],
    ['client_metadata', isObject, 'be an object', 'OID4VP-1FINAL-5.1'],
  ]

/** Members that a request has and that are not what they must be. */
const wrongMembers = (request: JsonObject): RequestProblem[] =>
  definitions.flatMap(([name, is, must, clause]): RequestProblem[] => {
    const value = request[name]
    return value === undefined || is(value)
      ? []
      : [
          {
            code: 'invalid_presentation_request',
            severity: 'violation',
            pointer: `/${name}`,
            message: `The member must ${must}.`,
            clause,
          },
        ]
  })

/** Members that a request must have. OID4VP-1FINAL-5.1, OID4VP-1FINAL-8.2, OID4VP-1FINAL-8.3 */
function absentMembers(request: JsonObject, channel: Channel): RequestProblem[] {
  const needed: readonly (readonly [pointer: string, isThere: boolean, clause: ClauseId])[] = [
    ['/response_type', request.response_type !== undefined, 'OID4VP-1FINAL-5'],
    ['/nonce', request.nonce !== undefined, 'OID4VP-1FINAL-5.2'],
    ['/dcql_query', request.dcql_query !== undefined || request.scope !== undefined, 'OID4VP-1FINAL-5.1'],
    ['/client_metadata/jwks', !isEncrypted(request) || hasKeys(request.client_metadata), 'OID4VP-1FINAL-8.3'],
    ...(channel === 'url'
      ? ([
          ['/client_id', request.client_id !== undefined, 'OID4VP-1FINAL-5'],
          ['/response_uri', request.response_uri !== undefined, 'OID4VP-1FINAL-8.2'],
        ] as const)
      : []),
  ]
  return needed.flatMap(([pointer, isThere, clause]): RequestProblem[] =>
    isThere
      ? []
      : [
          {
            code: 'invalid_presentation_request',
            severity: 'violation',
            pointer,
            message: 'The request must have this member.',
            clause,
          },
        ],
  )
}
