import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TemporalScheduler } from '@/lib/adapters/temporal/scheduler'
import type { RunRequest } from '@/lib/core/scoreboard/pipelines/pipeline-runner'
import { SchedulerUnavailable } from '@/lib/core/scoreboard/scheduler'
import { absentScoreboard } from '@/lib/server/wiring/absent-scoreboard'
import { openScoreboardWorld, rowOf, type ScoreboardWorld } from '@/lib/testing/scoreboard'

/** What Temporal was asked for, and whether it is away. */
const temporal = { away: false, scheduled: [] as RunRequest[], unscheduled: [] as string[] }
const scheduler: TemporalScheduler = {
  ...absentScoreboard.scheduler,
  parts: async () => ({ temporal: true, worker: true }),
  pipelines: {
    ...absentScoreboard.runner,
    async schedule(run) {
      if (temporal.away) throw new SchedulerUnavailable('down')
      temporal.scheduled.push(run)
      return null
    },
    async unschedule({ pipelineId }) {
      if (temporal.away) throw new SchedulerUnavailable('down')
      temporal.unscheduled.push(pipelineId)
    },
  },
  close: async () => undefined,
}

let world: ScoreboardWorld
beforeAll(async () => {
  world = await openScoreboardWorld({ scheduler })
  await world.organizationNamed('borealia')
  await world.create('wallets', { name: 'Quillfern', canonified_name: 'quillfern', owner: world.organization.id })
})
beforeEach(() => Object.assign(temporal, { away: false, scheduled: [], unscheduled: [] }))
afterAll(() => world.close())

const definition = {
  version: 1,
  runner: 'built_in_wallet',
  // Members in an order of their own.
  entities: { wallet: 'acme/quillfern', custom_checks: [] },
  steps: [{ session: { flow: 'pre_authorized_code' }, kind: 'issuance', id: 'issue' }],
}
const other = { ...definition, wait_seconds: 60 }

const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const response = await world.call(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, etag: response.headers.get('etag') ?? '', body: await response.json() }
}
const all = '/api/pipelines'
let count = 0
const add = async (members: Record<string, unknown> = {}) => {
  const sent = { organization: 'acme', name: `Nightly ${++count}`, definition, ...members }
  const added = await send('POST', all, sent)
  expect(added.status).toBe(201)
  return { ...added, at: `${all}/${added.body.id}` }
}
const publicNames = async () => {
  const { items } = await (await fetch(`${world.service.baseUrl}/api/collections/pipelines/records?perPage=500`)).json()
  return items.map(({ name }: { name: string }) => name)
}

describe('a new pipeline', () => {
  it('is answered with its address, and may have tabs and lines in its description', async () => {
    const body = { organization: 'acme', name: 'Located', description: 'One\tline,\r\nand another.', definition }
    const answer = await world.call(all, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { id, description } = await answer.json()
    expect(answer.headers.get('location')).toBe(`${world.service.baseUrl}${all}/${id}`)
    expect(description).toBe(body.description)
    expect((await world.call(`${all}/${id}`)).headers.has('location')).toBe(false)
  })

  it('is kept as it was written, members in their order, under the path of its name', async () => {
    const { body, etag, at } = await add({ name: '  Ünïcode: nightly, 2nd  ', description: 'Each night.' })
    expect(body).toMatchObject({
      organization: 'acme',
      name: 'Ünïcode: nightly, 2nd',
      path: 'acme/ünïcode-nightly-2nd',
      description: 'Each night.',
      published: false,
      evidence_public: false,
      problems: [],
      schedule: null,
      last_run: null,
    })
    expect(JSON.stringify(body.definition)).toBe(JSON.stringify(definition))
    const read = await send('GET', at)
    expect([read.status, read.body, read.etag]).toEqual([200, body, etag])
    expect(JSON.stringify(read.body.definition)).toBe(JSON.stringify(definition))
    expect(await publicNames()).not.toContain(body.name)
  })

  it('takes a name of its own for its path, and may be public at once', async () => {
    const { body } = await add({ canonified_name: 'own-name', published: true, evidence_public: true })
    expect(body).toMatchObject({ path: 'acme/own-name', published: true, evidence_public: true })
    expect(await publicNames()).toContain(body.name)
  })

  it('needs no definition where others report its runs, and cannot be started then', async () => {
    const reported = await send('POST', all, { organization: 'acme', name: 'Reported by others', published: true })
    expect(reported).toMatchObject({
      status: 201,
      body: { path: 'acme/reported-by-others', definition: null, published: true, problems: [] },
    })
    expect(await publicNames()).toContain('Reported by others')
    expect((await world.execute({ pipeline: 'acme/reported-by-others' })).status).toBe(201)
    const at = `${all}/${reported.body.id}`
    for (const refused of [await send('POST', `${at}/run`), await send('PUT', `${at}/schedule`, { daily_at: '03:00' })])
      expect(refused).toMatchObject({
        status: 400,
        body: { error: 'invalid_pipeline', error_description: expect.stringContaining('has no definition') },
      })
    expect(temporal.scheduled).toEqual([])
    expect((await send('PUT', at, { definition, published: false })).body).toMatchObject({
      definition: { runner: 'built_in_wallet' },
    })
    expect(await send('POST', all, { organization: 'acme', name: 'Null', definition: null })).toMatchObject({
      status: 201,
      body: { definition: null },
    })
  })

  it('is refused where its path is taken, or leads to no organisation', async () => {
    await add({ name: 'Twice' })
    expect(await send('POST', all, { organization: 'acme', name: 'twice', definition })).toMatchObject({
      status: 409,
      body: { error: 'pipeline_exists' },
    })
    expect((await send('POST', all, { organization: 'borealia', name: 'twice', definition })).status).toBe(201)
    expect(await send('POST', all, { organization: 'nobody', name: 'x', definition })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', details: [{ path: 'organization' }] },
    })
  })

  const deep = JSON.stringify({ ...definition, deep: 0 }).replace('0', `${'['.repeat(9000)}${']'.repeat(9000)}`)
  it.each<[string, Record<string, unknown> | string, string]>([
    ['no name', { name: ' ' }, 'name'],
    ['a name without letters', { name: '—' }, 'name'],
    ['a path with a slash', { canonified_name: 'a/b' }, 'canonified_name'],
    ['a path with capitals', { canonified_name: 'UPPER' }, 'canonified_name'],
    ['a name with NUL', { name: 'a\0b' }, 'name'],
    ['a name of two lines', { name: 'a\nb' }, 'name'],
    ['a description with an escape', { description: 'a\u001b[31m' }, 'description'],
    ['a flag that is none', { published: 'yes' }, 'published'],
    ['too long a description', { description: 'x'.repeat(5001) }, 'description'],
    ['too long a definition', { definition: { ...definition, more: 'x'.repeat(262_144) } }, 'definition'],
    ['a definition too deep', `{"organization":"acme","name":"deep","definition":${deep}}`, 'definition'],
  ])('is refused with %s', async (_, members, path) => {
    const sent = typeof members === 'string' ? members : { organization: 'acme', name: 'bad', definition, ...members }
    const { status, body } = await send('POST', all, sent)
    expect([status, body.error, body.details.map((detail: { path: string }) => detail.path)]).toEqual([
      400,
      'invalid_request',
      [path],
    ])
  })

  it('names every place of its definition that is wrong', async () => {
    const steps = [
      { id: 'A', kind: 'issuance', session: {} },
      { id: 'b', kind: 'dance' },
    ]
    const wrong = { ...definition, runner: 'robot', steps }
    const { status, body } = await send('POST', all, { organization: 'acme', name: 'wrong', definition: wrong })
    expect([status, body.error, body.details.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      'invalid_pipeline',
      ['runner', 'steps.0.id', 'steps.1.kind'],
    ])
  })

  it('refuses members that it does not know, and says where, but goes on with those that are stored', async () => {
    const [step] = definition.steps
    const misspelt = {
      ...definition,
      runners: 'built_in_wallet',
      entities: { walet: 'wallet-capture/reference-wallet' },
      steps: [{ ...step, requires: 'none' }],
    }
    const places = ['runners', 'entities.walet', 'steps.0.requires']
    const refused = await send('POST', all, { organization: 'acme', name: 'misspelt', definition: misspelt })
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_pipeline'])
    expect(refused.body.details.map(({ path }: { path: string }) => path)).toEqual(places)
    expect(refused.body.details[2]).toMatchObject({
      code: 'unknown_member',
      message: expect.stringMatching(/require,?/),
    })
    const stored = await world.pipeline('of-before', { published: false, definition: misspelt })
    const at = `${all}/${stored.id}`
    const { body } = await send('GET', at)
    expect(body).toMatchObject({ problems: [], definition: misspelt })
    expect((await send('PUT', at, body)).status).toBe(200)
    expect((await send('PUT', at, { published: true })).status).toBe(200)
    const again = await send('PUT', at, { definition: { ...misspelt, wait_seconds: 90 }, published: false })
    expect([again.status, again.body.details.length]).toEqual([400, 3])
  })

  it('a member that no pipeline has is refused by its name, and changes nothing', async () => {
    const { at, body, etag } = await add()
    const tries: [string, string, Record<string, unknown>, string][] = [
      ['PUT', at, { definiton: other }, 'definition'],
      ['PUT', at, { description: 'new', publishd: false }, 'published'],
      ['POST', all, { organization: 'acme', name: 'Misspelt', definition, nme: 1 }, 'name'],
    ]
    for (const [method, path, sent, nearest] of tries) {
      const refused = await send(method, path, sent)
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request'])
      const name = Object.keys(sent).at(-1)
      const message = expect.stringMatching(/^must be left out: .*evidence_public/)
      expect(refused.body.details).toEqual([{ path: name, code: 'unknown_member', message, nearest }])
    }
    expect((await send('GET', at)).etag).toBe(etag)
    expect((await send('GET', `${all}?organization=acme&per_page=50`)).body.pipelines).not.toContainEqual(
      expect.objectContaining({ name: 'Misspelt' }),
    )
    // What GET returns is no mistake.
    expect(await send('PUT', at, (await send('GET', at)).body)).toMatchObject({ status: 200, etag, body })
  })

  it('too large a body is refused before it is read', async () => {
    expect((await send('POST', all, `"${'x'.repeat(400_000)}"`)).status).toBe(413)
  })
})

describe('a pipeline', () => {
  it('changes in part, and its path never does', async () => {
    const { at, body } = await add()
    const changed = await send('PUT', at, { description: 'new', definition: other })
    expect(changed.body).toMatchObject({ ...body, description: 'new', definition: other, updated: expect.any(String) })
    for (const members of [{ organization: 'borealia' }, { canonified_name: 'elsewhere' }])
      expect(await send('PUT', at, members)).toMatchObject({
        status: 400,
        body: { error: 'invalid_request', details: [{ path: Object.keys(members)[0] }] },
      })
    // What was read may be sent back whole.
    expect(await send('PUT', at, changed.body)).toMatchObject({ status: 200, body: { path: body.path } })
  })

  it('is not changed over what somebody else wrote meanwhile', async () => {
    const { at, etag } = await add()
    const mine = { 'if-match': etag }
    const theirs = await send('PUT', at, { definition: other })
    expect(theirs.etag).not.toBe(etag)
    const refused = await send('PUT', at, { name: 'Mine' }, mine)
    expect([refused.status, refused.body.error]).toEqual([412, 'pipeline_changed'])
    expect((await send('PUT', at, { definition: { ...definition, wait_seconds: 90 } }, mine)).status).toBe(412)
    expect((await send('DELETE', at, undefined, mine)).status).toBe(412)
    expect((await send('PUT', at, { name: 'Mine' }, { 'if-match': `W/${theirs.etag}` })).status).toBe(412)
    expect((await send('GET', at)).body).toMatchObject({ definition: other, name: expect.stringContaining('Nightly') })
    // A change that is there already was made, RFC 9110 section 13.1.1.
    expect((await send('PUT', at, { definition: other }, mine)).status).toBe(200)
    expect((await send('PUT', at, { name: 'Mine' }, { 'if-match': `"x", ${theirs.etag}` })).status).toBe(200)
    expect((await send('PUT', at, { name: 'Again' }, { 'if-match': '*' })).status).toBe(200)
  })

  it('keeps its definition while it is public, and leaves the public at once', async () => {
    const { at, body } = await add()
    const saved = await world.save({ aggregated_pipelines: [rowOf(body.id)] })
    expect(saved.status).toBe(200)
    const isPublic = async () => {
      const board = await (await fetch(`${world.service.baseUrl}/api/scoreboard/rows`)).text()
      return [board.includes(`"${body.name}"`), (await publicNames()).includes(body.name)]
    }
    expect(await isPublic()).toEqual([false, false])
    expect((await send('PUT', at, { published: true })).body.published).toBe(true)
    expect(await isPublic()).toEqual([true, true])
    const refused = await send('PUT', at, { definition: other })
    expect([refused.status, refused.body.error]).toEqual([409, 'pipeline_published'])
    expect((await send('PUT', at, { definition, description: 'same' })).status).toBe(200)
    expect((await send('PUT', at, { definition: other, published: false })).body).toMatchObject({
      definition: other,
      published: false,
    })
    expect(await isPublic()).toEqual([false, false])
  })

  it('whose definition is not right is not published, and one that has none is', async () => {
    const stored = await world.pipeline('stored', { published: false, definition: { version: 1 } })
    const at = `${all}/${stored.id}`
    const { body } = await send('GET', at)
    expect(body.problems.map(({ path }: { path: string }) => path)).toEqual(['runner', 'steps'])
    expect((await send('PUT', at, { published: true })).body.error).toBe('invalid_pipeline')
    expect((await send('PUT', at, { description: 'still' })).status).toBe(200)
    const reported = await world.pipeline('reported', { published: false })
    expect((await send('PUT', `${all}/${reported.id}`, { published: true })).body).toMatchObject({
      published: true,
      definition: null,
      problems: [],
    })
  })

  it('is deleted only as long as it has not run', async () => {
    const never = await add()
    expect((await send('DELETE', never.at)).status).toBe(200)
    expect((await send('GET', never.at)).body.error).toBe('pipeline_not_found')
    expect((await send('DELETE', never.at)).status).toBe(404)
    const ran = await add()
    await world.execute({ pipeline: ran.body.path, status: 'failed' })
    expect((await send('GET', ran.at)).body.last_run).toMatchObject({
      status: 'failed',
      type: 'manual',
      started_at: '2026-11-20T10:00:00.000Z',
      closed_at: '2026-11-20T10:00:09.000Z',
    })
    expect(await send('DELETE', ran.at)).toMatchObject({ status: 409, body: { error: 'pipeline_has_runs' } })
    const counted = await add()
    await world.save({ aggregated_pipelines: [rowOf(counted.body.id)] })
    expect((await send('DELETE', counted.at)).status).toBe(409)
  })

  it('that does not exist is 404', async () => {
    const none = `${all}/nothing`
    const tries = [send('GET', none), send('PUT', none, { name: 'x' }), send('DELETE', none)]
    expect((await Promise.all(tries)).map(({ status, body }) => [status, body.error])).toEqual(
      tries.map(() => [404, 'pipeline_not_found']),
    )
  })
})

describe('a schedule', () => {
  const scheduled = async () => {
    const added = await add()
    await send('PUT', `${added.at}/schedule`, { daily_at: '02:30' })
    expect(temporal.scheduled).toHaveLength(1)
    return added
  }

  it('follows the definition, and goes with the pipeline', async () => {
    const { at, body } = await scheduled()
    expect((await send('GET', at)).body.schedule).toMatchObject({
      every_seconds: null,
      daily_at: '02:30',
      paused: false,
      next_run_at: expect.stringMatching(/T02:30:00\.000Z$/),
    })
    await send('PUT', at, { name: 'Only the name' })
    expect(temporal.scheduled).toHaveLength(1)
    await send('PUT', at, { definition: { ...definition, timeout_seconds: 61 } })
    expect(temporal.scheduled.map(({ timeoutSeconds }) => timeoutSeconds)).toEqual([3600, 61])
    expect((await send('DELETE', at)).status).toBe(200)
    expect(temporal.unscheduled).toEqual([body.id])
  })

  it('keeps the pipeline as it was while Temporal is away', async () => {
    const { at } = await scheduled()
    temporal.away = true
    expect(await send('PUT', at, { definition: other })).toMatchObject({
      status: 503,
      body: { error: 'temporal_unavailable' },
    })
    expect((await send('DELETE', at)).status).toBe(503)
    expect((await send('GET', at)).body).toMatchObject({ definition, schedule: { daily_at: '02:30' } })
    const unscheduled = await add()
    expect((await send('PUT', unscheduled.at, { definition: other })).status).toBe(200)
  })
})

describe('the list', () => {
  it('has the pipelines of all organisations by their paths, page by page, each with what is wrong with it', async () => {
    const { total } = (await send('GET', all)).body
    const pages = []
    for (let page = 1; pages.length < total; page++) {
      const { body } = await send('GET', `${all}?per_page=3&page=${page}`)
      expect(body).toMatchObject({ page, per_page: 3, total })
      pages.push(...body.pipelines)
    }
    const paths = pages.map(({ path }) => path)
    expect(paths).toEqual([...new Set(paths)].sort())
    expect(pages.find(({ path }) => path === 'acme/stored')).toMatchObject({
      runner: null,
      published: false,
      problems: [{ path: 'runner' }, { path: 'steps' }],
    })
    expect(pages.find(({ path }) => path === 'acme/own-name')).toMatchObject({
      runner: 'built_in_wallet',
      problems: [],
    })
    expect(pages[0]).not.toHaveProperty('definition')
    const { body } = await send('GET', `${all}?organization=borealia`)
    expect(body.pipelines.map(({ path }: { path: string }) => path)).toEqual(['borealia/twice'])
    expect((await send('GET', `${all}?page=1000000`)).body.pipelines).toEqual([])
  })

  it.each(['organization=', 'page=0', 'page=x', 'per_page=51', 'per_page=', 'page=1e3'])(
    'refuses %s',
    async (query) => {
      expect((await send('GET', `${all}?${query}`)).body.error).toBe('invalid_request')
    },
  )

  it('is for the admin key alone, and so is writing', async () => {
    const { at } = await add()
    for (const [method, path] of [
      ['GET', all],
      ['POST', all],
      ['GET', at],
      ['PUT', at],
      ['DELETE', at],
    ] as const)
      for (const [key, error] of [
        ['', 'api_key_required'],
        ['wrong', 'invalid_api_key'],
      ] as const) {
        const headers = key === '' ? {} : { 'x-api-key': key }
        const response = await fetch(world.service.baseUrl + path, { method, headers })
        expect([method, path, response.status, (await response.json()).error]).toEqual([method, path, 401, error])
      }
    expect((await send('GET', at)).status).toBe(200)
  })
})
