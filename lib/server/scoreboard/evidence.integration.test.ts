import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '@/lib/testing/realtime'
import { openScoreboardWorld, rowOf, type ScoreboardWorld } from '@/lib/testing/scoreboard'

/** A session id gives access to the session's evidence, so it is public only if the owner of the pipeline says so. */
const session = randomUUID()
const steps = [
  { id: 'issue', session_id: session, passed: true },
  {
    id: 'deep',
    SessionId: session,
    more: [{ link: `https://capture.example.org/inspect/issuance/${session.toUpperCase()}` }],
  },
  { id: 'named', [`of ${session}`]: [session] },
]
const told = [
  { id: 'issue', passed: true },
  { id: 'deep', more: [{ link: 'https://capture.example.org/inspect/issuance/[withheld]' }] },
  { id: 'named', 'of [withheld]': ['[withheld]'] },
]

let world: ScoreboardWorld
let pipelineId: string
let path: string
let resultId: string
let token: string
const run = { workflow_id: 'with-sessions', run_id: 'with-sessions' }
beforeAll(async () => {
  world = await openScoreboardWorld()
  const pipeline = await world.pipeline('evident')
  pipelineId = pipeline.id
  path = pipeline.path
  resultId = (await (await world.execute({ pipeline: path, ...run, steps })).json()).id
  const last_execution = { ...run, status: 'completed' }
  expect((await world.save({ aggregated_pipelines: [rowOf(pipelineId, { last_execution })] })).status).toBe(200)
  const account = { email: 'member@example.org', password: 'a-password-of-a-member' }
  const user = await world.create('users', { ...account, name: 'member', passwordConfirm: account.password })
  await world.create('org_members', { user: user.id, organization: world.organization.id, role: 'owner' })
  token = (await new PocketBase(world.server.url).collection('users').authWithPassword(account.email, account.password))
    .token
})
afterAll(() => world.close())

const set = (members: Record<string, unknown>) =>
  world.client.sdk.collection('pipelines').update(pipelineId, members) as Promise<unknown>
const stored = () => world.client.sdk.collection('pipeline_results').getOne(resultId)

/**
 * Every answer in which a visitor may find the execution: from the service, from its pages' data, and from PocketBase
 * itself.
 */
async function answers(): Promise<string[]> {
  const results = '/api/collections/pipeline_results/records'
  const row = '/api/collections/pipeline_scoreboard_cache/records'
  const expand = 'expand=latest_successful_execution,latest_successful_execution.pipeline'
  const paths = [
    results,
    `${results}?fields=*,steps,steps_whole,steps_told`,
    `${results}?expand=pipeline`,
    `${results}/${resultId}`,
    `${row}?${expand}`,
    `${row}?${expand}&fields=expand.latest_successful_execution.steps_whole,expand.latest_successful_execution.*`,
    '/api/scoreboard/rows',
  ]
  const bases = [world.service.baseUrl, world.server.url]
  const asked = bases.flatMap((base) => paths.map((one) => fetch(base + one)))
  const asMember = paths.map((one) => fetch(world.server.url + one, { headers: { authorization: token } }))
  return Promise.all([...asked, ...asMember].map(async (answer) => (await answer).text()))
}
const mentions = async () => (await answers()).filter((text) => text.toLowerCase().includes(session))
const publicSteps = async () => {
  const answer = await fetch(`${world.service.baseUrl}/api/collections/pipeline_results/records/${resultId}`)
  return (await answer.json()).steps
}

describe('sessions of public executions', () => {
  it('are told nobody by default, and the rest of the steps is', async () => {
    expect(await publicSteps()).toEqual(told)
    expect(await mentions()).toEqual([])
    expect(await stored()).toMatchObject({ steps: told, steps_whole: steps })
  })

  it('are told everybody where the pipeline is published and its evidence public, at once and both ways', async () => {
    await set({ evidence_public: true })
    expect(await publicSteps()).toEqual(steps)
    expect((await mentions()).length).toBeGreaterThan(0)
    await set({ published: false })
    expect(await mentions()).toEqual([])
    expect(await stored()).toMatchObject({ steps: told })
    await set({ published: true })
    expect(await publicSteps()).toEqual(steps)
    await set({ evidence_public: false })
    expect(await publicSteps()).toEqual(told)
    expect(await mentions()).toEqual([])
  })

  it('are told nobody while a wallet is awaited, for they open its link', async () => {
    await set({ evidence_public: true })
    const done = { id: 'first', state: 'passed', session_id: session }
    const open = { id: 'second', state: 'running', session_id: randomUUID() }
    const campaign = { id: 'third', state: 'running', campaign_id: randomUUID(), waits_for: 'wallet' }
    const names = { pipeline: path, workflow_id: 'awaited', run_id: 'awaited' }
    const note = async (status: string, all: readonly object[]) =>
      (await (await world.execute({ ...names, status, steps: all })).json()).id as string
    const waiting = [done, { ...open, waits_for: 'wallet' }, campaign]
    const id = await note('running', waiting)
    const shown = async () =>
      (await (await fetch(`${world.service.baseUrl}/api/collections/pipeline_results/records/${id}`)).json()).steps
    const { session_id: _, ...unnamed } = open
    const hidden = [
      { ...unnamed, waits_for: 'wallet' },
      { ...campaign, campaign_id: '[withheld]' },
    ]
    expect(await shown()).toEqual([done, ...hidden])
    // Whoever shows the evidence of a pipeline shows it of what has ended.
    await set({ evidence_public: false })
    await set({ evidence_public: true })
    expect(JSON.stringify(await shown())).not.toContain(open.session_id)
    const { waits_for: __, ...campaignDone } = campaign
    await note('completed', [done, open, campaignDone])
    expect(await shown()).toEqual([done, open, campaignDone])
    await set({ evidence_public: false })
  })

  it('are inferred from no filter and no order, over hidden columns neither', async () => {
    const count = async (base: string, filter: string) => {
      const query = new URLSearchParams({ filter })
      const answer = await fetch(`${base}/api/collections/pipeline_results/records?${query}`)
      const { totalItems, items } = await answer.json()
      return answer.status === 200 ? (totalItems ?? items.length) : null
    }
    for (const base of [world.service.baseUrl, world.server.url])
      for (const column of ['steps', 'steps_whole', 'steps_told', 'steps.0.session_id', 'steps_whole.0.session_id']) {
        const found = await count(base, `${column} ~ "${session}"`)
        const other = await count(base, `${column} ~ "${randomUUID()}"`)
        expect([base, column, found]).toEqual([base, column, other])
        expect([0, null]).toContain(found)
        const sorted = await fetch(`${base}/api/collections/pipeline_results/records?sort=${column.split('.')[0]}`)
        if (column.startsWith('steps_')) expect(sorted.status).toBe(400)
      }
  })

  it('are in no message of a subscription', async () => {
    const messages = await listen(world.server.url, ['pipeline_results/*'])
    await world.execute({ pipeline: path, ...run, steps: [...steps, { id: 'again', session_id: session }] })
    await messages.heard(new RegExp(`"id":"${resultId}"`))
    // Without a response, nothing says who would read the steps.
    for (const text of [session, '"again"', '"steps']) expect(messages.texts.join('')).not.toContain(text)
    await messages.close()
  })

  it('stay where the operator changes another member, and change where the steps do', async () => {
    await world.client.sdk.collection('pipeline_results').update(resultId, { ci_run_url: 'https://ci.example.org/1' })
    expect((await stored()).steps_whole).toHaveLength(4)
    await world.execute({ pipeline: path, ...run, steps })
    expect(await stored()).toMatchObject({ steps: told, steps_whole: steps })
    await world.execute({ pipeline: path, ...run, steps: [{ id: 'none' }] })
    expect(await stored()).toMatchObject({ steps: [{ id: 'none' }], steps_whole: null, steps_told: null })
    await world.execute({ pipeline: path, ...run, steps })
  })

  it('are withheld in percent-encoding too, once and twice, beside sequences that are broken', async () => {
    const everyCharacter = Array.from(session, (one) => `%${one.charCodeAt(0).toString(16)}`).join('')
    const hyphens = session.replaceAll('-', '%2D')
    const twice = everyCharacter.replaceAll('%', '%25')
    const spelt = [
      hyphens,
      hyphens.toUpperCase().replaceAll('%2D', '%2d'),
      everyCharacter,
      everyCharacter.toUpperCase(),
      twice,
    ]
    const withSpelt = spelt.map((id) => ({
      id: 'encoded',
      [`at ${id}`]: `100%, %zz%2${id}%2Fevidence%`,
      of: `%25${id}`,
    }))
    await world.execute({ pipeline: path, ...run, steps: [...withSpelt, { id: '50%2D60%', of: '%2D%' }] })
    const seen = { id: 'encoded', 'at [withheld]': '100%, %zz%2[withheld]%2Fevidence%', of: '%25[withheld]' }
    const all = [...spelt.map(() => seen), { id: '50%2D60%', of: '%2D%' }]
    expect(await publicSteps()).toEqual(all)
    const texts = await answers()
    for (const id of spelt) expect(texts.filter((text) => text.includes(id))).toEqual([])
    await world.execute({ pipeline: path, ...run, steps })
  })

  it('that were stored in percent-encoding are withheld by the update, and evidence that is public stays whole', async () => {
    const encoded = session.replaceAll('-', '%2D')
    const whole = [{ id: 'both', session_id: session, link: encoded }]
    const before = [{ id: 'both', link: encoded }]
    const after = [{ id: 'both', link: '[withheld]' }]
    const open = await world.pipeline('open', { evidence_public: true })
    type Columns = Record<'steps' | 'steps_whole' | 'steps_told', unknown>
    /** An execution as it was stored before, and what the update makes of it. One update shows all of them. */
    const cases: readonly (readonly [pipeline: string, stored: Columns, updated: Columns])[] = [
      [
        path,
        { steps: before, steps_whole: null, steps_told: null },
        { steps: after, steps_whole: before, steps_told: after },
      ],
      [
        path,
        { steps: before, steps_whole: whole, steps_told: before },
        { steps: after, steps_whole: whole, steps_told: after },
      ],
      [
        open.path,
        { steps: whole, steps_whole: whole, steps_told: before },
        { steps: whole, steps_whole: whole, steps_told: after },
      ],
    ]
    const ids: string[] = []
    for (const [pipeline, columns] of cases) {
      const { id } = await (await world.execute({ pipeline })).json()
      ids.push(id)
      const assigned = Object.entries(columns).map(([name, value]) => `${name} = '${JSON.stringify(value)}'`)
      await world.sql(`UPDATE pipeline_results SET ${assigned.join(', ')} WHERE id = '${id}'`)
    }
    await world.server.end('SIGTERM')
    const names = readdirSync(fileURLToPath(new URL('../../../pb_migrations', import.meta.url))).sort()
    const count = names.length - names.indexOf('1790000112_encoded_session_ids.js')
    await world.server.command('migrate', 'down', String(count))
    // Starting applies them again.
    await world.server.start()
    for (const [index, [, , updated]] of cases.entries())
      expect(await world.client.sdk.collection('pipeline_results').getOne(ids[index] ?? '')).toMatchObject(updated)
    await world.client.sdk.collection('pipelines').update(open.id, { evidence_public: false })
    const shown = await fetch(`${world.service.baseUrl}/api/collections/pipeline_results/records/${ids.at(-1)}`)
    expect((await shown.json()).steps).toEqual(after)
  })

  it('of before this rule are withheld by the update, and come back whole with its way back', async () => {
    await world.sql(
      `UPDATE pipeline_results SET steps = steps_whole, steps_whole = NULL, steps_told = NULL WHERE id = '${resultId}'`,
    )
    await world.server.end('SIGTERM')
    // Also reverts later migrations: see the list of migrations.
    const names = readdirSync(fileURLToPath(new URL('../../../pb_migrations', import.meta.url))).sort()
    const later = names.length - names.indexOf('1790000111_evidence_public.js')
    await world.server.command('migrate', 'down', String(later))
    // Starting applies them again.
    await world.server.start()
    expect(await stored()).toMatchObject({ steps: told, steps_whole: steps })
    expect(await mentions()).toEqual([])
  })
})
