import type { Wording } from '../../ground/values/wording'
import { say } from '../../ground/values/wording'
import type { RequestFacts } from '../read/response/response-reading'

/** Why the transaction data of a request cannot be judged; `null` if it can. */
export function withoutTransactions({ transactionData, transactions }: RequestFacts): Wording | null {
  if (transactionData === null) return say`The request holds no transaction data.`
  return transactions.length === 0 ? say`No entry of the transaction data conforms to the specification.` : null
}
