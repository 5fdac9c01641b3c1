import type { ReadToken, Revealed } from '../../engine/redaction/tokens/read-token'
import { minimisationOf, type QueryMatch } from '../../ground/dcql/dcql-reading'
import type { DocumentReading } from '../../ground/formats/mso-mdoc/read-presentation/mso-mdoc-reading'

/**
 * The documents of a presented mdoc for the decoded view: for each element, whether it is as the issuer signed it and
 * whether the query asked for it. A query asks for one document; elements of other documents count as not requested.
 */
export function shownDocuments(
  documents: readonly DocumentReading[],
  match: QueryMatch | null,
  revealOf: (document: DocumentReading) => Revealed | null,
): NonNullable<ReadToken['documents']> {
  const matched = documents.find(({ docType }) => docType === match?.type.actual)
  const minimisation = minimisationOf(match)
  const wanted = new Set(
    minimisation?.disclosed.flatMap(({ position, role }) => (role === 'unrequested' ? [] : [JSON.stringify(position)])),
  )
  return documents.map((document) => ({
    revealed: revealOf(document),
    elements: document.elements.map(({ namespace, name, digest }) => ({
      digestOk: digest === 'not_computed' ? null : digest === 'matches',
      requested: minimisation === null ? null : document === matched && wanted.has(JSON.stringify([namespace, name])),
    })),
  }))
}
