import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readRecords } from '@/lib/testing/expect-whole-evidence'
import { startPocketBase } from '@/lib/testing/pocketbase'
import { commitOf, sampleExchange, sampleSession, sampleStart } from '@/lib/testing/store-samples'
import { createPocketBaseStore } from '../store/pocketbase-store'

const ours = fileURLToPath(new URL('../../../../pb_migrations', import.meta.url))
/** The migrations under test, others whose columns every session writes, and those that they depend on. */
const migrations = [
  '1790000203_grouped_findings.js',
  '1790000204_campaigns.js',
  '1790000205_usual_findings.js',
  '1790000206_ledger_index.js',
  '1790000207_entered_results.js',
  '1790000208_lookup_digests.js',
  '1790000223_laboratories.js',
  '1790000229_access_keys.js',
  '1790000280_browser_requests.js',
  '1790000310_workbenches.js',
] as const

it('the way back writes out every finding and every token, and each form is read alike', async () => {
  const migrationsDir = await mkdtemp(join(tmpdir(), 'wallet-capture-migrations-'))
  for (const name of await readdir(ours))
    if (name < migrations[0] || migrations.some((one) => one === name))
      await cp(join(ours, name), join(migrationsDir, name))
  const server = await startPocketBase({ migrationsDir })
  try {
    const access = { url: server.url, credentials: { adminFile: server.adminFile }, timeoutMillis: 10_000 }
    const session = sampleSession()
    const [finding] = sampleExchange().findings
    if (finding === undefined) throw new Error('The sample has a finding.')
    const passed = {
      status: 'pass',
      expected: null,
      actual: null,
      hint: null,
      error: null,
      rejected: false,
    } as const
    const usual = [
      { ...passed, id: 'vci.nonce.method_post', actual: 'GET' },
      { ...passed, id: 'vci.metadata.endpoints_from_metadata' },
      { ...passed, id: 'vci.nonce.body_empty' },
      { ...passed, id: 'vci.nonce.no_access_token' },
    ] as const
    const findings = [
      ...usual,
      finding,
      { ...passed, id: 'vci.dpop.wellformed', subject: { queryId: 'pid', index: 1 } } as const,
      ...usual.map((one) => ({ ...one, subject: { queryId: 'pid', index: 0 } })),
    ]
    const token = { kind: 'dpop', header: { alg: 'ES256' }, claims: { iat: 1 }, signature: 'valid' }
    const exchanges = [
      sampleExchange({
        sessionId: session.sessionId,
        findings,
        headers: { dpop: { redacted: true, jwt: token } },
        decoded: [
          { source: 'headers.dpop', ...token },
          { source: 'body.other', kind: 'other' },
        ],
      }),
      sampleExchange({ sessionId: session.sessionId, findings: [] }),
    ]
    const withStore = async <Result>(
      work: (store: Awaited<ReturnType<typeof createPocketBaseStore>>) => Promise<Result>,
    ) => {
      const store = await createPocketBaseStore({ ...access, ledgerSize: 20, now: () => sampleStart })
      return work(store).finally(() => store.close())
    }
    const rowOf = async (collection: string) =>
      (await readRecords(server, collection)).find(({ id }) => id === exchanges[0]?.id)
    await withStore(async (store) => {
      await store.commit(commitOf({ session }))
      for (const exchange of exchanges) await store.commit(commitOf({ exchange }))
    })
    expect(JSON.stringify(await rowOf('findings'))).not.toContain('vci.nonce.body_empty')
    expect((await rowOf('exchanges'))?.decoded).toEqual([
      { source: 'headers.dpop', shown: 0 },
      { source: 'body.other', kind: 'other' },
    ])
    expect(await withStore((store) => store.exchanges(session.sessionId))).toEqual(exchanges)

    await server.end('SIGTERM')
    const output = await server.command('migrate', 'down', String(migrations.length))
    for (const name of migrations) expect(output).toContain(`Reverted ${name}`)
    // PocketBase applies the migrations in the folder when it starts.
    for (const name of migrations) await rm(join(migrationsDir, name))
    await server.start()
    expect((await rowOf('findings'))?.results).toEqual(
      findings.map((one) =>
        'subject' in one && one.subject !== undefined ? { ...one, subject: `pid#${one.subject.index}` } : one,
      ),
    )
    expect((await rowOf('exchanges'))?.decoded).toEqual(exchanges[0]?.decoded)
    expect(await withStore((store) => store.exchanges(session.sessionId))).toEqual(exchanges)
  } finally {
    await server.remove()
    await rm(migrationsDir, { recursive: true })
  }
})
