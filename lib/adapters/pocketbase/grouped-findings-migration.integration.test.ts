import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { startPocketBase } from '@/lib/testing/pocketbase'
import { readRecords } from '@/lib/testing/pocketbase-records'
import { commitOf, sampleExchange, sampleSession, sampleStart } from '@/lib/testing/store-samples'
import { createPocketBaseStore } from './pocketbase-store'

const ours = fileURLToPath(new URL('../../../pb_migrations', import.meta.url))
/** The migration under test, and a later one whose columns are written with every session. */
const migrations = ['1790000203_grouped_findings.js', '1790000204_campaigns.js'] as const

it('the way back from grouped findings writes each by itself, and both are read alike', async () => {
  const migrationsDir = await mkdtemp(join(tmpdir(), 'wallet-capture-migrations-'))
  for (const name of await readdir(ours))
    if (name <= migrations[1]) await cp(join(ours, name), join(migrationsDir, name))
  const server = await startPocketBase({ migrationsDir })
  try {
    const access = { url: server.url, credentials: { adminFile: server.adminFile }, timeoutMillis: 10_000 }
    const session = sampleSession()
    const [finding] = sampleExchange().findings
    if (finding === undefined) throw new Error('The sample has a finding.')
    const passed = { ...finding, status: 'pass', expected: null, actual: null, hint: null, error: null } as const
    const findings = [
      { ...passed, rejected: false },
      { ...passed, rejected: false, id: 'vci.dpop.alg' as const },
      finding,
      { ...passed, rejected: false, subject: { queryId: 'pid', index: 1 } },
    ]
    const exchanges = [
      sampleExchange({ sessionId: session.sessionId, findings }),
      sampleExchange({ sessionId: session.sessionId, findings: [] }),
    ]
    const withStore = async <Result>(
      work: (store: Awaited<ReturnType<typeof createPocketBaseStore>>) => Promise<Result>,
    ) => {
      const store = await createPocketBaseStore({ ...access, ledgerSize: 20, now: () => sampleStart })
      return work(store).finally(() => store.close())
    }
    await withStore(async (store) => {
      await store.commit(commitOf({ session }))
      for (const exchange of exchanges) await store.commit(commitOf({ exchange }))
    })
    await server.end('SIGTERM')
    expect(await server.command('migrate', 'down', '2')).toContain(`Reverted ${migrations[0]}`)
    // PocketBase applies the migrations in the folder when it starts.
    for (const name of migrations) await rm(join(migrationsDir, name))
    await server.start()
    const rows = await readRecords(server, 'findings')
    const row = rows.find(({ id }) => id === exchanges[0]?.id)
    expect(row?.results).toEqual(findings.map((one) => ('subject' in one ? { ...one, subject: 'pid#1' } : one)))
    expect(await withStore((store) => store.exchanges(session.sessionId))).toEqual(exchanges)
  } finally {
    await server.remove()
    await rm(migrationsDir, { recursive: true })
  }
})
