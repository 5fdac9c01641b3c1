import type { PresentedReading } from '../read/response/response-reading'
import type { TransactionEntry } from '../read/transaction/transaction-entries'

/**
 * How an answer represents one entry of transaction data. `perhaps`: by claims that its type may define. `by_type`: by
 * device-signed elements whose meaning only the type defines. An mdoc without device-signed elements represents
 * nothing. OID4VP-1FINAL-8.4, OID4VP-1FINALA-B.2.1
 */
export function representationOf(
  { credentialIds }: TransactionEntry,
  presentations: readonly PresentedReading[],
): 'hashes' | 'perhaps' | 'by_type' | 'missing' {
  const able = presentations.filter(({ queryId }) => credentialIds.includes(queryId))
  if (able.some(({ transaction }) => transaction !== null && transaction.type !== 'absent')) return 'hashes'
  if (able.some(({ reading }) => hasDeviceElements(reading))) return 'by_type'
  if (able.some(({ reading }) => hasOtherClaims(reading))) return 'perhaps'
  return 'missing'
}

const hasDeviceElements = (reading: PresentedReading['reading']): boolean =>
  reading.format === 'mso_mdoc' && reading.documents.some(({ device }) => device.elements.length > 0)

const hasOtherClaims = (reading: PresentedReading['reading']): boolean =>
  reading.format === 'dc+sd-jwt' && reading.kbJwt.present && reading.kbJwt.unknownClaims.length > 0
