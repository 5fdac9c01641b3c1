import type { QueryMatch } from '../../../dcql/dcql-reading'
import { matchCredentialQuery } from '../../../dcql/match-credential-query'
import type { MatchInput } from '../../match-input'
import { mdocClaimTree } from './mdoc-claim-tree'

/**
 * Relates a presented mdoc to a query: the document of the wanted type, or else the first one. `null` when the query
 * asks for an mdoc and there is no document. Never throws.
 */
export function matchDeviceResponse({ query, index, reading, alsoAnswers, budget }: MatchInput): QueryMatch | null {
  if (reading.format !== 'mso_mdoc') return null
  const wanted = query.type.kind === 'doctype' ? query.type.values[0] : null
  const document = reading.documents.find(({ docType }) => docType === wanted) ?? reading.documents[0]
  // That it is in another format than the query asks for is worth telling even of an empty response.
  if (document === undefined && query.format === reading.format) return null
  return matchCredentialQuery({
    query,
    index,
    alsoAnswers,
    budget,
    presented: {
      format: reading.format,
      type: document?.docType ?? null,
      claims: document?.claimTree ?? mdocClaimTree([]),
      authorityKeyIdentifiers: document?.x5chain?.authorityKeyIdentifiers ?? [],
      holderBindingPresent: document !== undefined && (document.device.signature ?? document.device.mac) !== null,
      instance: reading.instance,
    },
  })
}
