import { z } from 'zod'
import type { EventDraft } from '../../engine/endpoints/decided'
import type { PresentationSession, StoredEvent } from '../../shared/ports/store-types'
import { toIso } from '../../shared/time/time'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'

/** Members of the other implementation that a read-back repeats, with the event that tells each. */
const echoed = {
  request_mutation: 'vp_request_mutation_applied',
  request_behavior: 'vp_request_behavior_applied',
  response_scenario: 'vp_response_scenario_selected',
} as const

const echoedNames = Object.keys(echoed) as (keyof typeof echoed)[]

const extension = { 'x-extension': true }

const asGiven = z
  .looseObject({})
  .optional()
  .meta({ ...extension, description: 'As given.' })

/** The same in a read-back, and visits of the address that a session names. */
export const zPeerView = {
  request_mutation: asGiven,
  request_behavior: asGiven,
  response_scenario: asGiven,
  redirect_uri_visited_at: z.iso
    .datetime()
    .nullable()
    .optional()
    .meta({ ...extension, description: 'The first visit; null before it.' }),
  redirect_uri_visit_count: z.int().nonnegative().optional().meta(extension),
} as const

/** Those of them that a request has; `null` for a request without any member of the other implementation. */
export function keptPeer(given: JsonObject): JsonObject | null {
  const kept = echoedNames.flatMap((name) => (Object.hasOwn(given, name) ? [[name, given[name] ?? null] as const] : []))
  return Object.keys(given).length === 0 ? null : Object.fromEntries(kept)
}

/** What a creation tells of the members of the other implementation: names and places, no values of a request. */
export const peerEvents = (given: JsonObject): EventDraft[] => [
  ...echoedNames.flatMap((name): EventDraft[] =>
    Object.hasOwn(given, name) ? [{ type: echoed[name], detail: detailOf(name, given[name] ?? null) }] : [],
  ),
  ...(given.allow_undecryptable_response === true &&
  isObject(given.client_metadata) &&
  Object.hasOwn(given.client_metadata, 'jwks')
    ? [{ type: 'vp_undecryptable_response_allowed' as const, detail: { verifier_encryption_key_published: false } }]
    : []),
]

function detailOf(name: keyof typeof echoed, value: Json): JsonObject {
  const members = isObject(value) ? Object.entries(value as JsonObject) : []
  return Object.fromEntries(
    members.map(([member, one]) => [member, name === 'request_mutation' ? places(one) : shown(one)]),
  )
}

/** The pointers that a document is changed at. */
const places = (change: Json): Json =>
  isObject(change)
    ? {
        set: isObject(change.set) ? Object.keys(change.set) : [],
        unset: Array.isArray(change.unset) ? change.unset.filter((one) => typeof one === 'string') : [],
      }
    : change

/** Names and numbers as they are; of anything longer, its members. */
const shown = (value: Json): Json =>
  isObject(value) ? Object.keys(value) : typeof value === 'number' ? value : String(value).slice(0, 100)

/** The members of the other implementation in a read-back; empty in a session without them. */
export function peerView(
  { options }: Pick<PresentationSession, 'options'>,
  events: readonly StoredEvent[],
): JsonObject {
  const visits = events.filter(({ type }) => type === 'vp_redirect_uri_visited')
  const [first] = visits
  return {
    ...options.peer,
    ...(options.redirect_uri === undefined
      ? {}
      : {
          redirect_uri_visited_at: first === undefined ? null : toIso(first.at),
          redirect_uri_visit_count: visits.length,
        }),
  }
}

/** What was delivered, in a session with a member of the other implementation; empty in any other. */
export const peerRaw = (
  { options }: Pick<PresentationSession, 'options'>,
  delivered: { readonly jwt: string | null; readonly request: JsonObject; readonly link: string },
): JsonObject =>
  options.peer === undefined
    ? {}
    : {
        authorization_request_jwt: delivered.jwt,
        authorization_request_delivered: delivered.request,
        outer_request_delivered: outerOf(delivered),
      }

/** The parameters of a link, as `deeplink` and the request show them; a request in it without its signature. */
const outerOf = ({ jwt, request, link }: Parameters<typeof peerRaw>[1]): JsonObject =>
  Object.fromEntries(
    [...new URLSearchParams(link.split('?')[1] ?? '')].map(([name, value]) => [
      name,
      name === 'request' && jwt !== null ? jwt : name === 'verifier_info' ? (request.verifier_info ?? value) : value,
    ]),
  )
