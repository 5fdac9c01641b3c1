import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServicePorts } from '@/lib/core/scoreboard/scoreboard-ports'
import type { Clock } from '@/lib/core/shared/ports/ports'
import { freeBytesOf } from '../guard/disk-floor'
import type { Measured } from './metrics'

/** Milliseconds for which sizes of folders are reused: they may hold many files. */
const freshMillis = 60_000
/** Milliseconds that a scrape waits for what other processes know; Prometheus gives up after ten seconds. */
const soonMillis = 2000

/** Bytes of a file or of all files in a folder; 0 where there is none, or it vanishes meanwhile. */
async function bytesOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  if (found === null) return 0
  if (!found.isDirectory()) return found.size
  const names = await readdir(path).catch((): string[] => [])
  let sum = 0
  for (const name of names) sum += await bytesOf(join(path, name))
  return sum
}

const sum = async (...paths: readonly string[]): Promise<number> => {
  const sizes = await Promise.all(paths.map(bytesOf))
  return sizes.reduce((total, size) => total + size, 0)
}

/**
 * The result, or nothing where it fails or takes longer than a scrape waits: while storage is away its client tries again for half a
 * minute, and Prometheus would get no figure at all.
 */
const ifSoon = <Result>(asked: Promise<Result>): Promise<Result | undefined> =>
  Promise.race([asked.catch(() => undefined), pause(soonMillis, undefined, { ref: false })])

/** Seconds since the rows of the scoreboard were committed; absent where that never was, or storage does not answer. */
async function aggregationAge({ scoreboard }: Pick<ServicePorts, 'scoreboard'>, now: number) {
  const reply = await scoreboard.readPublic('scoreboard_state/records', null)
  return reply.status === 200 ? secondsSince(/"committed_at":\s*"([^"]+)"/.exec(reply.body)?.[1], now) : undefined
}

/** Only what there is: an absent member is a series that Prometheus does not get. */
const withoutAbsent = (values: { readonly [Name in keyof Measured]: Measured[Name] | undefined }): Measured =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** What a scrape asks of the web process. `stored`: whether the database is in the data directory. */
export function measureService(input: {
  readonly dataDir: string
  readonly stored: boolean
  readonly ports: Pick<ServicePorts, 'parts' | 'scoreboard'>
  readonly now: Clock
}): () => Promise<Measured> {
  const { dataDir, stored, ports, now } = input
  const below = (path: string) => join(dataDir, path)
  const free = freeBytesOf(dataDir)
  let sizes: { readonly at: number; readonly bytes: Promise<Record<string, number>> } | null = null
  const measureSizes = async (): Promise<Record<string, number>> => ({
    ...(stored
      ? {
          database: await sum(below('pocketbase/data.db'), below('pocketbase/data.db-wal')),
          files: await sum(below('pocketbase/storage')),
          backups: await sum(below('backups')),
        }
      : {}),
    temporal: await sum(below('temporal.db'), below('temporal.db-wal')),
    keys: await sum(below('keys')),
    bundles: await sum(below('bundles')),
  })
  return async () => {
    const at = now()
    if (sizes === null || Math.abs(at - sizes.at) >= freshMillis) sizes = { at, bytes: measureSizes() }
    const [parts, storageBytes, diskFreeBytes, aggregationAgeSeconds, backupAgeSeconds, pipelineWaiting] =
      await Promise.all([
        ports.parts(),
        sizes.bytes,
        free().catch(() => undefined),
        ifSoon(aggregationAge(ports, at)),
        backupAge(dataDir, at),
        ifSoon(ports.scoreboard.pipelines.waiting()),
      ])
    return withoutAbsent({
      parts: Object.fromEntries(
        Object.entries(parts).flatMap(([part, isUp]) =>
          isUp === null ? [] : [[part, isUp === true || isUp === 'up']],
        ),
      ),
      storageBytes,
      diskFreeBytes,
      aggregationAgeSeconds,
      backupAgeSeconds,
      pipelineWaiting,
    })
  }
}

/**
 * Seconds since the newest backup in `backups` of a data directory whose manifest is what was written (rule host.backup); undefined
 * without one. `now` in epoch milliseconds.
 */
export async function backupAge(dataDir: string, now: number): Promise<number | undefined> {
  const folder = join(dataDir, 'backups')
  const names = (await readdir(folder).catch((): string[] => [])).filter((name) => /^\d{4}-/.test(name)).sort()
  const read = (name: string, file: string) => readFile(join(folder, name, file), 'utf8').catch(() => null)
  for (const name of names.reverse()) {
    const [text, seal] = await Promise.all([read(name, 'manifest.json'), read(name, 'manifest.sha256')])
    if (text === null || seal?.split(' ')[0] !== createHash('sha256').update(text).digest('hex')) continue
    const seconds = secondsSince(/"created_at": "([^"]+)"/.exec(text)?.[1], now)
    if (seconds !== undefined) return seconds
  }
  return undefined
}

/** Seconds since an instant as ISO 8601 or as PocketBase writes it; undefined for anything else. `now` in epoch milliseconds. */
const secondsSince = (instant: string | undefined, now: number): number | undefined => {
  const at = Date.parse(instant?.replace(' ', 'T') ?? '')
  return Number.isNaN(at) ? undefined : Math.max(0, (now - at) / 1000)
}
