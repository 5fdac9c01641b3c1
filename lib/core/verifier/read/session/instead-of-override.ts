import { holdsForeignAddress } from '../../../shared/mutations/own-addresses'
import { isObject, type Json, type JsonObject } from '../../../shared/values/json'
import type { RequestProblem } from '../request/request-problem'

/** Members that say where a session belongs, or that nobody else is to read. */
const notRepeated = [
  ...['preset', 'campaign_id', 'workbench', 'list_alias', 'name', 'rename_digest', 'started_by'],
  ...['access_certificate', 'trust_identity', 'trust_anchors'],
]

/** Longest body that stands in a problem, in characters, and all of one request together. */
const charactersMax = 32_768

/**
 * Adds to each problem of a member that only the service sets the body that may send it nevertheless: with a mutation.
 * Whether it can be made is tried later. None where a mutation may not do it for sure, or where the body has values that evidence does not show.
 */
export function withInstead(
  problems: readonly RequestProblem[],
  given: JsonObject,
  baseUrl: string | undefined,
): readonly RequestProblem[] {
  const overrides = problems.filter(({ code }) => code === 'forbidden_override')
  if (overrides.length === 0 || baseUrl === undefined) return problems
  const instead = insteadOf(
    overrides.map(({ pointer }) => pointer),
    given,
    baseUrl,
  )
  if (instead === null || JSON.stringify(instead).length * overrides.length > charactersMax) return problems
  return problems.map((problem) => (problem.code === 'forbidden_override' ? { ...problem, instead } : problem))
}

function insteadOf(pointers: readonly string[], given: JsonObject, baseUrl: string): JsonObject | null {
  const { presentation_request: request } = given
  if (!isObject(request) || (given.negative_test ?? null) !== null) return null
  if (request.nonce !== undefined || request.state !== undefined) return null
  if (Object.hasOwn(given, 'access_certificate') || Object.hasOwn(given, 'trust_identity')) return null
  const own = Array.isArray(given.mutations) ? given.mutations : []
  const paths = pointers.map((pointer) => pointer.slice('/presentation_request'.length))
  const operations = paths.map((path) => ({
    target: 'request_object',
    op: 'put',
    path,
    value: valueAt(request as JsonObject, path.slice(1).split('/')),
  }))
  const isPossible = operations.every(({ value }) => !holdsForeignAddress(JSON.stringify(value), { baseUrl }))
  if (!isPossible || own.length + operations.length > 16) return null
  return {
    ...Object.fromEntries(Object.entries(given).filter(([name]) => !notRepeated.includes(name))),
    presentation_request: paths.reduce(
      (all, path) => withoutPath(all, path.slice(1).split('/')),
      request as JsonObject,
    ),
    mutations: [...own, ...operations],
  }
}

const valueAt = (document: JsonObject, [step = '', ...rest]: readonly string[]): Json => {
  const value = document[step] ?? null
  return rest.length === 0 || !isObject(value) ? value : valueAt(value as JsonObject, rest)
}

const withoutPath = (document: JsonObject, [step = '', ...rest]: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(document).flatMap(([name, value]) =>
      name !== step
        ? [[name, value] as const]
        : rest.length > 0 && isObject(value)
          ? [[name, withoutPath(value as JsonObject, rest)] as const]
          : [],
    ),
  )
