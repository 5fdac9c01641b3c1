import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { openScoreboardWorld, rowOf, type ScoreboardWorld } from '@/lib/testing/scoreboard'

let world: ScoreboardWorld
beforeAll(async () => {
  world = await openScoreboardWorld()
})
afterAll(() => world.close())

let names = 0
const newPipelines = (count: number) =>
  Promise.all(Array.from({ length: count }, () => world.pipeline(`save-${++names}`)))
const saved = async (rows: unknown[], more: Record<string, unknown> = {}) => {
  const response = await world.save({ aggregated_pipelines: rows, ...more })
  return { status: response.status, body: await response.json() }
}

describe('the history of a pipeline', () => {
  it('has a record for each day on which its numbers changed, and goes with the pipeline', async () => {
    const { id } = await world.pipeline('remembered')
    const day = 24 * 60 * 60
    const noon = day / 2
    const seconds = Math.floor(world.service.now() / 1000)
    // Starts at noon, so that midnight does not fall within the test.
    world.service.advance(day + noon - (seconds % day))
    const first = Math.floor(world.service.now() / 1000 / day)
    const days = async () => {
      const history = world.client.sdk.collection('scoreboard_history')
      const records = await history.getFullList({ filter: `pipeline = "${id}"`, sort: 'day' })
      return records.map((record) => {
        const place = Date.parse(record.day) / 1000 / day - first
        return `${record.total_successes}/${record.total_runs} on day ${place}`
      })
    }
    const save = (total_runs: number, total_successes: number) =>
      world.save({ aggregated_pipelines: [rowOf(id, { total_runs, total_successes, manual_executions: total_runs })] })
    await save(3, 1)
    await save(4, 2)
    expect(await days()).toEqual(['2/4 on day 0'])
    world.service.advance(9 * day)
    await save(4, 2)
    expect(await days()).toEqual(['2/4 on day 0'])
    await save(5, 3)
    expect(await days()).toEqual(['2/4 on day 0', '3/5 on day 9'])
    world.service.advance(391 * day)
    await save(5, 3)
    expect(await days()).toEqual(['2/4 on day 0', '3/5 on day 9'])
    // Entries older than 400 days are deleted.
    world.service.advance(day)
    await save(5, 3)
    expect(await days()).toEqual(['3/5 on day 9'])
    await world.client.sdk.collection('pipelines').delete(id)
    expect(await days()).toEqual([])
  })
})

describe('saving results', () => {
  covers('B2.1', 'B4.2', 'S18', 'S19')
  it('a body of the peer is taken as it is, and its columns are in the cache', async () => {
    const [pipeline] = await newPipelines(1)
    const last_execution = { wallet_used: null, video_results: 'x', video: 'y', screenshots: 'z', anything: 1 }
    const response = await world.save(
      { aggregated_pipelines: [rowOf(pipeline!.id, { runners: null, last_execution })], unknown: true },
      { 'credimi-api-key': 'an-admin-key-that-only-tests-have', 'x-api-key': '' },
    )
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ success: true, message: expect.any(String), records_count: 1 })
    const [row] = await world.rows()
    expect(row).toMatchObject({
      pipeline: pipeline!.id,
      total_runs: 10,
      total_successes: 8,
      success_rate: 80,
      manually_executed_runs: 10,
      scheduled_runs: 0,
      CI_runs: 0,
      minimum_running_time: '9s',
      minimum_running_time_ms: 9000,
      first_execution: '2026-11-01 10:00:00.000Z',
      last_execution_date: '2026-11-20 10:00:00.000Z',
      wallets: [],
      conformance_checks: [],
      runner_types: ['built_in_wallet'],
    })
  })

  covers('B1.2', 'B1.8', 'S34')
  it('rows that are not in the new list go, those that are keep their ids', async () => {
    const [a, b, c] = await newPipelines(3)
    await saved([rowOf(a!.id), rowOf(b!.id)])
    const before = new Map((await world.rows()).map((row) => [row.pipeline, row.id]))
    await saved([rowOf(b!.id, { total_runs: 20, manual_executions: 20 }), rowOf(c!.id)])
    const after = await world.rows()
    expect(new Set(after.map((row) => row.pipeline))).toEqual(new Set([b!.id, c!.id]))
    expect(after.find((row) => row.pipeline === b!.id)).toMatchObject({ id: before.get(b!.id), total_runs: 20 })
  })

  covers('B4.2', 'S20', 'S22')
  it.each([
    ['an empty list', { aggregated_pipelines: [] }, 'empty_input'],
    ['no list', {}, 'invalid_request'],
    ['broken JSON', '{', 'invalid_request'],
    ['a list as body', [], 'invalid_request'],
    ['a list that is none', { aggregated_pipelines: {} }, 'invalid_request'],
    ['too large a number', '{"aggregated_pipelines":[{"pipeline_id":"p","total_runs":1e400}]}', 'invalid_request'],
    ['NaN', '{"aggregated_pipelines":[{"pipeline_id":"p","total_runs":NaN}]}', 'invalid_request'],
    [
      'a part beyond the last',
      { aggregated_pipelines: [], aggregation_id: 'beyond-1', part: { index: 2, total: 2 } },
      'invalid_request',
    ],
    ['a part of nothing', { aggregated_pipelines: [], part: { index: 0, total: 2 } }, 'invalid_request'],
    ['too many rows', { aggregated_pipelines: Array.from({ length: 50_001 }, () => 0) }, 'invalid_request'],
  ])('%s is refused and changes nothing', async (_what, body, error) => {
    const before = await world.rows()
    const response = await world.save(body)
    expect(response.status).toBe(400)
    const answer = await response.json()
    expect(answer).toMatchObject({ error, message: expect.any(String) })
    expect((answer.details ?? []).length).toBeLessThanOrEqual(20)
    expect(await world.rows()).toEqual(before)
  })

  covers('S20')
  it('text that does not say it is JSON is refused', async () => {
    const response = await world.save('{"aggregated_pipelines":[]}', { 'content-type': 'text/plain' })
    expect(response.status).toBe(400)
  })

  covers('B7.1', 'S21')
  it.each([
    ['more successes than runs', { total_successes: 11 }, 'total_successes'],
    ['a negative count', { total_runs: -1 }, 'total_runs'],
    ['a rate above 100', { success_rate: 101 }, 'success_rate'],
    ['a first execution after the last', { first_execution_date: '2026-12-01T00:00:00Z' }, 'first_execution_date'],
    ['a number as text', { total_runs: '10' }, 'total_runs'],
    ['a date that is none', { last_execution_date: 'junk' }, 'last_execution_date'],
    ['an id that is none', { pipeline_id: 'a/b' }, 'pipeline_id'],
    [
      'a row beyond 64 KiB',
      { last_execution: { wallet_used: Array.from({ length: 999 }, (_, i) => `${i}`.padEnd(100, 'x')) } },
      'aggregated_pipelines.0',
    ],
  ])('%s is refused with its place', async (_what, members, place) => {
    const [pipeline] = await newPipelines(1)
    const before = await world.rows()
    const { status, body } = await saved([rowOf(pipeline!.id, members)])
    expect(status).toBe(400)
    expect(body.details.map(({ path }: { path: string }) => path).join()).toContain(place)
    expect(await world.rows()).toEqual(before)
  })

  covers('B1.2', 'S21')
  it('a pipeline that is there twice is refused, also across parts', async () => {
    const [a, b] = await newPipelines(2)
    const { status, body } = await saved([rowOf(a!.id), rowOf(a!.id)])
    expect([status, body.error]).toEqual([400, 'duplicate_pipeline_id'])
    const part = (index: number, ids: string[]) =>
      saved(
        ids.map((id) => rowOf(id)),
        { aggregation_id: 'duplicate-parts', part: { index, total: 2 } },
      )
    expect((await part(0, [a!.id])).status).toBe(202)
    expect((await part(1, [b!.id, a!.id])).body.error).toBe('duplicate_pipeline_id')
    expect((await part(1, [b!.id])).body.records_count).toBe(2)
  })

  covers('S22')
  it('a body over 32 MiB is 413, packed or not', async () => {
    const large = Buffer.alloc(32 * 1024 * 1024 + 1, 0x20)
    const plain = await world.save(large.toString('latin1'))
    expect([plain.status, (await plain.json()).error]).toEqual([413, 'body_too_large'])
    const send = (body: Uint8Array<ArrayBuffer>) =>
      world.call('/api/pipeline/scoreboard/save-results', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      })
    const bomb = await send(new Uint8Array(gzipSync(large)))
    expect([bomb.status, (await bomb.json()).error]).toEqual([413, 'body_too_large'])
    const [pipeline] = await newPipelines(1)
    const good = JSON.stringify({ aggregated_pipelines: [rowOf(pipeline!.id)] })
    expect((await send(new Uint8Array(gzipSync(good)))).status).toBe(200)
    expect((await send(new Uint8Array([1, 2, 3]))).status).toBe(400)
  })

  it('a row without runs is left out with a warning, odd numbers are kept with one', async () => {
    const [a, b] = await newPipelines(2)
    const { body } = await saved([
      rowOf(a!.id, { total_runs: 0, total_successes: 0, success_rate: 0, first_execution_date: '' }),
      rowOf(b!.id, { success_rate: 12, manual_executions: 3 }),
    ])
    expect(body).toMatchObject({ records_count: 1, skipped: 1 })
    expect(body.warnings).toHaveLength(3)
    expect(await world.rows()).toMatchObject([{ success_rate: 80 }])
  })

  covers('S23')
  it('names that match nothing are reported and hidden, and the row stays', async () => {
    const [pipeline] = await newPipelines(1)
    const last_execution = {
      wallet_used: ['acme/no-wallet'],
      wallet_version_used: ['acme/no-wallet/v1'],
      custom_checks: ['acme/no-check'],
      workflow_id: 'no-run',
      run_id: 'no-run',
    }
    const { body } = await saved([rowOf(pipeline!.id, { runners: ['acme/no-runner'], last_execution })])
    const fields = body.unresolved.map(({ field, name }: { field: string; name: string }) => `${field} ${name}`)
    expect(new Set(fields)).toEqual(
      new Set([
        'wallet_used acme/no-wallet',
        'wallet_version_used acme/no-wallet/v1',
        'custom_checks acme/no-check',
        'runners acme/no-runner',
        'last_execution no-run no-run',
      ]),
    )
    expect(body.error.split('\n')).toHaveLength(5)
    const answers = await world.call('/api/collections/pipeline_scoreboard_cache/records?expand=pipeline')
    const text = await answers.text()
    expect(text).toContain(pipeline!.id)
    expect(text).not.toMatch(/no-wallet|no-check|no-runner|no-run|unresolved/)
  })

  covers('S24')
  it('one unknown pipeline is reported with its numbers, only unknown ones are refused', async () => {
    const [a, b] = await newPipelines(2)
    const { body } = await saved([rowOf(a!.id), rowOf('unknown-pipeline', { total_runs: 77 }), rowOf(b!.id)])
    expect(body).toMatchObject({ records_count: 2, orphans: [{ pipeline_id: 'unknown-pipeline', total_runs: 77 }] })
    const before = await world.rows()
    expect(await saved([rowOf('unknown-1'), rowOf('unknown-2')])).toMatchObject({
      status: 400,
      body: { error: 'no_resolvable_pipelines' },
    })
    expect(await world.rows()).toEqual(before)
  })

  covers('S25', 'S27')
  it('equal names resolve each in their own collection, parents that are not named come from the path', async () => {
    const owner = world.organization.id
    const named = { name: 'x', canonified_name: 'x', published: true }
    const wallet = await world.create('wallets', { ...named, owner })
    const issuer = await world.create('credential_issuers', { ...named, owner })
    const verifier = await world.create('verifiers', { ...named, owner })
    const version = await world.create('wallet_versions', { ...named, wallet: wallet.id })
    const credential = await world.create('credentials', { ...named, credential_issuer: issuer.id })
    const useCase = await world.create('use_cases_verifications', { ...named, verifier: verifier.id })
    expect(version.path).toBe('acme/x/x')
    const [pipeline] = await newPipelines(1)
    const last_execution = {
      wallet_version_used: ['acme/x/x', 'installed_from_external_source'],
      credentials: ['acme/x/x'],
      use_case_verifications: ['acme/x/x'],
    }
    const { body } = await saved([rowOf(pipeline!.id, { last_execution })])
    expect(body.unresolved).toEqual([])
    expect(await world.rows()).toMatchObject([
      {
        wallets: [wallet.id],
        wallet_versions: [version.id],
        issuers: [issuer.id],
        credentials: [credential.id],
        verifiers: [verifier.id],
        use_case_verifications: [useCase.id],
        external_wallet_version: true,
      },
    ])
    const read = await world.call(
      '/api/collections/pipeline_scoreboard_cache/records?expand=pipeline,wallets,wallet_versions,issuers,credentials,verifiers,use_case_verifications',
    )
    const [row] = (await read.json()).items
    expect(Object.keys(row.expand)).toHaveLength(7)
    await world.client.sdk.collection('wallets').update(wallet.id, { canonified_name: 'renamed' })
    expect(await world.client.sdk.collection('wallet_versions').getOne(version.id)).toMatchObject({
      path: 'acme/renamed/x',
    })
  })

  covers('S34')
  it('a deleted pipeline takes its row along; a deleted result only empties the relation', async () => {
    const [a, b] = await newPipelines(2)
    await world.execute({ pipeline: b!.path, workflow_id: 'latest', run_id: 'latest' })
    const last_execution = { workflow_id: 'latest', run_id: 'latest' }
    await saved([rowOf(a!.id), rowOf(b!.id, { last_execution })])
    const { sdk } = world.client
    await sdk.collection('pipelines').delete(a!.id)
    const [row] = await world.rows()
    expect(row?.latest_successful_execution).not.toBe('')
    await sdk.collection('pipeline_results').delete(row?.latest_successful_execution)
    expect(await world.rows()).toMatchObject([{ pipeline: b!.id, latest_successful_execution: '' }])
  })
})
