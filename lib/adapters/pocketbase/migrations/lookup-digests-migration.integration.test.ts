import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readRecords } from '@/lib/testing/expect-whole-evidence'
import { startPocketBase } from '@/lib/testing/pocketbase'
import { commitOf, sampleCampaign, sampleEntered, samplePresentation, sampleStart } from '@/lib/testing/store-samples'
import { createPocketBaseClient } from '../client/client'
import { commitItem, recordOf } from '../rows/commit-item'
import { createPocketBaseStore } from '../store/pocketbase-store'

const ours = fileURLToPath(new URL('../../../../pb_migrations', import.meta.url))
const migration = '1790000208_lookup_digests.js'
const tables = ['sessions', 'campaigns', 'entered_results'] as const
const added = ['state_digest', 'encryption_kid_digest', 'wallet_digest', 'by_operator', 'laboratory']

/** Texts as older versions stored them, with U+FFFD in place of a lone surrogate. */
const texts = ['abc', 'a\\', 'q" || 1=1 //', '@x', 'ünï 日本 😀', 'a\0b', 'line\nbreak\r', 'lone \ufffd', ' spaces ']
const older = texts.map((text) => {
  const wallet = { name: text, version: `${text} 1` }
  return {
    text,
    session: samplePresentation({ state: text, encryptionKid: text }),
    campaign: sampleCampaign({ wallet }),
    entered: sampleEntered({ wallet }),
  }
})
const bare = samplePresentation({ state: '', encryptionKid: null })
/** More rows than the migration reads at once. */
const many = Array.from({ length: 600 }, () => sampleCampaign({ wallet: { name: 'Many', version: '1' } }))

it('older rows are found by their digests, no row has two indexes for one purpose, and the way back restores all', async () => {
  const migrationsDir = await mkdtemp(join(tmpdir(), 'wallet-capture-migrations-'))
  for (const name of await readdir(ours)) if (name < migration) await cp(join(ours, name), join(migrationsDir, name))
  const server = await startPocketBase({ migrationsDir })
  const access = { url: server.url, credentials: { adminFile: server.adminFile }, timeoutMillis: 30_000 }
  const client = createPocketBaseClient(access)
  try {
    await client.call('/api/health', { method: 'GET' })
    let seq = 0
    /** Writes rows in the older schema. */
    const write = async (parts: Parameters<typeof commitOf>[0]) => {
      for (const [table, row] of commitItem(commitOf(parts), sampleStart, () => ++seq).rows) {
        const record = Object.entries(recordOf(table, row)).filter(([name]) => !added.includes(name))
        await client.sdk.collection(table).create(Object.fromEntries(record))
      }
    }
    for (const { session, campaign, entered } of older)
      for (const parts of [{ session }, { campaign }, { entered }]) await write(parts)
    await write({ session: bare })
    await Promise.all(many.map((campaign) => write({ campaign })))
    const contents = () => Promise.all(tables.map((name) => readRecords(server, name)))
    const indexes = async () =>
      Promise.all(tables.map(async (name) => (await client.sdk.collections.getOne(name)).indexes.toSorted()))
    const before = [await contents(), await indexes()]

    const up = async () => {
      await server.end('SIGTERM')
      await cp(join(ours, migration), join(migrationsDir, migration))
      expect(await server.command('migrate', 'up')).toContain(`Applied ${migration}`)
      await server.start()
    }
    const expectFound = async () => {
      const store = await createPocketBaseStore({ ...access, ledgerSize: 20, now: () => sampleStart })
      try {
        for (const { text, session, campaign, entered } of older) {
          const { wallet } = campaign
          const asked = { wallet, operatorOnly: false, max: 9 }
          expect(await store.sessionByState(text)).toEqual(session)
          expect(await store.sessionByEncryptionKid(text)).toEqual(session)
          expect(await store.campaigns(asked)).toEqual([campaign])
          expect(await store.enteredResults(asked)).toEqual([entered])
          expect(await store.campaigns({ ...asked, operatorOnly: true })).toEqual([])
          expect(await store.enteredResults({ ...asked, operatorOnly: true })).toEqual([])
        }
        expect(await store.session(bare.sessionId)).toEqual(bare)
        const all = { wallet: { name: 'Many', version: '1' }, operatorOnly: false, max: 1000 }
        expect(await store.campaigns(all)).toHaveLength(many.length)
      } finally {
        await store.close()
      }
    }
    await up()
    await expectFound()
    const after = (await indexes()).flat().join('\n')
    for (const gone of ['sessions (state,', 'sessions (encryption_kid)', '(wallet_name'])
      expect(after).not.toContain(gone)
    expect(after.match(/_digest/g)?.length).toBeGreaterThanOrEqual(4)

    await server.end('SIGTERM')
    expect(await server.command('migrate', 'down', '1')).toContain(`Reverted ${migration}`)
    await rm(join(migrationsDir, migration))
    await server.start()
    expect([await contents(), await indexes()]).toEqual(before)
    await up()
    await expectFound()
  } finally {
    client.close()
    await server.remove()
    await rm(migrationsDir, { recursive: true })
  }
})
