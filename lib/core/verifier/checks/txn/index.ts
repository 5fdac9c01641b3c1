import type { Check } from '../../../engine/checks/check'
import type { PresentedSubject, ResponseReading } from '../../read/response/response-reading'
import { vpTxnAlgAllowed } from './alg-allowed'
import { vpTxnAlgPresent } from './alg-present'
import { vpTxnHashesMatch } from './hashes-match'
import { vpTxnHashesType } from './hashes-type'
import { vpTxnMdocElements } from './mdoc-elements'
import { vpTxnNoForeignHashes } from './no-foreign-hashes'
import { vpTxnOneCredential } from './one-credential'
import { vpTxnRepresented } from './represented'
import { vpTxnRightCredential } from './right-credential'
import { vpTxnUnsolicited } from './unsolicited'

/** Checks of what one presentation says about the transaction data. */
export const transactionHashChecks: readonly Check<PresentedSubject>[] = [
  vpTxnHashesType,
  vpTxnHashesMatch,
  vpTxnNoForeignHashes,
  vpTxnAlgPresent,
  vpTxnAlgAllowed,
  vpTxnRightCredential,
  vpTxnUnsolicited,
  vpTxnMdocElements,
]

/** Checks of transaction data over all presentations of an answer. */
export const transactionChecks: readonly Check<ResponseReading>[] = [vpTxnRepresented, vpTxnOneCredential]
