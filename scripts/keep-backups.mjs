import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  backupsOf,
  DATABASE,
  forgetOldBackups,
  listBackups,
  madeAt,
  makeBackup,
  newerPart,
  ownMigrations,
  ownVersions,
} from './backups.mjs'
import { copierOf } from './live-database.mjs'
import { askDatabase } from './services.mjs'
import { Stop } from './terminal.mjs'

/** Delay before retrying a failed backup. */
const retryMillis = 10 * 60_000
const hourMillis = 60 * 60_000
/** Timers cannot wait a month, so look at least this often. */
const lookMillis = 12 * hourMillis

/**
 * Milliseconds until the next backup is due. @param {{ everyHours: number, newest: number | undefined, now: number }} options
 * `newest` = when the newest one was made
 */
export function untilNextBackup({ everyHours, newest, now }) {
  if (newest === undefined) return 0
  return Math.max(0, newest + everyHours * hourMillis - now)
}

/**
 * Makes backups while the service runs, every BACKUP_EVERY_HOURS after the newest one, so that restarts neither add nor
 * skip any. Failures are reported and retried.
 * @param {{ settings: Record<string, any>, say: (line: string) => void }} options `settings.dataDir` is absolute
 * @returns {() => void} ends it
 */
export function keepBackups({ settings, say }) {
  const { dataDir, backupEveryHours: everyHours, backupKeep, pocketbasePath, pocketbaseUrl } = settings
  if (everyHours === 0 || pocketbaseUrl !== undefined) return () => undefined
  const to = backupsOf(dataDir)
  let failedAt = 0
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  let ended = false
  const make = async () => {
    const { folder } = await makeBackup({ dataDir, to, copy: await copierOf({ dataDir, pocketbasePath }) })
    forgetOldBackups(to, backupKeep)
    say(`Backup: ${folder}`)
  }
  const look = async () => {
    const now = Date.now()
    const [newest] = listBackups(to)
    try {
      const wait = untilNextBackup({ everyHours, newest: timeOf(newest, say), now })
      if (wait === 0) await make()
    } catch (error) {
      failedAt = Date.now()
      say(`No backup could be made: ${error instanceof Error ? error.message : error}`)
    }
    if (!ended) plan()
  }
  const plan = () => {
    const [newest] = listBackups(to)
    const sinceFailure = failedAt === 0 ? 0 : failedAt + retryMillis - Date.now()
    const due = untilNextBackup({ everyHours, newest: timeOf(newest), now: Date.now() })
    timer = setTimeout(() => void look(), Math.min(lookMillis, Math.max(due, sinceFailure, 1000)))
    timer.unref()
  }
  plan()
  return () => {
    ended = true
    clearTimeout(timer)
  }
}

/**
 * When a backup was made; undefined if its manifest cannot be read, so that a damaged one does not count.
 * @param {string | undefined} folder @param {(line: string) => void} [say] is told of the damage
 * @returns {number | undefined} epoch milliseconds
 */
function timeOf(folder, say) {
  if (folder === undefined) return undefined
  try {
    return madeAt(folder)
  } catch (error) {
    say?.(`The newest backup is damaged, and another one is made: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}

/** Records which migrations a database has, next to it, so that a start need not ask. @param {string} dataDir */
const markerOf = (dataDir) => join(dataDir, 'pocketbase', 'migrated.json')

const ownMarker = () => JSON.stringify({ pocketbase: ownVersions().pocketbase, migrations: ownMigrations() })

/**
 * The PocketBase version in a marker; undefined if there is none.
 * @param {string | undefined} marker
 * @returns {string | undefined}
 */
function pocketbaseOf(marker) {
  try {
    const { pocketbase } = JSON.parse(marker ?? '{}')
    return typeof pocketbase === 'string' ? pocketbase : undefined
  } catch {
    return undefined
  }
}

/**
 * Makes a backup before a start that will migrate the database. The service does not run yet.
 * @param {{ settings: Record<string, any>, say: (line: string) => void, signal?: AbortSignal }} options
 * @throws {Stop} where it cannot be made, or the database is of a newer version: then nothing has been migrated
 */
export async function backUpBeforeMigration({ settings, say, signal }) {
  const { dataDir, pocketbasePath, pocketbaseUrl, backupKeep } = settings
  if (pocketbaseUrl !== undefined || !existsSync(join(dataDir, DATABASE))) return
  const marker = existsSync(markerOf(dataDir)) ? readFileSync(markerOf(dataDir), 'utf8') : undefined
  if (marker === ownMarker()) return
  const dir = join(dataDir, 'pocketbase')
  /** @type {{ migrations: string[] }} */
  const { migrations } = await askDatabase({ dir, parts: ['wallet-capture-migrated'], pocketbasePath, signal })
  const own = { migrations: ownMigrations(), pocketbase: ownVersions().pocketbase }
  const newer = newerPart({ migrations, pocketbase: pocketbaseOf(marker) ?? own.pocketbase }, own)
  if (newer !== undefined)
    throw new Stop(
      `The database in ${dir} is of a newer version of Wallet Capture (${newer}): start that version, or restore the backup that it made before it migrated.`,
    )
  if (marker === undefined && own.migrations.every((name) => migrations.includes(name))) return
  say('The database is of another version: making a backup before it is migrated …')
  const to = backupsOf(dataDir)
  const copy = (/** @type {string} */ file) =>
    askDatabase({ dir, parts: ['wallet-capture-copy', file], pocketbasePath, signal })
  const { folder } = await makeBackup({ dataDir, to, copy })
  forgetOldBackups(to, backupKeep)
  say(`Backup: ${folder}`)
  // If this start is interrupted while it migrates, the next one has to ask, whatever its version.
  rmSync(markerOf(dataDir), { force: true })
}

/** Records that this version has migrated the database. @param {{ settings: Record<string, any> }} options */
export function noteMigrated({ settings: { dataDir, pocketbaseUrl } }) {
  if (pocketbaseUrl === undefined) writeFileSync(markerOf(dataDir), ownMarker(), { mode: 0o600 })
}
