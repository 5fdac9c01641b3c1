import type { PresentedReading } from '../../../oid4vp/response/response-reading'
import type { TransactionEntry } from '../../../oid4vp/transaction/transaction-entries'

/**
 * How an answer represents one entry of transaction data. `perhaps`: by claims that its type may define. `by_type`: only
 * its type says how, as in every mdoc; but where an SD-JWT VC could have held the hash, an mdoc whose device signed
 * nothing does not stand for it. OID4VP-1FINAL-8.4, OID4VP-1FINALA-B.2.1
 */
export function representationOf(
  { credentialIds }: TransactionEntry,
  presentations: readonly PresentedReading[],
): 'hashes' | 'perhaps' | 'by_type' | 'missing' {
  const able = presentations.filter(({ queryId }) => credentialIds.includes(queryId))
  if (able.some(({ transaction }) => transaction !== null && transaction.type !== 'absent')) return 'hashes'
  if (able.some(({ reading }) => hasDeviceElements(reading))) return 'by_type'
  if (able.some(({ reading }) => hasOtherClaims(reading))) return 'perhaps'
  return able.length > 0 && able.every(({ reading }) => reading.format !== 'dc+sd-jwt') ? 'by_type' : 'missing'
}

const hasDeviceElements = (reading: PresentedReading['reading']): boolean =>
  reading.format === 'mso_mdoc' && reading.documents.some(({ device }) => device.elements.length > 0)

const hasOtherClaims = (reading: PresentedReading['reading']): boolean =>
  reading.format === 'dc+sd-jwt' && reading.kbJwt.present && reading.kbJwt.unknownClaims.length > 0
