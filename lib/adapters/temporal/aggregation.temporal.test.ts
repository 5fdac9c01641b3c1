import { readdirSync, readFileSync } from 'node:fs'
import { Worker } from '@temporalio/worker'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AggregationWorld, openAggregationWorld, workflowBundlePath } from '@/lib/testing/aggregation-world'
import { covers } from '@/lib/testing/covers'
import { eventually } from '@/lib/testing/eventually'
import { testAdminKey } from '@/lib/testing/scoreboard'

const previousKey = 'the-admin-key-before-this-one'
let world: AggregationWorld
beforeAll(async () => {
  world = await openAggregationWorld({ env: { ADMIN_API_KEY_PREVIOUS: previousKey } })
})
afterEach(() => {
  world.intercept = (_path, send) => send()
})
afterAll(() => world.close())

const start = async (query = '') => {
  const response = await world.call(`/api/pipeline/scoreboard/aggregate/start${query}`, { method: 'POST' })
  return { status: response.status, body: await response.json() }
}
const byName = async () => {
  const rows = await world.client.sdk.collection('pipeline_scoreboard_cache').getFullList({ expand: 'pipeline' })
  return new Map(rows.map((row) => [row.expand?.pipeline?.name, row]))
}
/** Replaces the service's answer for one namespace. */
const answerFor = (namespace: string, answer: () => { status: number; body: unknown } | Promise<never>) => {
  world.intercept = async (path, send) => (path.includes(`/scoreboard/${namespace}?`) ? answer() : send())
}

const twice = { pipeline_id: 'x', total_runs: 1, total_successes: 1, success_rate: 100 }

describe('a worker', () => {
  it('stops in time where the service does not respond', async () => {
    let isAsked = false
    world.intercept = (path, send) => {
      if (path !== '/api/organizations/namespaces') return send()
      isAsked = true
      return new Promise(() => undefined)
    }
    const { body } = await start()
    await eventually(async () => isAsked)
    await world.worker?.stop()
    await expect(world.worker?.running).resolves.toBeUndefined()
    await world.temporal.workflow.getHandle(body.workflowId, body.workflowRunId).terminate()
    world.worker = await world.startWorker()
  })
})

describe('an aggregation', () => {
  covers('B1.3', 'B1.4', 'B1.5', 'B1.7', 'S47', 'S64')
  it('asks every namespace of a ready organisation, sums over them and fills the cache', async () => {
    await world.organizationNamed('beta')
    await world.client.sdk
      .collection('organizations')
      .create({ name: 'fresh', canonified_name: 'fresh', namespace_state: 'pending' })
    const { path } = await world.pipeline('alpha')
    await world.execute({ pipeline: path })
    await world.execute({ pipeline: path, namespace: 'beta', status: 'failed' })
    const asked: string[] = []
    world.intercept = (path, send) => {
      asked.push(path)
      return send()
    }
    const { body } = await start()
    expect(body).toMatchObject({
      workflowId: 'aggregate-scoreboard',
      workflowRunId: expect.any(String),
      workflowNamespace: 'default',
      already_running: false,
    })
    const handle = world.temporal.workflow.getHandle(body.workflowId, body.workflowRunId)
    const { output } = await handle.result()
    expect(output).toMatchObject({ namespaces_processed: 3, namespaces_failed: 0, records_count: 1, superseded: false })
    expect((await handle.describe()).type).toBe('AggregateScoreboardWorkflow')
    expect(new Set(asked)).toEqual(
      new Set([
        '/api/organizations/namespaces',
        ...['acme', 'beta', 'fresh'].map((name) => `/api/pipeline/scoreboard/${name}?include=details`),
        '/api/pipeline/scoreboard/save-results',
      ]),
    )
    expect((await byName()).get('alpha')).toMatchObject({
      total_runs: 2,
      total_successes: 1,
      success_rate: 50,
      namespaces_count: 2,
      latest_successful_execution: expect.stringMatching(/./),
    })
    const history = JSON.stringify(await handle.fetchHistory())
    expect(history).not.toContain(testAdminKey)
    expect(history).not.toContain(Buffer.from(testAdminKey).toString('base64').slice(0, 20))
  })

  covers('S35')
  it.each([
    ['X-Api-Key', testAdminKey],
    ['Credimi-Api-Key', testAdminKey],
    ['Authorization', `Bearer ${testAdminKey}`],
    ['X-Api-Key', previousKey],
  ])('all four endpoints take %s: %s', async (name, value) => {
    const ask = (method: string, path: string, body?: unknown) =>
      fetch(`${world.service.baseUrl}/api/pipeline/scoreboard/${path}`, {
        method,
        headers: { [name]: value, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const { id } = (await world.client.sdk.collection('pipelines').getFullList())[0] ?? {}
    const rows = [{ pipeline_id: id, total_runs: 1, total_successes: 1, success_rate: 100 }]
    const schedule = await ask('POST', 'aggregate/start?schedule=9000')
    const { schedule_id } = await schedule.json()
    const answers = [
      await ask('GET', 'acme'),
      await ask('POST', 'save-results', { aggregated_pipelines: rows }),
      schedule,
      await ask('DELETE', `aggregate/schedule/${schedule_id}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  covers('B1.4', 'S63')
  it('a new organisation gets its namespace and the attributes by which executions are found', async () => {
    const found = await world.client.sdk.collection('organizations').getFirstListItem("canonified_name = 'fresh'")
    expect(found.namespace_state).toBe('ready')
    const { workflowService, operatorService } = world.temporal.connection
    const { config } = await workflowService.describeNamespace({ namespace: 'fresh' })
    expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(365 * 86_400)
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace: 'fresh' })
    expect(Object.keys(customAttributes ?? {})).toEqual(
      expect.arrayContaining(['PipelineIdentifier', 'RunnerIdentifiers', 'TriggerType']),
    )
  })

  covers('B1.9', 'B4.3', 'S48')
  it('started twice at once runs once', async () => {
    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    world.intercept = async (_path, send) => {
      await held
      return send()
    }
    const both = await Promise.all([start(), start()])
    const third = await start()
    release()
    expect(both.map(({ body }) => body.already_running).sort()).toEqual([false, true])
    expect(third.body.already_running).toBe(true)
    expect(new Set([...both, third].map(({ body }) => body.workflowRunId)).size).toBe(1)
    await world.temporal.workflow.getHandle('aggregate-scoreboard', third.body.workflowRunId).result()
  })

  covers('B1.5', 'S53')
  it.each([
    ['answers 500', () => ({ status: 500, body: {} })],
    ['times out', () => Promise.reject(new Error('timeout'))],
    ['names a pipeline twice', () => ({ status: 200, body: [twice, twice] })],
    ['answers another shape', () => ({ status: 200, body: [{ pipeline_id: 'x', total_runs: 'three' }] })],
  ])('a namespace that %s keeps its share, and the row says since when', async (_what, answer) => {
    await world.aggregate()
    const before = (await byName()).get('alpha')
    const { path } = await world.pipeline(`only-acme-${_what.replaceAll(' ', '-')}`)
    await world.execute({ pipeline: path })
    answerFor('beta', answer)
    const { output } = await world.aggregate()
    expect(output).toMatchObject({
      namespaces_failed: 1,
      failed_namespaces: ['beta'],
      carried: [{ namespace: 'beta' }],
    })
    const after = (await byName()).get('alpha')
    expect(after).toMatchObject({ total_runs: before?.total_runs, stale_since: expect.stringMatching(/^\d{4}/) })
    expect((await byName()).get(path.slice(5))).toMatchObject({ stale_since: '' })
    world.intercept = (_path, send) => send()
    await world.aggregate()
    expect((await byName()).get('alpha')?.stale_since).toBe('')
  })

  covers('S54')
  it('a namespace that fails for more than a week is dropped and reported', async () => {
    await world.aggregate()
    answerFor('beta', () => ({ status: 500, body: {} }))
    await world.aggregate()
    world.service.advance(8 * 86_400)
    const { output } = await world.aggregate()
    expect(output).toMatchObject({ failed_namespaces: ['beta'], dropped: ['beta'], carried: [] })
    expect((await byName()).get('alpha')).toMatchObject({ total_runs: 1, stale_since: '' })
    world.intercept = (_path, send) => send()
    await world.aggregate()
    expect((await byName()).get('alpha')).toMatchObject({ total_runs: 2 })
  })

  covers('S55')
  it('fails when no namespace answers, and the rows stay', async () => {
    const before = await world.rows()
    world.intercept = async (path, send) => (path.includes('include=details') ? { status: 503, body: {} } : send())
    await expect(world.aggregate()).rejects.toMatchObject({ cause: { type: 'AllNamespacesFailed' } })
    expect(await world.rows()).toEqual(before)
    const [run] = await world.service.container.ports.scoreboard.store.runs(1)
    expect(run).toMatchObject({
      state: 'failed',
      nobodyToAsk: false,
      failedNamespaces: expect.arrayContaining(['acme']),
    })
  })

  covers('B1.7', 'S55')
  it('fails when saving does, and the rows stay', async () => {
    const before = await world.rows()
    let tries = 0
    world.intercept = async (path, send) => {
      if (!path.endsWith('save-results')) return send()
      tries++
      return { status: 500, body: {} }
    }
    await expect(world.aggregate()).rejects.toThrow()
    expect(tries).toBe(5)
    tries = 0
    world.intercept = async (path, send) => {
      if (!path.endsWith('save-results')) return send()
      tries++
      return { status: 400, body: { error: 'invalid_request' } }
    }
    await expect(world.aggregate()).rejects.toThrow()
    expect(tries).toBe(1)
    expect(await world.rows()).toEqual(before)
  })

  it('that was superseded by a newer one ends without overwriting it', async () => {
    let overtaken = false
    world.intercept = async (path, send) => {
      if (path.endsWith('save-results') && !overtaken) {
        overtaken = true
        const { id } = await world.pipeline('overtaking')
        const row = { pipeline_id: id, total_runs: 1, total_successes: 1, success_rate: 100 }
        expect((await world.save({ aggregated_pipelines: [row] })).status).toBe(200)
      }
      return send()
    }
    const { output } = await world.aggregate()
    expect(output).toMatchObject({ superseded: true })
    expect([...(await byName()).keys()]).toEqual(['overtaking'])
  })

  covers('S43')
  it('a pipeline that was private during an aggregation is back as soon as it is published', async () => {
    const { sdk } = world.client
    const { id, path } = await world.pipeline('back-and-forth')
    await world.execute({ pipeline: path })
    const publish = (published: boolean) => sdk.collection('pipelines').update(id, { published })
    const listed = async () => {
      const query = 'expand=pipeline&perPage=1000'
      const answer = await world.call(`/api/collections/pipeline_scoreboard_cache/records?${query}`)
      return (await answer.text()).includes('back-and-forth')
    }
    await world.aggregate()
    expect(await listed()).toBe(true)
    await publish(false)
    expect(await listed()).toBe(false)
    await world.aggregate()
    await publish(true)
    expect(await listed()).toBe(true)
  })

  it('a deleted organisation takes its share along', async () => {
    await world.aggregate()
    expect((await byName()).get('alpha')).toMatchObject({ total_runs: 2 })
    const beta = await world.client.sdk.collection('organizations').getFirstListItem("canonified_name = 'beta'")
    await world.client.sdk.collection('organizations').delete(beta.id)
    await world.aggregate()
    expect((await byName()).get('alpha')).toMatchObject({ total_runs: 1 })
  })

  covers('S58')
  it('the last public pipeline unpublished, private rows stay, and with the last pipeline the scoreboard is committed empty', async () => {
    const { sdk } = world.client
    const all = await sdk.collection('pipelines').getFullList()
    for (const { id } of all) await sdk.collection('pipelines').update(id, { published: false })
    await world.aggregate()
    const rows = await world.rows()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ pipeline, wallets }) => pipeline !== '' || wallets.length > 0)).toEqual([])
    for (const { id } of all) await sdk.collection('pipelines').delete(id)
    const { output } = await world.aggregate()
    expect(output).toMatchObject({ records_count: 0, namespaces_failed: 0 })
    expect(await world.rows()).toEqual([])
  })

  it('without organisations there is nothing to save, and that is not a failure', async () => {
    for (const { id } of await world.client.sdk.collection('organizations').getFullList())
      await world.client.sdk.collection('organizations').delete(id)
    expect(await world.aggregate()).toMatchObject({ message: 'No namespaces found' })
    const [run] = await world.service.container.ports.scoreboard.store.runs(1)
    expect(run).toMatchObject({ state: 'failed', nobodyToAsk: true })
  })
})

/**
 * Histories of real runs, one for each path through the workflow, without worker identities. A workflow that is running
 * when a new version starts is replayed in the same way.
 */
const directory = new URL('./histories/', import.meta.url)
const histories = readdirSync(directory)

/** Replays the histories, given as the JSON of what the client fetches, and names what was wrong with each. */
async function replayed(change: (text: string) => string = (text) => text) {
  const fetched = await world.temporal.workflow.getHandle('aggregate-scoreboard').fetchHistory()
  // The protobuf type of histories; the client does not export it.
  const type = fetched.constructor as unknown as { fromObject(json: unknown): typeof fetched }
  const read = histories.map((name) => ({
    workflowId: name,
    history: type.fromObject(JSON.parse(change(readFileSync(new URL(name, directory), 'utf8')))),
  }))
  const errors = new Map<string, string | null>()
  // All in one worker, for each that starts takes half a second of the processor.
  for await (const { workflowId, error } of Worker.runReplayHistories(
    { workflowBundle: { codePath: workflowBundlePath } },
    read,
  ))
    errors.set(workflowId, error?.name ?? null)
  return errors
}

describe('the workflow code of today', () => {
  covers('S59')
  it('goes every way that was recorded', async () => {
    expect(histories.length).toBeGreaterThan(8)
    expect(await replayed()).toEqual(new Map(histories.map((name) => [name, null])))
  })

  covers('S59')
  it('is found out when it goes another one', async () => {
    const otherwise = await replayed((text) => text.replaceAll('"listNamespaces"', '"listOthers"'))
    // One of them begins amid an aggregation.
    const right = [...otherwise].filter(([, error]) => error !== 'DeterminismViolationError')
    expect(right).toEqual([['continued-as-new.json', null]])
  })
})
