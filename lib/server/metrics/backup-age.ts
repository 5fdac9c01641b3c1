import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

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
export const secondsSince = (instant: string | undefined, now: number): number | undefined => {
  const at = Date.parse(instant?.replace(' ', 'T') ?? '')
  return Number.isNaN(at) ? undefined : Math.max(0, (now - at) / 1000)
}
