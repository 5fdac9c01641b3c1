import type { Json } from '@/lib/core/json'
import type { InspectedPresentation } from './flows/presentation-session'

/**
 * The query that an answer is compared with: that of the request, or the one that its scope stands for; `null` where none
 * is known. OID4VP-1FINAL-5.5
 */
export const askedQuery = ({
  authorization_request,
  options,
}: Pick<InspectedPresentation, 'authorization_request' | 'options'>): Json =>
  authorization_request.dcql_query ?? options.scope_query ?? null
