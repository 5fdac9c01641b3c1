import { notApplicable, type Outcome } from '../../engine/checks/check'
import { say } from '../../ground/values/wording'
import type { PresentedSubject } from '../read/response/response-reading'
import type { TransactionEntry } from '../read/transaction/transaction-entries'
import type { TransactionHashes } from '../read/transaction/transaction-hashes'
import { withoutTransactions } from './without-transactions'

/** The input of a transaction data check: one presentation. */
interface Transactions {
  readonly found: TransactionHashes
  /** Entries that this presentation may authorise. */
  readonly own: readonly TransactionEntry[]
  readonly subject: PresentedSubject
}

/** Runs a check on a presentation's hashes of the request's transaction data. */
export const onTransactionHashes =
  (run: (transactions: Transactions) => Outcome) =>
  (subject: PresentedSubject): Outcome => {
    const { presented, answer } = subject
    const { transactions } = answer.request
    if (presented.reading.format !== 'dc+sd-jwt') return notApplicable(onlyInSdJwt)
    const without = withoutTransactions(answer.request)
    if (without !== null) return notApplicable(without)
    if (presented.transaction === null) return notApplicable(say`There is no Key Binding JWT that can be read.`)
    if (presented.transaction.type === 'absent')
      return notApplicable(say`The Key Binding JWT has no transaction_data_hashes; see vp.txn.represented.`)
    const own = transactions.filter(({ credentialIds }) => credentialIds.includes(presented.queryId))
    return run({ found: presented.transaction, own, subject })
  }

/** OID4VP-1FINALA-B.2.1, OID4VP-1FINALA-B.3.3.1 */
const onlyInSdJwt = say`Only SD-JWT VC has one rule for every type of transaction data: in an mdoc the type says which element contains it.`
