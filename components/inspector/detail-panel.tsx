import Link from 'next/link'
import type { IssuanceSessionView } from '@/lib/core/evidence/session-view'
import { type InspectorTarget, paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { Panel } from '../ui/panel'
import { CheckDetail } from './check-detail'
import { DecodedPanel } from './decoded-panel'
import { DetailTabs } from './detail-tabs'
import { ExchangeChecks } from './exchange-checks'
import { ExchangeOverview } from './exchange-overview'
import { HttpMessage } from './http-message'
import type { DetailSelection, DetailTab } from './model/detail-selection'
import { countStatuses } from './model/judged-check'

interface DetailPanelProps {
  readonly session: IssuanceSessionView
  readonly selection: DetailSelection
  readonly target: InspectorTarget
  /** Addresses of all failures, in order, and which of them is shown (-1 for none). */
  readonly failureLinks: readonly string[]
  readonly failureIndex: number
  readonly className?: string
}

/** The right pane: the chosen exchange or check. */
export function DetailPanel({ session, selection, target, failureLinks, failureIndex, className }: DetailPanelProps) {
  const { exchange, tab, check } = selection
  const id = session.session_id
  const findings = session.checks.conformance.filter(
    ({ exchange_id }) => exchange !== null && exchange_id === exchange.id,
  )
  const number = exchange === null ? 0 : session.exchanges.indexOf(exchange) + 1
  const hrefOfCheck = (checkId: string) =>
    paths.inspectIssuance(id, { ...target, exchange: exchange?.id, tab: undefined, check: checkId })
  const hrefOfTab = (one: DetailTab) =>
    paths.inspectIssuance(id, { ...target, exchange: exchange?.id, tab: one, check: undefined })
  const isOnlyOne = failureLinks.length === 1 && failureIndex === 0
  const next = isOnlyOne ? undefined : failureLinks[(failureIndex + 1) % Math.max(failureLinks.length, 1)]
  return (
    <Panel labelledBy="detail" className={className}>
      {exchange !== null && <DetailTabs chosen={tab} hrefOf={hrefOfTab} counts={countStatuses(findings)} />}
      <div className="flex flex-wrap items-center gap-2 px-4 pt-4 pb-2 text-xs text-ink-2">
        <span>
          {exchange === null ? 'Whole session' : `Exchange ${number}`}
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
        <CheckDetail check={check} exchange={exchange} findings={findings} hrefOf={hrefOfCheck} />
      ) : exchange === null ? (
        <div className="px-4 pb-4">
          <h2 id="detail" className="text-lg">
            {session.status === 'expired' ? 'Nothing was recorded' : 'No exchange yet'}
          </h2>
          <p className="mt-1 text-sm text-ink-2">
            {session.status === 'expired'
              ? 'No wallet came before the offer ended. Run again, and scan the new code.'
              : 'The first one appears here within a second of the request of the wallet.'}
          </p>
        </div>
      ) : (
        <>
          <h2 id="detail" className="wire px-4 pb-3 text-md font-semibold">
            {exchange.method} {exchange.path}
          </h2>
          {tab === 'overview' && (
            <ExchangeOverview
              exchange={exchange}
              findings={findings}
              hrefOf={hrefOfCheck}
              apiHref={paths.api.session(id)}
            />
          )}
          {tab === 'request' && (
            <HttpMessage
              line={`${exchange.method} ${exchange.path}`}
              query={exchange.query}
              headers={exchange.headers}
              body={exchange.body}
              bodyAbsent="The request had no body."
            />
          )}
          {tab === 'response' && (
            <HttpMessage
              line={`${exchange.response.status ?? 'no answer'} ${exchange.response.content_type ?? ''}`}
              headers={exchange.response.headers}
              body={exchange.response.body}
              bodyAbsent="The answer had no body."
            />
          )}
          {tab === 'decoded' && <DecodedPanel exchange={exchange} findings={findings} hrefOf={hrefOfCheck} />}
          {tab === 'checks' && <ExchangeChecks findings={findings} hrefOf={hrefOfCheck} />}
        </>
      )}
    </Panel>
  )
}
