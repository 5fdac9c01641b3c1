import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Capability, capabilities } from '@/lib/core/scoreboard/pipelines/run-types'
import { openScoreboardWorld, rowOf, type ScoreboardWorld } from '@/lib/testing/scoreboard'

let world: ScoreboardWorld
let shownId: string
let hiddenId: string
let mossId: string

const count = (id: Capability, passed: number, total: number) => ({ id, passed, total })
const stepOf = (...counts: ReturnType<typeof count>[]) => ({
  ...{ id: 's', kind: 'issuance', session_id: crypto.randomUUID() },
  capabilities: counts,
})
/** A run two days before the service's clock. */
const execute = (pipeline: string, steps: unknown, members: Record<string, unknown> = {}) => {
  const closed = new Date(world.service.now() - 2 * 24 * 60 * 60_000).toISOString()
  return world.execute({
    ...{ pipeline, steps, started_at: closed, closed_at: closed },
    entities: { wallet_used: ['acme/moss'], wallet_version_used: ['acme/moss/1-2'] },
    ...members,
  })
}
const save = () => world.save({ aggregated_pipelines: [rowOf(shownId), rowOf(hiddenId)] })

interface Wallet {
  readonly wallet: string
  readonly counts: Record<string, string>
  readonly last_runs: readonly string[]
  readonly runs: number
}

/** What a visitor reads, by wallet. */
async function read(): Promise<Wallet[]> {
  const { items } = await world.visitor
    .collection('wallet_capabilities_cache')
    .getList(1, 50, { expand: 'wallet,version', sort: 'wallet.name' })
  return items.map(({ expand, capabilities: counts, last_runs, runs }) => ({
    wallet: [expand?.wallet?.name, expand?.version?.tag].filter(Boolean).join(' '),
    counts: Object.fromEntries(
      (counts as ReturnType<typeof count>[]).map(({ id, passed, total }) => [id, `${passed}/${total}`]),
    ),
    last_runs,
    runs,
  }))
}

beforeAll(async () => {
  world = await openScoreboardWorld()
  const owner = world.organization.id
  mossId = (await world.create('wallets', { name: 'Moss', canonified_name: 'moss', owner, published: true })).id
  const version = { name: '1.2', tag: '1.2', canonified_name: '1-2', wallet: mossId, owner, published: true }
  await world.create('wallet_versions', version)
  await world.create('wallets', { name: 'Secret', canonified_name: 'secret', owner })
  shownId = (await world.pipeline('shown')).id
  hiddenId = (await world.pipeline('hidden', { published: false })).id
})
afterAll(() => world.close())

describe('what runs tell of wallets', () => {
  it('knows the same capabilities as the hook that adds them up', () => {
    const hook = readFileSync(new URL('../../../pb_hooks/scoreboard/wallets.js', import.meta.url), 'utf8')
    const [, list = ''] = /const capabilities = \[([^\]]*)\]/.exec(hook) ?? []
    expect([...list.matchAll(/'(\w+)'/g)].map(([, id]) => id)).toEqual([...capabilities])
  })

  it('is the sum of the counted steps of public pipelines and wallets, and nothing else', async () => {
    await execute('acme/shown', [stepOf(count('issue_sd_jwt', 1, 1), count('haip', 1, 1))])
    await execute('acme/shown', [stepOf(count('issue_sd_jwt', 0, 1)), stepOf(count('refusals', 86, 88))], {
      status: 'failed',
    })
    // A step, a run, a wallet that does not count, and what no step of ours says.
    await execute('acme/shown', [stepOf(count('issue_sd_jwt', 1, 1))], { status: 'canceled' })
    await execute('acme/shown', [stepOf(count('haip', 1, 1))], { entities: { wallet_used: ['acme/secret'] } })
    await execute('acme/shown', [stepOf(count('haip', 1, 1))], {
      entities: { wallet_used: ['acme/moss', 'acme/secret'] },
    })
    await execute('acme/shown', [stepOf(count('haip', 1, 1))], { entities: {} })
    // A bare claim: no session and no campaign shows it.
    await execute('acme/shown', [{ id: 's', kind: 'issuance', capabilities: [count('haip', 4, 4)] }])
    // Whatever a ledger of an earlier version has.
    const session_id = crypto.randomUUID()
    const odd = (await (await execute('acme/shown', [])).json()).id
    await world.client.sdk.collection('pipeline_results').update(odd, {
      steps: [
        { session_id, capabilities: 'odd' },
        {
          session_id,
          capabilities: [
            1,
            null,
            { id: 'haip' },
            { id: 'odd', passed: 1, total: 1 },
            { id: 'haip', passed: 2, total: 1 },
          ],
        },
        {
          session_id,
          capabilities: [
            { id: 'haip', passed: 1, total: 1_000_000 },
            { id: 'haip', passed: '1', total: '1' },
          ],
        },
        'odd',
      ],
    })
    const old = new Date(world.service.now() - 91 * 24 * 60 * 60_000).toISOString()
    await execute('acme/shown', [stepOf(count('haip', 1, 1))], { started_at: old, closed_at: old })
    await execute('acme/hidden', [stepOf(count('issue_sd_jwt', 1, 1), count('browser', 1, 1))])
    expect(await read()).toEqual([])
    expect((await save()).status).toBe(200)
    const expected = [
      {
        wallet: 'Moss 1.2',
        counts: { issue_sd_jwt: '1/2', haip: '1/1', refusals: '86/88' },
        last_runs: expect.arrayContaining(['passed', 'failed']),
        runs: 2,
      },
    ]
    expect(await read()).toEqual(expected)
    // The same again, for it is no running total.
    expect((await save()).status).toBe(200)
    expect(await read()).toEqual(expected)
  })

  it('counts a session once, as its newest run tells, however many runs name it', async () => {
    const before = await read()
    const [step] = [stepOf(count('trust', 0, 1))]
    const earlier = new Date(world.service.now() - 3 * 24 * 60 * 60_000).toISOString()
    const first = await execute('acme/shown', [step], { started_at: earlier, closed_at: earlier })
    const ids = [first, await execute('acme/shown', [{ ...step, capabilities: [count('trust', 1, 1)] }])]
    expect((await save()).status).toBe(200)
    expect((await read())[0]?.counts).toEqual({ ...before[0]?.counts, trust: '1/1' })
    for (const response of ids) await world.client.sdk.collection('pipeline_results').delete((await response.json()).id)
    expect((await save()).status).toBe(200)
    expect(await read()).toEqual(before)
  })

  it('is told by runs of the organisation that owns the wallet, not by those of another one', async () => {
    const expected = await read()
    const { id: owner } = await world.organizationNamed('rival')
    const open = await world.pipeline('open', { owner })
    const members = { namespace: 'rival', status: 'failed' }
    expect((await execute(open.path, [stepOf(count('haip', 5, 5), count('trust', 0, 9))], members)).status).toBe(201)
    expect(
      (await world.save({ aggregated_pipelines: [shownId, hiddenId, open.id].map((id) => rowOf(id)) })).status,
    ).toBe(200)
    expect(await read()).toEqual(expected)
    const pipelines = world.client.sdk.collection('pipelines')
    const wallets = world.client.sdk.collection('wallets')
    await wallets.update(mossId, { owner })
    // The wallet has another path now, which no run names.
    expect(await read()).toEqual([])
    await wallets.update(mossId, { owner: world.organization.id })
    expect(await read()).toEqual(expected)
    await pipelines.update(shownId, { owner })
    expect(await read()).toEqual([])
    await pipelines.update(shownId, { owner: world.organization.id })
    expect(await read()).toEqual(expected)
    await pipelines.delete(open.id)
  })

  it('follows what becomes public or private at once, in the transaction of that change', async () => {
    const pipelines = world.client.sdk.collection('pipelines')
    await pipelines.update(hiddenId, { published: true })
    expect((await read())[0]?.counts).toEqual({ issue_sd_jwt: '2/3', haip: '1/1', refusals: '86/88', browser: '1/1' })
    await pipelines.update(hiddenId, { scoreboard_visibility: 'anonymous' })
    expect((await read())[0]?.counts).toEqual({ issue_sd_jwt: '1/2', haip: '1/1', refusals: '86/88' })
    await world.client.sdk.collection('wallets').update(mossId, { published: false })
    expect(await read()).toEqual([])
    await world.client.sdk.collection('wallets').update(mossId, { published: true })
    expect(await read()).toHaveLength(1)
    await pipelines.update(shownId, { published: false })
    expect(await read()).toEqual([])
    await pipelines.update(shownId, { published: true })
    await pipelines.delete(shownId)
    expect(await read()).toEqual([])
  })
})
