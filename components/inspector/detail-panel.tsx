import Link from 'next/link'
import type { ReactNode } from 'react'
import { countStatuses } from '@/lib/core/engine/evidence/summarise'
import { curlOfExchange } from '@/lib/core/engine/reports/har-report'
import type { InspectorTarget, SessionAddresses } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { CurlDetails } from '../ui/curl-details'
import { Panel } from '../ui/panel'
import { CheckDetail } from './check-detail'
import { DecodedPanel } from './decoded-panel'
import { DetailTabs } from './detail-tabs'
import { ExchangeChecks } from './exchange-checks'
import { ExchangeOverview } from './exchange-overview'
import { HttpMessage } from './http-message'
import { headersFrom } from './model/browser-words'
import type { DetailSelection } from './model/detail-selection'
import { exchangeWords } from './model/exchange-numbers'
import type { DetailTab, Inspected, InspectedExchange } from './model/flow-model'

interface DetailPanelProps {
  readonly inspected: Inspected
  readonly addresses: SessionAddresses
  /** Public origin of the service. */
  readonly baseUrl: string
  readonly tabs: readonly DetailTab[]
  /** The content of tabs that only this kind of session has. */
  readonly tabOf: ((tab: string, exchange: InspectedExchange) => ReactNode) | undefined
  /** Content next to a check that only this kind of session has. */
  readonly besideCheck: ((checkId: string) => ReactNode) | undefined
  /** A program played the browser that the answer came through. */
  readonly emulated: boolean
  /** Shown when the session ended and nothing was recorded. */
  readonly nothingRecorded: string
  readonly selection: DetailSelection
  readonly target: InspectorTarget
  /** URLs of all failures, in order, and the index of the one shown (-1 for none). */
  readonly failureLinks: readonly string[]
  readonly failureIndex: number
  readonly className?: string
}

/** The right pane: the selected exchange or check. */
export function DetailPanel({
  inspected: { session, phase },
  addresses,
  baseUrl,
  tabs,
  tabOf,
  besideCheck,
  emulated,
  nothingRecorded,
  selection: { exchange, tab, check },
  target,
  failureLinks,
  failureIndex,
  className,
}: DetailPanelProps) {
  const findings = session.checks.conformance.filter(
    ({ exchange_id }) => exchange !== null && exchange_id === exchange.id,
  )
  const counts = countStatuses(findings)
  const hrefOfCheck = (checkId: string) =>
    addresses.page({ ...target, exchange: exchange?.id, tab: undefined, check: checkId })
  const hrefOfTab = (one: string) => addresses.page({ ...target, exchange: exchange?.id, tab: one, check: undefined })
  const hasEnded = phase === 'expired' || phase === 'unreached'
  const isOnlyOne = failureLinks.length === 1 && failureIndex === 0
  const next = isOnlyOne ? undefined : failureLinks[(failureIndex + 1) % Math.max(failureLinks.length, 1)]
  return (
    <Panel labelledBy="detail" className={className}>
      {exchange !== null && (
        <DetailTabs
          tabs={tabs.map(({ id, label }) => ({ id, label, href: hrefOfTab(id) }))}
          chosen={tab}
          fail={counts.fail}
          warn={counts.warn}
        />
      )}
      <div className="flex flex-wrap items-center gap-2 px-4 pt-4 pb-2 text-xs text-ink-2">
        <span>
          {exchange === null ? 'Whole session' : titled(exchangeWords(exchange.number))}
          {check && failureIndex >= 0 && `, failure ${failureIndex + 1} of ${failureLinks.length}`}
        </span>
        {next !== undefined && (
          <Link href={next} scroll={false} prefetch={false} className={buttonClass({ size: 'small' }, 'ml-auto')}>
            {failureIndex >= 0 ? 'Next failure' : 'First failure'}
            <kbd className="text-ink-3">f</kbd>
          </Link>
        )}
      </div>
      {check ? (
        <CheckDetail check={check} exchange={exchange} findings={findings} hrefOf={hrefOfCheck} emulated={emulated}>
          {besideCheck?.(check.id)}
        </CheckDetail>
      ) : exchange === null ? (
        <div className="px-4 pb-4">
          <h2 id="detail" className="text-lg">
            {hasEnded ? 'Nothing was recorded' : 'No exchange yet'}
          </h2>
          <p className="mt-1 text-sm text-ink-2">
            {hasEnded ? nothingRecorded : 'The first exchange appears here within a second of the wallet’s request.'}
          </p>
        </div>
      ) : (
        <>
          <h2 id="detail" className="wire px-4 pb-3 text-md font-semibold">
            {exchange.method} {exchange.path}
          </h2>
          {tab === 'overview' && (
            <ExchangeOverview exchange={exchange} findings={findings} hrefOf={hrefOfCheck} apiHref={addresses.api} />
          )}
          {tab === 'request' && (
            <>
              <HttpMessage
                line={`${exchange.method} ${exchange.path}`}
                query={exchange.query}
                headers={exchange.headers}
                headersFrom={headersFrom(exchange.carrier)}
                body={exchange.body}
                bodyAbsent="The request had no body."
              />
              <div className="px-4 pb-4">
                <CurlDetails
                  summary="As a curl command, with secrets replaced"
                  command={curlOfExchange(exchange, baseUrl)}
                  what="request as curl command"
                />
              </div>
            </>
          )}
          {tab === 'response' && (
            <HttpMessage
              line={`${exchange.response.status ?? 'no response'} ${exchange.response.content_type ?? ''}`}
              headers={exchange.response.headers}
              body={exchange.response.body}
              bodyAbsent="The response had no body."
            />
          )}
          {tab === 'decoded' && <DecodedPanel exchange={exchange} findings={findings} hrefOf={hrefOfCheck} />}
          {tab === 'checks' && <ExchangeChecks findings={findings} hrefOf={hrefOfCheck} />}
          {tabOf?.(tab, exchange)}
        </>
      )}
    </Panel>
  )
}

const titled = (words: string): string => words.replace(/^./, (first) => first.toUpperCase())
