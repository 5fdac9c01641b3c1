import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs once for all tests with PocketBase: sets the directory where the first of them leaves its migrated database for
 * the others (`pocketbase-template.ts`). Returns the clean-up. `npm test` sets one for all its parts.
 */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_POCKETBASE_TEMPLATE) return async () => undefined
  const directory = await mkdtemp(join(tmpdir(), 'wallet-capture-template-'))
  process.env.TEST_POCKETBASE_TEMPLATE = directory
  return () => rm(directory, { recursive: true, force: true })
}
