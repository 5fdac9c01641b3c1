import Link from 'next/link'
import type { ReactNode } from 'react'
import type { ConformanceEntry, ExchangeView } from '@/lib/core/engine/evidence/session-view'
import { countStatuses } from '@/lib/core/engine/evidence/summarise'
import { curlOfExchange } from '@/lib/core/engine/reports/exchange-curl'
import { bySeverity } from '@/lib/core/shared/ports/finding'
import { isObject, type Json, type JsonObject } from '@/lib/core/shared/values/json'
import type { InspectorTarget, SessionAddresses } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { CurlDetails } from '../ui/curl-details'
import { JsonTree } from '../ui/json-tree'
import { ClaimValue } from '../ui/json-value'
import { Panel } from '../ui/panel'
import { LocalTime } from '../ui/time'
import { CheckDetail, FindingLine } from './check-detail'
import { Copies } from './copies'
import { DecodeHere } from './decode-here'
import { DetailSection, DetailTabs } from './detail-parts'
import { ExplainedTree } from './explained-tree'
import { Facts } from './facts'
import { carrierWords, headersFrom } from './model/browser-words'
import { credentialElements, decodedTokens, type ElementList } from './model/decoded-tokens'
import type { DetailSelection } from './model/detail-selection'
import { errorCodeOf, exchangeWords } from './model/exchanges'
import type { DetailTab, Inspected, InspectedExchange } from './model/flow-model'
import { type Failure, failurePlace, nextFailureWords } from './model/judged-check'
import { memberMarks } from './model/member-marks'

interface ExchangeOverviewProps {
  readonly exchange: InspectedExchange
  readonly findings: readonly ConformanceEntry[]
  readonly hrefOf: (checkId: string) => string
  /** API URL of the same data. */
  readonly apiHref: string
  readonly mixedTraffic: boolean
}

const origins: Record<ExchangeView['origin'], string> = {
  wallet: 'the wallet',
  user_agent: 'a browser',
  internal: 'this service itself',
  operator: 'a tool of the tester',
}

const headerText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** One exchange in words: what happened, and what was wrong. */
function ExchangeOverview({ exchange, findings, hrefOf, apiHref, mixedTraffic }: ExchangeOverviewProps) {
  const { response } = exchange
  const wrong = findings.filter(({ status }) => status === 'fail' || status === 'warn')
  const description = isObject(response.body) ? headerText(response.body.error_description) : null
  return (
    <>
      <div className="grid gap-3 p-4 pt-0">
        <Facts
          facts={[
            ['What', exchange.does],
            ['Received', <LocalTime key="at" at={exchange.at} to="second" />],
            [
              'Responded',
              response.status === null
                ? 'no: the client disconnected'
                : `${response.status} after ${exchange.duration_ms} ms`,
            ],
            ['Error', errorCodeOf(exchange) && <code>{errorCodeOf(exchange)}</code>],
            ['Said', description],
            ['Sent by', exchange.carrier === 'emulated' ? 'a program that plays a browser' : origins[exchange.origin]],
            ['Carried', carrierWords(exchange.carrier, exchange.headers['user-agent'])],
            ['Program', headerText(exchange.headers['user-agent'])],
            ['Session match', exchange.correlation === 'exact' ? 'exact' : 'inferred from client and time'],
            ['Operation', exchange.operation && <code>{exchange.operation}</code>],
          ]}
        />
        <p className="text-xs text-ink-3">
          As JSON: <code className="wire">GET {apiHref}</code>, member <code>exchanges</code>
        </p>
      </div>
      {wrong.length > 0 && (
        <DetailSection title="What was wrong">
          <ul className="grid gap-2">
            {wrong.map((finding) => (
              <FindingLine
                key={`${finding.id} ${finding.occurrence}`}
                finding={finding}
                href={hrefOf(finding.id)}
                mixedTraffic={mixedTraffic}
              />
            ))}
          </ul>
        </DetailSection>
      )}
    </>
  )
}

interface DetailPanelProps {
  readonly inspected: Inspected
  readonly addresses: SessionAddresses
  readonly baseUrl: string
  readonly tabs: readonly DetailTab[]
  /** Content of tabs specific to this kind of session. */
  readonly tabOf: ((tab: string, exchange: InspectedExchange) => ReactNode) | undefined
  /** Content beside a check, specific to this kind of session. */
  readonly besideCheck: ((checkId: string) => ReactNode) | undefined
  /** Whether a program played the browser. */
  readonly emulated: boolean
  /** Shown if the session ended without any record. */
  readonly nothingRecorded: string
  readonly selection: DetailSelection
  readonly target: InspectorTarget
  /** Whether the page tells the shown finding first. */
  readonly told: boolean
  /** All failures in order, their URLs, and the index of the current one (-1 for none). */
  readonly failures: readonly Failure[]
  readonly failureLinks: readonly string[]
  readonly failureIndex: number
  readonly className?: string
}

/** Right pane: the selected exchange or check. */
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
  told,
  failures,
  failureLinks,
  failureIndex,
  className,
}: DetailPanelProps) {
  const findings = session.checks.conformance.filter(
    ({ exchange_id }) => exchange !== null && exchange_id === exchange.id,
  )
  const counts = countStatuses(findings)
  const { mixed_traffic: mixedTraffic = false } = session.checks.summary
  const hrefOfCheck = (checkId: string) =>
    addresses.page({ ...target, exchange: exchange?.id, tab: undefined, check: checkId })
  const hrefOfTab = (one: string) => addresses.page({ ...target, exchange: exchange?.id, tab: one, check: undefined })
  const hasEnded = phase === 'expired' || phase === 'unreached'
  const next = failureLinks[(failureIndex + 1) % Math.max(failureLinks.length, 1)]
  const nextWords = nextFailureWords(failures, failureIndex)
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
          {check && failureIndex >= 0 && `, ${failurePlace(failures, failureIndex)}`}
        </span>
        {exchange !== null && (
          <Copies
            session={session}
            exchange={exchange}
            baseUrl={baseUrl}
            page={addresses.revision.replace(/\/revision$/, '')}
          />
        )}
        {next !== undefined && nextWords !== null && (
          <Link href={next} scroll={false} prefetch={false} className={buttonClass({ size: 'small' }, 'ml-auto')}>
            {nextWords}
            <kbd className="text-ink-3">f</kbd>
          </Link>
        )}
      </div>
      {check ? (
        <CheckDetail
          check={check}
          exchange={exchange}
          findings={findings}
          hrefOf={hrefOfCheck}
          emulated={emulated}
          told={told}
          mixedTraffic={mixedTraffic}
        >
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
          {tab === 'facts' && (
            <ExchangeOverview
              exchange={exchange}
              findings={findings}
              hrefOf={hrefOfCheck}
              apiHref={addresses.api}
              mixedTraffic={mixedTraffic}
            />
          )}
          {tab === 'raw' && (
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
                  summary="As a curl command, with secrets left out"
                  command={curlOfExchange(exchange, baseUrl)}
                  what="request as curl command"
                />
              </div>
              <HttpMessage
                line={`${exchange.response.status ?? 'no response'} ${exchange.response.content_type ?? ''}`}
                headers={exchange.response.headers}
                body={exchange.response.body}
                bodyAbsent="The response had no body."
              />
            </>
          )}
          {tab === 'decoded' && (
            <>
              <DecodedPanel exchange={exchange} findings={findings} hrefOf={hrefOfCheck} />
              <DecodeHere />
            </>
          )}
          {tab === 'checks' && <ExchangeChecks findings={findings} hrefOf={hrefOfCheck} mixedTraffic={mixedTraffic} />}
          {tabOf?.(tab, exchange)}
        </>
      )}
    </Panel>
  )
}

const titled = (words: string): string => words.replace(/^./, (first) => first.toUpperCase())

interface DecodedPanelProps {
  readonly exchange: ExchangeView
  readonly findings: readonly ConformanceEntry[]
  readonly hrefOf: (checkId: string) => string
}

/** Every token of the exchange as a tree, with findings beside the members they judge. */
function DecodedPanel({ exchange, findings, hrefOf }: DecodedPanelProps) {
  const tokens = decodedTokens(exchange)
  if (tokens.length === 0) {
    return <p className="px-4 pb-4 text-sm text-ink-3">This exchange has no token that can be decoded.</p>
  }
  return tokens.map((token, index) => {
    const { lists, rest } = credentialElements(token.tree)
    return (
      <DetailSection
        key={`${token.kind} ${String(index)}`}
        title={token.place ? `${token.name}, ${token.place}` : token.name}
      >
        {lists.map((list) => (
          <ElementTable key={list.title} list={list} />
        ))}
        <ExplainedTree value={rest} marks={memberMarks(token, findings, hrefOf)} openDepth={3} />
      </DetailSection>
    )
  })
}

/** Content of a credential as a table, one row per element. */
function ElementTable({ list: { title, word, elements } }: { readonly list: ElementList }) {
  return (
    <div className="rounded-md border border-line">
      <table className="block w-full text-left text-xs/[1.55] md:table">
        <caption className="block border-b border-line bg-sunk px-2.5 py-1.5 text-left text-ink-2 md:table-caption">
          <span className="wire [overflow-wrap:anywhere]">{title}</span>
          <span className="ml-2 text-ink-3">
            {elements.length} {elements.length === 1 ? word : `${word}s`}
          </span>
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{word}</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody className="block md:table-row-group">
          {elements.map(({ key, name, value }) => (
            <tr
              key={key}
              className="block border-b border-line px-2.5 py-1 last:border-b-0 hover:bg-hover md:table-row"
            >
              <th
                scope="row"
                className="wire block align-baseline font-medium md:table-cell md:w-[40%] md:px-2.5 md:py-1"
              >
                {name}
              </th>
              <td className="block min-w-0 [overflow-wrap:anywhere] md:table-cell md:px-2.5 md:py-1">
                <ClaimValue name={name} value={value} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ExchangeChecksProps {
  readonly findings: readonly ConformanceEntry[]
  readonly hrefOf: (checkId: string) => string
  readonly mixedTraffic: boolean
}

/** All checks that judged one exchange, failures first. */
function ExchangeChecks({ findings, hrefOf, mixedTraffic }: ExchangeChecksProps) {
  if (findings.length === 0) return <p className="px-4 pb-4 text-sm text-ink-3">No checks apply to this exchange.</p>
  const sorted = [...findings].sort((a, b) => bySeverity(a.status, b.status))
  return (
    <ul className="grid gap-2 px-4 pb-4">
      {sorted.map((finding) => (
        <FindingLine
          key={`${finding.id} ${finding.occurrence}`}
          finding={finding}
          href={hrefOf(finding.id)}
          mixedTraffic={mixedTraffic}
        />
      ))}
    </ul>
  )
}

interface HttpMessageProps {
  /** First line, e.g. `POST /issuers/x/token` or `400`. */
  readonly line: string
  readonly query?: Json
  readonly headers: JsonObject
  /** Explains an unexpected sender of the header fields; `null` if there is nothing to explain. */
  readonly headersFrom?: string | null
  readonly body: Json
  readonly bodyAbsent: string
}

/** A stored HTTP message: first line, query, header fields, body. Secrets are already redacted. */
function HttpMessage({ line, query, headers, headersFrom = null, body, bodyAbsent }: HttpMessageProps) {
  const hasQuery = isObject(query) && Object.keys(query).length > 0
  return (
    <>
      <p className="wire mx-4 mb-4 rounded-md border border-line bg-sunk px-2.5 py-2 text-xs">{line}</p>
      {hasQuery && (
        <DetailSection title="Query">
          <ExplainedTree value={query} />
        </DetailSection>
      )}
      <DetailSection title="Body">
        {body === null ? (
          <p className="text-sm text-ink-3">{bodyAbsent}</p>
        ) : (
          <ExplainedTree value={body} openDepth={3} />
        )}
      </DetailSection>
      <DetailSection title="Header fields">
        {headersFrom !== null && <p className="mb-2 text-sm text-ink-2">{headersFrom}</p>}
        <JsonTree value={headers} />
      </DetailSection>
    </>
  )
}
