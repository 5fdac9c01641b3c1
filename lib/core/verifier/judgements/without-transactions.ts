import type { RequestFacts } from '../read/response/response-reading'

/** Why the transaction data of a request cannot be judged; `null` if it can. */
export function withoutTransactions({ transactionData, transactions }: RequestFacts): string | null {
  if (transactionData === null) return 'The request holds no transaction data.'
  return transactions.length === 0 ? 'No entry of the transaction data conforms to the specification.' : null
}
