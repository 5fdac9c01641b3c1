import { JsonTree } from '../../ui/json-tree'
import { Panel } from '../../ui/panel'
import { PanelHeading } from '../../ui/panel-heading'
import { decodedTransactions } from '../model/decoded-transactions'
import type { InspectedPresentation } from '../model/flows/presentation-session'
import { meanings } from '../model/meanings'

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
        aside={request_delivery === 'by_value' ? 'in the link itself' : 'at the address in the link'}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
        {query !== undefined && <JsonTree value={{ dcql_query: query }} meanings={meanings} openDepth={5} />}
        {ofScope !== undefined && (
          <>
            <JsonTree value={{ scope_query: ofScope }} meanings={meanings} openDepth={5} />
            <p className="text-xs text-ink-2">
              This scope is an alias for this query. The wallet only receives the scope.
            </p>
          </>
        )}
        {transactions.length > 0 && (
          <>
            <JsonTree value={{ transaction_data: transactions }} meanings={meanings} openDepth={3} />
            <p className="text-xs text-ink-2">Decoded transaction data. Hashes are computed over the text as sent.</p>
          </>
        )}
        <details open={query === undefined}>
          <summary className="chevron flex items-center text-sm text-ink-2">The rest of the request</summary>
          <div className="mt-2">
            <JsonTree value={rest} meanings={meanings} openDepth={1} />
          </div>
        </details>
      </div>
    </Panel>
  )
}
