import { isSameJson, type Json, type JsonObject, pointerStep } from '../../../shared/values/json'
import type { RequestProblem } from './request-problem'

/** Parameters that a specification defines and that this service reads or sends for a purpose. */
const known = [
  ...['response_type', 'response_mode', 'dcql_query', 'scope', 'nonce', 'state', 'client_metadata'],
  ...['transaction_data', 'verifier_info', 'id_token_type', 'code_challenge', 'code_challenge_method', 'jwks'],
]

/** Names of drafts, with what OpenID4VP 1.0 has in their place. */
const ofDrafts: Readonly<Record<string, string>> = {
  presentation_definition: 'dcql_query',
  verifier_attestations: 'verifier_info',
}

interface Merged {
  readonly given: JsonObject
  /** Members of `given` that only the service sets. */
  readonly owned: readonly string[]
  /** Members of the body, which replace those of `given`. */
  readonly named: ReadonlySet<string>
  /** What the body has for a member of `given`. */
  readonly inBody: (name: string) => Json | undefined
  /** The parameters that are sent. */
  readonly parameters: JsonObject
}

/**
 * Notes what goes out of a tester's `presentation_request` otherwise than it came in, and parameters that nobody reads.
 * Defaults are told where it is a whole request and not some members; values that are new for each session are not.
 */
export function sentOtherwise({ given, owned, named, inBody, parameters }: Merged): RequestProblem[] {
  const names = Object.keys(given).filter((name) => !owned.includes(name))
  const replaced = names.filter((name) => {
    const body = inBody(name)
    return named.has(name === 'scope' ? 'scopes' : name) && body !== undefined && !isSameJson(body, given[name] ?? null)
  })
  const unread = names.filter((name) => !known.includes(name))
  const isWhole = Object.hasOwn(given, 'client_id') || Object.hasOwn(given, 'response_type')
  const defaults = ['response_type', 'response_mode', 'dcql_query'].filter(
    (name) => isWhole && !named.has(name) && !Object.hasOwn(given, name) && Object.hasOwn(parameters, name),
  )
  return [
    ...replaced.map((name) => note(name, 'member_replaced', 'The member of the body was sent in its place.')),
    ...unread.map((name) => note(name, 'member_not_read', unreadWords(name))),
    ...defaults.map((name) => note(name, 'member_filled_in', 'It was left out: the service filled in its default.')),
  ]
}

function unreadWords(name: string): string {
  const today = Object.hasOwn(ofDrafts, name) ? ofDrafts[name] : undefined
  return today === undefined
    ? 'It is sent, and nothing here reads it.'
    : `It is sent, and nothing here reads it: OpenID4VP 1.0 has ${today} in its place.`
}

const note = (name: string, code: RequestProblem['code'], message: string): RequestProblem => ({
  code,
  severity: 'note',
  pointer: `/presentation_request/${pointerStep(name)}`,
  message,
  clause: null,
})

/** Notes members of the body that mean nothing in such a session. */
export const unreadMembers = (names: readonly string[]): RequestProblem[] =>
  names.map((name) => ({
    code: 'member_not_read',
    severity: 'note',
    pointer: `/${pointerStep(name)}`,
    message: 'It is not read: it means nothing in such a session.',
    clause: null,
  }))
