import type { DocumentPair } from '../../../shared/mutations/document-pair'
import { operationsOn } from '../../../shared/mutations/operations-on'
import type { IssuanceSession } from '../../../shared/ports/store-types'
import type { EpochMillis } from '../../../shared/time/time'
import { isObject } from '../../../shared/values/json'
import { changedDocument, changedLink, issuanceTargets } from '../../deviations/changed'
import { type RightDocumentsContext, rightDocuments } from './right-documents'

/**
 * The documents of a session, right and as a wallet gets them: samples where they depend on the wallet. Without metadata
 * for a session that has no issuer of its own.
 */
export function issuancePairs(
  session: IssuanceSession,
  context: Pick<RightDocumentsContext, 'ports' | 'settings'> & { readonly at: EpochMillis },
): DocumentPair[] {
  const exchange = { at: context.at, headers: [], path: '/', query: null }
  const right = rightDocuments(session, { ...context, exchange, params: {} })
  const operations = session.options.mutations?.operations ?? []
  return issuanceTargets.flatMap((target): DocumentPair[] => {
    if (target === 'offer_link') {
      const sent = Object.fromEntries(changedLink(right.link, operations))
      return [{ target, right: Object.fromEntries(right.link), sent }]
    }
    const { [target]: document } = right
    if (!isObject(document) || Object.keys(document).length === 0) return []
    return [{ target, right: document, sent: changedDocument(document, operationsOn(operations, target)) }]
  })
}
