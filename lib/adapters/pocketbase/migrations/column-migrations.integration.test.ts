import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { Session, StandingValue } from '@/lib/core/shared/ports/store-types'
import { readRecords } from '@/lib/testing/expect-whole-evidence'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import {
  commitOf,
  sampleDcApi,
  sampleExchange,
  sampleLaboratory,
  samplePresentation,
  sampleSession,
  sampleStart,
} from '@/lib/testing/store-samples'
import { createPocketBaseClient } from '../client/client'
import { commitItem, recordOf } from '../rows/commit-item'
import { createPocketBaseStore, type PocketBaseStore } from '../store/pocketbase-store'

const ours = fileURLToPath(new URL('../../../../pb_migrations', import.meta.url))

const workbenches = '1790000310_workbenches.js'

interface OlderServer {
  readonly server: TestPocketBase
  /** Applies the migration and restarts the server. */
  up(): Promise<void>
  /** Reverts the migration and restarts the server without it. */
  down(): Promise<void>
  withStore<Value>(work: (store: PocketBaseStore) => Promise<Value>): Promise<Value>
}

/** Runs `work` on a server with the schema before a migration. `later` migrations add columns that every session writes. */
async function before(
  migration: string,
  { later = [] }: { readonly later?: readonly string[] },
  work: (older: OlderServer) => Promise<void>,
): Promise<void> {
  const migrationsDir = await mkdtemp(join(tmpdir(), 'wallet-capture-migrations-'))
  for (const name of await readdir(ours))
    if (name < migration || later.includes(name)) await cp(join(ours, name), join(migrationsDir, name))
  const server = await startPocketBase({ migrationsDir })
  try {
    await work({
      server,
      async up() {
        await server.end('SIGTERM')
        await cp(join(ours, migration), join(migrationsDir, migration))
        expect(await server.command('migrate', 'up')).toContain(`Applied ${migration}`)
        await server.start()
      },
      async down() {
        await server.end('SIGTERM')
        expect(await server.command('migrate', 'down', '1')).toContain(`Reverted ${migration}`)
        await rm(join(migrationsDir, migration))
        await server.start()
      },
      async withStore(work) {
        const store = await createPocketBaseStore({
          url: server.url,
          credentials: { adminFile: server.adminFile },
          timeoutMillis: 30_000,
          ledgerSize: 20,
          now: () => sampleStart,
        })
        try {
          return await work(store)
        } finally {
          await store.close()
        }
      },
    })
  } finally {
    await server.remove()
    await rm(migrationsDir, { recursive: true })
  }
}

/** Expects that a migration only adds these columns of sessions: an older session stays, a newer one loses them on the way down. */
async function expectNewColumns(
  { server, up, down, withStore }: OlderServer,
  { columns, older, newer }: { readonly columns: readonly string[]; readonly older: Session; readonly newer: Session },
): Promise<void> {
  const client = createPocketBaseClient({
    url: server.url,
    credentials: { adminFile: server.adminFile },
    timeoutMillis: 30_000,
  })
  await client.call('/api/health', { method: 'GET' })
  for (const [table, row] of commitItem(commitOf({ session: older }), sampleStart, () => 1).rows) {
    const record = Object.entries(recordOf(table, row)).filter(([name]) => !columns.includes(name))
    await client.sdk.collection(table).create(Object.fromEntries(record))
  }
  client.close()
  const stored = await readRecords(server, 'sessions')
  await up()
  await withStore(async (store) => {
    await store.commit(commitOf({ session: newer }))
    expect(await store.session(older.sessionId)).toEqual(older)
    expect(await store.session(newer.sessionId)).toEqual(newer)
  })
  await down()
  const after = await readRecords(server, 'sessions')
  expect(after.filter(({ id }) => id === older.sessionId)).toEqual(stored)
  for (const name of columns) expect(after.find(({ id }) => id === newer.sessionId)).not.toHaveProperty(name)
  await up()
}

it('older sessions have no issuer of their own, newer ones keep theirs, and the way back forgets it alone', () =>
  before(
    '1790000223_laboratories.js',
    { later: ['1790000229_access_keys.js', '1790000280_browser_requests.js', workbenches] },
    (server) =>
      expectNewColumns(server, {
        columns: ['laboratory'],
        older: sampleSession(),
        newer: sampleSession({ laboratory: sampleLaboratory() }),
      }),
  ))

it('older sessions have a link, newer ones keep their entries and keys, and the way back forgets these alone', () =>
  before('1790000280_browser_requests.js', { later: [workbenches] }, (server) =>
    expectNewColumns(server, {
      columns: ['dc_api', 'sealed_entry_keys'],
      older: samplePresentation(),
      newer: samplePresentation({
        sealedEncryptionKey: null,
        dcApi: sampleDcApi(),
        sealedEntryKeys: ['a.b', null],
      }),
    }),
  ))

it('older sessions belong to no workbench, newer ones keep theirs, and the way back forgets these alone', () =>
  before(workbenches, {}, (server) =>
    expectNewColumns(server, {
      columns: ['workbench', 'number', 'started_by'],
      older: sampleSession(),
      newer: samplePresentation({ workbench: 'w'.repeat(43), number: 7, startedBy: 'CI #1182' }),
    }),
  ))

it('values that stand come with the migration, and go with the way back while all else stays', () =>
  before(
    '1790000230_standing_values.js',
    { later: ['1790000280_browser_requests.js', workbenches] },
    async ({ server, up, down, withStore }) => {
      await up()
      const session = sampleSession()
      const value: StandingValue = {
        kind: 'list_release',
        digest: 'd'.repeat(43),
        version: 3,
        changedAt: sampleStart,
        data: { sequence: 3 },
      }
      await withStore(async (store) => {
        await store.commit(commitOf({ session }))
        await store.commit(commitOf({ effects: [{ type: 'replace', value, replaces: 0 }] }))
        expect(await store.standingValue(value.kind, value.digest)).toEqual(value)
      })
      const sessions = await readRecords(server, 'sessions')
      await down()
      expect(await readRecords(server, 'sessions')).toEqual(sessions)
      await up()
      await withStore(async (store) => {
        expect(await store.standingValue(value.kind, value.digest)).toBeNull()
        expect((await store.session(session.sessionId))?.sessionId).toBe(session.sessionId)
      })
    },
  ))

it('the migration to chained operations renames those of stored exchanges, and back', () =>
  before('1790000202_chained_operations.js', {}, async ({ server, up, down, withStore }) => {
    const operations = async (): Promise<unknown[]> =>
      (await readRecords(server, 'exchanges')).map(({ operation }) => operation).sort()
    await up()
    await withStore(async (store) => {
      for (const operation of ['requestChainedToken', 'requestToken'])
        await store.commit(commitOf({ exchange: sampleExchange({ operation }) }))
    })
    await down()
    expect(await operations()).toEqual(['requestToken', 'requestUpstreamToken'])
    await up()
    expect(await operations()).toEqual(['requestChainedToken', 'requestToken'])
  }))
