import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { LocalTime } from '../../ui/local-time'
import { Panel } from '../../ui/panel'
import { PanelHeading } from '../../ui/panel-heading'
import { ExplainedTree } from '../explained-tree'
import { Facts } from '../facts'
import { carrierWords } from '../model/browser-words'
import type { InspectedPresentation } from '../model/flows/verifier-session'

type Carried = Pick<InspectedPresentation, 'dc_api'>

/** What the browser was handed, and what its page said of each call; renders nothing where a link carries the request. */
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

/** What a page said of one call of its browser, in words. */
interface BrowserCall {
  /** RFC 3339. */
  readonly at: string
  readonly what: string
  /** Who carried it and where the page was, as far as that is worth telling. */
  readonly how: string
}

/** What each outcome means; an error has its name besides. */
const outcomes = {
  answer: 'the wallet responded',
  error: 'nothing came back',
  unsupported: 'the browser could not be called',
  left: 'the page was left',
} as const

/** Says one of `calls` in words; `origin` is ours, which is told only where the page was elsewhere. */
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
