import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readRecords } from '@/lib/testing/expect-whole-evidence'
import { startPocketBase } from '@/lib/testing/pocketbase'
import { commitOf, sampleExchange, sampleStart } from '@/lib/testing/store-samples'
import { createPocketBaseStore } from '../store/pocketbase-store'

const ours = fileURLToPath(new URL('../../../../pb_migrations', import.meta.url))
const migration = '1790000202_chained_operations.js'

it('the migration to chained operations renames those of stored exchanges, and back', async () => {
  const migrationsDir = await mkdtemp(join(tmpdir(), 'wallet-capture-migrations-'))
  for (const name of await readdir(ours)) if (name <= migration) await cp(join(ours, name), join(migrationsDir, name))
  const server = await startPocketBase({ migrationsDir })
  try {
    const access = { url: server.url, credentials: { adminFile: server.adminFile }, timeoutMillis: 10_000 }
    const store = await createPocketBaseStore({ ...access, ledgerSize: 20, now: () => sampleStart })
    for (const operation of ['requestChainedToken', 'requestToken'])
      await store.commit(commitOf({ exchange: sampleExchange({ operation }) }))
    await store.close()
    const operations = async (): Promise<unknown[]> => {
      await server.start()
      return (await readRecords(server, 'exchanges')).map(({ operation }) => operation).sort()
    }
    await server.end('SIGTERM')
    expect(await server.command('migrate', 'down', '1')).toContain(`Reverted ${migration}`)
    // PocketBase applies the migrations in the folder when it starts.
    await rm(join(migrationsDir, migration))
    expect(await operations()).toEqual(['requestToken', 'requestUpstreamToken'])
    await server.end('SIGTERM')
    await cp(join(ours, migration), join(migrationsDir, migration))
    expect(await operations()).toEqual(['requestChainedToken', 'requestToken'])
  } finally {
    await server.remove()
    await rm(migrationsDir, { recursive: true })
  }
})
