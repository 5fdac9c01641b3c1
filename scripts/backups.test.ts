import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  differingRows,
  forgetOldBackups,
  listBackups,
  makeBackup,
  ownMigrations,
  ownVersions,
  plainFiles,
  readManifest,
  requireNotNewer,
  requireOwner,
  restoreBackup,
  secretFiles,
} from './backups.mjs'
import { untilNextBackup } from './keep-backups.mjs'
import { startToken } from './processes.mjs'
import { Stop } from './terminal.mjs'

let folder: string
let dataDir: string
let to: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wallet-capture-backups-'))
  dataDir = join(folder, 'data')
  to = join(folder, 'backups')
  for (const path of files) {
    mkdirSync(dirname(join(dataDir, path)), { recursive: true })
    writeFileSync(join(dataDir, path), `what is in ${path}`)
  }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const plain = [
  'clients.json',
  'pocketbase/storage/executions/1/card.png',
  'trust-lists/eu.json',
  'trust/anchors.pem',
  'trust/identities/shop/chain.pem',
]
const secret = [
  'admin-api-key',
  'keys/root-ca.key.pem',
  'keys/trust/access.pem',
  'pocketbase-admin.json',
  'trust/identities/shop/key.pem',
]
const neither = [
  'bundles/open.tar',
  'pocketbase/auxiliary.db',
  'pocketbase/data.db',
  'run.json',
  'temporal.db',
  'trusted-roots.pem',
]
const files = [...plain, ...secret, ...neither]

const copy = async (file: string) => {
  writeFileSync(file, 'a copy of the database')
  return { rows: { sessions: 3 }, migrations: ownMigrations() }
}
const make = (more: Partial<Parameters<typeof makeBackup>[0]> = {}) => makeBackup({ dataDir, to, copy, ...more })
const below = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()

describe('what a backup holds', () => {
  it('is the database and the files beside it, without keys, passwords, spools and what is made again', async () => {
    expect([plainFiles(dataDir).sort(), secretFiles(dataDir).sort()]).toEqual([plain, secret])
    const { folder: made, manifest } = await make()
    expect(below(made)).toEqual([...plain, 'manifest.json', 'manifest.sha256', 'pocketbase/data.db'].sort())
    expect(manifest).toMatchObject({ ...ownVersions(), rows: { sessions: 3 }, keys: false })
    expect(readManifest(made)).toEqual(manifest)
    const all = below(made).map((path) => readFileSync(join(made, path), 'utf8'))
    for (const path of secret) expect(all.join('\n')).not.toContain(`what is in ${path}`)
  })

  it('has the keys in an archive of their own on request, and nobody else may read any of it', async () => {
    const { folder: made, manifest } = await make({ withKeys: true })
    expect(manifest.keys).toBe(true)
    const archive = readFileSync(join(made, 'keys.tar'), 'utf8')
    for (const path of secret) expect(archive).toContain(`what is in ${path}`)
    const open = below(made).filter((path) => (statSync(join(made, path)).mode & 0o077) !== 0)
    expect([open, statSync(made).mode & 0o777]).toEqual([[], 0o700])
  })

  it('goes on where a file vanishes meanwhile, and leaves nothing where it fails', async () => {
    symlinkSync(join(folder, 'gone'), join(dataDir, 'trust', 'dangling.pem'))
    const { manifest } = await make()
    expect(Object.keys(manifest.files)).not.toContain('trust/dangling.pem')
    const failing = make({
      copy: async () => {
        throw new Error('the disk is broken')
      },
      to: join(folder, 'others'),
    })
    await expect(failing).rejects.toThrow('the disk is broken')
    expect(readdirSync(join(folder, 'others'))).toEqual([])
  })
})

describe('a backup that was killed', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const hours = (count: number) => new Date(now.getTime() - count * 3_600_000)
  const own = { host: hostname(), pid: process.pid, token: startToken(process.pid) }
  /** Leaves what an interrupted backup of this many hours ago wrote. */
  const leave = (name: string, maker: object | null, ago: number) => {
    mkdirSync(join(to, name, 'pocketbase'), { recursive: true })
    const written = ['pocketbase/data.db', ...(maker === null ? [] : ['.maker.json'])]
    for (const path of written) writeFileSync(join(to, name, path), JSON.stringify(maker))
    for (const path of ['', 'pocketbase', ...written]) utimesSync(join(to, name, path), hours(ago), hours(ago))
  }

  it('is cleared by the next one, unless another process may be at it', async () => {
    leave('.2026-11-20T110001Z.part', { ...own, token: 'of an earlier process' }, 1)
    leave('.2026-11-20T110002Z.part', { ...own, pid: 2 ** 22 + 1 }, 1)
    leave('.2026-11-20T110003Z.part', own, 1)
    leave('.2026-11-20T110004Z.part', { ...own, host: 'another-machine', token: '1' }, 1)
    leave('.2026-11-20T110005Z-2.part', null, 1)
    leave('.2026-11-18T110006Z.part', { ...own, host: 'another-machine', token: '1' }, 49)
    leave('.2026-11-18T110007Z.part', null, 49)
    leave('.of-somebody-else.part', null, 49)
    const { folder: made } = await make({ now })
    expect(readdirSync(to).sort()).toEqual([
      '.2026-11-20T110003Z.part',
      '.2026-11-20T110004Z.part',
      '.2026-11-20T110005Z-2.part',
      '.of-somebody-else.part',
      '2026-11-20T120000Z',
    ])
    expect(readdirSync(made)).not.toContain('.maker.json')
  })
})

describe('room', () => {
  it('is asked for 1.2 times what is copied, before anything is', async () => {
    const sizes = [...plain, 'pocketbase/data.db'].map((path) => statSync(join(dataDir, path)).size)
    const whole = sizes.reduce((sum, size) => sum + size, 0)
    const needed = Math.ceil(whole * 1.2)
    await expect(make({ free: async () => needed - 1 })).rejects.toThrow(
      /^A backup needs 1 MiB, and 1 MiB are free in /,
    )
    expect(readdirSync(to)).toEqual([])
    await make({ free: async () => needed })
  })
})

describe('the folder of backups', () => {
  it('may be none that is backed up itself, and has to be one that can be written', async () => {
    for (const inside of ['trust', 'trust/mine', 'pocketbase/storage', 'keys'])
      await expect(make({ to: join(dataDir, inside) }), inside).rejects.toThrow('is a part of what is backed up')
    for (const [odd, code] of [
      [join(dataDir, 'clients.json'), 'ENOTDIR'],
      [join(dataDir, 'clients.json', 'x'), 'ENOTDIR'],
      ['/proc/x/y', 'ENOENT'],
    ] as const)
      await expect(make({ to: odd }), odd).rejects.toThrow(`No backup can be written to ${odd} (${code})`)
    await make({ to: join(dataDir, 'backups') })
  })
})

it('is made as the user of the service alone', () => {
  const owner = statSync(join(dataDir, 'pocketbase/data.db')).uid
  expect(() => requireOwner(dataDir, owner)).not.toThrow()
  expect(() => requireOwner(join(folder, 'none'), owner + 1)).not.toThrow()
  const words = `data.db belongs to user ${owner}, and this is user ${owner + 1}: run the backup as the user of the service`
  expect(() => requireOwner(dataDir, owner + 1)).toThrow(words)
})

describe('a restore', () => {
  it('refuses a backup in which one byte of any file changed, and leaves the folder empty', async () => {
    const { folder: made } = await make({ withKeys: true })
    const target = join(folder, 'restored')
    const changed = below(made)
    expect(changed).toContain('manifest.json')
    for (const path of changed) {
      const whole = readFileSync(join(made, path))
      const bytes = Buffer.from(whole)
      bytes[bytes.length >> 1]! ^= 1
      writeFileSync(join(made, path), bytes)
      await expect(restoreBackup({ from: made, dataDir: target }), path).rejects.toThrow('its hash differs')
      writeFileSync(join(made, path), whole)
    }
    expect(below(target)).toEqual([])
  })

  it('refuses a folder that is in use, one that is no backup, and one that lacks a file', async () => {
    const { folder: made } = await make()
    await expect(restoreBackup({ from: made, dataDir })).rejects.toThrow('is not empty')
    const target = join(folder, 'restored')
    await expect(restoreBackup({ from: to, dataDir: target })).rejects.toThrow('is not a backup')
    await expect(restoreBackup({ from: made, dataDir: '/proc/x/y' })).rejects.toThrow('cannot be written (ENOENT)')
    mkdirSync(join(target, '.restoring'), { recursive: true })
    await expect(restoreBackup({ from: made, dataDir: target })).rejects.toThrow('delete')
    rmSync(target, { recursive: true })
    // A mounted backup folder contains nothing else: only this test's fake database is refused.
    mkdirSync(join(target, 'backups'), { recursive: true })
    await expect(restoreBackup({ from: made, dataDir: target })).rejects.toThrow('PocketBase cannot read')
    rmSync(target, { recursive: true })
    rmSync(join(made, 'clients.json'))
    await expect(restoreBackup({ from: made, dataDir: target })).rejects.toThrow('clients.json is missing')
  })

  it('refuses a manifest that is sealed but not JSON', async () => {
    const { folder: made } = await make()
    const text = 'not JSON'
    writeFileSync(join(made, 'manifest.json'), text)
    const hash = createHash('sha256').update(text).digest('hex')
    writeFileSync(join(made, 'manifest.sha256'), `${hash}  manifest.json\n`)
    const words = `${made}/manifest.json is not JSON, though its hash is right`
    expect(() => readManifest(made)).toThrow(new Stop(`${words}: no backup of this program wrote it.`))
  })

  it('refuses a backup of a newer version', () => {
    const manifest = { version: '9.0.0', pocketbase: '0.39.0', migrations: ['1.js', '2.js'] }
    const refuse = (own: { migrations: string[]; pocketbase: string }) => () => requireNotNewer(manifest as never, own)
    expect(refuse({ migrations: ['1.js'], pocketbase: '0.39.0' })).toThrow(
      'version 9.0.0 (the migration 2.js is not known here)',
    )
    expect(refuse({ migrations: ['1.js', '2.js'], pocketbase: '0.9.1' })).toThrow('PocketBase 0.39.0')
    expect(refuse({ migrations: ['1.js', '2.js', '3.js'], pocketbase: '0.39.0' })).not.toThrow()
  })

  it('compares the rows of every table', () => {
    expect(differingRows({ a: 1, b: 2 }, { a: 1, b: 2 })).toBeUndefined()
    expect(differingRows({ a: 1, b: 2 }, { a: 1, b: 3 })).toBe('b has 3 rows, not 2')
    expect(differingRows({ a: 1 }, { a: 1, c: 0 })).toBe('c has 0 rows, not any')
  })
})

describe('backups on a schedule', () => {
  it('are due so many hours after the newest one, whenever the service started', () => {
    const hour = 3_600_000
    expect(untilNextBackup({ everyHours: 24, newest: undefined, now: 0 })).toBe(0)
    expect(untilNextBackup({ everyHours: 24, newest: 0, now: 23 * hour })).toBe(hour)
    expect(untilNextBackup({ everyHours: 24, newest: 0, now: 30 * hour })).toBe(0)
  })

  it('stay as many as BACKUP_KEEP says, the newest, and only whole ones count', async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 10, day))
    for (const day of [1, 2, 2, 3]) await make({ now: at(day) })
    mkdirSync(join(to, '2026-11-09T000000Z'))
    const names = () => listBackups(to).map((one) => one.slice(to.length + 1))
    expect(names()).toEqual(['2026-11-03T000000Z', '2026-11-02T000000Z-2', '2026-11-02T000000Z', '2026-11-01T000000Z'])
    expect(forgetOldBackups(to, 0)).toEqual([])
    expect(forgetOldBackups(to, 2)).toHaveLength(2)
    expect(names()).toEqual(['2026-11-03T000000Z', '2026-11-02T000000Z-2'])
  })
})
