import type { Json } from '@/lib/core/shared/values/json'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { decodeTransactionData } from '@/lib/core/verifier/read/request/read-transaction-data'
import { Panel } from '../../ui/panel'
import { PanelHeading } from '../../ui/panel-heading'
import { LocalTime } from '../../ui/time'
import { ExplainedTree } from '../explained-tree'
import { Facts } from '../facts'
import { carrierWords } from '../model/browser-words'
import { type InspectedPresentation, isThroughBrowser } from '../model/flows/verifier-exchanges'

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

/** Most characters of all entries decoded for a page, which renders each of their values. */
const decodedCharactersMax = 64 * 1024

/**
 * Decoded entries of `transaction_data`. Entries that cannot be decoded, or exceed `decodedCharactersMax`, stay as
 * sent.
 */
export function decodedTransactions(sent: Json | undefined): readonly unknown[] {
  let left = decodedCharactersMax
  return (Array.isArray(sent) ? sent : []).map((entry) => {
    left -= typeof entry === 'string' ? entry.length : 0
    return left < 0 ? entry : (decodeTransactionData(entry) ?? entry)
  })
}

type Carried = Pick<InspectedPresentation, 'dc_api'>

/**
 * What the browser received, and what the page reported of each call; renders nothing if a link carries the request.
 */
export function BrowserPanel({ session: { dc_api: carried } }: { readonly session: Carried }) {
  if (carried === undefined) return null
  const { origin, expected_origins: expected, entries, answered_protocol: answered } = carried
  const calls = carried.calls.map((call) => browserCall(call, origin))
  return (
    <Panel labelledBy="browser">
      <PanelHeading id="browser" title="Through the browser" aside="as its page says" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
        <Facts
          facts={[
            [
              'Origin',
              <code key="o" className="wire text-xs">
                {origin}
              </code>,
            ],
            ['Expected', expected.length === 0 ? null : expected.join(', ')],
            ['Answered', answered === null ? 'not yet' : <code key="a">{answered}</code>],
          ]}
        />
        {calls.length > 0 && (
          <ol aria-label="Calls of the browser" className="grid gap-2 border-t border-line pt-3 text-sm">
            {calls.map(({ at, what, how }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two calls may be alike, and none ever moves.
              <li key={index} className="grid gap-0.5">
                <span className="first-letter:uppercase">{what}</span>
                <span className="text-xs text-ink-3 [overflow-wrap:anywhere]">
                  <LocalTime at={at} to="second" /> {how}
                </span>
              </li>
            ))}
          </ol>
        )}
        <details>
          <summary className="chevron flex items-center text-sm text-ink-2">What the browser was handed</summary>
          <div className="mt-2">
            <ExplainedTree value={{ entries: entries.map((entry) => ({ ...entry })) }} openDepth={3} />
          </div>
        </details>
      </div>
    </Panel>
  )
}

type ReadCall = NonNullable<PresentationSessionView['dc_api']>['calls'][number]

/** A page's report of one browser call, in words. */
interface BrowserCall {
  /** RFC 3339. */
  readonly at: string
  readonly what: string
  /** Who carried it, and the page's origin if it is worth mentioning. */
  readonly how: string
}

/** Texts per outcome; errors also show their name. */
const outcomes = {
  answer: 'the wallet responded',
  error: 'nothing came back',
  unsupported: 'the browser could not be called',
  left: 'the page was left',
} as const

/** Describes a call. Mentions the page's origin only if it differs from `origin`, ours. */
export function browserCall(call: ReadCall, origin: string): BrowserCall {
  const { at, outcome, error_name: error, elapsed_ms: millis, page_origin: page } = call
  const carried = carrierWords(call.carrier, call.user_agent)
  return {
    at,
    what: [
      outcome === null ? 'nothing came of it yet' : outcomes[outcome],
      ...(error === null ? [] : [error]),
      ...(millis === null || millis === 0 ? [] : [`after ${(millis / 1000).toFixed(1)} s`]),
    ].join(', '),
    how: [
      ...(carried === null ? [] : [carried]),
      ...(page === null || page === origin ? [] : [`from a page at ${page}`]),
    ].join(', '),
  }
}
