import type { Json } from '@/lib/core/ground/values/json'
import { decodeTransactionData } from '@/lib/core/verifier/read/request/read-transaction-data'
import { Panel } from '../../ui/panel'
import { PanelHeading } from '../../ui/panel-heading'
import { ExplainedTree } from '../explained-tree'
import { isThroughBrowser } from '../model/flows/verifier-exchanges'
import type { InspectedPresentation } from '../model/flows/verifier-session'

type Asked = Pick<InspectedPresentation, 'authorization_request' | 'options' | 'request_delivery'>

/** What the wallet is asked for: the query first, then the rest of the request. */
export function AskedPanel({ session }: { readonly session: Asked }) {
  const { authorization_request, options, request_delivery } = session
  const { dcql_query: query, ...rest } = authorization_request
  const ofScope = query === undefined ? options.scope_query : undefined
  const transactions = decodedTransactions(rest.transaction_data)
  return (
    <Panel labelledBy="asked">
      <PanelHeading
        id="asked"
        title="What is requested"
        aside={
          isThroughBrowser(session)
            ? 'through the browser'
            : request_delivery === 'by_value'
              ? 'in the link itself'
              : 'at the address in the link'
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
        {query !== undefined && <ExplainedTree value={{ dcql_query: query }} openDepth={5} />}
        {ofScope !== undefined && (
          <>
            <ExplainedTree value={{ scope_query: ofScope }} openDepth={5} />
            <p className="text-xs text-ink-2">
              This scope is an alias for this query. The wallet only receives the scope.
            </p>
          </>
        )}
        {transactions.length > 0 && (
          <>
            <ExplainedTree value={{ transaction_data: transactions }} openDepth={3} />
            <p className="text-xs text-ink-2">Decoded transaction data. Hashes are computed over the text as sent.</p>
          </>
        )}
        <details open={query === undefined}>
          <summary className="chevron flex items-center text-sm text-ink-2">The rest of the request</summary>
          <div className="mt-2">
            <ExplainedTree value={rest} openDepth={1} />
          </div>
        </details>
      </div>
    </Panel>
  )
}

/** Maximum characters of all entries decoded for a page, which renders each of their values. */
const decodedCharactersMax = 64 * 1024

/**
 * The decoded entries of `transaction_data`. An entry that cannot be decoded, or that exceeds `decodedCharactersMax`,
 * stays as sent.
 */
export function decodedTransactions(sent: Json | undefined): readonly unknown[] {
  let left = decodedCharactersMax
  return (Array.isArray(sent) ? sent : []).map((entry) => {
    left -= typeof entry === 'string' ? entry.length : 0
    return left < 0 ? entry : (decodeTransactionData(entry) ?? entry)
  })
}
