import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { DATABASE, makeBackup, ownMigrations, readManifest, restoreBackup } from '@/scripts/backups.mjs'
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
})
