import { createHmac } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { backupAge } from '@/lib/server/metrics/measure-service'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import {
  backupsOf,
  DATABASE,
  listBackups,
  makeBackup,
  ownMigrations,
  readManifest,
  restoreBackup,
} from '@/scripts/backups.mjs'
import { keepBackups } from '@/scripts/keep-backups.mjs'
import { askerOf } from '@/scripts/live-database.mjs'
import { askDatabase } from '@/scripts/services.mjs'

/** Rule host.backup: a copy of a database in use, and what is made of it. */
let pocketBase: TestPocketBase
let folder: string
let dataDir: string
let ask: Awaited<ReturnType<typeof askerOf>>
beforeAll(async () => {
  pocketBase = await startPocketBase()
  folder = mkdtempSync(join(tmpdir(), 'wallet-capture-backup-'))
  dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  symlinkSync(pocketBase.dataDir, join(dataDir, 'pocketbase'))
  ask = await askerOf(pocketBase.url, pocketBase.adminFile)
})
afterAll(async () => {
  await pocketBase.remove()
  rmSync(folder, { recursive: true, force: true })
})

const back = (to: string) => makeBackup({ dataDir, to: join(folder, to), copy: (file) => ask('copy', { file }) })

describe('backups on a schedule', () => {
  it('go on after the newest one was damaged, and its age is that of the newest whole one', async () => {
    const home = join(folder, 'scheduled')
    mkdirSync(home)
    symlinkSync(pocketBase.dataDir, join(home, 'pocketbase'))
    const make = (now: Date) =>
      makeBackup({ dataDir: home, to: backupsOf(home), copy: (file) => ask('copy', { file }), now })
    const now = Date.now()
    await make(new Date(now - 7_200_000))
    const { folder: damaged } = await make(new Date(now - 3_600_000))
    appendFileSync(join(damaged, 'manifest.json'), '\n')
    expect(await backupAge(home, now)).toBe(7200)

    const said: string[] = []
    const settings = { dataDir: home, backupEveryHours: 24, backupKeep: 7 }
    const end = keepBackups({ settings, say: (line) => said.push(line) })
    try {
      await vi.waitFor(() => expect(said).toHaveLength(2), { timeout: 20_000 })
    } finally {
      end()
    }
    const [made = ''] = listBackups(backupsOf(home))
    expect(said).toEqual([
      expect.stringContaining(`${damaged}/manifest.json is not what was written`),
      `Backup: ${made}`,
    ])
    expect(readManifest(made).keys).toBe(false)
    expect(await backupAge(home, Date.now())).toBeLessThan(60)
  }, 30_000)
})

describe('a backup while PocketBase runs', () => {
  it('holds every row of one moment, and is restored where it is verified', async () => {
    const { folder: made, manifest } = await back('whole')
    expect(manifest.migrations).toEqual(ownMigrations())
    expect(manifest.rows).toMatchObject({ _migrations: expect.any(Number), sessions: 0, scoreboard_state: 1 })
    expect(statSync(join(made, DATABASE)).mode & 0o777).toBe(0o600)
    // Nothing but what the manifest names: SQLite leaves no journal beside it.
    expect(readdirSync(join(made, 'pocketbase'))).toEqual(['data.db'])

    const target = join(folder, 'restored')
    expect(await restoreBackup({ from: made, dataDir: target })).toEqual(readManifest(made))
    expect(await askDatabase({ dir: join(target, 'pocketbase'), parts: ['wallet-capture-inspect'] })).toEqual({
      check: 'ok',
      rows: manifest.rows,
      migrations: manifest.migrations,
    })
    expect(await askDatabase({ dir: join(target, 'pocketbase'), parts: ['wallet-capture-migrated'] })).toEqual({
      migrations: manifest.migrations,
    })
  })

  it('has its keys in folders that nobody else may open, wherever they are restored', async () => {
    const home = join(folder, 'with keys in it')
    mkdirSync(join(home, 'keys'), { recursive: true })
    chmodSync(join(home, 'keys'), 0o755)
    writeFileSync(join(home, 'keys', 'root-ca.key.pem'), 'a key')
    symlinkSync(pocketBase.dataDir, join(home, 'pocketbase'))
    const copy = (file: string) => ask('copy', { file, withKeys: true })
    const { folder: made } = await makeBackup({ dataDir: home, to: join(folder, 'keys of it'), withKeys: true, copy })
    const target = join(folder, 'restored keys')
    mkdirSync(target)
    chmodSync(target, 0o755)
    await restoreBackup({ from: made, dataDir: target })
    expect(statSync(join(target, 'keys')).mode & 0o777).toBe(0o700)
  })

  it('writes into an empty file alone, for the superuser alone', async () => {
    const taken = join(folder, 'taken.db')
    writeFileSync(taken, 'not empty')
    await expect(ask('copy', { file: taken })).rejects.toThrow('PocketBase answered 400')
    await expect(ask('copy', { file: join(folder, 'absent.db') })).rejects.toThrow('PocketBase answered')
    const stranger = await fetch(`${pocketBase.url}/api/internal/operations/copy`, { method: 'POST', body: '{}' })
    expect(stranger.status).toBe(401)
  })

  it('whose database has other rows than were counted is not restored', async () => {
    const { folder: made } = await makeBackup({
      dataDir,
      to: join(folder, 'miscounted'),
      copy: async (file) => {
        const { rows, ...rest } = await ask('copy', { file })
        return { ...rest, rows: { ...rows, sessions: 1 } }
      },
    })
    const target = join(folder, 'refused')
    await expect(restoreBackup({ from: made, dataDir: target })).rejects.toThrow('sessions has 0 rows, not 1')
    expect(readdirSync(target)).toEqual([])
  })

  it('is made by a command where none runs', async () => {
    const { manifest } = await back('running')
    const dir = join(folder, 'at rest', 'pocketbase')
    mkdirSync(dir, { recursive: true })
    const { folder: made } = await back('again')
    copyFileSync(join(made, DATABASE), join(dir, 'data.db'))
    const copied = await makeBackup({
      dataDir: join(folder, 'at rest'),
      to: join(folder, 'by command'),
      copy: (file) => askDatabase({ dir, parts: ['wallet-capture-copy', file] }),
    })
    expect(copied.manifest.rows).toEqual(manifest.rows)
  })

  it('holds none of the secrets of PocketBase without keys, neither in a row nor in a free page', async () => {
    const { email, password } = JSON.parse(readFileSync(pocketBase.adminFile, 'utf8'))
    const asSuperuser = async (method: string, path: string, token: string, body?: object) => {
      const headers = { 'content-type': 'application/json', authorization: token }
      return fetch(`${pocketBase.url}/api/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    }
    const signIn = { identity: email, password }
    const signedIn = await asSuperuser('POST', 'collections/_superusers/auth-with-password', '', signIn)
    const { token, record } = await signedIn.json()
    const s3 = { enabled: false, bucket: 'b', region: 'r', endpoint: 'https://s3.example', accessKey: 'a' }
    const saved = await asSuperuser('PATCH', 'settings', token, {
      smtp: { enabled: true, host: 'smtp.example', port: 587, username: 'u', password: 'password-of-smtp' },
      s3: { ...s3, secret: 'secret-of-storage' },
      backups: { s3: { ...s3, secret: 'secret-of-backups' } },
    })
    expect([saved.status, await saved.text()]).toEqual([200, expect.any(String)])
    const provider = { name: 'google', clientId: 'c', clientSecret: 'secret-of-provider' }
    const account = await asSuperuser('POST', 'collections', token, {
      name: 'accounts',
      type: 'auth',
      oauth2: { enabled: true, providers: [provider] },
    })
    expect([account.status, await account.text()]).toEqual([200, expect.any(String)])

    const forge = (bytes: string) => {
      const key = /\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}([A-Za-z0-9_]{50})/.exec(bytes)?.[1] ?? ''
      const secret = /"authToken":\{[^{}]*"secret":"([^"]+)"/g
      return [...bytes.matchAll(secret)].map(([, part = '']) => {
        const of = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
        const claims = {
          collectionId: record.collectionId,
          exp: 4_000_000_000,
          id: record.id,
          refreshable: true,
          type: 'auth',
        }
        const signed = `${of({ alg: 'HS256', typ: 'JWT' })}.${of(claims)}`
        return `${signed}.${createHmac('sha256', key + part)
          .update(signed)
          .digest('base64url')}`
      })
    }
    const statuses = async (bytes: string) =>
      Promise.all(
        forge(bytes).map(async (one) => (await asSuperuser('GET', 'collections/_superusers/records', one)).status),
      )
    const copied = async (to: string, withKeys: boolean) => {
      const copy = (file: string) => ask('copy', { file, withKeys })
      const { folder: made } = await makeBackup({ dataDir, to: join(folder, to), copy })
      return readFileSync(join(made, DATABASE), 'latin1')
    }
    const [whole, without] = [await copied('with keys', true), await copied('without keys', false)]
    // Whoever has the whole copy is the superuser of the database that runs.
    expect(await statuses(whole)).toContain(200)
    const found = await statuses(without)
    expect([found.length > 0, found.filter((status) => status !== 401 && status !== 403)]).toEqual([true, []])

    const secrets = [
      ...[...whole.matchAll(/"(?:secret|clientSecret|password)":"([^"]+)"/g)].map(([, value = '']) => value),
      ...[...whole.matchAll(/\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}[A-Za-z0-9_]{50}/g)].flatMap(([row]) => [
        row.slice(0, 60),
        row.slice(60),
      ]),
    ]
    expect(secrets).toEqual(
      expect.arrayContaining(['password-of-smtp', 'secret-of-storage', 'secret-of-backups', 'secret-of-provider']),
    )
    expect(secrets.filter((one) => one.length > 5 && without.includes(one))).toEqual([])
  })
})
