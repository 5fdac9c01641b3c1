import { shownPath } from '../../engine/judgements/shown'
import type { PresentationSession } from '../../ground/ports/store-types'
import { isObject } from '../../ground/values/json'

/** One credential that a session asks for. */
export interface AskedCredential {
  readonly id: string
  readonly format: string
  /** Claim paths, written as in findings. */
  readonly claims: readonly string[]
}

/** What a session's query asks for; empty if the query cannot be read. OID4VP-1FINAL-6.1 */
export function askedCredentials({ request, options }: PresentationSession): AskedCredential[] {
  const query = request.dcql_query ?? options.scope_query
  const credentials = isObject(query) && Array.isArray(query.credentials) ? query.credentials : []
  return credentials
    .filter((one) => isObject(one))
    .map(({ id, format, claims }) => ({
      id: String(id),
      format: String(format),
      claims: (Array.isArray(claims) ? claims : []).flatMap((one) => {
        const path = isObject(one) && Array.isArray(one.path) ? one.path.filter(isPart) : []
        return path.length === 0 ? [] : [shownPath(path).toString()]
      }),
    }))
}

const isPart = (part: unknown): part is string | number | null =>
  part === null || typeof part === 'string' || typeof part === 'number'
