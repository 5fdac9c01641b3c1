import type { Json } from '../../ground/values/json'
import type { PresentationSessionView } from './verifier-types'

/**
 * The query that a response is compared with: that of the request, or the one that its scope stands for; `null` if
 * neither is known. OID4VP-1FINAL-5.5
 */
export const askedQuery = ({
  authorization_request,
  options,
}: Pick<PresentationSessionView, 'authorization_request' | 'options'>): Json =>
  authorization_request.dcql_query ?? options.scope_query ?? null
