import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readExposition } from '@/lib/testing/exposition'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { thorough } from '@/scripts/thorough.mjs'

/**
 * Rule host.metrics.bounded, over HTTP; `lib/server/metrics/metrics.test.ts` always tries 10,000 paths on the router.
 */
const oddPaths = thorough ? 10_000 : 400

const service = serviceForTests({ env: { METRICS_PORT: '9464', SESSION_RATE_LIMIT: '2' } })
const { http } = service

const text = async (): Promise<string> => (await service.container.metrics!.text()).body
const figure = async (series: string): Promise<number | null> => {
  const line = (await text()).split('\n').find((one) => one.startsWith(`wallet_capture_${series} `))
  return line === undefined ? null : Number(line.slice(line.lastIndexOf(' ')))
}
const seriesOf = async (): Promise<string[]> =>
  (await text())
    .split('\n')
    .filter((line) => !line.startsWith('#') && !/^wallet_capture_nodejs_(active|gc)/.test(line))
    .map((line) => line.slice(0, line.lastIndexOf(' ')))
    .sort()

describe('metrics of the service', () => {
  it('count an issuance, its commits, its failed checks, and what a quota refuses', async () => {
    const wallet = await createHandWallet(service, {}, http)
    await wallet.obtainToken()
    expect((await wallet.requestCredential()).status).toBe(200)
    expect((await http({ path: '/issuers/eu-pid-device-bound/token', method: 'POST' })).status).toBeGreaterThan(399)
    const create = () => http({ path: '/sessions', method: 'POST', body: '{"flow":"pre_authorized_code"}' })
    const statuses = [(await create()).status, (await create()).status]
    expect(statuses).toContain(429)

    expect(await figure('http_requests_total{operation="createSession",class="4xx"}')).toBe(
      statuses.filter((status) => status === 429).length,
    )
    expect(await figure('quota_refusals_total{quota="session_rate"}')).toBeGreaterThan(0)
    expect(await figure('http_request_seconds_count{area="issuer"}')).toBeGreaterThan(2)
    expect(await figure('commit_seconds_count')).toBeGreaterThan(3)
    expect(await figure('commit_queue')).toBe(0)
    expect(await text()).toMatch(/check_failures_total\{check="vci\.[a-z_.]+"\} [1-9]/)
    expect(await figure('part_up{part="pocketbase"}')).toBe(1)
    expect(await figure('disk_free_bytes')).toBeGreaterThan(0)
    expect(await figure('storage_bytes{part="keys"}')).toBeGreaterThan(0)
    readExposition(await text())
    // It contains no id of the session or the wallet.
    expect(await text()).not.toContain(wallet.created.session_id)
  })

  it('tell the age of the newest whole backup', async () => {
    expect(await figure('backup_age_seconds')).toBeNull()
    const at = (folder: string) => join(service.dataDir, 'backups', folder)
    for (const name of ['2026-11-01T000000Z', '2026-11-02T000000Z']) mkdirSync(at(name), { recursive: true })
    const madeAt = new Date(service.now() - 90_000).toISOString()
    const manifest = JSON.stringify({ created_at: madeAt }, null, 2)
    writeFileSync(join(at('2026-11-01T000000Z'), 'manifest.json'), manifest)
    // Without its seal, a backup may be incomplete.
    expect(await figure('backup_age_seconds')).toBeNull()
    const seal = createHash('sha256').update(manifest).digest('hex')
    writeFileSync(join(at('2026-11-01T000000Z'), 'manifest.sha256'), `${seal}  manifest.json\n`)
    expect(await figure('backup_age_seconds')).toBeGreaterThanOrEqual(90)
    expect(await figure('backup_age_seconds')).toBeLessThan(120)
  })

  it(`have the same series after ${oddPaths} odd paths`, async () => {
    const odd = (count: number): string => {
      const id = `x${count}${(count * 7919).toString(36)}`
      const paths = [`/${id}`, `/sessions/${id}`, `/openid4vp/sessions/${id}`, `/.well-known/${id}`, `/api/${id}`]
      return paths[count % paths.length] as string
    }
    const ask = async (first: number, last: number) => {
      for (let count = first; count < last; count++) await http({ path: odd(count), method: 'GET' })
    }
    await ask(0, 20)
    const before = await seriesOf()
    await ask(20, oddPaths)
    expect(await seriesOf()).toEqual(before)
  })
})
