import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { listen } from '@/lib/testing/realtime'
import { openScoreboardWorld, rowOf, type ScoreboardWorld } from '@/lib/testing/scoreboard'

const marker = 'Xq7PrivateMarker'
const slug = 'xq7-private-slug'
const relations = [
  'pipeline',
  'latest_successful_execution',
  'wallets',
  'wallet_versions',
  'wallet_actions',
  'issuers',
  'credentials',
  'verifiers',
  'use_case_verifications',
  'custom_integrations',
  'mobile_runners',
  'conformance_check_refs',
]
const expandAll = relations.join()

let world: ScoreboardWorld
let publicId: string
let privateId: string
let privateResult: string
let privateWallet: string
let publicWallet: string
beforeAll(async () => {
  world = await openScoreboardWorld()
  const owner = world.organization.id
  publicId = (await world.pipeline('public')).id
  const secret = await world.pipeline(marker, {
    canonified_name: slug,
    published: false,
    description: marker,
    definition: { marker },
  })
  privateId = secret.id
  privateWallet = (await world.create('wallets', { name: marker, canonified_name: slug, owner, home_url: marker })).id
  publicWallet = (await world.create('wallets', { name: 'Public', canonified_name: 'public', owner, published: true }))
    .id
  await world.create('mobile_runners', { name: marker, canonified_name: slug, owner, type: 'built_in_wallet' })
  const members = { pipeline: `acme/${slug}`, workflow_id: `${marker}-workflow`, run_id: marker }
  privateResult = (await (await world.execute({ ...members, steps: [{ marker }] })).json()).id
  const last_execution = { wallet_used: [`acme/${slug}`, 'acme/public'] }
  const saved = await world.save({
    aggregated_pipelines: [
      rowOf(publicId, { last_execution, runners: [`acme/${slug}`, `acme/${slug}-unknown`] }),
      rowOf(privateId, {
        last_execution: { ...last_execution, workflow_id: members.workflow_id, run_id: marker },
        runners: [`acme/${slug}`],
        total_runs: 777,
        manual_executions: 777,
      }),
    ],
  })
  expect((await saved.json()).records_count).toBe(2)
})
afterAll(() => world.close())

const collections = [
  'scoreboard_history',
  'wallet_capabilities_cache',
  'pipeline_scoreboard_cache',
  'scoreboard_state',
  'pipelines',
  'pipeline_results',
  'organizations',
  'wallets',
  'wallet_versions',
  'wallet_actions',
  'credential_issuers',
  'credentials',
  'verifiers',
  'use_cases_verifications',
  'conformance_checks',
  'custom_checks',
  'mobile_runners',
]
/** Sends a path exactly as given; `fetch` would normalise it. */
const sendRaw = (origin: string, method: string, path: string) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const sent = request({ hostname, port, method, path }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
    sent.once('error', reject)
    sent.end()
  })
/** Its row is public, with 777 runs and nothing that leads from there to the pipeline. */
const secrets = () => new RegExp([marker, slug, privateId, privateResult].join('|'))
const setPipeline = (id: string, members: Record<string, unknown>) =>
  world.client.sdk.collection('pipelines').update(id, members)

/** Reads as a visitor, at the public origin and at PocketBase itself. */
async function read(path: string): Promise<{ status: number; text: string }[]> {
  const urls = [world.service.baseUrl, world.server.url].map((origin) => `${origin}/api/collections/${path}`)
  return Promise.all(
    urls.map(async (url) => {
      const response = await fetch(url)
      return { status: response.status, text: await response.text() }
    }),
  )
}

describe('a private pipeline', () => {
  covers('B2.2', 'S40')
  it('is in no list, whatever is expanded, sorted or asked for', async () => {
    for (const collection of collections) {
      const back =
        'pipelines_via_owner,pipeline_results_via_pipeline,pipeline_scoreboard_cache_via_pipeline,wallets_via_owner'
      for (const query of ['', `?expand=${expandAll}`, `?expand=${back}`, '?fields=*', '?sort=-created&perPage=1000'])
        for (const { text } of await read(`${collection}/records${query}`)) expect(text).not.toMatch(secrets())
    }
    const [rows] = await read('pipeline_scoreboard_cache/records')
    const named = JSON.parse(rows!.text).items.map(({ pipeline }: { pipeline: string }) => pipeline)
    expect(named.sort()).toEqual(['', publicId])
  })

  covers('S40')
  it('is not there by its ids', async () => {
    const ids = [
      `pipeline_scoreboard_cache/records/${privateId}`,
      `pipelines/records/${privateId}`,
      `pipeline_results/records/${privateResult}`,
      `wallets/records/${privateWallet}`,
    ]
    for (const path of ids)
      for (const query of ['', `?expand=${expandAll}`, '?fields=*,expand.*', '?expand=owner.pipelines_via_owner'])
        for (const { status, text } of await read(path + query)) {
          expect(status).toBe(404)
          expect(text).not.toMatch(secrets())
        }
  })

  covers('S40')
  it('is in no single record that is public, whatever hangs on that', async () => {
    const row = (await world.rows()).find((one) => one.pipeline === publicId)
    const back = 'pipelines_via_owner,wallets_via_owner,mobile_runners_via_owner,pipeline_results_via_owner'
    const paths = [
      `pipeline_scoreboard_cache/records/${row?.id}?expand=${expandAll},pipeline.owner,${relations.map((name) => `${name}.owner`)}`,
      `pipelines/records/${publicId}?expand=owner,owner.pipelines_via_owner,pipeline_results_via_pipeline`,
      `organizations/records/${world.organization.id}?expand=${back},pipelines_via_owner.pipeline_results_via_pipeline`,
      `wallets/records/${publicWallet}?expand=owner.wallets_via_owner,pipeline_scoreboard_cache_via_wallets.pipeline`,
    ]
    for (const path of paths)
      for (const { status, text } of await read(path)) {
        expect([path, status]).toEqual([path, 200])
        expect(text).not.toMatch(secrets())
      }
  })

  covers('S40')
  it('is in no answer to HEAD, nor in the headers of any', async () => {
    for (const collection of collections)
      for (const method of ['HEAD', 'GET', 'OPTIONS']) {
        const response = await fetch(`${world.service.baseUrl}/api/collections/${collection}/records`, { method })
        expect(JSON.stringify([...response.headers])).not.toMatch(secrets())
        if (method === 'HEAD') expect(await response.text()).toBe('')
      }
  })

  it('is in the statistics that trusted callers read, and in no answer to anybody else', async () => {
    const path = '/api/pipeline/scoreboard/acme?include=details'
    expect(await (await world.call(path)).text()).toMatch(secrets())
    expect(await (await world.call('/api/organizations/namespaces')).text()).not.toMatch(secrets())
    for (const headers of [{}, { 'x-api-key': 'guess' }] as Record<string, string>[]) {
      const answer = await fetch(world.service.baseUrl + path, { headers })
      expect(answer.status).toBe(401)
      expect(await answer.text()).not.toMatch(secrets())
    }
  })

  covers('D2', 'S40')
  it('cannot be guessed by a filter, over any relation, and sorting by one drops nothing secret in', async () => {
    const filters = [
      `pipeline.name ~ "${marker}"`,
      `pipeline.description ~ "${marker}"`,
      `pipeline.id = "${privateId}"`,
      `pipeline = "${privateId}"`,
      `wallets.name ?~ "${marker}"`,
      `wallets.home_url ?~ "${marker}"`,
      `mobile_runners.name ?~ "${marker}"`,
      `latest_successful_execution.run_id = "${marker}"`,
      `latest_successful_execution = "${privateResult}"`,
      `pipeline.pipeline_results_via_pipeline.run_id ?= "${marker}"`,
      `pipeline.definition.marker = "${marker}"`,
      `pipeline.name:lower ~ "${marker.toLowerCase()}"`,
      `pipeline.owner.pipelines_via_owner.name ?~ "${marker}"`,
      `wallets.owner.wallets_via_owner.home_url ?~ "${marker}"`,
      `wallets:each ?= "${privateWallet}" && total_runs = 777`,
      `@collection.pipelines.name ?~ "${marker}"`,
      `@collection.pipeline_results.run_id ?= "${marker}"`,
      `@collection.wallets:all.name ?~ "${marker}"`,
    ]
    const count = async (collection: string, filter: string) =>
      Promise.all(
        (await read(`${collection}/records?filter=${encodeURIComponent(filter)}`)).map(({ status, text }) => {
          expect(text).not.toMatch(secrets())
          return status === 200 ? JSON.parse(text).totalItems : 0
        }),
      )
    for (const filter of filters)
      expect([filter, ...(await count('pipeline_scoreboard_cache', filter))]).toEqual([filter, 0, 0])
    // The same kind of filter finds public data.
    expect(await count('pipeline_scoreboard_cache', 'pipeline.name = "public" && pipeline.path ~ "acme"')).toEqual([
      1, 1,
    ])
    expect(await count('wallets', 'owner.name = "acme" && name = "Public"')).toEqual([1, 1])
    for (const filter of [
      `owner.pipelines_via_owner.name ?~ "${marker}"`,
      `owner.wallets_via_owner.name ?~ "${marker}"`,
    ])
      expect([filter, ...(await count('wallets', filter))]).toEqual([filter, 0, 0])
    for (const filter of [`pipelines_via_owner.name ?~ "${marker}"`, `wallets_via_owner.name ?~ "${marker}"`])
      expect([filter, ...(await count('organizations', filter))]).toEqual([filter, 0, 0])
    for (const sort of relations.map((relation) => `${relation}.name`))
      for (const { text } of await read(`pipeline_scoreboard_cache/records?sort=${sort}`))
        expect(text).not.toMatch(secrets())
  })

  covers('S40')
  it('is not told to open pages', async () => {
    const topics = ['pipelines', 'pipeline_scoreboard_cache', 'pipeline_results', 'wallets'].flatMap((name) => [
      `${name}/*`,
      `${name}/*?options=${encodeURIComponent(JSON.stringify({ query: { expand: expandAll } }))}`,
    ])
    const page = await listen(world.server.url, [...topics, `pipelines/${privateId}`])
    await setPipeline(privateId, { description: `${marker} changed` })
    const hidden = (await world.rows()).find((row) => row.total_runs === 777)
    await world.client.sdk.collection('pipeline_scoreboard_cache').update(hidden?.id ?? '', { total_runs: 777 })
    await world.client.sdk.collection('pipeline_results').update(privateResult, { steps: [{ marker: `${marker} 2` }] })
    await world.client.sdk.collection('wallets').update(privateWallet, { description: marker })
    await setPipeline(publicId, { description: 'seen by everybody' })
    await page.heard(/seen by everybody/)
    expect(page.texts.join('')).not.toMatch(secrets())
    await page.close()
  })

  covers('S40')
  it('is no badge, no card and no history, and looks there like one that does not exist', async () => {
    const picture = async (name: string, form: string) => {
      const response = await fetch(`${world.service.baseUrl}/badge/pipeline/acme/${name}.${form}`)
      const { status, headers } = response
      return {
        status,
        type: headers.get('content-type'),
        cache: headers.get('cache-control'),
        text: await response.text(),
      }
    }
    const history = async () => {
      const filter = encodeURIComponent(`pipeline = "${privateId}"`)
      const response = await fetch(`${world.server.url}/api/collections/scoreboard_history/records?filter=${filter}`)
      return (await response.json()).items
    }
    expect(await picture('public', 'svg')).toMatchObject({ status: 200, type: 'image/svg+xml', cache: 'no-cache' })
    expect(await picture('public', 'png')).toMatchObject({ status: 200, type: 'image/png', cache: 'no-cache' })
    const body = ({ text }: { text: string }) => text.replace(/"request_id":"[^"]*"/, '')
    const shown = async () => ({
      pictures: [(await picture(slug, 'svg')).status, (await picture(slug, 'png')).status],
      days: await history(),
    })
    for (const form of ['svg', 'png']) {
      const hidden = await picture(slug, form)
      expect([hidden.status, body(hidden)]).toEqual([404, body(await picture('nothing', form))])
    }
    expect(await shown()).toEqual({ pictures: [404, 404], days: [] })
    await setPipeline(privateId, { published: true })
    expect(await shown()).toMatchObject({ pictures: [200, 200], days: [{ total_runs: 777 }] })
    // Its page is now public; its badge shows no more than its row.
    for (const scoreboard_visibility of ['hidden', 'anonymous']) {
      await setPipeline(privateId, { scoreboard_visibility })
      const badge = async (name: string) => (await picture(name, 'svg')).text
      expect(await badge(slug)).toContain('results not shown')
      expect(await badge(slug)).not.toContain('no runs yet')
      // Without any run it looks the same, picture for picture.
      const same = await world.pipeline(`without-runs-${scoreboard_visibility}`, { scoreboard_visibility })
      expect(await badge(`without-runs-${scoreboard_visibility}`)).toBe(await badge(slug))
      await world.client.sdk.collection('pipelines').update(same.id, { scoreboard_visibility: '' })
      expect(await badge(`without-runs-${scoreboard_visibility}`)).toContain('no runs yet')
      expect(await history()).toEqual([])
    }
    await setPipeline(privateId, { published: false, scoreboard_visibility: '' })
    for (const odd of ['public', 'public.gif', '%22.svg', `${'a'.repeat(300)}.svg`])
      expect((await fetch(`${world.service.baseUrl}/badge/pipeline/acme/${odd}`)).status).toBe(404)
  })

  covers('S40')
  it('is in no batch, and nothing is written or deleted by a visitor', async () => {
    const batch = await fetch(`${world.server.url}/api/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ requests: [{ method: 'GET', url: `/api/collections/pipelines/records/${privateId}` }] }),
    })
    expect(batch.status).toBeGreaterThanOrEqual(400)
    expect(await batch.text()).not.toMatch(secrets())
    for (const collection of collections)
      for (const method of ['POST', 'PATCH', 'DELETE'])
        for (const origin of [world.service.baseUrl, world.server.url]) {
          const path = method === 'POST' ? 'records' : `records/${publicId}`
          const init = { method, headers: { 'content-type': 'application/json' }, body: '{}' }
          const response = await fetch(`${origin}/api/collections/${collection}/${path}`, init)
          expect(response.status).toBeGreaterThanOrEqual(400)
        }
  })

  covers('S44')
  it('a private wallet or runner of a public row stays out of it, with its id', async () => {
    for (const { text } of await read(`pipeline_scoreboard_cache/records?expand=${expandAll}`)) {
      const row = JSON.parse(text).items.find(({ pipeline }: { pipeline: string }) => pipeline === publicId)
      expect(row.wallets).toEqual([publicWallet])
      expect(row.expand.wallets).toMatchObject([{ id: publicWallet, name: 'Public' }])
      expect(row.expand).not.toHaveProperty('mobile_runners')
      expect(row.mobile_runners).toEqual([])
      expect(text).not.toContain(privateWallet)
    }
  })

  covers('S46')
  it('what is unresolved, and what names entities in the ledger, can be neither read nor filtered', async () => {
    const { path } = await world.pipeline('ledger')
    await world.execute({ pipeline: path, runners: [`acme/${slug}`], entities: { wallet_used: [`acme/${slug}`] } })
    for (const { text } of await read('pipeline_results/records?fields=*')) {
      expect(JSON.parse(text).totalItems).toBe(1)
      expect(text).not.toMatch(secrets())
    }
    const tries = [
      `pipeline_results/records?filter=${encodeURIComponent(`entities ~ "${slug}"`)}`,
      `pipeline_results/records?filter=${encodeURIComponent(`runner_ids ~ "${slug}"`)}`,
      `pipeline_scoreboard_cache/records?filter=${encodeURIComponent(`unresolved ~ "${slug}"`)}`,
      'pipeline_scoreboard_cache/records?sort=unresolved',
      'pipeline_scoreboard_cache/records?filter=source%20~%20%22p%22',
      'scoreboard_state/records?filter=next_seq%3E0',
    ]
    for (const path of tries) expect((await read(path)).map(({ status }) => status)).toEqual([400, 400])
  })
})

describe('artifacts of an execution', () => {
  covers('B2.4', 'S42')
  it('are at the address that clients of PocketBase make, only as long as their pipeline is public', async () => {
    const { id: pipelineId, path } = await world.pipeline('with-screenshot')
    const { id } = await (await world.execute({ pipeline: path })).json()
    const form = new FormData()
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    form.append('screenshots', new Blob([png], { type: 'image/png' }), 'shot.png')
    const { screenshots } = await world.client.sdk.collection('pipeline_results').update(id, form)
    const address = `/api/files/pipeline_results/${id}/${screenshots[0]}`
    const statusAt = async (origin: string) => (await fetch(origin + address)).status
    expect([await statusAt(world.service.baseUrl), await statusAt(world.server.url)]).toEqual([200, 200])
    await setPipeline(pipelineId, { published: false })
    expect([await statusAt(world.service.baseUrl), await statusAt(world.server.url)]).toEqual([404, 404])
  })
})

describe('showing and hiding', () => {
  covers('B2.2', 'S43')
  it('acts at once, both ways, without an aggregation', async () => {
    const { id } = await world.pipeline('toggled')
    const saved = await world.save({ aggregated_pipelines: [rowOf(publicId), rowOf(id)] })
    expect(saved.status).toBe(200)
    const listed = async () => (await read('pipeline_scoreboard_cache/records')).map(({ text }) => text.includes(id))
    expect(await listed()).toEqual([true, true])
    await setPipeline(id, { published: false })
    expect(await listed()).toEqual([false, false])
    await setPipeline(id, { published: true })
    expect(await listed()).toEqual([true, true])
    await setPipeline(id, { scoreboard_visibility: 'hidden' })
    expect(await listed()).toEqual([false, false])
  })

  covers('S45')
  it('an anonymous row tells its numbers and nothing else, also to filters, also before the next aggregation', async () => {
    const { id, path } = await world.pipeline('anonymous-later', { published: true })
    const success = { pipeline: path, workflow_id: `${marker}-workflow`, run_id: marker }
    expect((await world.execute(success)).status).toBe(201)
    const row = rowOf(id, {
      runners: [`acme/${slug}`],
      last_execution: {
        wallet_used: ['acme/public'],
        conformance_tests: ['a/b/c'],
        workflow_id: `${marker}-workflow`,
        run_id: marker,
      },
      total_runs: 555,
      manual_executions: 555,
    })
    const bare = {
      pipeline: '',
      total_runs: 555,
      wallets: [],
      mobile_runners: [],
      conformance_checks: [],
      runner_types: [],
      latest_successful_execution: '',
    }
    const check = async () => {
      for (const { text } of await read(
        `pipeline_scoreboard_cache/records?expand=${expandAll}&filter=total_runs%3D555`,
      )) {
        const [found] = JSON.parse(text).items
        expect(found).toMatchObject(bare)
        expect(found.expand ?? {}).toEqual({})
        expect(text).not.toContain(id)
      }
      const found = async (filter: string) => {
        const answers = await read(`pipeline_scoreboard_cache/records?filter=${encodeURIComponent(filter)}`)
        return answers.map(({ status, text }) => (status === 200 ? JSON.parse(text).totalItems : status))
      }
      expect(await found(`pipeline = "${id}"`)).toEqual([0, 0])
      expect(await found('pipeline.name ~ "anonymous"')).toEqual([0, 0])
      // A relation to several records cannot be compared.
      expect(await found('wallets.name ?~ "Public" && total_runs = 555')).toEqual([400, 0])
    }
    await world.save({ aggregated_pipelines: [row] })
    expect((await world.rows())[0]).toMatchObject({ latest_successful_execution: expect.stringMatching(/./) })
    await setPipeline(id, { scoreboard_visibility: 'anonymous', published: false })
    await check()
    await world.save({ aggregated_pipelines: [row] })
    await check()
    await setPipeline(id, { scoreboard_visibility: 'hidden' })
    for (const { text } of await read('pipeline_scoreboard_cache/records')) expect(JSON.parse(text).items).toEqual([])
    await setPipeline(id, { scoreboard_visibility: '', published: true })
    for (const { text } of await read('pipeline_scoreboard_cache/records'))
      expect(JSON.parse(text).items).toMatchObject([{ pipeline: id, wallets: [publicWallet] }])
    await setPipeline(id, { scoreboard_visibility: 'anonymous' })
    await world.client.sdk.collection('pipelines').delete(id)
    expect(await world.rows()).toEqual([])
  })
})

describe('the public origin', () => {
  covers('B5.4', 'S40')
  it('offers reading of a few collections, and nothing else of PocketBase', async () => {
    const { id: pipelinesId } = await world.client.sdk.collections.getOne('pipelines')
    const paths = [
      '/_/',
      '/_/index.html',
      '/api/health',
      '/api/settings',
      '/api/collections',
      '/api/collections/users/records',
      '/api/collections/_superusers/records',
      '/api/collections/_superusers/auth-with-password',
      '/api/collections/exchanges/records',
      '/api/collections/sessions/records',
      '/api/collections/scoreboard_aggregations/records',
      '/api/collections/org_members/records',
      '/api/collections/pipelines/records/..',
      '/api/collections/pipelines/records/%2e%2e%2f%2e%2e',
      '/api/collections/pipelines%2frecords/records',
      '/api/collections/pipelines/records/x/../../users',
      `/api/collections/${pipelinesId}/records`,
      '/api/collections/Pipelines/records',
      '/api/collections/pipelines',
      '/api/collections/pipelines/scaffolds',
      '/api/collections/users/auth-methods',
      '/api/collections/users/auth-with-password',
      '/api/files/pipelines/x/y',
      '/api/batch',
      '/api/crons',
      '/_',
      '/_/?installer',
      '//_/',
      '/%5f/',
      '/api/../_/',
      '/api/internal/scoreboard/statistics/acme',
      '/api/realtime',
      '/api/logs',
      '/api/backups',
    ]
    for (const path of paths)
      for (const method of ['GET', 'POST']) {
        const { status, body } = await sendRaw(world.service.baseUrl, method, path)
        expect([method, path, status === 404 || status === 405]).toEqual([method, path, true])
        expect(body).not.toMatch(/pocketbase|superuser/i)
      }
  })

  it('does not carry a token to PocketBase', async () => {
    await world.client.call('/api/health', { method: 'GET' })
    const url = `${world.service.baseUrl}/api/collections/pipelines/records`
    const response = await fetch(url, { headers: { authorization: world.client.sdk.authStore.token } })
    expect(await response.text()).not.toMatch(secrets())
  })
})
