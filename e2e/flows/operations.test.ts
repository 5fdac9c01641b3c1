import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '@/lib/testing/free-port'
import {
  endStarts,
  ready,
  runScript,
  type Start,
  started,
  statusOf,
  temporary,
  withoutTemporal,
} from '@/lib/testing/npm-start'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { backupsOf, listBackups, readManifest } from '@/scripts/backups.mjs'

/** Rule host.backup: what an operator does with a running service. */
describe('a service that runs', () => {
  let start: Start
  let env: Record<string, string>
  let metricsPort: string
  beforeAll(async () => {
    metricsPort = String(await freePort())
    start = await started({ ...withoutTemporal, METRICS_PORT: metricsPort, BACKUP_EVERY_HOURS: '24', BACKUP_KEEP: '2' })
    await ready(start)
    env = {
      ...withoutTemporal,
      HOST: '127.0.0.1',
      DATA_DIR: start.dataDir,
      PORT: new URL(start.origin).port,
      BACKUP_KEEP: '2',
    }
    await obtainCredential({ origin: start.origin, http: createNodeClient() })
    const created = await fetch(`${start.origin}/openid4vp/sessions`, { method: 'POST' })
    expect(created.status).toBe(201)
  }, 400_000)
  afterAll(endStarts, 120_000)

  it('makes the first backup by itself, and serves metrics that tell its age', async () => {
    const figures = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    await vi.waitFor(async () => expect(await figures()).toMatch(/^wallet_capture_backup_age_seconds \d/m), {
      timeout: 60_000,
      interval: 200,
    })
    expect(listBackups(backupsOf(start.dataDir))).toHaveLength(1)
    expect(await figures()).toMatch(/^wallet_capture_part_up\{part="pocketbase"\} 1$/m)
    expect(await figures()).toMatch(/^wallet_capture_storage_bytes\{part="database"\} [1-9]/m)
  })

  it('is backed up meanwhile, and the drill finds every row and reads the same sessions', async () => {
    const made = await runScript('backup', env)
    expect([made.code, made.output]).toEqual([
      0,
      expect.stringMatching(/^Backup: \S+ \(2 sessions, \d+ MiB, [\d.]+ s\)\n/),
    ])
    // The service's own file says where it runs.
    const { PORT: _, ...others } = env
    const drilled = await runScript('restore', others, ['--drill'])
    expect([drilled.code, drilled.output]).toEqual([
      0,
      expect.stringContaining('2 of 2 sessions read the same as in the service that runs'),
    ])
    expect(await statusOf(`${start.origin}/readyz`)).toBe(200)
  }, 400_000)

  it('is restored into an empty directory with its keys; a changed byte is exit code 1', async () => {
    const to = temporary()
    const made = await runScript('backup', env, ['--to', to, '--with-keys'])
    expect([made.code, made.output]).toEqual([0, expect.stringContaining('It holds private keys')])
    const [folder = ''] = listBackups(to)
    const target = join(temporary(), 'restored')
    const restore = () => runScript('restore', { ...env, DATA_DIR: target }, [folder])

    const database = join(folder, 'pocketbase/data.db')
    const whole = readFileSync(database)
    const changed = Buffer.from(whole)
    changed[changed.length >> 1]! ^= 1
    writeFileSync(database, changed)
    const refused = await restore()
    expect([refused.code, refused.output]).toEqual([1, `${database} is not what was written: its hash differs.\n`])
    expect(readdirSync(target)).toEqual([])

    writeFileSync(database, whole)
    expect((await restore()).code).toBe(0)
    for (const key of ['keys/root-ca.cert.pem', 'admin-api-key'])
      expect(readFileSync(join(target, key))).toEqual(readFileSync(join(start.dataDir, key)))
    expect(readManifest(folder).rows.sessions).toBe(2)
    const again = await restore()
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('is not empty')])
  })
})

it.each([
  ['backup', ['--two'], '--two is not an option of npm run backup; see npm run backup -- --help.\n'],
  ['backup', [], 'There is no database in '],
  ['restore', [], 'Name the folder of a backup.\n'],
  ['restore', ['--drill'], 'There is no backup in '],
] as const)('npm run %s %j says what is wrong', async (name, args, words) => {
  const { code, output } = await runScript(name, { DATA_DIR: join(temporary(), 'none') }, args)
  expect([code, output]).toEqual([1, expect.stringContaining(words)])
})

// Only root can change the owner of a file.
it.runIf(process.getuid?.() === 0)('npm run backup refuses to run as another user than the service', async () => {
  const dataDir = temporary()
  const database = join(dataDir, 'pocketbase', 'data.db')
  mkdirSync(join(dataDir, 'pocketbase'))
  writeFileSync(database, '')
  chownSync(database, 10001, 10001)
  const { code, output } = await runScript('backup', { DATA_DIR: dataDir })
  expect([code, output]).toEqual([1, expect.stringContaining(`${database} belongs to user 10001, and this is user 0`)])
  expect(existsSync(backupsOf(dataDir))).toBe(false)
})
