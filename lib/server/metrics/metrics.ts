import type { Counter, Gauge, Histogram } from 'prom-client'
import { campaignContract } from '@/lib/contract/campaigns'
import { entitiesContract } from '@/lib/contract/entities'
import { issuerContract } from '@/lib/contract/issuer'
import { metadataContract } from '@/lib/contract/metadata'
import { organizationKeysContract } from '@/lib/contract/organization-keys'
import { pipelinesContract } from '@/lib/contract/pipelines'
import { publishedContract } from '@/lib/contract/published'
import { scoreboardContract } from '@/lib/contract/scoreboard'
import { serviceContract } from '@/lib/contract/service'
import { sessionContract } from '@/lib/contract/sessions'
import { trustContract } from '@/lib/contract/trust'
import { verifierContract } from '@/lib/contract/verifier'
import { workbenchContract } from '@/lib/contract/workbenches'
import { openRegistry, prefix, setGauge, textOf } from './registry'

/** The operations of each part of the interface. */
const areas = {
  service: serviceContract,
  metadata: metadataContract,
  sessions: sessionContract,
  issuer: issuerContract,
  verifier: verifierContract,
  campaigns: campaignContract,
  scoreboard: scoreboardContract,
  pipelines: pipelinesContract,
  organizations: { ...entitiesContract, ...organizationKeysContract },
  trust: trustContract,
  workbenches: workbenchContract,
  published: publishedContract,
} as const

const areaOf = new Map(
  Object.entries(areas).flatMap(([area, contract]) => Object.keys(contract).map((operation) => [operation, area])),
)

/** What answered: an operation of the contract, a page, or nothing of ours. */
type Answered = 'page' | 'none' | (string & {})

/** The closed lists that labels are of. Whatever is not in its list is `other`: no value that a client sends is a label. */
const lists = {
  operation: ['page', 'none', ...areaOf.keys()],
  area: ['pages', 'none', ...Object.keys(areas)],
  class: ['1xx', '2xx', '3xx', '4xx', '5xx', 'none'],
  kind: ['issuance', 'presentation'],
  verdict: ['pass', 'fail', 'incomplete'],
  part: ['pocketbase', 'temporal', 'worker', 'database', 'files', 'keys', 'backups', 'bundles'],
  for: ['worker', 'wallet', 'result'],
  status: ['completed', 'failed', 'timed_out', 'canceled', 'terminated'],
  trigger: ['manual', 'scheduled', 'CI'],
  quota: ['disk_floor', 'address_mib', 'session_rate'],
} as const satisfies Readonly<Record<string, readonly string[]>>

type Label = keyof typeof lists | 'check'
type Labels = Partial<Readonly<Record<Label, string>>>

/** What is measured at the moment of a scrape; absent where it cannot be told. */
export interface Measured {
  readonly parts?: Readonly<Record<string, boolean>>
  readonly storageBytes?: Readonly<Record<string, number>>
  readonly diskFreeBytes?: number
  readonly aggregationAgeSeconds?: number
  readonly backupAgeSeconds?: number
  readonly pipelineWaiting?: Readonly<Record<string, number>>
}

/** Figures of one process for Prometheus. Labels are of closed lists: never an id, a wallet, an organisation or a path. */
export interface Metrics {
  request(answered: Answered, status: number | null, seconds: number): void
  commitBegun(): void
  commitEnded(outcome: 'committed' | 'lost' | 'failed', seconds: number): void
  sessionJudged(kind: string, verdict: string): void
  checkFailed(check: string): void
  quotaRefused(quota: (typeof lists.quota)[number]): void
  pipelineEnded(status: string, trigger: string): void
  /** Names what is asked at each scrape. */
  measure(source: () => Promise<Measured>): void
  /** All figures in the text format of Prometheus, and its media type. */
  text(): Promise<{ readonly type: string; readonly body: string }>
}

/** The figures of the web process. `checks` are the ids of the catalogue. */
export async function createMetrics(checks: readonly string[] = []): Promise<Metrics> {
  const { prom, registry } = await openRegistry()
  const known = new Map<Label, ReadonlySet<string>>([
    ...Object.entries(lists).map(([name, values]) => [name as Label, new Set<string>(values)] as const),
    ['check', new Set(checks)],
  ])
  const bounded = (labels: Labels): Record<string, string> =>
    Object.fromEntries(
      Object.entries(labels).map(([name, value]) => [name, known.get(name as Label)?.has(value) ? value : 'other']),
    )
  const common = (name: string, help: string, labelNames: readonly Label[]) => ({
    name: `${prefix}${name}`,
    help,
    labelNames: [...labelNames],
    registers: [registry],
  })
  const counter = (name: string, help: string, ...labels: Label[]): Counter<Label> =>
    new prom.Counter(common(name, help, labels))
  const gauge = (name: string, help: string, ...labels: Label[]): Gauge<Label> =>
    new prom.Gauge(common(name, help, labels))
  const histogram = (name: string, help: string, buckets: number[], ...labels: Label[]): Histogram<Label> =>
    new prom.Histogram({ ...common(name, help, labels), buckets })

  let source: () => Promise<Measured> = async () => ({})
  const requests = counter('http_requests_total', 'Requests by what answered them.', 'operation', 'class')
  const requestSeconds = histogram(
    'http_request_seconds',
    'Seconds from the first byte of a request to the last of its response.',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30],
    'area',
  )
  const commitSeconds = histogram(
    'commit_seconds',
    'Seconds until evidence was on disk.',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  )
  const commitQueue = gauge('commit_queue', 'Commits that are not on disk yet.')
  const commitsLost = counter('commits_lost_total', 'Commits that came second in a race, and were decided again.')
  const commitsFailed = counter('commits_failed_total', 'Commits that storage refused or did not take in time.')
  const sessions = counter(
    'sessions_total',
    'Sessions by verdict, counted once each, a minute after their last request.',
    'kind',
    'verdict',
  )
  const checkFailures = counter('check_failures_total', 'Checks that failed.', 'check')
  const partUp = gauge('part_up', 'Whether a part of the service answers.', 'part')
  const storageBytes = gauge('storage_bytes', 'Bytes in the data directory.', 'part')
  const diskFree = gauge('disk_free_bytes', 'Bytes that are free on the disk of the data directory.')
  const pipelineRuns = counter('pipeline_runs_total', 'Executions that ended.', 'status', 'trigger')
  const pipelineWaiting = gauge('pipeline_waiting', 'Runs that wait, by what for.', 'for')
  const aggregationAge = gauge('aggregation_age_seconds', 'Seconds since the scoreboard was aggregated.')
  const backupAge = gauge('backup_age_seconds', 'Seconds since the newest backup in DATA_DIR/backups.')
  const quotaRefusals = counter('quota_refusals_total', 'Creations that a quota refused.', 'quota')

  const fill = (one: Gauge<Label>, label: Label, values: Readonly<Record<string, number>> = {}) => {
    one.reset()
    for (const [name, value] of Object.entries(values)) one.set(bounded({ [label]: name }), value)
  }
  return {
    request(answered, status, seconds) {
      const answer = status === null ? 'none' : `${Math.floor(status / 100)}xx`
      requests.inc(bounded({ operation: answered, class: answer }))
      const area = answered === 'page' ? 'pages' : (areaOf.get(answered) ?? 'none')
      requestSeconds.observe(bounded({ area }), seconds)
    },
    commitBegun: () => commitQueue.inc(),
    commitEnded(outcome, seconds) {
      commitQueue.dec()
      commitSeconds.observe(seconds)
      if (outcome === 'lost') commitsLost.inc()
      if (outcome === 'failed') commitsFailed.inc()
    },
    sessionJudged: (kind, verdict) => sessions.inc(bounded({ kind, verdict })),
    checkFailed: (check) => checkFailures.inc(bounded({ check })),
    quotaRefused: (quota) => quotaRefusals.inc(bounded({ quota })),
    pipelineEnded: (status, trigger) => pipelineRuns.inc(bounded({ status, trigger })),
    measure: (one) => {
      source = one
    },
    async text() {
      const now = await source()
      const up = Object.entries(now.parts ?? {}).map(([part, isUp]) => [part, isUp ? 1 : 0])
      fill(partUp, 'part', Object.fromEntries(up))
      fill(storageBytes, 'part', now.storageBytes)
      setGauge(diskFree, now.diskFreeBytes)
      setGauge(aggregationAge, now.aggregationAgeSeconds)
      setGauge(backupAge, now.backupAgeSeconds)
      fill(pipelineWaiting, 'for', now.pipelineWaiting)
      return textOf(registry)
    },
  }
}
