import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place } from '@/lib/wallet/secrets/wallet-secrets'

/** Every file below a folder. */
export async function readPlaces(folder: string): Promise<Place[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        return { name: path.slice(folder.length + 1), bytes: await readFile(path) }
      }),
  )
}
