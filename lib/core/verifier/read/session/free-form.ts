import type { PeerMutation } from '../../../engine/sessions/peer-members'
import type { ClauseId } from '../../../shared/ports/clauses'
import { isObject, type Json, type JsonObject, pointerStep } from '../../../shared/values/json'
import type { RequestProblem } from '../request/request-problem'
import { asksForNoScope, readScopes } from '../request/session-query'

/** A body whose free-form members a right request can have, with what the others change in it. */
interface FreeForm {
  readonly body: JsonObject
  readonly mutations: readonly PeerMutation[]
  readonly problems: readonly RequestProblem[]
}

/** What a request must not leave out. OID4VP-1FINAL-5.1, OID4VP-1FINAL-5.2, OID4VP-1FINAL-5.6 */
const needed: Readonly<Record<string, ClauseId>> = {
  nonce: 'OID4VP-1FINAL-5.2',
  response_type: 'OID4VP-1FINAL-5',
  dcql_query: 'OID4VP-1FINAL-5.1',
  client_id: 'OID4VP-1FINAL-5',
  response_uri: 'OID4VP-1FINAL-8.2',
  aud: 'OID4VP-1FINAL-5.8',
}

const allowedCharacters = /^[A-Za-z0-9._~-]{1,512}$/

/**
 * Members of `presentation_request` go out as given: `null` removes one, also one that the service would send, as the
 * query of the body, and any value is a nonce or a state. Both are changes of the right request, so that they are judged as the test that makes the same.
 */
export function freeForm(asked: JsonObject): FreeForm {
  const { presentation_request: given } = asked
  const request = isObject(given) ? (given as JsonObject) : {}
  const isWithout = asked.dcql_query === null
  const isNamed = (name: string): boolean => asked[name === 'scope' ? 'scopes' : name] !== undefined
  const leftOut = [
    ...(isWithout ? ['/dcql_query'] : []),
    ...Object.keys(request)
      .filter((name) => request[name] === null && !isNamed(name))
      .map((name) => `/presentation_request/${pointerStep(name)}`),
  ]
  const removed = leftOut.filter((pointer) => isSent(nameOf(pointer), asked, request))
  const strange = (['nonce', 'state'] as const).filter((name) => isStrange(request[name]))
  const kept = Object.entries(request).filter(
    ([name, value]) => value !== null && !strange.some((one) => one === name) && !(name === 'dcql_query' && isWithout),
  )
  const own = Object.entries(asked).filter(([name]) => !(name === 'dcql_query' && isWithout))
  return {
    body: {
      ...Object.fromEntries(own),
      ...(isObject(given) ? { presentation_request: Object.fromEntries(kept) } : {}),
    },
    mutations: [
      ...removed.map((pointer) => ({
        operation: { target: 'request_object', op: 'remove', path: `/${nameOf(pointer)}` },
        pointer,
      })),
      ...strange.map((name) => ({
        operation: { target: 'request_object', op: 'put', path: `/${name}`, value: request[name] ?? null },
        pointer: `/presentation_request/${name}`,
      })),
    ],
    problems: [
      ...leftOut.map((pointer) => leftOutProblem(pointer, removed.includes(pointer))),
      ...strange.map(strangeValue),
    ],
  }
}

const nameOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1)

const isStrange = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && !(typeof value === 'string' && allowedCharacters.test(value))

/** Whether the service would send this parameter by itself. */
function isSent(name: string, asked: JsonObject, request: JsonObject): boolean {
  switch (name) {
    case 'nonce':
    case 'response_type':
    case 'response_mode':
      return true
    case 'state':
    case 'response_uri':
      return asked.presentation_channel !== 'dc_api'
    case 'client_id':
      return isSigned(asked) || asked.presentation_channel !== 'dc_api'
    case 'aud':
    case 'iat':
    case 'exp':
      return isSigned(asked)
    case 'expected_origins':
      return asked.presentation_channel === 'dc_api' && isSigned(asked)
    case 'client_metadata':
      return asked.client_id_prefix !== 'pre_registered'
    case 'dcql_query': {
      const scopes = asksForNoScope(asked.scopes) ? undefined : (asked.scopes ?? request.scope)
      return scopes === undefined || scopes === null || !readScopes(scopes).standsForQuery
    }
    default:
      return false
  }
}

/** Whether a request is a token, or an entry of one for a browser is. */
function isSigned(asked: JsonObject): boolean {
  const { presentation_channel: channel, dc_api_protocols: protocols } = asked
  if (channel !== 'dc_api') return asked.client_id_prefix !== 'redirect_uri' || asked.request_delivery !== 'by_value'
  return !Array.isArray(protocols) || protocols.some((one) => /-(?:multi)?signed$/.test(String(one)))
}

function leftOutProblem(pointer: string, isMissed: boolean): RequestProblem {
  const name = nameOf(pointer)
  const clause = isMissed && Object.hasOwn(needed, name) ? needed[name] : undefined
  return clause === undefined
    ? { code: 'member_left_out', severity: 'note', pointer, message: 'It is left out of the request.', clause: null }
    : {
        code: name === 'dcql_query' ? 'invalid_dcql_query' : 'invalid_presentation_request',
        severity: 'violation',
        pointer,
        message: 'It is left out, and a request has to have it.',
        clause,
      }
}

const strangeValue = (name: 'nonce' | 'state'): RequestProblem => ({
  code: 'invalid_presentation_request',
  severity: 'violation',
  pointer: `/presentation_request/${name}`,
  message: 'It must be a string of 1 to 512 of the characters A-Z a-z 0-9 . _ ~ -',
  clause: 'OID4VP-1FINAL-5.2',
})
