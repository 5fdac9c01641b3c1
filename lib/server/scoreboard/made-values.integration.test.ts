import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TemporalScheduler } from '@/lib/adapters/temporal/scheduler'
import { absentScoreboard } from '@/lib/server/wiring/absent-scoreboard'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { openScoreboardWorld, rowOf, type ScoreboardWorld } from '@/lib/testing/scoreboard'

/** Texts of pipelines and of runs are searched for values of the service as what wallets send is. */
const started: string[] = []
const scheduler: TemporalScheduler = {
  ...absentScoreboard.scheduler,
  parts: async () => ({ temporal: true, worker: true }),
  pipelines: {
    ...absentScoreboard.runner,
    start: async ({ workflowId }) => {
      started.push(workflowId)
      return { workflowId, runId: 'run', created: true, reused: false }
    },
    tellResult: async () => true,
  },
  close: async () => undefined,
}

let world: ScoreboardWorld
let value: string
let pipelineId: string
beforeAll(async () => {
  world = await openScoreboardWorld({ scheduler })
  value = await (await createHandWallet(world.service)).freshNonce()
  pipelineId = (await world.pipeline('nightly', { definition })).id
})
afterAll(() => world.close())

const definition = {
  version: 1,
  runner: 'built_in_wallet',
  steps: [{ id: 'issue', kind: 'issuance', session: { flow: 'pre_authorized_code' } }],
}
const pipelines = '/api/pipelines'
const executions = '/api/pipeline/executions'
const results = '/api/pipeline/scoreboard/save-results'

const send = async (method: string, path: string, body: unknown) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await world.call(path, { method, headers, body: JSON.stringify(body) })
  return { status: answer.status, body: await answer.json() }
}
const execution = (members: object) => ({
  namespace: 'acme',
  pipeline: 'acme/nightly',
  workflow_id: 'pipeline-one',
  run_id: 'one',
  status: 'completed',
  started_at: '2026-11-20T10:00:00Z',
  closed_at: '2026-11-20T10:00:09Z',
  ...members,
})
/** The value as somebody may copy it: in a sentence, across a line, and encoded. */
const spellings = () => [
  `seen ${value}.`,
  `seen ${value.slice(0, 20)}\n${value.slice(20)}.`,
  `seen ${Buffer.from(value).toString('base64url')}.`,
]
const expectHidden = (shown: unknown): void => {
  const text = JSON.stringify(shown)
  expect(text).toMatch(/seen \[redacted:\d+\]\./)
  expect(text).not.toContain(value.slice(0, 20))
  expect(text).not.toContain(value.slice(-20))
}
const recordOf = async (collection: string, id: string) => {
  const seen = await world.call(`/api/collections/${collection}/records/${id}`)
  return [await world.client.sdk.collection(collection).getOne(id), await seen.json()]
}

/** What is refused: how it is sent, and the place that the answer names. */
const refused: Readonly<Record<string, () => readonly [string, string, object, string]>> = {
  'name of a new pipeline': () => [
    'POST',
    pipelines,
    { organization: 'acme', name: `A ${value}`, definition },
    '/name',
  ],
  'part of a path': () => [
    'POST',
    pipelines,
    { organization: 'acme', name: 'x', canonified_name: Buffer.from(value).toString('hex'), definition },
    '/canonified_name',
  ],
  'definition of a new pipeline': () => [
    'POST',
    pipelines,
    { organization: 'acme', name: 'x', definition: { ...definition, entities: { wallet: `acme/${value}` } } },
    '/definition/entities/wallet',
  ],
  'name of a pipeline': () => ['PUT', `${pipelines}/${pipelineId}`, { name: value }, '/name'],
  'session in a definition': () => [
    'PUT',
    `${pipelines}/${pipelineId}`,
    { definition: { ...definition, steps: [{ ...definition.steps[0], session: { note: `see ${value}` } }] } },
    '/definition/steps/0/session/note',
  ],
  'name of a member in a definition': () => [
    'PUT',
    `${pipelines}/${pipelineId}`,
    { definition: { ...definition, entities: { [value]: 'x' } } },
    '/definition/entities',
  ],
  ci_run_url: () => [
    'POST',
    `${pipelines}/${pipelineId}/run`,
    { ci_run_url: `https://ci.example/?x=${value}` },
    '/ci_run_url',
  ],
  'wallet_version of a run': () => [
    'POST',
    `${pipelines}/${pipelineId}/run`,
    { wallet_version: `acme/wallet/${value}` },
    '/wallet_version',
  ],
  ...Object.fromEntries(
    ['namespace', 'pipeline', 'workflow_id', 'run_id', 'definition_sha256', 'screenshots', 'video', 'logs', 'org_logo']
      .map((member) => [member, () => value] as const)
      .concat(['ci_run_url', 'evidence_url'].map((member) => [member, () => `https://ci.example/${value}/x`] as const))
      .map(([member, text]) => [
        `${member} of an execution`,
        () => ['POST', executions, execution({ [member]: text() }), `/${member}`],
      ]),
  ),
  'runner of an execution': () => [
    'POST',
    executions,
    execution({ runners: ['acme/phone', `acme/${value}`] }),
    '/runners/1',
  ],
  'credential of an execution': () => [
    'POST',
    executions,
    execution({ entities: { credentials: [`acme/issuer/${value}`] } }),
    '/entities/credentials/0',
  ],
  'pipeline of a row': () => [
    'POST',
    results,
    { aggregated_pipelines: [rowOf(pipelineId), rowOf(value)] },
    '/aggregated_pipelines/1/pipeline_id',
  ],
  'name in a row': () => [
    'POST',
    results,
    { aggregated_pipelines: [rowOf(pipelineId, { pipeline_name: value })] },
    '/aggregated_pipelines/0/pipeline_name',
  ],
  'wallet in a row': () => [
    'POST',
    results,
    { aggregated_pipelines: [rowOf(pipelineId, { last_execution: { wallet_used: [value] } })] },
    '/aggregated_pipelines/0/last_execution/wallet_used/0',
  ],
  'failed namespace': () => [
    'POST',
    results,
    { aggregated_pipelines: [rowOf(pipelineId)], failed_namespaces: ['acme', value] },
    '/failed_namespaces/1',
  ],
  'carried namespace': () => [
    'POST',
    results,
    { aggregated_pipelines: [rowOf(pipelineId)], carried: [{ namespace: value, since: '' }] },
    '/carried/0/namespace',
  ],
  'id of an aggregation': () => [
    'POST',
    results,
    { aggregated_pipelines: [rowOf(pipelineId)], aggregation_id: value },
    '/aggregation_id',
  ],
}

describe('a value of the service in what programs and operators enter', () => {
  it.each(Object.entries(refused))('is refused, and the answer says where: %s', async (_name, request) => {
    const [method, path, sent, pointer] = request()
    const before = await world.count(
      'SELECT (SELECT count(*) FROM pipelines) + (SELECT count(*) FROM pipeline_results) AS n',
    )
    const { status, body } = await send(method, path, sent)
    const details = [{ path: pointer.slice(1).replaceAll('/', '.').replace('definition.', ''), code: 'live_value' }]
    expect([status, body]).toMatchObject([400, { error: 'invalid_request', pointer, details }])
    expect(body.error_description).toContain('leave it out')
    expect(JSON.stringify(body)).not.toContain(value)
    expect(
      await world.count('SELECT (SELECT count(*) FROM pipelines) + (SELECT count(*) FROM pipeline_results) AS n'),
    ).toBe(before)
    expect([await world.rows(), started]).toEqual([[], []])
  })

  it('is hidden in the description of a pipeline, at first and later', async () => {
    for (const [index, description] of spellings().entries()) {
      const name = `Described ${index}`
      const made = await send('POST', pipelines, {
        organization: 'acme',
        name,
        definition,
        description,
        published: true,
      })
      expect(made.status).toBe(201)
      expectHidden(made.body.description)
      const changed = await send('PUT', `${pipelines}/${made.body.id}`, { description: `${description} Again.` })
      expectHidden([changed.body.description])
      expectHidden(await recordOf('pipelines', made.body.id))
      expect((await send('PUT', `${pipelines}/${made.body.id}`, { ...changed.body, published: true })).status).toBe(200)
    }
  })

  it('is hidden in the summary of a result', async () => {
    const steps = spellings().map((_, index) => ({
      id: `own-${index}`,
      kind: 'custom',
      state: 'running',
      passed: null,
    }))
    const { id } = (await send('POST', executions, execution({ status: 'running', closed_at: '', steps }))).body
    for (const [index, summary] of spellings().entries()) {
      const given = { step: `own-${index}`, passed: true, summary }
      // A repetition is the same result.
      for (let time = 0; time < 2; time++)
        expect((await send('POST', `/api/executions/${id}/result`, given)).status).toBe(200)
    }
    const [row] = await recordOf('pipeline_results', id)
    expect(JSON.stringify(row).match(/seen \[redacted:\d+\]\./g)).toHaveLength(3)
    expectHidden(row)
  })

  it('is hidden in the steps of an execution, names included, and in why it ended', async () => {
    for (const [index, text] of spellings().entries()) {
      const steps = [{ id: 'issue', summary: text, [text]: { deep: [text] }, session_id: 'kept' }]
      const run = execution({ run_id: `hidden-${index}`, steps, reason: value.slice(0, 30) })
      const { status, body } = await send('POST', executions, run)
      expect(status).toBe(201)
      const seen = await recordOf('pipeline_results', body.id)
      expectHidden(seen)
      expect(seen[0]).toMatchObject({ reason: '[redacted:30]', steps_whole: [{ id: 'issue', session_id: 'kept' }] })
    }
  })
})
