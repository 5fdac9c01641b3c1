import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { StandingValue } from '@/lib/core/ground/ports/store-types'
import { readRecords } from '@/lib/testing/expect-whole-evidence'
import { startPocketBase } from '@/lib/testing/pocketbase'
import { commitOf, sampleSession, sampleStart } from '@/lib/testing/store-samples'
import { createPocketBaseStore } from '../store/pocketbase-store'

const ours = fileURLToPath(new URL('../../../../pb_migrations', import.meta.url))
const migration = '1790000230_standing_values.js'
/** It brings columns that every session writes. */
const later = '1790000280_browser_requests.js'

it('values that stand come with the migration, and go with the way back while all else stays', async () => {
  const migrationsDir = await mkdtemp(join(tmpdir(), 'wallet-capture-migrations-'))
  for (const name of await readdir(ours))
    if (name < migration || name === later) await cp(join(ours, name), join(migrationsDir, name))
  const server = await startPocketBase({ migrationsDir })
  const open = () =>
    createPocketBaseStore({
      url: server.url,
      credentials: { adminFile: server.adminFile },
      timeoutMillis: 30_000,
      ledgerSize: 20,
      now: () => sampleStart,
    })
  try {
    await server.end('SIGTERM')
    await cp(join(ours, migration), join(migrationsDir, migration))
    expect(await server.command('migrate', 'up')).toContain(`Applied ${migration}`)
    await server.start()
    const session = sampleSession()
    const value: StandingValue = {
      kind: 'list_release',
      digest: 'd'.repeat(43),
      version: 3,
      changedAt: sampleStart,
      data: { sequence: 3 },
    }
    const store = await open()
    await store.commit(commitOf({ session }))
    await store.commit(commitOf({ effects: [{ type: 'replace', value, replaces: 0 }] }))
    expect(await store.standingValue(value.kind, value.digest)).toEqual(value)
    await store.close()
    const sessions = await readRecords(server, 'sessions')

    await server.end('SIGTERM')
    expect(await server.command('migrate', 'down', '1')).toContain(`Reverted ${migration}`)
    await server.start()
    expect(await readRecords(server, 'sessions')).toEqual(sessions)
    const again = await open()
    expect(await again.standingValue(value.kind, value.digest)).toBeNull()
    expect((await again.session(session.sessionId))?.sessionId).toBe(session.sessionId)
    await again.close()
  } finally {
    await server.remove()
    await rm(migrationsDir, { recursive: true })
  }
})
