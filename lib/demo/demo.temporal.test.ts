import type { RecordModel } from 'pocketbase'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AggregationWorld, openAggregationWorld } from '@/lib/testing/aggregation-world'
import { covers } from '@/lib/testing/covers'
import { testAdminKey } from '@/lib/testing/scoreboard'
import { runDemo } from './run-demo'

let world: AggregationWorld
beforeAll(async () => {
  // Another process renders pages; these only identify the page and its content.
  const pageAt = (url = '') =>
    `${url}<a aria-current="page" href="${url.replace(/^[^?]*/, '').replaceAll('&', '&amp;')}">here</a>`
  world = await openAggregationWorld({ pages: ({ url }, response) => void response.end(pageAt(url)) })
})
afterAll(() => world.close())

const demo = async (
  settings: { baseUrl?: string; dataDir?: string; adminApiKey?: string } = {},
  hear: (linesSoFar: number) => void = () => undefined,
) => {
  const lines: string[] = []
  await runDemo({
    settings: { baseUrl: world.service.baseUrl, dataDir: '/nowhere', adminApiKey: testAdminKey, ...settings },
    say: (line) => hear(lines.push(line)),
  })
  return lines
}
const publicRecords = async (collection: string, query = '') =>
  (await (await fetch(`${world.service.baseUrl}/api/collections/${collection}/records?${query}`)).json()).items

describe('a fresh installation', () => {
  it('has an organisation, issuers, a wallet, runners and pipelines, all named as built in', async () => {
    await world.service.container.seed()
    const named = ['pipelines', 'wallets', 'credential_issuers', 'mobile_runners']
    for (const collection of named)
      for (const { name, path } of await publicRecords(collection)) {
        expect(name).toContain('(built in)')
        expect(path).toMatch(/^wallet-capture\//)
      }
    expect(await publicRecords('pipelines')).toHaveLength(8)
    expect((await publicRecords('conformance_checks', 'perPage=1000')).length).toBeGreaterThan(50)
  })

  it('is made once: what was deleted later stays deleted', async () => {
    await world.client.sdk.collection('pipelines').delete('builtinpip00000')
    await world.service.container.seed()
    expect(await publicRecords('pipelines')).toHaveLength(7)
  })

  it('aggregates to an empty scoreboard before anything has run, and prepares its namespace', async () => {
    expect((await world.aggregate()).output).toMatchObject({ records_count: 0, namespaces_failed: 0 })
    const [organization] = await publicRecords('organizations', "filter=canonified_name='wallet-capture'")
    expect(organization.namespace_state).toBe('ready')
    expect(await world.rows()).toEqual([])
  })
})

describe('the demo', () => {
  covers('B2.3', 'B2.4', 'B5.4')
  it('records what the reference wallet really did, and the scoreboard shows it with everything it used', async () => {
    const lines = await demo()
    expect(lines.at(-1)).toBe('The scoreboard shows 7 pipelines.')
    const relations =
      'pipeline,wallets,issuers,credentials,mobile_runners,conformance_check_refs,latest_successful_execution'
    const whole = `${relations},wallet_versions,verifiers,use_case_verifications,custom_integrations`
    const rows = await publicRecords('pipeline_scoreboard_cache', `expand=${whole}`)
    expect(rows).toHaveLength(7)
    for (const { expand, ...row } of rows) {
      expect(row).toMatchObject({ total_runs: 1, total_successes: 1, success_rate: 100, manually_executed_runs: 1 })
      expect(row.minimum_running_time_ms).toBeGreaterThan(0)
      expect(Object.keys(expand)).toEqual(expect.arrayContaining(relations.split(',')))
      const [step] = expand.latest_successful_execution.steps
      const session = await (await fetch(`${world.service.baseUrl}/sessions/${step.session_id}`)).json()
      expect(session.checks.summary.must.fail).toBe(0)
      expect(session.observed.credential_requests).toBe(1)
    }
    const smoke = rows.find((row: RecordModel) => row.expand?.pipeline.path.endsWith('/smoke-campaign'))
    expect(Object.keys(smoke.expand).sort()).toEqual(whole.split(',').sort())
    expect(smoke.expand.latest_successful_execution.steps).toMatchObject([
      { id: 'issue', passed: true },
      { id: 'present', passed: true },
      { id: 'smoke', passed: true },
      { id: 'secret-probe', passed: true },
    ])
    expect(
      (await world.client.sdk.collection('pipeline_scoreboard_cache').getFullList()).flatMap((row) => row.unresolved),
    ).toEqual([])
  })

  it('counts repeated runs again, but not a run that the service refused', async () => {
    // From here on, three pipelines show what all seven did: one is refused, and two run.
    const [pipeline, , , ...rest] = await publicRecords('pipelines', 'sort=path')
    for (const { id } of rest) await world.client.sdk.collection('pipelines').delete(id)
    const definition = structuredClone(pipeline.definition)
    definition.steps[0].session.issuer_configuration_id = 'no-such-issuer'
    await world.client.sdk.collection('pipelines').update(pipeline.id, { definition })
    const lines = await demo()
    expect(lines.filter((line) => line.includes('canceled'))).toHaveLength(1)
    const rows: { success_rate: number; total_runs: number }[] = await publicRecords('pipeline_scoreboard_cache')
    expect(rows.map(({ total_runs }) => total_runs).sort()).toEqual([1, 2, 2])
    expect(new Set(rows.map(({ success_rate }) => success_rate))).toEqual(new Set([100]))
  })

  it('does not rely on an aggregation that started before its executions were written', async () => {
    const executions = () => world.count("SELECT count(*) AS n FROM pipeline_results WHERE status = 'completed'")
    const before = await executions()
    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const saving = new Promise<void>((reached) => {
      world.intercept = async (path, send) => {
        if (path.endsWith('/save-results')) reached()
        await (path.endsWith('/save-results') ? held : undefined)
        return send()
      }
    })
    const earlier = world.aggregate()
    await saving
    // It prints a line for each execution once the ledger has it.
    const lines = await demo({}, (linesSoFar) => linesSoFar === 3 && release())
    await earlier
    expect(lines.at(-1)).toBe('The scoreboard shows 3 pipelines.')
    const runs = (await world.rows()).reduce((sum, row) => sum + row.total_runs, 0)
    // The service has been refusing one of the three since the previous test.
    expect(runs).toBe(before + 2)
  })

  it('says in one sentence that no service runs, or that none was ever started', async () => {
    await expect(demo({ baseUrl: 'http://127.0.0.1:9' })).rejects.toThrow(/^No Wallet Capture responds at /)
    const { adminApiKey: _none, ...settings } = { baseUrl: world.service.baseUrl, dataDir: '/nowhere', adminApiKey: '' }
    await expect(runDemo({ settings, say: () => undefined })).rejects.toThrow(/^No Wallet Capture has been started/)
  })
})
