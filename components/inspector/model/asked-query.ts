import type { Json } from '@/lib/core/ground/values/json'
import type { InspectedPresentation } from './flows/verifier-session'

/**
 * The query that a response is compared with: that of the request, or the one that its scope stands for; `null` if
 * neither is known. OID4VP-1FINAL-5.5
 */
export const askedQuery = ({
  authorization_request,
  options,
}: Pick<InspectedPresentation, 'authorization_request' | 'options'>): Json =>
  authorization_request.dcql_query ?? options.scope_query ?? null
