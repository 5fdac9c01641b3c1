import { readDcqlQuery } from '../../dcql/read-dcql-query'
import { isObject, type Json } from '../../json'
import type { PresentationSession } from '../../store-types'
import type { RequestFacts } from './response-reading'

/** What an answer is judged by: the request as it was sent, never another one. */
export function requestFacts({ request, responseType, responseMode }: PresentationSession): RequestFacts {
  const dcql = request.dcql_query
  return {
    clientId: String(request.client_id),
    nonce: textOf(request.nonce),
    responseUri: textOf(request.response_uri),
    responseType,
    responseMode,
    dcql: dcql === undefined ? null : readDcqlQuery(dcql),
    transactionData: request.transaction_data ?? null,
  }
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** JOSE names that the request allows for an SD-JWT VC and its key binding. OID4VP-1FINALA-B.3.4 */
export function allowedAlgorithms({ request }: PresentationSession): {
  readonly issuer: readonly string[]
  readonly holder: readonly string[]
} {
  const metadata = request.client_metadata
  const formats = isObject(metadata) && isObject(metadata.vp_formats_supported) ? metadata.vp_formats_supported : {}
  const own = isObject(formats['dc+sd-jwt']) ? formats['dc+sd-jwt'] : {}
  return { issuer: namesOf(own['sd-jwt_alg_values']), holder: namesOf(own['kb-jwt_alg_values']) }
}

/** What can be verified here, where the request of the tester names nothing. */
const verifiable = ['ES256', 'ES384', 'ES512']

const namesOf = (value: unknown): string[] => {
  const names = Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []
  return names.length > 0 ? names : verifiable
}
