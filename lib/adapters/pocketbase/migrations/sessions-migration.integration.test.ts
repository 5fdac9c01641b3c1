import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toDateColumn } from '@/lib/core/shared/ports/filter'
import { readRecords } from '@/lib/testing/expect-whole-evidence'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import {
  commitOf,
  sampleEvent,
  sampleExchange,
  samplePresentation,
  sampleSession,
  sampleStart,
  sampleValue,
} from '@/lib/testing/store-samples'
import { createPocketBaseClient, type PocketBaseClient } from '../client/client'
import { createPocketBaseStore, type PocketBaseStore } from '../store/pocketbase-store'

const ours = fileURLToPath(new URL('../../../../pb_migrations', import.meta.url))
/** The migration under test, later ones whose columns every session writes, and those that they depend on. */
const migrations = [
  '1790000200_sessions.js',
  '1790000204_campaigns.js',
  '1790000207_entered_results.js',
  '1790000208_lookup_digests.js',
  '1790000223_laboratories.js',
  '1790000229_access_keys.js',
  '1790000280_browser_requests.js',
  '1790000310_workbenches.js',
] as const
const evidence = ['exchanges', 'findings', 'events', 'one_time_values']

let migrationsDir: string
let server: TestPocketBase
let client: PocketBaseClient
const access = () => ({ url: server.url, credentials: { adminFile: server.adminFile }, timeoutMillis: 10_000 })

/** Two sessions of the older schema, the first with an exchange, its findings, an event and a one-time value. */
const sessions = [sampleSession(), sampleSession({ flow: 'authorization_code', origin: 'wallet_initiated' })] as const
const { sessionId } = sessions[0]
const exchange = sampleExchange({ sessionId })
const event = sampleEvent({ sessionId, exchangeId: exchange.id })
const value = sampleValue({ sessionId })

beforeAll(async () => {
  migrationsDir = await mkdtemp(join(tmpdir(), 'wallet-capture-migrations-'))
  for (const name of await readdir(ours))
    if (name < migrations[0]) await cp(join(ours, name), join(migrationsDir, name))
  server = await startPocketBase({ migrationsDir })
  client = createPocketBaseClient(access())
  await client.call('/api/health', { method: 'GET' })
  for (const session of sessions) {
    await client.sdk.collection('issuance_sessions').create({
      id: session.sessionId,
      issuer_configuration_id: session.issuerConfigurationId,
      flow: session.flow,
      credential_offer_mode: session.credentialOfferMode,
      credential_configuration_id: session.credentialConfigurationId,
      credential_offer_id: session.credentialOfferId,
      origin: session.origin,
      options: session.options,
      created_at: toDateColumn(session.createdAt),
      expires_at: toDateColumn(session.expiresAt),
    })
  }
  // Records that belong to sessions are written as usual: that part of the schema is unchanged.
  await withStore((store) => store.commit(commitOf({ exchange, events: [event], effects: [{ type: 'grant', value }] })))
})
afterAll(async () => {
  client.close()
  await server.remove()
  await rm(migrationsDir, { recursive: true })
})

async function withStore<Result>(use: (store: PocketBaseStore) => Promise<Result>): Promise<Result> {
  const store = await createPocketBaseStore({ ...access(), ledgerSize: 20, now: () => sampleStart })
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

const contentOf = async (names: readonly string[]) =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readRecords(server, name)])))

async function up(): Promise<void> {
  await server.end('SIGTERM')
  for (const name of migrations) await cp(join(ours, name), join(migrationsDir, name))
  expect((await server.command('migrate', 'up')).match(/Applied \S+/g)).toEqual(
    migrations.map((name) => `Applied ${name}`),
  )
  await server.start()
}

async function down(): Promise<void> {
  await server.end('SIGTERM')
  expect((await server.command('migrate', 'down', String(migrations.length))).match(/Reverted \S+/g)).toEqual(
    migrations.toReversed().map((name) => `Reverted ${name}`),
  )
  for (const name of migrations) await rm(join(migrationsDir, name))
  await server.start()
}

const expectIssuances = (store: PocketBaseStore) =>
  Promise.all([
    ...sessions.map(async (session) => {
      expect(await store.session(session.sessionId)).toEqual(session)
      expect(await store.sessionByOffer(session.credentialOfferId)).toEqual(session)
    }),
    expect(store.exchanges(sessionId)).resolves.toEqual([exchange]),
    expect(store.events(sessionId)).resolves.toEqual([event]),
    expect(store.oneTimeValue(value.kind, value.digest)).resolves.toEqual(value),
  ])

describe('the migration to sessions of two kinds', () => {
  it('carries issuance sessions over and back, with all that hangs on them', async () => {
    const before = await contentOf(['issuance_sessions', ...evidence])
    expect(before.issuance_sessions).toHaveLength(2)
    for (const name of evidence) expect([name, before[name]]).toEqual([name, [expect.anything()]])
    await up()
    await withStore(expectIssuances)
    expect((await readRecords(server, 'sessions')).map(({ kind }) => kind)).toEqual(['issuance', 'issuance'])
    await down()
    expect(await contentOf(['issuance_sessions', ...evidence])).toEqual(before)
    await up()
    await withStore(expectIssuances)
  })

  it('takes presentation sessions along on the way back, and leaves nothing of theirs behind', async () => {
    const before = await contentOf(evidence)
    const session = samplePresentation()
    const { sessionId: id } = session
    await withStore(async (store) => {
      const own = sampleExchange({ sessionId: id })
      const effects = [{ type: 'grant', value: sampleValue({ kind: 'vp_response', sessionId: id }) }] as const
      await store.commit(commitOf({ session, exchange: own, events: [sampleEvent({ sessionId: id })], effects }))
      expect(await store.session(id)).toEqual(session)
    })
    await down()
    expect(await contentOf(evidence)).toEqual(before)
    expect(await readRecords(server, 'issuance_sessions')).toHaveLength(2)
    await up()
    await withStore(async (store) => {
      expect(await store.session(id)).toBeNull()
      await expectIssuances(store)
    })
  })

  it('keeps the relations: deleting a session that was carried over takes its evidence along', async () => {
    await client.sdk.collection('sessions').delete(sessionId)
    for (const name of evidence) expect([name, await readRecords(server, name)]).toEqual([name, []])
  })
})
