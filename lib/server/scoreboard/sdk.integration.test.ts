import PocketBase, { ClientResponseError, type RecordModel } from 'pocketbase'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { png } from '@/lib/testing/artifacts'
import { covers } from '@/lib/testing/covers'
import { openScoreboardWorld, rowOf, type ScoreboardWorld } from '@/lib/testing/scoreboard'

/**
 * PocketBase's own client at the public origin: the service accepts what it sends, and answers have the members it
 * reads.
 */
let world: ScoreboardWorld
let client: PocketBase
beforeAll(async () => {
  world = await openScoreboardWorld()
  client = new PocketBase(world.service.baseUrl).autoCancellation(false)
})
afterAll(() => world.close())

const refusalOf = async (asked: Promise<unknown>): Promise<ClientResponseError> => {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ClientResponseError) return error
  throw new Error('The client was not refused.')
}

describe('a filter of the client', () => {
  const names = [
    ...[
      'plain',
      'PLAIN',
      "it's",
      'say "x"',
      `both " and '`,
      'back\\slash',
      'back\\\\slash',
      '\\',
      '\\\\',
      'end\\',
      'END\\',
    ],
    ...['end\\more', 'end[', 'end]', 'end\\\\', '\\"', `\\'`, `"`, `'`, 'a" || id != "', "a' || id != '", 'two\nlines'],
    ...[
      '100%',
      '100_',
      '100x',
      '100\\',
      'x // && (',
      '\\u0041',
      'A',
      'é\\',
      'É\\',
      '😀\\',
      '[',
      '_\\',
      '%\\',
      'ab\\',
      'Ab\\',
    ],
  ]
  const found = async (filter: string): Promise<string[]> => {
    const { items } = await client.collection('wallets').getList(1, 100, { filter })
    return items.map(({ name }) => name).sort()
  }
  const filterOf = (operator: string, name: string) => client.filter(`name ${operator} {:name}`, { name })

  beforeAll(async () => {
    const owner = world.organization.id
    for (const [index, name] of names.entries())
      await world.create('wallets', { name, canonified_name: `wallet-${index}`, owner, published: true })
  })

  covers('S76')
  it('finds each name by itself and nothing else, whatever quotes and backslashes are in it', async () => {
    for (const name of names) {
      const others = names.filter((other) => other !== name).sort()
      expect([name, await found(filterOf('=', name))]).toEqual([name, [name]])
      expect([name, await found(filterOf('!=', name))]).toEqual([name, others])
    }
    for (const name of ['none\\', 'en\\', '', 'plain"', "' || '1' = '1"])
      expect([name, await found(filterOf('=', name))]).toEqual([name, []])
  })

  it('finds what holds a text, and the first item of a list', async () => {
    const holds = (text: string) => names.filter((name) => name.toLowerCase().includes(text)).sort()
    for (const text of ['\\', 'end\\', '"', "'", 'k\\s', 'both " and'])
      expect([text, await found(filterOf('~', text))]).toEqual([text, holds(text)])
    expect(await client.collection('wallets').getFirstListItem(filterOf('=', 'end\\'))).toMatchObject({ name: 'end\\' })
    const error = await refusalOf(client.collection('wallets').getFirstListItem(filterOf('=', 'nobody\\')))
    expect(error.status).toBe(404)
  })

  it('takes a text with % for a pattern of the whole member, and refuses one that ends in a backslash', async () => {
    const hundreds = ['100%', '100_', '100x', '100\\'].sort()
    for (const [pattern, expected] of [
      ['100%', hundreds],
      ['%00_', hundreds],
      ['1%_', hundreds],
      ['100\\%', ['100%']],
      ['100\\_%', ['100_']],
      ['0_', ['100_']],
    ] as const) {
      expect([pattern, await found(filterOf('~', pattern))]).toEqual([pattern, expected])
      const others = names.filter((name) => !(expected as readonly string[]).includes(name)).sort()
      expect([pattern, await found(filterOf('!~', pattern))]).toEqual([pattern, others])
    }
    for (const operator of ['~', '!~'])
      for (const text of ['_\\', '%\\', '100%\\', 'a_b\\']) {
        const refused = await refusalOf(
          client.collection('wallets').getList(1, 5, { filter: filterOf(operator, text) }),
        )
        expect([text, refused.status, refused.response.parameter]).toEqual([text, 400, 'filter'])
      }
  })

  it('is read alone: with others it says what all of it says', async () => {
    const filter = client.filter('(name = {:a} || name = {:b}) && canonified_name != {:c} && published = {:d}', {
      ...{ a: 'end\\', b: `both " and '`, c: 'none\\', d: true },
    })
    expect(await found(filter)).toEqual([`both " and '`, 'end\\'])
  })
})

describe('a list of the client', () => {
  covers('S76')
  it('comes in any order that it asks for', async () => {
    const wallets = client.collection('wallets')
    const everybody = (await wallets.getFullList()).map(({ id }) => id).sort()
    const orders = new Set<string>()
    for (let asked = 0; asked < 5; asked++) {
      const ids = (await wallets.getFullList({ sort: '@random' })).map(({ id }) => id)
      expect([...ids].sort()).toEqual(everybody)
      orders.add(ids.join())
    }
    expect(orders.size).toBeGreaterThan(1)
    expect((await wallets.getList(1, 5, { sort: '@random' })).items).toHaveLength(5)
  })
})

describe('a refusal', () => {
  covers('S76')
  it('has the message that the client shows', async () => {
    const asked: [number, () => Promise<unknown>][] = [
      [404, () => client.collection('wallets').getOne('nosuchrecord000')],
      [404, () => client.collection('nothing').getList()],
      [404, () => client.collection('users').getOne('nosuchrecord000')],
      [404, () => client.collection('users').authWithPassword('a@example.org', 'guess')],
      [404, () => client.health.check()],
      [405, () => client.collection('wallets').create({ name: 'Mine' })],
      [400, () => client.collection('wallets').getList(1, 5, { filter: 'name' })],
    ]
    for (const [status, asking] of asked) {
      const error = await refusalOf(asking())
      expect([status, error.message]).toEqual([error.status, error.response.error_description])
    }
    const { response } = await refusalOf(client.collection('wallets').getOne('nosuchrecord000'))
    expect(response).toMatchObject({ error: 'not_found', data: {}, status: 404 })
  })
})

describe('the address of a file', () => {
  const ask = async (record: RecordModel, name: string, options = {}) => {
    const response = await fetch(client.files.getURL(record, name, options))
    return { status: response.status, type: response.headers.get('content-type'), at: new URL(response.url).pathname }
  }

  covers('S76')
  it('that the client makes leads to the file, as long as its record is public', async () => {
    const owner = world.organization.id
    const logo = () => new File([new Uint8Array(png())], 'logo.png', { type: 'image/png' })
    await world.create('wallets', { name: 'Seen', canonified_name: 'seen', owner, published: true, logo: logo() })
    await world.client.sdk.collection('organizations').update(owner, { logo: logo() })
    const pipeline = await world.pipeline('filed')
    const form = new FormData()
    const execution = { namespace: 'acme', pipeline: pipeline.path, workflow_id: 'w', run_id: 'r', status: 'completed' }
    const times = { started_at: '2026-11-20T10:00:00Z', closed_at: '2026-11-20T10:00:09Z' }
    form.append('execution', JSON.stringify({ ...execution, ...times }))
    form.append('screenshots', new Blob([new Uint8Array(png())]))
    form.append('logs', new Blob(['log\n']))
    await world.call('/api/pipeline/executions', { method: 'POST', body: form })

    const wallet = await client.collection('wallets').getFirstListItem('name = "Seen"')
    const organization = await client.collection('organizations').getOne(owner)
    const result = await client.collection('pipeline_results').getFirstListItem('run_id = "r"')
    const shown = { status: 200, type: 'image/png' }
    expect(await ask(wallet, wallet.logo)).toMatchObject({
      ...shown,
      at: expect.stringMatching(/^\/media\/entities\//),
    })
    expect(await ask(wallet, wallet.logo, { thumb: '64x64f' })).toMatchObject(shown)
    expect(await ask(organization, organization.logo)).toMatchObject(shown)
    expect(await ask(result, result.screenshots[0])).toMatchObject(shown)
    expect(await ask(result, result.logs[0])).toMatchObject({ status: 200, type: 'text/plain; charset=utf-8' })
    for (const name of ['none.png', '../x', '..%2f', '%00', 'é"\r\n.png'])
      expect([name, (await ask(result, name)).status]).toEqual([name, 404])

    await world.client.sdk.collection('pipelines').update(pipeline.id, { published: false })
    await world.client.sdk.collection('wallets').update(wallet.id, { published: false })
    expect((await ask(result, result.screenshots[0])).status).toBe(404)
    expect((await ask(wallet, wallet.logo)).status).toBe(404)
    for (const collection of ['users', '_superusers', 'pipelines', 'nothing', '..', '%2e%2e', 'a b'])
      for (const id of [result.id, owner, pipeline.id, '..', 'x/y']) {
        const record = { id, collectionId: collection, collectionName: collection }
        expect([collection, id, (await ask(record, 'x.png')).status]).toEqual([collection, id, 404])
      }
  })

  it('leads to nothing but our own addresses, and is no redirect for what is not public', async () => {
    const address = `${world.service.baseUrl}/api/files/organizations/${world.organization.id}`
    const asked = async (name: string) => {
      const { status, headers } = await fetch(`${address}/${name}?thumb=1x1`, { redirect: 'manual' })
      return [status, headers.get('location')]
    }
    expect(await asked('logo.png')).toEqual([302, `/media/organizations/${world.organization.id}/logo.png`])
    for (const name of ['%2F%2Fexample.org', '%2F%2Fexample.org.png', 'a%20b.png', '..', 'logo', 'logo.html'])
      expect([name, ...(await asked(name))]).toEqual([name, 404, null])
    const hidden = await world.create('wallets', { name: 'h', canonified_name: 'h', owner: world.organization.id })
    for (const id of [hidden.id, 'nosuchrecord000']) {
      const answer = await fetch(`${world.service.baseUrl}/api/files/wallets/${id}/logo.png`, { redirect: 'manual' })
      expect([answer.status, (await answer.json()).error]).toEqual([404, 'not_found'])
    }
  })
})

describe('what a row expands to', () => {
  const relations = [
    ...['wallets', 'issuers', 'verifiers', 'credentials', 'mobile_runners', 'conformance_checks'],
    ...['latest_successful_execution', 'pipeline', 'use_case_verifications', 'custom_integrations', 'wallet_versions'],
  ]

  covers('B2.4')
  it('are the records of every relation, and the artifacts of the latest success with addresses that open', async () => {
    const owner = world.organization.id
    const named = (name: string) => ({ name, canonified_name: name, published: true })
    const wallet = await world.create('wallets', { ...named('full'), owner })
    await world.create('wallet_versions', { ...named('v1'), wallet: wallet.id })
    const issuer = await world.create('credential_issuers', { ...named('full'), owner })
    await world.create('credentials', { ...named('card'), credential_issuer: issuer.id })
    const verifier = await world.create('verifiers', { ...named('full'), owner })
    await world.create('use_cases_verifications', { ...named('door'), verifier: verifier.id })
    await world.create('custom_checks', { ...named('full'), owner })
    await world.create('mobile_runners', { ...named('full'), owner, type: 'external_ci' })
    const check = { path: 'openid4vci/1.0/token/known', title: 'Known', suite_title: 'token', url: '/checks/known' }
    await world.create('conformance_checks', { ...check, source: 'built_in' })
    const pipeline = await world.pipeline('expanded')
    const form = new FormData()
    const ids = { workflow_id: 'expanded', run_id: 'expanded' }
    const times = { started_at: '2026-11-20T10:00:00Z', closed_at: '2026-11-20T10:00:00.442Z' }
    const used = {
      wallet_version_used: ['acme/full/v1'],
      credentials: ['acme/full/card'],
      use_case_verifications: ['acme/full/door'],
      custom_checks: ['acme/full'],
      conformance_tests: [check.path],
    }
    const execution = { namespace: 'acme', pipeline: pipeline.path, status: 'completed', ...ids, ...times }
    form.append('execution', JSON.stringify({ ...execution, entities: used, runners: ['acme/full'] }))
    form.append('screenshots', new Blob([new Uint8Array(png())]))
    form.append('logs', new Blob(['log\n']))
    await world.call('/api/pipeline/executions', { method: 'POST', body: form })
    const row = rowOf(pipeline.id, { last_execution: { ...used, ...ids }, runners: ['acme/full'] })
    expect(await (await world.save({ aggregated_pipelines: [row] })).json()).toMatchObject({ unresolved: [] })

    const rows = client.collection('pipeline_scoreboard_cache')
    const [found] = await rows.getFullList({ expand: relations.join() })
    expect(Object.keys(found?.expand ?? {}).sort()).toEqual([...relations].sort())
    expect(found).toMatchObject({ conformance_checks: [check.path] })
    const { conformance_checks: checks, latest_successful_execution: execution_ } = found?.expand ?? {}
    expect(checks).toMatchObject([{ ...check, url: `${world.service.baseUrl}/checks/known` }])
    const { screenshots, logs, videos, report } = execution_.artifacts
    expect([screenshots.length, logs.length, videos, report]).toEqual([1, 1, [], []])
    for (const address of [screenshots[0], logs[0], client.files.getURL(execution_, execution_.screenshots[0])])
      expect([address, (await fetch(address)).status]).toEqual([address, 200])

    const one = await rows.getOne(found?.id ?? '', {
      expand: 'conformance_checks',
      fields: 'id,expand.conformance_checks.path',
    })
    expect(one).toEqual({ id: found?.id, expand: { conformance_checks: [{ path: check.path }] } })
    const both = await rows.getOne(found?.id ?? '', { expand: 'conformance_checks,conformance_check_refs' })
    expect(Object.keys(both.expand ?? {}).sort()).toEqual(['conformance_check_refs', 'conformance_checks'])
    const direct = await client
      .collection('conformance_checks')
      .getFirstListItem(client.filter('path = {:path}', check))
    expect(direct.url).toBe(`${world.service.baseUrl}/checks/known`)
  })
})
