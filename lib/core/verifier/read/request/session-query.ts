import type { DcqlQuery } from '../../../ground/dcql/dcql-query'
import { readDcqlQuery } from '../../../ground/dcql/read-dcql-query'
import type { PresentationSession } from '../../../ground/ports/store-types'
import type { JsonObject } from '../../../ground/values/json'

/**
 * The query of a request: its DCQL query, or the one that its scope stands for. `null` if neither is known.
 * OID4VP-1FINAL-5.1, OID4VP-1FINAL-5.5
 */
export function sessionQuery({ options }: Pick<PresentationSession, 'options'>, request: JsonObject): DcqlQuery | null {
  const query = request.dcql_query ?? options.scope_query
  return query === undefined || query === null ? null : readDcqlQuery(query)
}
