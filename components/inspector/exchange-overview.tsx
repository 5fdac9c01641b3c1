import type { ConformanceEntry, ExchangeView } from '@/lib/core/engine/evidence/session-view'
import { isObject } from '@/lib/core/ground/values/json'
import { LocalTime } from '../ui/local-time'
import { DetailSection } from './detail-section'
import { Facts } from './facts'
import { FindingLine } from './finding-line'
import { carrierWords } from './model/browser-words'
import { errorCodeOf } from './model/error-code'
import type { InspectedExchange } from './model/flow-model'

interface ExchangeOverviewProps {
  readonly exchange: InspectedExchange
  readonly findings: readonly ConformanceEntry[]
  readonly hrefOf: (checkId: string) => string
  /** The API URL with the same data. */
  readonly apiHref: string
}

const origins: Record<ExchangeView['origin'], string> = {
  wallet: 'the wallet',
  user_agent: 'a browser',
  internal: 'this service itself',
  operator: 'a tool of the tester',
}

const headerText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** What happened in one exchange, in words, and what was wrong with it. */
export function ExchangeOverview({ exchange, findings, hrefOf, apiHref }: ExchangeOverviewProps) {
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
              <FindingLine key={`${finding.id} ${finding.occurrence}`} finding={finding} href={hrefOf(finding.id)} />
            ))}
          </ul>
        </DetailSection>
      )}
    </>
  )
}
