import { existsSync } from 'node:fs'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Fills an empty data directory with a database that `make` fills. Migrating one takes PocketBase twenty times as long as
 * starting on it, so the tests of one run copy the first; without `pocketbase-setup.ts` each makes its own.
 * @param dataDir an existing empty directory
 * @param make fills the directory it gets, and has closed every file there when it is done
 */
export async function fillFromTemplate(dataDir: string, make: (directory: string) => Promise<unknown>): Promise<void> {
  const templates = process.env.TEST_POCKETBASE_TEMPLATE
  if (!templates) {
    await make(dataDir)
    return
  }
  const template = join(templates, 'made')
  if (!existsSync(template)) {
    const own = await mkdtemp(join(templates, 'new-'))
    await make(own)
    // Another worker may have been first: its template is as good.
    await rename(own, template).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
      await rm(own, { recursive: true })
    })
  }
  await cp(template, dataDir, { recursive: true })
}
