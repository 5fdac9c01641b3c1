import type { RecordModel } from 'pocketbase'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pipelineHeader } from '@/lib/core/scoreboard/pipelines/run-types'
import { installContainer } from '@/lib/server/container'
import { openBuiltPages } from '@/lib/testing/built-pages'
import { openScoreboardWorld, type ScoreboardWorld, testAdminKey } from '@/lib/testing/scoreboard'

const operator = { headers: { authorization: 'Bearer an-operator-token' } }
const builtIn = 'builtinpip00000'
let pages: Awaited<ReturnType<typeof openBuiltPages>>
let world: ScoreboardWorld
let pipeline: RecordModel
beforeAll(async () => {
  pages = await openBuiltPages()
  world = await openScoreboardWorld({ pages: pages.pages, env: { OPERATOR_TOKEN: 'an-operator-token' } })
  installContainer(world.service.container)
  pipeline = await world.pipeline('shown', { evidence_public: true })
})
afterAll(async () => {
  await world.close()
})

const make = async (path: string, body: object, pipelineId = pipeline.id) => {
  const headers = { 'content-type': 'application/json', [pipelineHeader]: pipelineId }
  const response = await world.call(path, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(response.status).toBe(201)
  return response.json()
}
const smoke = { campaign: 'smoke', wallet: { name: 'w', version: '1' } }
const read = async (path: string, init: RequestInit = {}): Promise<string> => {
  const response = await fetch(world.service.baseUrl + path, init)
  expect([path, response.status]).toEqual([path, 200])
  return response.text()
}

it('a session that is shown to everybody has no forms for those who may only read', async () => {
  const issued = (await make('/sessions', {})).session_id
  const presented = (await make('/openid4vp/sessions', {})).session_id
  const steps = [
    { id: 'a', kind: 'issuance', session_id: issued },
    { id: 'b', kind: 'presentation', session_id: presented },
  ]
  expect((await world.execute({ pipeline: pipeline.path, steps })).status).toBe(201)
  world.service.advance(3600)
  for (const path of [`/inspect/issuance/${issued}`, `/inspect/presentation/${presented}`]) {
    // Text may suggest it; the button is only for those who may press it.
    expect(await read(path)).not.toContain('Run again</button>')
    expect(await read(path, operator)).toContain('Run again</button>')
  }
})

it('a campaign of a run is linked for those alone who may read it', async () => {
  const { campaign_id: id } = await make('/campaigns', smoke)
  const steps = [{ id: 'a', kind: 'campaign', campaign_id: id }]
  expect((await world.execute({ pipeline: pipeline.path, steps })).status).toBe(201)
  const hub = `/hub/pipelines/${pipeline.path}`
  expect(await read(hub)).not.toContain(id)
  expect(await read(hub, operator)).toContain(`/inspect/campaign/${id}`)
})

it('a campaign that waits says to who entered the admin key alone that its page asks for the token', async () => {
  const { campaign_id } = await make('/campaigns', smoke)
  const steps = [{ id: 'a', kind: 'campaign', state: 'running', waits_for: 'wallet', campaign_id }]
  expect((await world.execute({ pipeline: pipeline.path, status: 'running', steps })).status).toBe(201)
  const entered = await fetch(`${world.service.baseUrl}/operator/scoreboard/enter`, {
    ...{ method: 'POST', body: new URLSearchParams({ key: testAdminKey }), redirect: 'manual' },
  })
  const [cookie = ''] = (entered.headers.getSetCookie().find((one) => one.includes('Path=/hub;')) ?? '').split(';')
  const hub = `/hub/pipelines/${pipeline.path}`
  const words = 'It asks for the operator token.'
  const seen = await read(hub, { headers: { cookie } })
  expect(seen).toContain('Open the campaign')
  expect(seen).toContain(words)
  const byOperator = await read(hub, { headers: { cookie, ...operator.headers } })
  expect(byOperator).toContain('Open the campaign')
  expect(byOperator).not.toContain(words)
})

it('the page of a campaign says that a run of a built-in pipeline made it', async () => {
  const words = 'made by a built-in pipeline'
  const [built, other] = [await make('/campaigns', smoke, builtIn), await make('/campaigns', smoke)]
  expect(await read(`/inspect/campaign/${built.campaign_id}`, operator)).toContain(words)
  expect(await read(`/inspect/campaign/${other.campaign_id}`, operator)).not.toContain(words)
})
