import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readRecords } from '@/lib/testing/expect-whole-evidence'
import { startPocketBase } from '@/lib/testing/pocketbase'
import { commitOf, sampleDcApi, samplePresentation, sampleStart } from '@/lib/testing/store-samples'
import { createPocketBaseClient } from '../client/client'
import { commitItem, recordOf } from '../rows/commit-item'
import { createPocketBaseStore } from '../store/pocketbase-store'

const ours = fileURLToPath(new URL('../../../../pb_migrations', import.meta.url))
const migration = '1790000280_browser_requests.js'
const columns = ['dc_api', 'sealed_entry_keys']

it('older sessions have a link, newer ones keep their entries and keys, and the way back forgets these alone', async () => {
  const migrationsDir = await mkdtemp(join(tmpdir(), 'wallet-capture-migrations-'))
  for (const name of await readdir(ours)) if (name < migration) await cp(join(ours, name), join(migrationsDir, name))
  const server = await startPocketBase({ migrationsDir })
  const access = { url: server.url, credentials: { adminFile: server.adminFile }, timeoutMillis: 30_000 }
  const client = createPocketBaseClient(access)
  try {
    await client.call('/api/health', { method: 'GET' })
    const older = samplePresentation()
    const newer = samplePresentation({
      sealedEncryptionKey: null,
      dcApi: sampleDcApi(),
      sealedEntryKeys: ['a.b', null],
    })
    for (const [table, row] of commitItem(commitOf({ session: older }), sampleStart, () => 1).rows) {
      const record = Object.entries(recordOf(table, row)).filter(([name]) => !columns.includes(name))
      await client.sdk.collection(table).create(Object.fromEntries(record))
    }
    const before = await readRecords(server, 'sessions')
    const up = async () => {
      await server.end('SIGTERM')
      await cp(join(ours, migration), join(migrationsDir, migration))
      expect(await server.command('migrate', 'up')).toContain(`Applied ${migration}`)
      await server.start()
    }
    await up()
    const store = await createPocketBaseStore({ ...access, ledgerSize: 20, now: () => sampleStart })
    await store.commit(commitOf({ session: newer }))
    expect(await store.session(older.sessionId)).toEqual(older)
    expect(await store.session(newer.sessionId)).toEqual(newer)
    await store.close()

    await server.end('SIGTERM')
    expect(await server.command('migrate', 'down', '1')).toContain(`Reverted ${migration}`)
    await rm(join(migrationsDir, migration))
    await server.start()
    const after = await readRecords(server, 'sessions')
    expect(after.filter(({ id }) => id === older.sessionId)).toEqual(before)
    for (const name of columns) expect(after.find(({ id }) => id === newer.sessionId)).not.toHaveProperty(name)
    await up()
  } finally {
    client.close()
    await server.remove()
    await rm(migrationsDir, { recursive: true })
  }
})
