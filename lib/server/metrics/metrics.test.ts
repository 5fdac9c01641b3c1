import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { operationIds } from '@/lib/contract/contract'
import checks from '@/lib/core/shared/ports/checks.json'
import { readExposition } from '@/lib/testing/exposition'
import { findRoute } from '../http/router'
import { createMetrics, type Metrics } from './metrics'
import { createMetricsServer, metricsHost } from './metrics-port'
import { createWorkerMetrics } from './worker-metrics'

/** The series of a text: names with labels, without values. */
const seriesOf = async (metrics: Metrics): Promise<string[]> =>
  (await metrics.text()).body
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.slice(0, line.lastIndexOf(' ')))
    // Which resources are open changes by itself.
    .filter((line) => !/^wallet_capture_nodejs_(active|gc)/.test(line))
    .sort()

const odd = (count: number): string => {
  const id = `${count}-${(count * 7919).toString(36)}`
  return [
    `/${id}`,
    `/sessions/${id}`,
    `/sessions/${id}/jwks?x=${id}`,
    `/issuers/${id}/token`,
    `/openid4vp/sessions/${id}`,
    `/.well-known/${id}`,
    `/api/collections/${id}/records`,
    `/inspect/${id}%00"\n{}`,
  ][count % 8] as string
}

describe('labels', () => {
  it('are of closed lists: 10,000 odd paths and values add no series', async () => {
    const metrics = await createMetrics(['vci.dpop.htu'])
    const send = (first: number, last: number) => {
      for (let count = first; count < last; count++) {
        const path = odd(count)
        const found = findRoute(
          ['GET', 'POST', 'DELETE', 'BREW'][(count >> 3) % 4] as string,
          path.split('?')[0] as string,
        )
        const answered = found.kind === 'operation' ? found.operation : found.kind === 'page' ? 'page' : 'none'
        metrics.request(answered, [200, 404, 405, 503][(count >> 5) % 4] as number, 0.01)
        metrics.request(path, null, 0.01)
        metrics.checkFailed(path)
        metrics.sessionJudged(path, path)
        metrics.pipelineEnded(path, path)
        metrics.commitBegun()
        metrics.commitEnded('committed', 0.01)
      }
    }
    metrics.measure(async () => ({
      parts: { pocketbase: true, [odd(1)]: false },
      storageBytes: { [odd(2)]: 1 },
      pipelineWaiting: { [odd(3)]: 1 },
    }))
    send(0, 512)
    const before = await seriesOf(metrics)
    send(512, 10_000)
    expect(await seriesOf(metrics)).toEqual(before)
    expect(before.join('\n')).not.toMatch(/7919|%00|sessions\/|"\//)
  })

  it('know every operation and every check', async () => {
    const metrics = await createMetrics(Object.keys(checks))
    for (const operation of operationIds) metrics.request(operation, 200, 0)
    for (const check of Object.keys(checks)) metrics.checkFailed(check)
    const text = (await metrics.text()).body
    expect(text).not.toContain('"other"')
    expect(text).not.toContain('area="none"')
    for (const operation of operationIds)
      expect(text).toContain(`http_requests_total{operation="${operation}",class="2xx"} 1`)
  })
})

/** The names of the design with their labels, but for those of workers and of accounts. */
const designed = {
  http_requests_total: 'operation,class',
  http_request_seconds: 'area',
  commit_seconds: '',
  commit_queue: '',
  commits_lost_total: '',
  sessions_total: 'kind,verdict',
  check_failures_total: 'check',
  part_up: 'part',
  storage_bytes: 'part',
  disk_free_bytes: '',
  pipeline_runs_total: 'status,trigger',
  pipeline_waiting: 'for',
  aggregation_age_seconds: '',
  backup_age_seconds: '',
  quota_refusals_total: 'quota',
}

describe('figures', () => {
  it('tell what was counted, and nothing of what is not known', async () => {
    const metrics = await createMetrics(['vci.dpop.htu'])
    metrics.commitBegun()
    metrics.commitBegun()
    metrics.commitEnded('lost', 0.2)
    metrics.checkFailed('vci.dpop.htu')
    metrics.quotaRefused('session_rate')
    metrics.sessionJudged('issuance', 'fail')
    metrics.pipelineEnded('completed', 'CI')
    const lines = async () => (await metrics.text()).body.split('\n')
    expect(await lines()).toEqual(
      expect.arrayContaining([
        'wallet_capture_commit_queue 1',
        'wallet_capture_commits_lost_total 1',
        'wallet_capture_commit_seconds_bucket{le="0.1"} 0',
        'wallet_capture_commit_seconds_bucket{le="0.25"} 1',
        'wallet_capture_check_failures_total{check="vci.dpop.htu"} 1',
        'wallet_capture_quota_refusals_total{quota="session_rate"} 1',
        'wallet_capture_sessions_total{kind="issuance",verdict="fail"} 1',
        'wallet_capture_pipeline_runs_total{status="completed",trigger="CI"} 1',
      ]),
    )
    const ofAge = async () => (await lines()).filter((line) => line.startsWith('wallet_capture_backup_age_seconds'))
    expect(await ofAge()).toEqual([])
    metrics.measure(async () => ({ backupAgeSeconds: 60, parts: { worker: false }, storageBytes: { keys: 7 } }))
    expect(await ofAge()).toEqual(['wallet_capture_backup_age_seconds 60'])
    expect(await lines()).toEqual(
      expect.arrayContaining([
        'wallet_capture_part_up{part="worker"} 0',
        'wallet_capture_storage_bytes{part="keys"} 7',
      ]),
    )
    metrics.measure(async () => ({}))
    expect(await ofAge()).toEqual([])
  })

  it('of a worker are its own', async () => {
    const metrics = await createWorkerMetrics(() => 3)
    const text = (await metrics.text()).body
    expect(text).toContain('wallet_capture_live_namespaces 3')
    expect(text).toContain('wallet_capture_process_resident_memory_bytes ')
    expect(text).not.toContain('http_requests')
  })

  it('are in the text format, each family once with its help and type', async () => {
    const metrics = await createMetrics(Object.keys(checks))
    metrics.request('page', 200, 1)
    metrics.request('createSession', 201, 0.01)
    metrics.commitBegun()
    metrics.commitEnded('committed', 0.2)
    metrics.quotaRefused('disk_floor')
    metrics.sessionJudged('presentation', 'pass')
    metrics.pipelineEnded('failed', 'scheduled')
    metrics.checkFailed('vci.dpop.htu')
    const one = { parts: { worker: true }, storageBytes: { keys: 7 }, diskFreeBytes: 1, aggregationAgeSeconds: 2 }
    metrics.measure(async () => ({ ...one, backupAgeSeconds: 3, pipelineWaiting: { worker: 1, wallet: 0, result: 2 } }))
    const families = readExposition((await metrics.text()).body)
    // Each that the design names, with a value; those of sign-in come with accounts.
    for (const [name, labels] of Object.entries(designed)) {
      const family = families.get(`wallet_capture_${name}`)
      expect([name, family?.series.size !== 0]).toEqual([name, true])
      for (const series of family?.series.keys() ?? []) {
        const found = [...series.matchAll(/([a-z_]+)="/g)].map(([, label]) => label).filter((label) => label !== 'le')
        expect([series, found.join()]).toEqual([series, labels])
      }
    }
    const own = [...families.keys()].filter((name) => !/^wallet_capture_(process|nodejs)_/.test(name))
    expect(own.map((name) => name.slice('wallet_capture_'.length)).sort()).toEqual(
      [...Object.keys(designed), 'commits_failed_total'].sort(),
    )
    const worker = await createWorkerMetrics(() => 3)
    expect(readExposition((await worker.text()).body).get('wallet_capture_live_namespaces')?.series).toEqual(
      new Map([['wallet_capture_live_namespaces{}', 3]]),
    )
  })

  it.each([
    ['# TYPE a gauge\na 1\n', 'follows no help'],
    ['# HELP a b\na 1\n', 'has no type'],
    ['# HELP a b\n# TYPE a gauge\na{x="1"} 1\na{x="1"} 2\n', 'comes twice'],
    ['# HELP a b\n# TYPE a gauge\na{x="1",x="2"} 1\n', 'comes twice'],
    ['# HELP a b\n# TYPE a gauge\n# HELP a b\n', 'has been there'],
    ['# HELP a b\n# TYPE a gauge\nb 1\n', 'another family'],
    ['# HELP a b\n# TYPE a counter\na 1\n', 'ends in _total'],
    ['# HELP a b\n# TYPE a gauge\na{x="\n"} 1\n', 'none of the format'],
    ['# HELP a b\n# TYPE a gauge\na one\n', 'no number'],
    [
      '# HELP a b\n# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n',
      'does not grow',
    ],
    ['# HELP a b\n# TYPE a histogram\na_bucket{le="1"} 2\na_sum 1\na_count 2\n', 'no last bucket'],
    ['# HELP a b\n# TYPE a gauge\na 1', 'no end'],
  ])('are not in the text format as %j', (text, why) => {
    expect(() => readExposition(text)).toThrow(why)
  })

  const promtool = spawnSync('promtool', ['--version']).error === undefined
  it.skipIf(!promtool)('are what promtool takes', async () => {
    const metrics = await createMetrics(Object.keys(checks))
    metrics.request('page', 200, 1)
    const { status, stdout } = spawnSync('promtool', ['check', 'metrics'], { input: (await metrics.text()).body })
    expect([status, String(stdout)]).toEqual([0, ''])
  })
})

describe('the port', () => {
  it('serves /metrics alone, to this machine alone', async () => {
    const failures: unknown[] = []
    const metrics = await createMetrics()
    const server = createMetricsServer(metrics, (error) => failures.push(error))
    await once(server.listen(0, metricsHost), 'listening')
    const { port, address } = server.address() as AddressInfo
    const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
    try {
      expect(address).toBe('127.0.0.1')
      const answer = await get('/metrics')
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        'text/plain; version=0.0.4; charset=utf-8',
      ])
      expect(await answer.text()).toContain('# TYPE wallet_capture_http_requests_total counter')
      expect((await get('/')).status).toBe(404)
      expect((await get('/metrics', { method: 'POST' })).status).toBe(405)
      metrics.measure(async () => {
        throw new Error('storage is gone')
      })
      expect([(await get('/metrics')).status, failures.length]).toEqual([503, 1])
    } finally {
      server.close()
      server.closeAllConnections()
    }
  })
})
