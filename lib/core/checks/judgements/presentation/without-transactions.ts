import type { RequestFacts } from '../../../oid4vp/response/response-reading'

/** Why nothing can be judged by the transaction data of a request; `null` when it can. */
export function withoutTransactions({ transactionData, transactions }: RequestFacts): string | null {
  if (transactionData === null) return 'The request holds no transaction data.'
  return transactions.length === 0 ? 'No entry of the transaction data keeps to the specification.' : null
}
