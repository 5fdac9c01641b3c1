import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request as send } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { RecordModel } from 'pocketbase'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pipelineHeader } from '@/lib/core/scoreboard/pipelines/run-types'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { createHttpClient } from '@/lib/testing/http-client'
import { openScoreboardWorld, type ScoreboardWorld, testAdminKey } from '@/lib/testing/scoreboard'

const openedHeader = 'x-wallet-capture-opened-session'
let world: ScoreboardWorld
let pipeline: RecordModel
beforeAll(async () => {
  world = await openScoreboardWorld({
    env: { OPERATOR_TOKEN: 'an-operator-token' },
    // What our server tells the pages: another process draws them.
    pages: ({ url, headers }, response) =>
      void response.end(JSON.stringify({ url, opened: headers[openedHeader], token: headers.authorization })),
  })
  pipeline = await world.pipeline('shown', { evidence_public: true })
})
afterAll(() => world.close())

const paths = { issuance: '/sessions', presentation: '/openid4vp/sessions' } as const
type Kind = keyof typeof paths
const make = async (kind: Kind, pipelineId = pipeline.id): Promise<string> => {
  const headers = { 'content-type': 'application/json', [pipelineHeader]: pipelineId }
  const response = await world.call(paths[kind], { method: 'POST', headers, body: '{}' })
  expect(response.status).toBe(201)
  return (await response.json()).session_id
}
const named = (session_id: string, members: object = {}) =>
  world.execute({ pipeline: pipeline.path, steps: [{ id: 'a', kind: 'issuance', session_id }], ...members })
const statusOf = async (path: string, init: RequestInit = {}) =>
  (await fetch(world.service.baseUrl + path, init)).status
/** Time in which every session of here ends. */
const sessionSeconds = 3600
const endSessions = () => world.service.advance(sessionSeconds)
const set = (members: object) => world.client.sdk.collection('pipelines').update(pipeline.id, members)

describe('with an operator token, a session that a published pipeline shows', () => {
  it.each<Kind>(['issuance', 'presentation'])('is read by anybody, and only read: %s', async (kind) => {
    const id = await make(kind)
    const api = `${paths[kind]}/${id}`
    expect(await statusOf(api)).toBe(401)
    await named(id)
    // Its run has ended, and a wallet may still use its link.
    for (const path of [api, `${api}/report`, `/inspect/${kind}/${id}`])
      expect([path, await statusOf(path)]).toEqual([path, 401])
    endSessions()
    for (const path of [api, `${api}/events`, `${api}/report`, `${api}/report?format=har`])
      expect([path, await statusOf(path)]).toEqual([path, 200])
    for (const path of kind === 'issuance' ? ['deeplink', 'offer', 'jwks'] : ['deeplink'])
      expect([path, await statusOf(`${api}/${path}`)]).toEqual([path, 401])
    for (const page of [`/inspect/${kind}/${id}`, `/inspect/${kind}/${id}/revision`]) {
      const shown = await fetch(world.service.baseUrl + page)
      expect([shown.status, (await shown.json()).opened]).toEqual([200, id])
    }
    const post = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' }
    expect(await statusOf(`/inspect/${kind}/${id}/wallet`, post)).toBe(401)
    // A wrong token takes nothing away, and says nothing to the page; who has the right one may do more.
    const wrong = { headers: { authorization: 'Bearer wrong' } }
    const right = { headers: { authorization: 'Bearer an-operator-token' } }
    const told = async (init: RequestInit) => {
      const { opened, token } = await (await fetch(`${world.service.baseUrl}/inspect/${kind}/${id}`, init)).json()
      return [opened, token]
    }
    expect(await told(wrong)).toEqual([id, undefined])
    expect(await told(right)).toEqual([undefined, 'Bearer an-operator-token'])
    expect(await statusOf(api, wrong)).toBe(200)
    expect(await statusOf(`/inspect/${kind}/${randomUUID()}`, wrong)).toBe(401)
    expect(await statusOf(`/inspect/round-trip/${id}`)).toBe(401)
    expect(await statusOf('/ledger')).toBe(401)
  })

  it('is closed if it was made without the admin key, or for another pipeline', async () => {
    const [none, other] = [await make('issuance', ''), await make('issuance', 'builtinpip00000')]
    const headers = { 'content-type': 'application/json', authorization: 'Bearer an-operator-token' }
    const made = await fetch(`${world.service.baseUrl}/sessions`, { method: 'POST', headers, body: '{}' })
    const { session_id: operators } = await made.json()
    for (const id of [none, other, operators]) expect((await named(id)).status).toBe(201)
    endSessions()
    const seen = async (id: string) => [await statusOf(`/sessions/${id}`), await statusOf(`/inspect/issuance/${id}`)]
    expect(await seen(operators)).toEqual([401, 401])
    expect(await seen(other)).toEqual([401, 401])
    expect(await seen(none)).toEqual([200, 200])
  })

  it('is open once its wallet has its credential', async () => {
    const plain = createHttpClient(world.service.baseUrl)
    const keyed = Object.assign(
      (request: Parameters<typeof plain>[0]) =>
        plain({ ...request, headers: [...(request.headers ?? []), ['X-Api-Key', testAdminKey]] }),
      { close: () => plain.close() },
    )
    const wallet = await createHandWallet(world.service, {}, keyed)
    const id = wallet.created.session_id
    await named(id)
    expect(await statusOf(`/sessions/${id}`)).toBe(401)
    await wallet.obtainToken()
    expect((await wallet.requestCredential()).status).toBe(200)
    expect(await statusOf(`/sessions/${id}`)).toBe(200)
    expect(await statusOf(`/inspect/issuance/${id}`)).toBe(200)
    keyed.close()
  })

  it('is closed while its run goes on, where the pipeline or its evidence is withdrawn, and without its row', async () => {
    const id = await make('issuance')
    const run = { workflow_id: `pipeline-${randomUUID()}`, run_id: randomUUID() }
    await named(id, { ...run, status: 'running' })
    endSessions()
    const seen = () => statusOf(`/sessions/${id}`)
    expect(await seen()).toBe(401)
    await named(id, run)
    expect(await seen()).toBe(200)
    for (const members of [{ evidence_public: false }, { published: false }]) {
      await set(members)
      expect(await seen()).toBe(401)
      await set({ evidence_public: true, published: true })
      expect(await seen()).toBe(200)
    }
    const [row] = await world.client.sdk
      .collection('pipeline_results')
      .getFullList({ filter: `run_id = '${run.run_id}'` })
    await world.client.sdk.collection('pipeline_results').delete(row?.id ?? '')
    expect(await seen()).toBe(401)
  })

  it('opens no other session, whatever the request says of itself', async () => {
    const [open, other] = [await make('issuance'), await make('issuance')]
    await named(open)
    endSessions()
    const forged = { headers: { [openedHeader]: other } }
    expect(await statusOf(`/inspect/issuance/${other}`, forged)).toBe(401)
    const page = await fetch(`${world.service.baseUrl}/inspect/issuance/${open}`, forged)
    expect((await page.json()).opened).toBe(open)
    // Sent twice, in another case, as a list: nothing of a client's gets through.
    const told = await new Promise<string>((resolve, reject) => {
      const url = `${world.service.baseUrl}/inspect/issuance/${open}`
      const asked = send(url, { headers: { 'X-Wallet-Capture-Opened-Session': [other, other] } }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () => resolve(text))
      })
      asked.on('error', reject).end()
    })
    expect(JSON.parse(told).opened).toBe(open)
  })

  it('is found again after the migration went down and up', async () => {
    const id = await make('issuance')
    await named(id)
    endSessions()
    const folder = fileURLToPath(new URL('../../../pb_migrations', import.meta.url))
    const count = (await readdir(folder)).filter((name) => name >= '1790000273').length
    await world.server.end('SIGTERM')
    const down = await world.server.command('migrate', 'down', String(count))
    expect(down.match(/Reverted \S+/g)).toHaveLength(count)
    await world.server.command('migrate', 'up')
    await world.server.start()
    expect(await statusOf(`/sessions/${id}`)).toBe(200)
  })
})

it('the admin key opens the page of what was made with it, and no other', async () => {
  const id = await make('presentation')
  const key = { headers: { 'x-api-key': testAdminKey } }
  expect(await statusOf(`/inspect/presentation/${id}`, key)).toBe(200)
  expect(await statusOf(`/inspect/presentation/${randomUUID()}`, key)).toBe(401)
  expect(await statusOf(`/inspect/presentation/${id}`, { headers: { 'x-api-key': 'another' } })).toBe(401)
})

it('a campaign is named to those alone who may read its page', async () => {
  const campaign_id = randomUUID()
  const steps = [{ id: 'smoke', kind: 'campaign', state: 'passed', campaign_id }]
  const { id } = await (await world.execute({ pipeline: pipeline.path, steps })).json()
  const row = {
    pipeline: pipeline.id,
    ...{ total_runs: 1, total_successes: 1, success_rate: 100, latest_successful_execution: id, namespaces_count: 1 },
  }
  await world.create('pipeline_scoreboard_cache', row)
  const ways = [
    `/api/executions/${id}`,
    `/api/collections/pipeline_results/records/${id}`,
    '/api/collections/pipeline_results/records?fields=steps,id',
    '/api/collections/pipeline_scoreboard_cache/records?expand=latest_successful_execution',
  ]
  const names = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(world.service.baseUrl + path, { headers })
    expect([path, response.status]).toEqual([path, 200])
    return (await response.text()).includes(campaign_id)
  }
  const named = (headers: Record<string, string>) => Promise.all(ways.map((path) => names(path, headers)))
  expect(await named({})).toEqual([false, false, false, false])
  expect(await named({ authorization: 'Bearer an-operator-token' })).toEqual([true, true, true, true])
  expect(await names(ways[0] ?? '', { 'x-api-key': testAdminKey })).toBe(true)
})

it('what runs of built-in pipelines made is told from all else', async () => {
  const { queries } = world.service.container
  const built = await make('issuance', 'builtinpip00000')
  const theirs = await make('issuance')
  const headers = { 'content-type': 'application/json', [pipelineHeader]: 'builtinpip00000' }
  const operator = { ...headers, authorization: 'Bearer an-operator-token' }
  const made = await fetch(`${world.service.baseUrl}/sessions`, { method: 'POST', headers: operator, body: '{}' })
  // Without the admin key the header says nothing.
  const { session_id: claimed } = await made.json()
  expect([...(await queries.builtIn([built, theirs, claimed, randomUUID()]))]).toEqual([built])
  const campaign = await world.call('/campaigns', {
    method: 'POST',
    headers,
    body: JSON.stringify({ campaign: 'smoke', wallet: { name: 'w', version: '1' } }),
  })
  const { campaign_id } = await campaign.json()
  expect((await queries.builtIn([campaign_id])).has(campaign_id)).toBe(true)
})
