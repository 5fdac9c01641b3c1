import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openScoreboardWorld, rowOf, type ScoreboardWorld } from '@/lib/testing/scoreboard'

let world: ScoreboardWorld
beforeAll(async () => {
  world = await openScoreboardWorld()
  const borealia = await world.organizationNamed('borealia')
  const own = { owner: world.organization.id }
  const wallet = await world.create('wallets', { name: 'Quillfern', canonified_name: 'quillfern', ...own })
  await world.create('wallet_versions', { name: '1.2.0', canonified_name: '1-2-0', wallet: wallet.id })
  await world.create('wallets', { name: 'Moss', canonified_name: 'moss-wallet', owner: borealia.id, published: true })
  await world.create('wallets', { name: 'Secret', canonified_name: 'secret-wallet', owner: borealia.id })
  const long = await world.organizationNamed('a-company-with-a-long-name')
  const shown = { owner: long.id, published: true }
  await world.create('wallets', { name: 'My Great Wallet', canonified_name: 'my-great-wallet', ...shown })
  await world.pipeline('nightly')
})
afterAll(() => world.close())

const report = async (members: Record<string, unknown>) => {
  const response = await world.execute({ pipeline: 'acme/nightly', ...members })
  return { status: response.status, body: await response.json() }
}
const kept = async (id: string) => (await world.client.sdk.collection('pipeline_results').getOne(id)).entities

it('is the pipeline of a report, and the refusal names the one that it most probably means', async () => {
  const { path } = await world.pipeline('évening-walk')
  const answers = await Promise.all(
    ['acme/Évening Walk', 'acme/evening-wak', 'acme/of-another-kind', 'hooli/évening-walk'].map(async (pipeline) => {
      const response = await world.execute({ pipeline })
      const { error, pointer, nearest } = await response.json()
      return [response.status, error, pointer, nearest]
    }),
  )
  expect(answers).toEqual([
    [400, 'invalid_request', '/pipeline', path],
    [400, 'invalid_request', '/pipeline', path],
    [400, 'invalid_request', '/pipeline', undefined],
    [400, 'invalid_request', undefined, undefined],
  ])
})

it('is a member of a report that no report has: refused with the one that is near, and nothing is written', async () => {
  const before = await world.count('SELECT count(*) AS n FROM pipeline_results')
  const members = [
    ['runner', ['acme/ci'], 'runners'],
    ['entity', {}, 'entities'],
    ['Entities', { wallet_used: ['acme/quillfern'] }, 'entities'],
    ['create_missin', true, 'create_missing'],
    ['evidence', 'x', 'evidence_url'],
    ['zzz', 1, undefined],
  ] as const
  for (const [member, value, nearest] of members) {
    const { status, body } = await report({ [member]: value })
    expect([status, body.error, body.pointer], member).toEqual([400, 'invalid_request', `/${member}`])
    expect(body.details).toEqual([
      {
        path: member,
        code: 'unknown_member',
        message: expect.stringMatching(/^must be left out: .*create_missing/),
        ...(nearest === undefined ? {} : { nearest }),
      },
    ])
    if (nearest !== undefined) expect(body.error_description, member).toContain(`${nearest} is near`)
  }
  expect(await world.count('SELECT count(*) AS n FROM pipeline_results')).toBe(before)
  const told = await report({ steps: [{ of_our_own: 1 }] })
  expect([told.status, (await world.client.sdk.collection('pipeline_results').getOne(told.body.id)).steps]).toEqual([
    201,
    [{ of_our_own: 1 }],
  ])
})

describe('a name that nothing has', () => {
  it('is told with what it most probably means', async () => {
    const { status, body } = await report({
      entities: {
        wallet_used: ['acme/quilfern', 'acme/moss-wallet', 'acme/nothing-like-it', 'My Great Wallet'],
        wallet_version_used: ['acme/quillfern/1.2.0'],
      },
    })
    expect(status).toBe(201)
    expect(body).not.toHaveProperty('created')
    expect(body.unresolved).toEqual([
      { field: 'wallet_used', name: 'acme/quilfern', nearest: 'acme/quillfern' },
      { field: 'wallet_used', name: 'acme/moss-wallet', nearest: 'borealia/moss-wallet' },
      { field: 'wallet_used', name: 'acme/nothing-like-it' },
      { field: 'wallet_used', name: 'My Great Wallet', nearest: 'a-company-with-a-long-name/my-great-wallet' },
      { field: 'wallet_version_used', name: 'acme/quillfern/1.2.0', nearest: 'acme/quillfern/1-2-0' },
    ])
  })

  it('is none that has other bytes for the same letters', async () => {
    const path = 'acme/\u00fcbermut'
    await world.create('wallets', {
      name: '\u00dcbermut',
      canonified_name: '\u00fcbermut',
      owner: world.organization.id,
    })
    await world.pipeline('\u00e9vening')
    const asked = {
      pipeline: 'acme/\u00e9vening'.normalize('NFD'),
      entities: { wallet_used: [path.normalize('NFD')], custom_checks: ['acme/na\u00efve'.normalize('NFD')] },
      create_missing: true,
    }
    const { status, body } = await report(asked)
    expect([status, body.unresolved]).toEqual([201, []])
    expect(body.created).toMatchObject([{ path: 'acme/na\u00efve' }])
    expect(await kept(body.id)).toMatchObject({ wallet_used: [path] })
    const made = await world.call('/api/pipelines', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        organization: 'acme',
        name: 'Decomposed',
        definition: {
          ...{ version: 1, runner: 'external_ci', entities: { wallet: path.normalize('NFD') } },
          steps: [{ id: 'a', kind: 'issuance', session: { flow: 'pre_authorized_code' } }],
        },
      }),
    })
    expect(made.status).toBe(201)
    const version = await world.call('/api/organizations/acme/wallet_versions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: '1.0', wallet: path.normalize('NFD') }),
    })
    expect(await version.json()).toMatchObject({ path: `${path}/1-0` })
  })

  it('is told so in saved rows and definitions too', async () => {
    const { id } = await world.pipeline('saved')
    const saved = await world.save({
      aggregated_pipelines: [rowOf(id, { last_execution: { wallet_used: ['acme/quilfern'] } })],
    })
    expect((await saved.json()).unresolved).toEqual([
      { pipeline_id: id, field: 'wallet_used', name: 'acme/quilfern', nearest: 'acme/quillfern' },
    ])
    const refused = await world.call('/api/pipelines', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        organization: 'acme',
        name: 'Wrong',
        definition: {
          version: 1,
          runner: 'external_ci',
          entities: { wallet: 'acme/quilfern' },
          steps: [{ id: 'a', kind: 'issuance', session: { flow: 'pre_authorized_code' } }],
        },
      }),
    })
    expect(await refused.json()).toMatchObject({
      error: 'invalid_pipeline',
      details: [
        {
          path: 'entities.wallet',
          code: 'unknown_path',
          message: 'must be the path of a record that exists, such as acme/quillfern',
          nearest: 'acme/quillfern',
        },
      ],
    })
  })
})

describe('a report with create_missing', () => {
  it('makes private records of its organisation, parents first, and names them as they are called', async () => {
    const { body } = await report({
      create_missing: true,
      runners: ['acme/Pixel 8'],
      runner_types: ['android_phone'],
      entities: {
        wallet_version_used: ['acme/New Wallet/2.0.1'],
        credentials: ['acme/issuer/pid'],
        use_case_verifications: ['acme/verifier/age'],
        custom_checks: ['acme/login'],
      },
    })
    expect(body.unresolved).toEqual([])
    expect(body.created.map(({ field, path }: { field: string; path: string }) => `${field} ${path}`)).toEqual([
      'wallet_used acme/new-wallet',
      'issuers acme/issuer',
      'verifiers acme/verifier',
      'custom_checks acme/login',
      'runners acme/pixel-8',
      'wallet_version_used acme/new-wallet/2-0-1',
      'credentials acme/issuer/pid',
      'use_case_verifications acme/verifier/age',
    ])
    expect(await kept(body.id)).toMatchObject({ wallet_version_used: ['acme/new-wallet/2-0-1'] })
    const [wallet] = await world.client.sdk.collection('wallets').getFullList({ filter: "path = 'acme/new-wallet'" })
    expect(wallet).toMatchObject({ name: 'New Wallet', published: false })
    const [runner] = await world.client.sdk
      .collection('mobile_runners')
      .getFullList({ filter: "path = 'acme/pixel-8'" })
    expect(runner).toMatchObject({ name: 'Pixel 8', type: 'android_phone', published: false })
  })

  it('makes them once, however they are written', async () => {
    const entities = { wallet_version_used: ['acme/quillfern/1.2.0', 'acme/quillfern/3.0'] }
    const first = await report({ create_missing: true, entities })
    expect(first.body).toMatchObject({ unresolved: [], created: [{ path: 'acme/quillfern/3-0' }] })
    const again = await report({ create_missing: true, entities })
    expect(again.body).toMatchObject({ unresolved: [], created: [] })
    expect(await kept(again.body.id)).toMatchObject({
      wallet_version_used: ['acme/quillfern/1-2-0', 'acme/quillfern/3-0'],
    })
  })

  it('makes fifty at once, and the others when the same report comes again', async () => {
    const custom_checks = Array.from({ length: 60 }, (_, place) => `acme/auto-${place}`)
    const first = await report({ create_missing: true, entities: { custom_checks } })
    expect(first.body.created).toHaveLength(50)
    expect(first.body.unresolved).toEqual(
      custom_checks.slice(50).map((name) => ({ field: 'custom_checks', name, reason: 'too_many_to_create' })),
    )
    const again = await report({ create_missing: true, entities: { custom_checks } })
    expect([again.body.created.length, again.body.unresolved]).toEqual([10, []])
  })

  it('makes nothing of others, no check, and nothing that is no path', async () => {
    const before = await world.count('SELECT count(*) AS n FROM wallets')
    const { body } = await report({
      create_missing: true,
      entities: {
        wallet_used: ['borealia/mine', 'nobody/mine', 'acme', 'acme/a/b', 'acme/—', '../acme/x'],
        conformance_tests: ['acme/check'],
      },
    })
    expect(body.created).toEqual([])
    expect(body.unresolved.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['borealia/mine', 'nobody/mine', 'acme', 'acme/a/b', 'acme/—', '../acme/x']),
    )
    expect(await world.count('SELECT count(*) AS n FROM wallets')).toBe(before)
  })

  it('makes nothing where the report itself is refused', async () => {
    const before = await world.count('SELECT count(*) AS n FROM wallets')
    const { status } = await report({
      pipeline: 'acme/none',
      create_missing: true,
      entities: { wallet_used: ['acme/z'] },
    })
    expect(status).toBe(400)
    expect(await world.count('SELECT count(*) AS n FROM wallets')).toBe(before)
  })
})

describe('the times of a report', () => {
  const answered = async (members: Record<string, unknown>) => {
    const { status, body } = await report(members)
    return [status, body.pointer ?? null]
  }
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

  it('are refused if the end is before the start', async () => {
    const started_at = '2026-11-20T10:00:00.000000002Z'
    expect(await answered({ started_at, closed_at: '2026-11-20T10:00:00.000000001Z' })).toEqual([400, '/closed_at'])
    expect(await answered({ started_at, closed_at: '2026-11-20T11:00:00+01:00' })).toEqual([400, '/closed_at'])
    expect(await answered({ started_at, closed_at: started_at })).toEqual([201, null])
  })

  it('are refused if they are in the future, by more than clocks differ', async () => {
    expect(await answered({ started_at: inMinutes(60), status: 'running' })).toEqual([400, '/started_at'])
    expect(await answered({ closed_at: inMinutes(60) })).toEqual([400, '/closed_at'])
    expect(await answered({ started_at: inMinutes(2), closed_at: inMinutes(2) })).toEqual([201, null])
  })
})
