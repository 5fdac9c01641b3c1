import type { PresentedReading } from '../../../oid4vp/response/response-reading'
import type { TransactionEntry } from '../../../oid4vp/transaction/transaction-entries'

/**
 * How an answer represents one entry of transaction data. `perhaps`: by claims that its type may define. `by_type`: only
 * its type says how, as in every mdoc. OID4VP-1FINAL-8.4
 */
export function representationOf(
  { credentialIds }: TransactionEntry,
  presentations: readonly PresentedReading[],
): 'hashes' | 'perhaps' | 'by_type' | 'missing' {
  const able = presentations.filter(({ queryId }) => credentialIds.includes(queryId))
  if (able.some(({ transaction }) => transaction !== null && transaction.type !== 'absent')) return 'hashes'
  if (able.some(({ reading }) => reading.format !== 'dc+sd-jwt')) return 'by_type'
  return able.some(({ reading }) => hasOtherClaims(reading)) ? 'perhaps' : 'missing'
}

const hasOtherClaims = (reading: PresentedReading['reading']): boolean =>
  reading.format === 'dc+sd-jwt' && reading.kbJwt.present && reading.kbJwt.unknownClaims.length > 0
