import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { startService, type TestService } from '@/lib/testing/service'
import { makeBackup } from '@/scripts/backups.mjs'
import { askerOf } from '@/scripts/live-database.mjs'
import { copyRows, evidenceCopies, runSql, sessionCopies } from './copy-rows'
import { type Flows, prepareFlows } from './flows'
import { keepFigures, machineFacts } from './keep-figures'

/**
 * Measures how long commits wait while a backup is made under the load of eight wallets. The database is filled with copies of
 * real sessions by `sqlite3` until it has BENCH_MIB. No commit may wait for more than half a second.
 */
const wantedMib = Number(process.env.BENCH_MIB ?? 500)
const walletsAtOnce = 8
const mib = 1024 * 1024

let pocketBase: TestPocketBase
let service: TestService
let flows: Flows
let folder: string
beforeAll(async () => {
  pocketBase = await startPocketBase()
  const open = () => startService({ pocketBase, env: { METRICS_PORT: '9464' }, compared: false })
  const first = await open()
  const made = await prepareFlows(first.baseUrl)
  const http = made.newClient()
  for (let count = 0; count < 20; count++) await made.issuance(http)
  http.close()
  await first.close()
  await pocketBase.end('SIGTERM')

  // Copies of copies would have the same ids, so that one round makes all.
  const database = join(pocketBase.dataDir, 'data.db')
  const copyOf = (column: string) => `iif(${column} = '', '', substr(${column}, 1, 23) || printf('-%012x', n))`
  const older = (column: string) => column
  const copies = { sessions: sessionCopies(copyOf, older), ...evidenceCopies(copyOf, older) }
  const empty = statSync(database).size
  copyRows(pocketBase.dataDir, copies, 1)
  const each = Math.max(1, statSync(database).size - empty)
  runSql(pocketBase.dataDir, "DELETE FROM events WHERE id LIKE '%-1'")
  for (const table of ['sessions', 'exchanges', 'findings'])
    runSql(pocketBase.dataDir, `DELETE FROM ${table} WHERE id LIKE '%-000000000001'`)
  copyRows(pocketBase.dataDir, copies, Math.ceil((wantedMib * mib) / each))
  await pocketBase.start()
  service = await open()
  flows = await prepareFlows(service.baseUrl)
  folder = mkdtempSync(join(tmpdir(), 'wallet-capture-bench-backup-'))
  mkdirSync(join(folder, 'data'))
  symlinkSync(pocketBase.dataDir, join(folder, 'data', 'pocketbase'))
})
afterAll(async () => {
  await service?.close()
  await pocketBase?.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Commits by the upper bound of their seconds. */
async function commits(): Promise<Record<string, number>> {
  const { body } = await service.container.metrics!.text()
  const buckets = [...body.matchAll(/^wallet_capture_commit_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm)]
  return Object.fromEntries(buckets.map(([, bound = '', count]) => [bound, Number(count)]))
}

it('no commit waits for more than half a second while a backup is made', async () => {
  let ended = false
  let finished = 0
  const wallets = Array.from({ length: walletsAtOnce }, async () => {
    const http = flows.newClient()
    while (!ended) {
      await flows.issuance(http)
      finished++
    }
    http.close()
  })
  const ask = await askerOf(pocketBase.url, pocketBase.adminFile)
  const before = await commits()
  const begun = Date.now()
  const { manifest } = await makeBackup({
    dataDir: join(folder, 'data'),
    to: join(folder, 'backups'),
    copy: (file) => ask('copy', { file }),
  })
  const seconds = (Date.now() - begun) / 1000
  const after = await commits()
  ended = true
  await Promise.all(wallets)
  const meanwhile = Object.fromEntries(
    Object.entries(after).map(([bound, count]) => [bound, count - (before[bound] ?? 0)]),
  )
  keepFigures('backup.json', {
    ...machineFacts(),
    databaseMib: Math.round((manifest.files['pocketbase/data.db']?.bytes ?? 0) / mib),
    seconds,
    flows: finished,
    commitsBySeconds: meanwhile,
  })
  expect(meanwhile['+Inf']).toBeGreaterThan(walletsAtOnce)
  expect(meanwhile['+Inf'] ?? 0).toBe(meanwhile['0.5'])
})
