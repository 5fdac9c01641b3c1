import PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { openScoreboardWorld, type ScoreboardWorld, testAdminKey } from '@/lib/testing/scoreboard'

/**
 * What the programs of the Credimi platform (v1.268.1) send, request by request: its aggregation, which uses the four
 * endpoints and two helpers, and its page, which is a client of PocketBase. Neither uses our extensions.
 */
let world: ScoreboardWorld
beforeAll(async () => {
  world = await openScoreboardWorld()
  await world.organizationNamed('beta')
})
afterAll(() => world.close())

/** Their activity: a method, an expected status, a body that is parsed as JSON. Anything else ends their workflow. */
async function request(method: string, path: string, body?: unknown) {
  const response = await fetch(`${world.service.baseUrl}/api/${path}`, {
    method,
    headers: {
      'Credimi-Api-Key': testAdminKey,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect([path, response.status]).toEqual([path, 200])
  return response.json()
}

interface Statistics {
  readonly pipeline_id: string
  readonly pipeline_name: string
  readonly runners: readonly string[]
  readonly runner_types: readonly string[]
  readonly min_execution_time: string
  readonly first_execution_date: string
  readonly last_execution_date: string
  readonly last_successful_run?: { readonly workflow_id: string; readonly run_id: string; readonly start_time: string }
}
const counts = ['total_runs', 'total_successes', 'manual_executions', 'scheduled_executions', 'ci_executions'] as const
type Counted = Statistics & Readonly<Record<(typeof counts)[number], number>>

/** Their merge step, as far as this test has several namespaces. */
async function aggregateAsThePeerDoes() {
  const { namespaces } = await request('GET', 'organizations/namespaces')
  const merged = new Map<string, Counted>()
  const latest = new Map<string, { namespace: string; workflow_id: string; run_id: string; start_time: string }>()
  const shorter = (a: string, b: string) => (Number.parseInt(a, 10) <= Number.parseInt(b, 10) ? a : b)
  const union = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])].sort()
  for (const namespace of namespaces)
    for (const item of (await request('GET', `pipeline/scoreboard/${namespace}`)) as Counted[]) {
      const known = merged.get(item.pipeline_id)
      const sums = Object.fromEntries(counts.map((name) => [name, (known?.[name] ?? 0) + item[name]]))
      merged.set(item.pipeline_id, {
        ...item,
        ...sums,
        runners: union(known?.runners ?? [], item.runners),
        runner_types: union(known?.runner_types ?? [], item.runner_types),
        // All of them are below one minute here.
        min_execution_time: known
          ? shorter(known.min_execution_time, item.min_execution_time)
          : item.min_execution_time,
        first_execution_date: known?.first_execution_date ?? item.first_execution_date,
      })
      const run = item.last_successful_run
      if (run && run.start_time > (latest.get(item.pipeline_id)?.start_time ?? ''))
        latest.set(item.pipeline_id, { namespace, ...run })
    }
  const details = new Map<string, unknown>()
  for (const [id, { namespace, workflow_id, run_id }] of latest)
    details.set(id, await request('GET', `pipeline/execution-details/${namespace}/${workflow_id}/${run_id}`))
  const rows = [...merged.values()]
    .sort((a, b) => (a.pipeline_name < b.pipeline_name ? -1 : 1))
    .map(({ last_successful_run: _run, ...row }) => ({
      ...row,
      success_rate: Math.round((row.total_successes / row.total_runs) * 10_000) / 100,
      ...(details.has(row.pipeline_id) ? { last_execution: details.get(row.pipeline_id) } : {}),
    }))
  return request('POST', 'pipeline/scoreboard/save-results', { aggregated_pipelines: rows })
}

describe('the peer', () => {
  covers('B2.3', 'S76')
  it('aggregates by its own requests, and its page reads the result with its own client', async () => {
    const owner = world.organization.id
    const named = (name: string) => ({ name, canonified_name: name, published: true })
    const wallet = await world.create('wallets', { ...named('wallet'), owner })
    await world.create('wallet_versions', { ...named('v1'), wallet: wallet.id })
    const issuer = await world.create('credential_issuers', { ...named('issuer'), owner })
    await world.create('credentials', { ...named('credential'), credential_issuer: issuer.id })
    const verifier = await world.create('verifiers', { ...named('verifier'), owner })
    await world.create('use_cases_verifications', { ...named('use-case'), verifier: verifier.id })
    await world.create('custom_checks', { ...named('check'), owner })
    await world.create('mobile_runners', { ...named('runner'), owner, type: 'external_ci' })
    const { id, path } = await world.pipeline('pipeline')
    const run = (members: Record<string, unknown>) =>
      world.execute({
        pipeline: path,
        runners: ['acme/runner'],
        runner_types: ['external_ci'],
        entities: {
          wallet_used: ['acme/wallet'],
          wallet_version_used: ['acme/wallet/v1'],
          credentials: ['acme/issuer/credential'],
          use_case_verifications: ['acme/verifier/use-case'],
          conformance_tests: ['openid4vci/1.0/suite/check'],
          custom_checks: ['acme/check'],
        },
        ...members,
      })
    await run({ type: 'scheduled' })
    await run({ namespace: 'beta', started_at: '2026-11-20T10:00:05Z', type: 'CI' })
    await run({ namespace: 'beta', status: 'failed', started_at: '2026-11-20T10:00:06Z' })
    const other = await world.pipeline('another')
    await world.execute({ pipeline: other.path, status: 'failed' })

    expect(await aggregateAsThePeerDoes()).toMatchObject({
      success: true,
      message: expect.any(String),
      records_count: 2,
    })

    const client = new PocketBase(world.service.baseUrl).autoCancellation(false)
    const rows = client.collection('pipeline_scoreboard_cache')
    const expand =
      'credentials,custom_integrations,issuers,latest_successful_execution,mobile_runners,pipeline,use_case_verifications,verifiers,wallet_versions,wallets'
    const page = await rows.getList(1, 20, { expand, sort: '-latest_successful_execution.created', requestKey: null })
    expect([page.page, page.perPage, page.totalItems, page.totalPages]).toEqual([1, 20, 2, 1])
    const row = page.items.find(({ pipeline }) => pipeline === id)
    expect(row).toMatchObject({
      total_runs: 3,
      total_successes: 2,
      success_rate: 66.67,
      manually_executed_runs: 1,
      scheduled_runs: 1,
      CI_runs: 1,
      minimum_running_time: '4s',
      conformance_checks: ['openid4vci/1.0/suite/check'],
      expand: {
        pipeline: { name: 'pipeline' },
        wallets: [{ name: 'wallet' }],
        wallet_versions: [{ name: 'v1' }],
        issuers: [{ name: 'issuer' }],
        credentials: [{ name: 'credential' }],
        verifiers: [{ name: 'verifier' }],
        use_case_verifications: [{ name: 'use-case' }],
        custom_integrations: [{ name: 'check' }],
        mobile_runners: [{ name: 'runner' }],
        latest_successful_execution: { workflow_id: expect.any(String), created: expect.stringMatching(/^\d{4}-/) },
      },
    })
    const filter = client.filter('pipeline = {:pipeline}', { pipeline: id })
    expect(await rows.getFirstListItem(filter, { requestKey: null })).toMatchObject({ id: row?.id, total_runs: 3 })
    const missing = rows.getFirstListItem(client.filter('pipeline = {:pipeline}', { pipeline: 'none' }), {
      requestKey: null,
    })
    await expect(missing).rejects.toMatchObject({ name: 'ClientResponseError 404', status: 404 })
    await expect(rows.getOne('nosuchrecord000')).rejects.toMatchObject({ status: 404 })
  })
})
