import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RecordModel } from 'pocketbase'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unpackFindings } from '@/lib/adapters/pocketbase/rows/stored-findings'
import { covers } from '@/lib/testing/covers'
import { openScoreboardWorld, rowOf, type ScoreboardWorld } from '@/lib/testing/scoreboard'
import { ofEachKind, thorough } from '@/scripts/thorough.mjs'

const evidence = ['sessions', 'exchanges', 'findings', 'events', 'one_time_values']
/** Collections without test data, in which a loss would not show. */
const mayBeEmpty = ['users', 'one_time_values']
const catalogue = ['organizations', 'users', 'wallets', 'mobile_runners', 'conformance_checks']
const ledger = ['pipelines', 'pipeline_results']
const cache = ['pipeline_scoreboard_cache', 'scoreboard_state']

const all = readdirSync(fileURLToPath(new URL('../../../pb_migrations', import.meta.url)))
  .sort()
  .reverse()
/** Migrations of the scoreboard from the newest, each with the collections that are older. */
const migrations = all.filter((name) => name.startsWith('17900001'))
const olderThan: Readonly<Record<string, readonly string[]>> = {
  '1790000113_private_rows.js': [...evidence, ...catalogue, ...ledger, ...cache, 'scoreboard_aggregations'],
  '1790000112_encoded_session_ids.js': [...evidence, ...catalogue, ...ledger, ...cache, 'scoreboard_aggregations'],
  '1790000111_evidence_public.js': [...evidence, ...catalogue, ...ledger, ...cache, 'scoreboard_aggregations'],
  '1790000110_scoreboard_history.js': [...evidence, ...catalogue, ...ledger, ...cache, 'scoreboard_aggregations'],
  '1790000109_entity_logos.js': [...evidence, ...catalogue, ...ledger, ...cache, 'scoreboard_aggregations'],
  '1790000108_scoreboard_revision.js': [...evidence, ...catalogue, ...ledger, ...cache, 'scoreboard_aggregations'],
  '1790000107_artifacts.js': [...evidence, ...catalogue, ...ledger, ...cache, 'scoreboard_aggregations'],
  '1790000106_guarded_filters.js': [...evidence, ...catalogue, ...ledger, ...cache, 'scoreboard_aggregations'],
  '1790000105_execution_statistics.js': [...evidence, ...catalogue, ...ledger, ...cache, 'scoreboard_aggregations'],
  '1790000104_scoreboard_aggregations.js': [...evidence, ...catalogue, ...ledger, ...cache],
  '1790000103_scoreboard_cache.js': [...evidence, ...catalogue, ...ledger],
  '1790000102_pipelines.js': [...evidence, ...catalogue],
  '1790000101_entities.js': [...evidence, 'organizations', 'users'],
  '1790000100_organizations.js': [...evidence, 'users'],
}

/**
 * Of those with the same older collections the oldest, whose way down and up takes that of all others: what one of them loses is
 * missed there.
 */
const oldestOfEach = ofEachKind(migrations.toReversed(), (name) => String(olderThan[name])).toReversed()

/**
 * By day the shortest and the longest of these ways: a new migration is on both, and one that is there is never edited. Each
 * collection is older than the end of one of them or remade on the other.
 */
const tried = thorough ? oldestOfEach : [oldestOfEach.at(0), oldestOfEach.at(-1)].filter((name) => name !== undefined)

let world: ScoreboardWorld
beforeAll(async () => {
  world = await openScoreboardWorld()
  await fetch(`${world.service.baseUrl}/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ issuer_configuration_id: 'eu-pid-jwt-proof-only', flow: 'pre_authorized_code' }),
  })
  // Refused, and therefore judged: there are findings.
  await fetch(`${world.service.baseUrl}/issuers/eu-pid-jwt-proof-only/token`, { method: 'POST' })
  await world.service.container.seed()
  await fill()
})
afterAll(() => world.close())

/** Executions and a row of a pipeline. */
async function fill() {
  const { id, path } = await world.pipeline(`filled-${Date.now()}`)
  for (const status of ['completed', 'failed'])
    expect((await world.execute({ pipeline: path, status, runners: ['acme/a'] })).status).toBe(201)
  expect((await world.save({ aggregated_pipelines: [rowOf(id)] })).status).toBe(200)
}

/** Findings are stored in groups. The down migration writes each separately, and the up migration leaves it so. */
const asRead = (record: RecordModel): RecordModel => {
  // The older schema cannot hold the owner's choice, so afterwards no evidence is public; nor who started a session.
  const { evidence_public: _, started_by: _startedBy, ...others } = record
  return record.collectionName === 'findings'
    ? { ...record, results: unpackFindings(record.results) }
    : (others as RecordModel)
}

const contentOf = async (collections: readonly string[]) =>
  Object.fromEntries(
    await Promise.all(
      collections.map(async (name) => {
        const records = await world.client.sdk.collection(name).getFullList({ sort: 'id' })
        return [name, records.map(asRead)]
      }),
    ),
  )
const statistics = async () => (await world.call('/api/pipeline/scoreboard/acme?include=details')).json()

describe('the migrations of the scoreboard', () => {
  it('are all named here', () => {
    expect(migrations).toEqual(Object.keys(olderThan))
  })

  covers('S74')
  it.each(tried)('down to and including %s and up again keep everything that is older', async (name) => {
    const count = all.indexOf(name) + 1
    const kept = olderThan[name] ?? []
    const before = await contentOf(kept)
    for (const collection of kept.filter((one) => !mayBeEmpty.includes(one)))
      expect([collection, before[collection]?.length]).not.toEqual([collection, 0])
    const counted = kept.includes('pipeline_results') ? await statistics() : null
    await world.server.end('SIGTERM')
    const down = await world.server.command('migrate', 'down', String(count))
    expect(down.match(/Reverted \S+/g)).toHaveLength(count)
    expect((await world.server.command('migrate', 'up')).match(/Applied \S+/g)).toHaveLength(count)
    await world.server.start()
    expect(await contentOf(kept)).toEqual(before)
    if (counted !== null) expect(await statistics()).toEqual(counted)
    // Recreated collections work, together with those that were kept.
    const organizations = await world.client.sdk.collection('organizations').getFullList()
    if (!organizations.some((one) => one.canonified_name === 'acme'))
      Object.assign(world.organization, await world.organizationNamed('acme'))
    await world.service.container.seed()
    await fill()
  })

  covers('S74')
  it('1790000340_organization_keys.js and newer ones keep what is older, and the way back what only they know goes', async () => {
    const { path } = await world.pipeline('before-keys', { definition: { version: 1 } })
    const run = { pipeline: path, workflow_id: 'before-keys' }
    expect((await world.execute({ ...run, run_id: '1' })).status).toBe(201)
    const kept = [...catalogue, ...ledger, 'pipeline_scoreboard_cache', 'scoreboard_aggregations']
    const [before, counted] = [await contentOf(kept), await statistics()]
    const post = (at: string, body: object) =>
      world.call(at, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
    const made = await post('/api/organizations/acme/keys', { name: 'ci', scopes: ['executions:write'] })
    const check = await post('/api/organizations/acme/conformance_checks', { name: 'Own', suite_title: 'Own' })
    expect([made.status, check.status]).toEqual([201, 201])
    const { key } = await made.json()
    await world.server.end('SIGTERM')
    const count = all.indexOf('1790000340_organization_keys.js') + 1
    const down = await world.server.command('migrate', 'down', String(count))
    expect(down.match(/Reverted \S+/g)).toHaveLength(count)
    await world.server.command('migrate', 'up')
    await world.server.start()
    expect(await contentOf(kept)).toEqual(before)
    expect(await statistics()).toEqual(counted)
    // Who had a key of an organisation is refused; the admin key, and what was defined and reported, work as before.
    const refused = await world.call('/api/pipeline/uncounted/acme', { headers: { 'x-api-key': key } })
    expect([refused.status, (await refused.json()).error]).toEqual([401, 'invalid_api_key'])
    expect((await world.execute({ ...run, run_id: '2' })).status).toBe(201)
  })

  covers('S74')
  it('1790000291_public_relations.js takes what is private out of the rows of public pipelines, and back', async () => {
    const [owner, name] = [world.organization.id, 'migrated-relations']
    const [shown, hidden] = [true, false].map((published) => ({
      name,
      canonified_name: `${name}-${published}`,
      published,
    }))
    const wallets = [
      await world.create('wallets', { owner, ...shown }),
      await world.create('wallets', { owner, ...hidden }),
    ]
    // Public itself, below a wallet that is not.
    const version = await world.create('wallet_versions', { ...shown, canonified_name: 'v', wallet: wallets[1]?.id })
    const pipeline = await world.pipeline(name)
    const last_execution = {
      wallet_used: wallets.map(({ path }) => path),
      wallet_version_used: [version.path],
      conformance_tests: ['a/b/c', String(wallets[1]?.path)],
    }
    await world.save({ aggregated_pipelines: [rowOf(pipeline.id, { last_execution })] })
    const row = async () => (await world.rows())[0]
    const after = await row()
    expect(after).toMatchObject({ wallets: [wallets[0]?.id], wallet_versions: [], conformance_checks: ['a/b/c'] })
    await world.server.end('SIGTERM')
    // The way down fills the row with all that was used; starting goes up again.
    await world.server.command('migrate', 'down', String(all.indexOf('1790000291_public_relations.js') + 1))
    await world.server.start()
    expect(await row()).toEqual(after)
  })

  covers('S74')
  it('1790000113_private_rows.js publishes nothing of what was private, nor on the way back', async () => {
    const names = ['was-private', 'was-anonymous', 'was-public', 'is-listed', 'is-private'] as const
    const [hidden, anonymous, shown, listed, later] = await Promise.all(
      names.map((name) => world.pipeline(name, { published: name === 'was-public' })),
    )
    const set = (pipeline: RecordModel | undefined, scoreboard_visibility: string) =>
      world.client.sdk.collection('pipelines').update(pipeline?.id ?? '', { scoreboard_visibility })
    const save = () =>
      world.save({
        aggregated_pipelines: [hidden, anonymous, shown, listed, later].map((one) =>
          rowOf(one?.id ?? '', one === shown ? { last_execution: { conformance_tests: ['a/b/migrated'] } } : {}),
        ),
      })
    const checksShown = async () =>
      (await world.rows()).find(({ pipeline }) => pipeline === shown?.id)?.conformance_check_refs
    const rows = async () => {
      const response = await fetch(`${world.service.baseUrl}/api/collections/pipeline_scoreboard_cache/records`)
      return (await response.json()).items.map(({ pipeline }: RecordModel) => pipeline).sort()
    }
    const count = String(all.indexOf('1790000113_private_rows.js') + 1)
    await set(anonymous, 'anonymous')
    await set(listed, 'listed')
    await save()
    expect(await rows()).toEqual(['', '', '', '', shown?.id])
    const checks = await checksShown()
    expect(checks).toHaveLength(1)
    // Before this migration, rows did not say which records their checks are.
    await world.sql("UPDATE pipeline_scoreboard_cache SET conformance_check_refs = '[]'")
    // Starting applies it again, to rows and pipelines as they were before.
    await world.server.end('SIGTERM')
    await world.server.command('migrate', 'down', count)
    await world.server.start()
    const visibilities = async () =>
      Promise.all(
        [hidden, anonymous, shown, listed, later].map(
          async (one) => (await world.client.sdk.collection('pipelines').getOne(one?.id ?? '')).scoreboard_visibility,
        ),
      )
    expect(await visibilities()).toEqual(['follow_published', 'anonymous', '', 'anonymous', 'follow_published'])
    expect(await rows()).toEqual(['', '', shown?.id])
    expect(await checksShown()).toEqual(checks)
    // Publishing shows the row that was kept; a private row has to be asked for.
    await world.client.sdk.collection('pipelines').update(hidden?.id ?? '', { published: true })
    await set(later, '')
    expect(await rows()).toEqual(['', '', '', ...[hidden?.id, shown?.id].sort()])
    const found = (await world.rows()).find(({ pipeline }) => pipeline === hidden?.id)
    expect(found).toMatchObject({ total_runs: 10, first_execution: '2026-11-01 10:00:00.000Z' })
  })
})
