import { isObject, type Json, type JsonObject } from '../../../shared/values/json'
import type { trustedLists } from '../session/trust-options'
import type { RequestProblem } from './request-problem'

/** The `verifier_info` to send, and its problems. */
export interface VerifierInfoReading {
  /** As received; a single object becomes an array. */
  readonly value: Json
  readonly problems: readonly RequestProblem[]
}

/**
 * Reads `verifier_info`; never throws. `credentialIds`: DCQL query ids; `null` if there are none to compare with.
 * Pointers are relative to the member.
 * @see OID4VP-1FINAL-5.11
 */
export function readVerifierInfo(sent: Json, credentialIds: readonly string[] | null): VerifierInfoReading {
  const entries = isObject(sent) ? [sent as Json] : sent
  if (!Array.isArray(entries)) return { value: sent, problems: [problem('', 'It must be an array of objects.')] }
  if (entries.length === 0) return { value: entries, problems: [problem('', 'It must have at least one entry.')] }
  const known = credentialIds && new Set<unknown>(credentialIds)
  const place = (index: number) => (entries === sent ? `/${index}` : '')
  return {
    value: entries,
    problems: entries.flatMap((entry, index) => entryProblems(entry, place(index), known)),
  }
}

function entryProblems(entry: Json, at: string, credentialIds: ReadonlySet<unknown> | null): RequestProblem[] {
  if (!isObject(entry)) return [problem(at, 'An entry must be an object with format and data.')]
  const problems: RequestProblem[] = []
  if (typeof entry.format !== 'string' || entry.format === '')
    problems.push(problem(`${at}/format`, 'The format must be a string that is not empty.'))
  if (!isObject(entry.data) && typeof entry.data !== 'string')
    problems.push(problem(`${at}/data`, 'The data must be an object or a string.'))
  const ids = entry.credential_ids
  if (ids === undefined) return problems
  if (!Array.isArray(ids) || ids.length === 0 || new Set(ids).size < ids.length) {
    return [...problems, problem(`${at}/credential_ids`, 'It must be an array of different ids of the DCQL query.')]
  }
  ids.forEach((id, index) => {
    if (typeof id !== 'string' || (credentialIds !== null && !credentialIds.has(id)))
      problems.push(problem(`${at}/credential_ids/${index}`, 'No credential query of the DCQL query has this id.'))
  })
  return problems
}

const problem = (pointer: string, message: string): RequestProblem => ({
  code: 'invalid_verifier_info',
  severity: 'violation',
  pointer,
  message,
  clause: 'OID4VP-1FINAL-5.11',
})

/** URL of a list named in a query. */
export const trustedListUri = (kind: (typeof trustedLists)[number], lists: string): string =>
  `${lists}/${kind === 'list_of_lists' ? 'lists' : 'pid-providers'}.jwt`

/** Adds a trusted list to the authorities of each credential query. OID4VP-1FINAL-6.1.1.2 */
export function withTrustedList(request: JsonObject, uri: string): JsonObject {
  const { dcql_query: query } = request
  if (!isObject(query) || !Array.isArray(query.credentials)) return request
  const named: JsonObject = { type: 'etsi_tl', values: [uri] }
  const credentials = query.credentials.map((one): Json => {
    if (!isObject(one)) return one as Json
    const given = Array.isArray(one.trusted_authorities) ? (one.trusted_authorities as Json[]) : []
    return { ...(one as JsonObject), trusted_authorities: [...given, named] }
  })
  return { ...request, dcql_query: { ...(query as JsonObject), credentials } }
}
