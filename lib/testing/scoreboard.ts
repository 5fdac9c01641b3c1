import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RecordModel } from 'pocketbase'
import PocketBase from 'pocketbase'
import { z } from 'zod'
import { createPocketBaseClient, type PocketBaseClient } from '@/lib/adapters/pocketbase/client/client'
import { startPocketBase, type TestPocketBase } from './pocketbase'
import { startService, type TestService } from './service'

export const testAdminKey = 'an-admin-key-that-only-tests-have'

/** A service over a real PocketBase with an organisation to fill, and helpers for scoreboard tests. */
export interface ScoreboardWorld {
  readonly server: TestPocketBase
  readonly service: TestService
  readonly client: PocketBaseClient
  readonly organization: RecordModel
  /** The SDK without a token, directly on PocketBase. */
  readonly visitor: PocketBase
  /** A request with the admin key. `close` throws when a request or response differs from the OpenAPI document. */
  call(path: string, options?: RequestInit): Promise<Response>
  save(body: unknown, headers?: Record<string, string>): Promise<Response>
  create(collection: string, members: Record<string, unknown>): Promise<RecordModel>
  organizationNamed(name: string): Promise<RecordModel>
  /** Adds a pipeline to the organisation, published by default. */
  pipeline(name: string, members?: Record<string, unknown>): Promise<RecordModel>
  /** Writes an execution through the interface. */
  execute(members: Record<string, unknown>): Promise<Response>
  /** Runs SQL on the database of PocketBase. */
  sql(statement: string): Promise<unknown>
  /** The number `n` that a query returns. */
  count(query: string): Promise<number>
  /** Every row of the cache, read as superuser. */
  rows(): Promise<RecordModel[]>
  close(): Promise<void>
}

const zCount = z.object({ n: z.number() })

let count = 0

/** A route that runs SQL, for what no interface offers: masses of rows, and triggers that fail on purpose. */
const sqlHook = `routerAdd('POST', '/api/test/sql', (e) => {
  e.app.nonconcurrentDB().newQuery(e.requestInfo().body.sql).execute()
  return e.json(200, {})
}, $apis.requireSuperuserAuth())
routerAdd('POST', '/api/test/count', (e) => {
  const rows = arrayOf(new DynamicModel({ n: 0 }))
  e.app.db().newQuery(e.requestInfo().body.sql).all(rows)
  return e.json(200, { n: rows[0].n })
}, $apis.requireSuperuserAuth())`

/** Our hooks with that route, in a separate directory; each text of `added` is appended to the hook file it names. */
async function hooksWithSql(added: Readonly<Record<string, string>>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'wallet-capture-hooks-'))
  await cp(fileURLToPath(new URL('../../pb_hooks', import.meta.url)), directory, { recursive: true })
  await writeFile(join(directory, 'test.pb.js'), sqlHook)
  for (const [file, text] of Object.entries(added)) await appendFile(join(directory, file), text)
  return directory
}

/**
 * Opens such a world. `addedToHooks` appends to hooks, by file; everything else goes to the service, such as
 * `scheduler` and `env`.
 */
export async function openScoreboardWorld({
  addedToHooks = {},
  ...options
}: Omit<NonNullable<Parameters<typeof startService>[0]>, 'pocketBase'> & {
  readonly addedToHooks?: Readonly<Record<string, string>>
} = {}): Promise<ScoreboardWorld> {
  const hooksDir = await hooksWithSql(addedToHooks)
  const server = await startPocketBase({ hooksDir })
  const service = await startService({
    ...options,
    pocketBase: server,
    env: { ADMIN_API_KEY: testAdminKey, ...options.env },
  })
  const credentials = { adminFile: server.adminFile }
  const client = createPocketBaseClient({ url: server.url, credentials, timeoutMillis: 60_000 })
  await client.call('/api/health', { method: 'GET' })
  const create = (collection: string, members: Record<string, unknown>) =>
    client.sdk.collection(collection).create(members)
  const organizationNamed = (name: string) =>
    create('organizations', { name, canonified_name: name, namespace_state: 'ready' })
  const organization = await organizationNamed('acme')
  const call: ScoreboardWorld['call'] = (path, init = {}) =>
    fetch(service.baseUrl + path, { ...init, headers: { 'x-api-key': testAdminKey, ...init.headers } })
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  return {
    server,
    service,
    client,
    organization,
    visitor: new PocketBase(server.url).autoCancellation(false),
    call,
    save: (body, headers) => post('/api/pipeline/scoreboard/save-results', body, headers),
    create,
    organizationNamed,
    pipeline: (name, members = {}) =>
      create('pipelines', { name, canonified_name: name, owner: organization.id, published: true, ...members }),
    execute: (members) =>
      post('/api/pipeline/executions', {
        namespace: 'acme',
        workflow_id: `pipeline-${++count}`,
        run_id: `run-${count}`,
        status: 'completed',
        started_at: '2026-11-20T10:00:00Z',
        ...(members.status === 'running' ? {} : { closed_at: '2026-11-20T10:00:09Z' }),
        ...members,
      }),
    sql: (sql) => client.call('/api/test/sql', { method: 'POST', body: { sql } }),
    count: async (sql) => zCount.parse(await client.call('/api/test/count', { method: 'POST', body: { sql } })).n,
    rows: () => client.sdk.collection('pipeline_scoreboard_cache').getFullList({ sort: 'pipeline' }),
    async close() {
      client.close()
      try {
        await service.close()
      } finally {
        await server.remove()
        await rm(hooksDir, { recursive: true, force: true })
      }
    },
  }
}

/** A row for save-results. */
export const rowOf = (pipelineId: string, members: Record<string, unknown> = {}) => ({
  pipeline_id: pipelineId,
  pipeline_name: 'Pipeline',
  runner_types: ['built_in_wallet'],
  runners: [],
  total_runs: 10,
  total_successes: 8,
  success_rate: 80,
  manual_executions: 10,
  scheduled_executions: 0,
  ci_executions: 0,
  min_execution_time: '9s',
  first_execution_date: '2026-11-01T10:00:00Z',
  last_execution_date: '2026-11-20T10:00:00Z',
  ...members,
})
