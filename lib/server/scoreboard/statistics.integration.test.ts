import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { openScoreboardWorld, type ScoreboardWorld } from '@/lib/testing/scoreboard'
import { thorough } from '@/scripts/thorough.mjs'

let world: ScoreboardWorld
beforeAll(async () => {
  world = await openScoreboardWorld()
})
afterAll(() => world.close())

const statistics = async (namespace: string, query = '') =>
  (await world.call(`/api/pipeline/scoreboard/${namespace}${query}`)).json()

describe('the statistics of a namespace', () => {
  covers('S13')
  it('count what completed, failed and timed out, and tell beside it what was stopped before it had a result', async () => {
    const { path } = await world.pipeline('counting')
    for (const status of ['completed', 'failed', 'timed_out', 'canceled', 'terminated', 'running'])
      expect((await world.execute({ pipeline: path, status })).status).toBe(201)
    const items = await statistics('acme')
    expect(items.find((item: { pipeline_name: string }) => item.pipeline_name === 'counting')).toMatchObject({
      total_runs: 3,
      total_successes: 1,
      success_rate: 33.33,
      canceled_runs: 2,
    })
  })

  covers('S14')
  it('leave out a pipeline whose runs were all cancelled', async () => {
    const { id, path } = await world.pipeline('cancelled')
    await world.execute({ pipeline: path, status: 'canceled' })
    expect(JSON.stringify(await statistics('acme'))).not.toContain(id)
  })

  covers('B4.1', 'S16')
  it('have every member of the contract, over all runners, modes and times', async () => {
    await world.organizationNamed('shape')
    const { id, path } = await world.pipeline('shape')
    const run = (members: Record<string, unknown>) => world.execute({ namespace: 'shape', pipeline: path, ...members })
    await run({ runners: ['acme/b', 'acme/a'], runner_types: ['real_wallet_qr', 'real_wallet_qr'], type: 'CI' })
    await run({
      workflow_id: 'late',
      run_id: 'late',
      started_at: '2026-11-20T12:00:00.1234567+01:00',
      closed_at: '2026-11-20T12:05:45.2+01:00',
      runners: ['acme/c'],
      runner_types: ['built_in_wallet'],
      type: 'scheduled',
      entities: { wallet_used: ['acme/w'] },
    })
    await run({ status: 'failed', started_at: '2026-11-20T13:00:00Z', closed_at: '2026-11-20T13:00:01Z' })
    const expected = {
      pipeline_id: id,
      pipeline_name: 'shape',
      pipeline_identifier: 'acme/shape',
      runner_types: ['built_in_wallet', 'real_wallet_qr'],
      runners: ['acme/a', 'acme/b', 'acme/c'],
      total_runs: 3,
      total_successes: 2,
      canceled_runs: 0,
      success_rate: 66.67,
      manual_executions: 1,
      scheduled_executions: 1,
      ci_executions: 1,
      min_execution_time: '9s',
      min_execution_time_ms: 9000,
      first_execution_date: '2026-11-20T10:00:00.000000000Z',
      last_execution_date: '2026-11-20T13:00:00.000000000Z',
      last_successful_run: { workflow_id: 'late', run_id: 'late', start_time: '2026-11-20T11:00:00.123456700Z' },
    }
    expect(await statistics('shape')).toEqual([expected])
    const [detailed] = await statistics('shape', '?include=details')
    expect(detailed.last_successful_run.details).toMatchObject({
      pipeline_name: 'shape',
      workflow_id: 'late',
      wallet_used: ['acme/w'],
      issuers: [],
    })
    const details = await world.call('/api/pipeline/execution-details/shape/late/late')
    expect(await details.json()).toEqual(detailed.last_successful_run.details)
    expect((await world.call('/api/pipeline/execution-details/shape/late/none')).status).toBe(404)
  })

  covers('S8')
  it('say what the latest run used where none succeeded, if details are asked for', async () => {
    await world.organizationNamed('unlucky')
    const { path } = await world.pipeline('unlucky')
    const run = (status: string, started_at: string, wallet: string, members = {}) =>
      world.execute({
        ...{ namespace: 'unlucky', pipeline: path, status, started_at, closed_at: '2026-11-20T10:01:00Z' },
        ...{ workflow_id: wallet, run_id: 'r', entities: { wallet_used: [`acme/${wallet}`] }, ...members },
      })
    await run('failed', '2026-11-20T10:00:00Z', 'first')
    await run('timed_out', '2026-11-20T10:00:02Z', 'second', { runners: ['acme/a'] })
    await run('canceled', '2026-11-20T10:00:03Z', 'stopped')
    expect((await statistics('unlucky'))[0]).not.toHaveProperty('last_run')
    const [item] = await statistics('unlucky', '?include=details')
    expect(item).not.toHaveProperty('last_successful_run')
    expect(item.last_run).toMatchObject({ workflow_id: 'second', start_time: '2026-11-20T10:00:02.000000000Z' })
    expect(item.last_run.details).toMatchObject({ wallet_used: ['acme/second'], issuers: [] })
    expect(item.last_run.details).not.toHaveProperty('screenshots')
    await run('completed', '2026-11-20T09:00:00Z', 'lucky', { runners: ['acme/b'] })
    const [after] = await statistics('unlucky', '?include=details')
    expect(after).not.toHaveProperty('last_run')
    expect(after.last_successful_run).toMatchObject({ workflow_id: 'lucky' })
  })

  covers('B4.1', 'S17')
  it('an unknown namespace is 404, also default; a malformed one 400; one without pipelines is empty', async () => {
    await world.organizationNamed('empty')
    const answers = await Promise.all(
      ['nobody', 'default', 'Not%20A%20Name', '-x', 'empty'].map((name) =>
        world.call(`/api/pipeline/scoreboard/${name}`),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 400, 400, 200])
    expect(await answers[0]?.json()).toMatchObject({
      error: 'namespace_not_found',
      message: expect.any(String),
      request_id: expect.any(String),
    })
    expect(await answers[2]?.json()).toMatchObject({ error: 'invalid_namespace' })
    expect(await answers[4]?.json()).toEqual([])
  })

  it('are not sent again to who has them', async () => {
    await world.organizationNamed('tagged')
    const first = await world.call('/api/pipeline/scoreboard/tagged')
    const tag = first.headers.get('etag') ?? ''
    const again = await world.call('/api/pipeline/scoreboard/tagged', { headers: { 'if-none-match': tag } })
    expect(again.status).toBe(304)
    expect(again.headers.get('etag')).toBe(tag)
    expect(first.headers.get('x-scoreboard-as-of')).toMatch(/^\d{4}-/)
  })

  it('hold every pipeline, private and hidden ones too', async () => {
    await world.organizationNamed('gate')
    const { id, path } = await world.pipeline('gate', { published: false })
    await world.execute({ namespace: 'gate', pipeline: path })
    const set = (members: Record<string, unknown>) => world.client.sdk.collection('pipelines').update(id, members)
    for (const published of [false, true])
      for (const scoreboard_visibility of ['', 'follow_published', 'anonymous', 'hidden', 'listed']) {
        await set({ published, scoreboard_visibility })
        expect(await statistics('gate')).toMatchObject([{ pipeline_id: id, total_runs: 1 }])
      }
  })

  covers('S64')
  it('an organisation that runs the pipeline of another one is counted under its own namespace', async () => {
    await world.organizationNamed('guest')
    const { id, path } = await world.pipeline('shared')
    await world.execute({ namespace: 'guest', pipeline: path })
    expect(await statistics('guest')).toMatchObject([{ pipeline_id: id, pipeline_identifier: 'acme/shared' }])
  })

  covers('S15')
  // One more than PocketBase lists at once, and far more.
  it.each([1001, thorough ? 100_000 : 20_000])('are exact for %d executions of one namespace', async (count) => {
    const { id } = await world.organizationNamed(`large-${count}`)
    const pipelines = await Promise.all(
      Array.from({ length: 10 }, (_, index) => world.pipeline(`large-${count}-${index}`)),
    )
    const ids = pipelines.map((pipeline) => `'${pipeline.id}'`).join()
    await world.sql(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${count})
      INSERT INTO pipeline_results (owner, namespace, pipeline, workflow_id, run_id, status, type, started_at, closed_at, duration_ms, runner_ids, runner_types)
      SELECT '${id}', 'large-${count}', json_array(${ids}) ->> (i % 10), 'large-${count}-' || i, 'r',
        iif(i % 4 = 0, 'failed', 'completed'), 'manual', '2026-11-20T10:00:00.' || printf('%09d', i) || 'Z', '2026-11-20T11:00:00.000000000Z',
        1000 + i, iif(i % 2, '["acme/a"]', '["acme/b"]'), '["built_in_wallet"]' FROM n`)
    const items: { total_runs: number; total_successes: number; runners: string[] }[] = await statistics(
      `large-${count}`,
    )
    const sum = (of: 'total_runs' | 'total_successes') => items.reduce((total, item) => total + item[of], 0)
    expect([items.length, sum('total_runs'), sum('total_successes')]).toEqual([10, count, count - Math.ceil(count / 4)])
    expect(new Set(items.flatMap(({ runners }) => runners))).toEqual(new Set(['acme/a', 'acme/b']))
  })
})

describe('the numbers that are kept beside the ledger', () => {
  covers('S15')
  it('are those of a count of all executions, whatever was added, changed, moved or deleted', async () => {
    const namespaces = ['kept-a', 'kept-b']
    for (const name of namespaces) await world.organizationNamed(name)
    const pipelines = await Promise.all(['kept-1', 'kept-2', 'kept-3'].map((name) => world.pipeline(name)))
    const ids = pipelines.map(({ id }) => id)
    // The same numbers in every run of the test.
    let state = 7
    const random = () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
    const of = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    const members = () => ({
      namespace: of(namespaces),
      pipeline: of(ids),
      status: of(['running', 'completed', 'completed', 'completed', 'failed', 'timed_out', 'canceled', 'terminated']),
      type: of(['manual', 'scheduled', 'CI']),
      // Few distinct timestamps and durations, so that there are ties.
      started_at: `2026-11-20T10:00:0${of([0, 1])}.000000000Z`,
      duration_ms: of([1000, 2000, 3000]),
      runner_ids: of(['[]', '["acme/a"]', '["acme/a","acme/b"]']),
      runner_types: '["built_in_wallet"]',
    })
    const text = (values: Record<string, unknown>) =>
      Object.entries(values).map(([name, value]) => `${name} = '${value}'`)
    let count = 0
    for (let round = 0; round < 12; round++) {
      const statements = Array.from({ length: 25 }, () => {
        const values = members()
        const some = `id = (SELECT id FROM pipeline_results WHERE namespace LIKE 'kept-%' LIMIT 1 OFFSET ${Math.floor(random() * 40)})`
        const [name] = of(Object.entries(values))
        if (count > 20 && random() < 0.2) return `DELETE FROM pipeline_results WHERE ${some}`
        if (count > 20 && random() < 0.4)
          return `UPDATE pipeline_results SET ${of([text(values), text(values).filter((one) => one.startsWith(name))])} WHERE ${some}`
        count++
        const columns = {
          ...values,
          owner: world.organization.id,
          workflow_id: `kept-${of([0, 1])}-${count}`,
          run_id: 'r',
          closed_at: '',
        }
        return `INSERT INTO pipeline_results (${Object.keys(columns)}) VALUES (${Object.values(columns).map((value) => `'${value}'`)})`
      })
      await world.sql(statements.join(';\n'))
      // Read only in some rounds, so that unread changes accumulate.
      if (round % 3 < 2)
        for (const namespace of namespaces) expect(await statistics(namespace)).toEqual(await countedIn(namespace))
    }
    await world.client.sdk.collection('pipelines').delete(ids[0] as string)
    for (const namespace of namespaces) {
      const items = await statistics(namespace)
      expect(items).toEqual(await countedIn(namespace))
      expect(JSON.stringify(items)).not.toContain(ids[0])
    }
  })
})

/** The items of a namespace, computed here from every record of the ledger. */
async function countedIn(namespace: string) {
  const records = await world.client.sdk
    .collection('pipeline_results')
    .getFullList({ filter: `namespace = "${namespace}"`, expand: 'pipeline' })
  const counted = records.filter(({ status }) => ['completed', 'failed', 'timed_out'].includes(status))
  return [...new Set(counted.map(({ pipeline }) => pipeline))].sort().map((id) => {
    const runs = counted.filter(({ pipeline }) => pipeline === id)
    const successes = runs.filter(({ status }) => status === 'completed')
    const ofType = (type: string) => runs.filter((run) => run.type === type).length
    const sorted = (name: string) => [...new Set(runs.flatMap((run) => run[name]))].sort()
    const starts = runs.map(({ started_at }) => started_at).sort()
    const shortest = Math.min(...successes.map(({ duration_ms }) => duration_ms))
    const order = ({ started_at, workflow_id }: (typeof runs)[number]) => [started_at, workflow_id]
    const [latest] = successes.sort((a, b) => {
      const [[atA, idA], [atB, idB]] = [order(a), order(b)]
      return atA === atB ? (idA < idB ? -1 : 1) : atA > atB ? -1 : 1
    })
    return {
      pipeline_id: id,
      pipeline_name: runs[0]?.expand?.pipeline.name,
      pipeline_identifier: runs[0]?.expand?.pipeline.path,
      runner_types: sorted('runner_types'),
      runners: sorted('runner_ids'),
      total_runs: runs.length,
      total_successes: successes.length,
      canceled_runs: records.filter((run) => run.pipeline === id && ['canceled', 'terminated'].includes(run.status))
        .length,
      success_rate: Math.round((successes.length / runs.length) * 10_000) / 100,
      manual_executions: ofType('manual'),
      scheduled_executions: ofType('scheduled'),
      ci_executions: ofType('CI'),
      min_execution_time: successes.length === 0 ? '' : `${shortest / 1000}s`,
      min_execution_time_ms: successes.length === 0 ? null : shortest,
      first_execution_date: starts[0],
      last_execution_date: starts.at(-1),
      ...(latest === undefined
        ? {}
        : {
            last_successful_run: {
              workflow_id: latest.workflow_id,
              run_id: latest.run_id,
              start_time: latest.started_at,
            },
          }),
    }
  })
}

describe('the ledger', () => {
  it('takes a report twice as one execution, and the later report counts', async () => {
    await world.organizationNamed('twice')
    const { path } = await world.pipeline('twice')
    const run = (status: string) =>
      world.execute({ namespace: 'twice', pipeline: path, workflow_id: 'w', run_id: 'r', status })
    const [first, second] = [await (await run('running')).json(), await (await run('failed')).json()]
    expect(second.id).toBe(first.id)
    expect(await statistics('twice')).toMatchObject([{ total_runs: 1, total_successes: 0 }])
  })

  it('refuses what names nothing or contradicts itself', async () => {
    const { path } = await world.pipeline('refused')
    const wrong = [
      { pipeline: 'acme/none' },
      { pipeline: path, namespace: 'nobody' },
      { pipeline: path, status: 'done' },
      { pipeline: path, started_at: 'yesterday' },
      { pipeline: path, status: 'completed', closed_at: '' },
    ]
    for (const members of wrong) expect((await world.execute(members)).status).toBe(400)
  })
})
