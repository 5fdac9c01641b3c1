import type { Check } from '../../../engine/checks/check'
import type { PresentedSubject, ResponseReading } from '../../read/response/response-reading'
import { txnAlgAllowed } from './alg-allowed'
import { txnAlgPresent } from './alg-present'
import { txnHashesMatch } from './hashes-match'
import { txnHashesType } from './hashes-type'
import { txnMdocElements } from './mdoc-elements'
import { txnNoForeignHashes } from './no-foreign-hashes'
import { txnOneCredential } from './one-credential'
import { txnRepresented } from './represented'
import { txnRightCredential } from './right-credential'
import { txnUnsolicited } from './unsolicited'

/** Checks of what one presentation says about the transaction data. */
export const transactionHashChecks: readonly Check<PresentedSubject>[] = [
  txnHashesType,
  txnHashesMatch,
  txnNoForeignHashes,
  txnAlgPresent,
  txnAlgAllowed,
  txnRightCredential,
  txnUnsolicited,
  txnMdocElements,
]

/** Checks of transaction data over all presentations of an answer. */
export const transactionChecks: readonly Check<ResponseReading>[] = [txnRepresented, txnOneCredential]
