import type { RecordModel } from 'pocketbase'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { comparableMembers, publicCollection } from '@/lib/core/scoreboard/reading/public-collections'
import { png } from '@/lib/testing/artifacts'
import { covers } from '@/lib/testing/covers'
import { listen } from '@/lib/testing/realtime'
import { openScoreboardWorld, rowOf, type ScoreboardWorld } from '@/lib/testing/scoreboard'
import { ofEachKind } from '@/scripts/thorough.mjs'

/**
 * Every pipeline has a row, private ones too, and nothing leads from a private row to its pipeline: no member, no query, no
 * place in a list, no instant, no comparison of what was there before a change with what is there after it.
 */
const collection = publicCollection('pipeline_scoreboard_cache')!
const lists = [...Object.keys(collection.many), 'conformance_checks', 'runner_types']
const expandAll = [...Object.keys(collection.one), ...Object.keys(collection.many), 'conformance_checks'].join()
const day = '2026-11-20 00:00:00.000Z'

let world: ScoreboardWorld
let pipeline: RecordModel
let other: RecordModel
let wallets: readonly RecordModel[]
let resultId: string
let screenshot: string
beforeAll(async () => {
  world = await openScoreboardWorld()
  const owner = world.organization.id
  pipeline = await world.pipeline('Xq7Marker', { canonified_name: 'xq7-marker' })
  other = await world.pipeline('other')
  const named = (name: string) => ({ name, canonified_name: name, owner })
  wallets = [
    await world.create('wallets', { ...named('public'), published: true }),
    await world.create('wallets', named('private')),
  ]
  await world.create('wallet_versions', { name: 'v', canonified_name: 'v', wallet: wallets[0]?.id, published: true })
  await world.create('mobile_runners', { ...named('runner'), type: 'external_ci', published: true })
  await world.create('conformance_checks', { path: 'a/b/known', title: 'Known', source: 'built_in' })
  const form = new FormData()
  const ids = { workflow_id: 'xq7-workflow', run_id: 'xq7-run' }
  const times = { started_at: '2026-11-20T10:11:12Z', closed_at: '2026-11-20T10:11:13Z' }
  const execution = { namespace: 'acme', pipeline: pipeline.path, status: 'completed', ...ids, ...times }
  form.append('execution', JSON.stringify(execution))
  form.append('screenshots', new Blob([new Uint8Array(png())]))
  const answer = await (await world.call('/api/pipeline/executions', { method: 'POST', body: form })).json()
  resultId = answer.id
  screenshot = answer.artifacts.screenshots[0]
})
afterAll(() => world.close())

const used = {
  wallet_used: ['acme/public', 'acme/private'],
  wallet_version_used: ['acme/public/v'],
  conformance_tests: ['a/b/known', 'a/b/xq7-check'],
}
const numbers = { total_runs: 40, total_successes: 38, success_rate: 95, manual_executions: 40, canceled_runs: 3 }
const save = (members: Record<string, unknown> = {}) =>
  world.save({
    aggregated_pipelines: [
      rowOf(pipeline.id, {
        ...numbers,
        runners: ['acme/runner'],
        namespaces_count: 2,
        stale_since: '2026-11-19T01:02:03Z',
        first_execution_date: '2026-11-20T10:11:12.5Z',
        last_execution_date: '2026-11-20T12:13:14Z',
        last_execution: { ...used, workflow_id: 'xq7-workflow', run_id: 'xq7-run' },
        ...members,
      }),
      rowOf(other.id),
    ],
  })
const set = (members: Record<string, unknown>) => world.client.sdk.collection('pipelines').update(pipeline.id, members)
const show = (published: boolean, scoreboard_visibility: string) => set({ published, scoreboard_visibility })

/** What a visitor reads at the public origin, and the same at PocketBase itself. */
async function read(query: Record<string, string> = {}): Promise<Record<string, unknown>[][]> {
  const address = `/api/collections/pipeline_scoreboard_cache/records?${new URLSearchParams(query)}`
  return Promise.all(
    [world.service.baseUrl, world.server.url].map(async (origin) => {
      const response = await fetch(origin + address)
      return response.status === 200 ? (await response.json()).items : [{ status: response.status }]
    }),
  )
}
const rowsOf40 = async (query: Record<string, string> = {}) =>
  (await read({ filter: 'total_runs = 40', ...query })).map(([first]) => first)
const row = async () => (await rowsOf40({ expand: expandAll }))[0]
/** Contains nothing about the pipeline, its owner, its executions or the records it uses. */
const secrets = () => new RegExp(`xq7|${pipeline.id}|${world.organization.id}|${resultId}`, 'i')

describe('the row of a pipeline', () => {
  it.each([
    [true, '', 'named'],
    [true, 'follow_published', 'named'],
    [true, 'listed', 'named'],
    [true, 'hidden', 'none'],
    [true, 'anonymous', 'anonymous'],
    [false, '', 'anonymous'],
    [false, 'anonymous', 'anonymous'],
    [false, 'listed', 'listed'],
    [false, 'follow_published', 'none'],
    [false, 'hidden', 'none'],
  ])(
    'published %s with the visibility "%s" is %s, at once and after an aggregation',
    async (published, visibility, kind) => {
      const kindOf = async () => {
        const found = await row()
        if (found === undefined) return 'none'
        if (found.pipeline !== '') return 'named'
        return (found.wallets as string[]).length > 0 ? 'listed' : 'anonymous'
      }
      await show(true, visibility === '' ? 'hidden' : '')
      await save()
      await show(published, visibility)
      expect(await kindOf()).toBe(kind)
      await save()
      expect(await kindOf()).toBe(kind)
    },
  )

  covers('B1.2', 'B2.2', 'S40')
  it('that is private shows counts, rates, the shortest run and days, and nothing else', async () => {
    await show(true, '')
    await save()
    await show(false, '')
    for (const again of [false, true]) {
      if (again) await save()
      for (const found of await rowsOf40({ expand: expandAll })) {
        const { id, created, updated, aggregation, collectionId, collectionName, expand = {}, ...members } = found ?? {}
        expect(members).toEqual({
          total_runs: 40,
          total_successes: 38,
          success_rate: 95,
          manually_executed_runs: 40,
          scheduled_runs: 0,
          CI_runs: 0,
          canceled_runs: 3,
          minimum_running_time: '9s',
          minimum_running_time_ms: 9000,
          first_execution: day,
          last_execution_date: day,
          // Other rows of the same organisation share it, so it would identify the organisation.
          namespaces_count: 0,
          stale_since: '',
          external_wallet_version: false,
          anonymous: true,
          pipeline: '',
          latest_successful_execution: '',
          ...Object.fromEntries(lists.map((name) => [name, []])),
        })
        expect(expand).toEqual({})
        for (const instant of [created, updated]) expect(instant).toMatch(/ 00:00:00\.000Z$/)
        expect(JSON.stringify(found)).not.toMatch(secrets())
      }
    }
  })

  covers('S44')
  it('that is listed shows what is public by itself, as long as it is', async () => {
    await show(true, 'listed')
    await save()
    await show(false, 'listed')
    const [shown, hidden] = wallets
    const publish = (wallet: RecordModel | undefined, published: boolean) =>
      world.client.sdk.collection('wallets').update(wallet?.id ?? '', { published })
    const walletsOf = async () => (await row())?.wallets
    for (const again of [false, true]) {
      if (again) await save()
      expect(await row()).toMatchObject({
        ...{ pipeline: '', latest_successful_execution: '', runner_types: [], namespaces_count: 0, stale_since: '' },
        ...{ wallets: [shown?.id], conformance_checks: ['a/b/known'], first_execution: day },
        expand: {
          wallets: [{ name: 'public' }],
          wallet_versions: [{ name: 'v' }],
          mobile_runners: [{ name: 'runner' }],
          conformance_checks: [{ path: 'a/b/known' }],
        },
      })
      expect((await row())?.expand).not.toHaveProperty('pipeline')
    }
    await publish(hidden, true)
    expect(await walletsOf()).toEqual([shown?.id, hidden?.id])
    await publish(shown, false)
    expect(await row()).toMatchObject({ wallets: [hidden?.id], wallet_versions: [] })
    await publish(shown, true)
    await publish(hidden, false)
    expect(await walletsOf()).toEqual([shown?.id])
    const versions = world.client.sdk.collection('wallet_versions')
    const { id } = await versions.getFirstListItem('canonified_name = "v"')
    await versions.update(id, { wallet: hidden?.id })
    expect(await row()).toMatchObject({ wallets: [shown?.id], wallet_versions: [] })
    await versions.update(id, { wallet: shown?.id })
    expect(await row()).toMatchObject({ wallet_versions: [id] })
  })

  it('that is public shows of what it uses what is public by itself, as long as it is', async () => {
    const owner = world.organization.id
    const of = (collection: string) => world.client.sdk.collection(collection)
    const pair = async (collection: string, members: Record<string, unknown>, name: string) => [
      await world.create(collection, { name, canonified_name: name, owner, ...members, published: true }),
      await world.create(collection, { name: `${name}-own`, canonified_name: `${name}-own`, owner, ...members }),
    ]
    const child = async (parents: string, parent: string, collection: string) => {
      const [open, own] = await pair(parents, {}, `parent-of-${collection.replaceAll('_', '-')}`)
      return [
        ...(await pair(collection, { [parent]: open?.id }, 'child')),
        // Public itself, below a parent that is not.
        await world.create(collection, { name: 'c', canonified_name: 'c', [parent]: own?.id, published: true }),
      ]
    }
    const records: Record<string, RecordModel[]> = {
      wallet_versions: await child('wallets', 'wallet', 'wallet_versions'),
      wallet_actions: await child('wallets', 'wallet', 'wallet_actions'),
      credentials: await child('credential_issuers', 'credential_issuer', 'credentials'),
      use_case_verifications: await child('verifiers', 'verifier', 'use_cases_verifications'),
      custom_integrations: await pair('custom_checks', {}, 'check'),
      mobile_runners: await pair('mobile_runners', { type: 'ios_phone' }, 'phone'),
    }
    const pathsOf = (relation: string) => records[relation]?.map(({ path }) => String(path)) ?? []
    const last_execution = {
      ...{ workflow_id: 'xq7-workflow', run_id: 'xq7-run' },
      wallet_version_used: pathsOf('wallet_versions'),
      maestro_scripts: pathsOf('wallet_actions'),
      credentials: pathsOf('credentials'),
      use_case_verifications: pathsOf('use_case_verifications'),
      custom_checks: pathsOf('custom_integrations'),
      conformance_tests: ['a/b/known', ...pathsOf('custom_integrations')],
    }
    const runners = pathsOf('mobile_runners')
    await show(true, '')
    await save({ last_execution, runners, runner_types: ['ios_phone', runners[1]] })
    for (const found of await rowsOf40({ expand: expandAll })) {
      for (const [relation, [open, ...others]] of Object.entries(records)) {
        expect([relation, found?.[relation]]).toEqual([relation, [open?.id]])
        for (const { id, path } of others) expect(JSON.stringify(found)).not.toMatch(new RegExp(`${id}|"${path}"`))
      }
      // Parents are known by the paths of what is below them.
      expect(found).toMatchObject({
        expand: {
          issuers: [{ name: 'parent-of-credentials' }],
          verifiers: [{ name: 'parent-of-use-cases-verifications' }],
        },
        conformance_checks: ['a/b/known', 'acme/check'],
        runner_types: ['ios_phone'],
      })
      expect(found?.wallets).toHaveLength(2)
    }
    const checks = async () => (await of('conformance_checks').getFullList()).map(({ path }) => path)
    expect(await checks()).toContain('acme/check')
    for (const published of [false, true]) {
      for (const [open] of Object.values(records))
        await of(open?.collectionName ?? '').update(open?.id ?? '', { published })
      const found = await row()
      for (const [relation, [open]] of Object.entries(records))
        expect([relation, found?.[relation]]).toEqual([relation, published ? [open?.id] : []])
      if (!published) expect(await checks()).not.toContain('acme/check')
    }
    // Nothing tells that something private has changed: not even the instant of the row.
    const before = await read()
    await of('wallet_actions').update(records.wallet_actions?.[2]?.id ?? '', { published: false })
    expect(await read()).toEqual(before)
    for (const found of Object.values(records).flat()) await of(found.collectionName).delete(found.id)
    expect(await row()).toMatchObject({ wallet_versions: [], mobile_runners: [] })
  })

  covers('S43')
  it('comes back whole when the pipeline is published, without an aggregation', async () => {
    await show(true, '')
    await save()
    const before = await row()
    expect(before).toMatchObject({ pipeline: pipeline.id, last_execution_date: '2026-11-20 12:13:14.000Z' })
    for (const visibility of ['', 'anonymous', 'listed', 'follow_published', 'hidden']) {
      await show(false, visibility)
      if (visibility === 'listed') await save()
      await show(true, '')
      const { id, created, updated, aggregation, ...after } = (await row()) ?? {}
      const { expand: _checks, conformance_check_refs: _refs, ...members } = after
      const { expand, conformance_check_refs, id: was, created: c, updated: u, aggregation: a, ...same } = before ?? {}
      expect([visibility, members]).toEqual([visibility, same])
      expect(after.expand).toMatchObject({
        pipeline: { id: pipeline.id },
        wallets: [{ name: 'public' }],
        latest_successful_execution: { id: resultId },
        conformance_checks: [{ path: 'a/b/known' }, { path: 'a/b/xq7-check' }],
      })
    }
  })
})

describe('from a private row nothing leads to its pipeline', () => {
  covers('S40')
  it('has another id and another place after each change, and the old one is nobody’s', async () => {
    const stored = async () => (await world.rows()).find(({ total_runs }) => total_runs === 40)?.id ?? ''
    const place = async () => {
      const where = '(SELECT rowid FROM pipeline_scoreboard_cache WHERE total_runs = 40)'
      return world.count(`SELECT count(*) AS n FROM pipeline_scoreboard_cache WHERE rowid > ${where}`)
    }
    await show(true, '')
    await save()
    const ids = [await stored()]
    const changes: readonly [published: boolean, visibility: string][] = [
      [false, ''],
      [true, ''],
      [false, 'listed'],
      [false, ''],
      [true, ''],
      [true, 'anonymous'],
      [true, ''],
      [true, 'hidden'],
      [true, ''],
      [true, 'anonymous'],
    ]
    for (const [published, visibility] of changes) {
      // The other row comes after it, so a row that did not move would be noticed.
      await world.sql(`UPDATE pipeline_scoreboard_cache SET rowid = rowid + 1000 WHERE total_runs <> 40`)
      const before = ids.at(-1) ?? ''
      await show(published, visibility)
      const now = await stored()
      ids.push(now)
      if (before !== '')
        for (const origin of [world.service.baseUrl, world.server.url]) {
          const address = `${origin}/api/collections/pipeline_scoreboard_cache/records/${before}?expand=${expandAll}`
          expect((await fetch(address)).status).toBe(404)
        }
      if (now !== '') expect([visibility, await place()]).toEqual([visibility, 0])
    }
    const shown = ids.filter((id) => id !== '')
    expect(new Set(shown).size).toBe(shown.length)
    // Neither an aggregation nor an edit without visible effect counts as a change: a new id at that moment would
    // identify the pipeline.
    const last = await stored()
    await show(false, 'anonymous')
    expect(await stored()).toBe(last)
    await save({ total_successes: 37 })
    expect(await stored()).toBe(last)
  })

  // The first two make the same row.
  it.each(ofEachKind(['', 'anonymous', 'listed'], (visibility) => (visibility === 'listed' ? 'listed' : 'anonymous')))(
    'by no filter, order, expansion or choice of members: "%s"',
    async (visibility) => {
      await show(true, '')
      await save()
      await show(false, visibility)
      const ways = [
        `pipeline = "${pipeline.id}"`,
        'pipeline.name ~ "Xq7"',
        'pipeline.path ~ "xq7"',
        'pipeline.canonified_name ~ "xq7"',
        `pipeline.owner = "${world.organization.id}"`,
        'pipeline.name != ""',
        `latest_successful_execution = "${resultId}"`,
        'latest_successful_execution != ""',
        'latest_successful_execution.created > "2000-01-01 00:00:00.000Z"',
        'anonymous = false',
        'namespaces_count > 0',
        'stale_since > "2000-01-01 00:00:00.000Z"',
        'external_wallet_version = true',
        `first_execution > "${day}"`,
        `last_execution_date > "${day}"`,
      ]
      for (const way of ways)
        for (const items of await read({ filter: `total_runs = 40 && (${way})` }))
          expect([way, items]).toEqual([way, []])
      const refused = ['source', 'unresolved', 'pipeline.id', 'pipeline.published', 'wallets.name', 'wallets']
      for (const member of refused)
        for (const query of [{ filter: `${member} ~ "x"` }, { sort: member }, { fields: `${member}.x` }])
          expect([member, (await read(query))[0]]).toEqual([member, [{ status: 400 }]])
      for (const member of [...comparableMembers(collection).keys(), '@random'])
        for (const sign of ['', '-'])
          for (const items of await read({ sort: sign + member, expand: expandAll, fields: '*,expand.*' })) {
            const [found] = items.filter(({ total_runs }) => total_runs === 40)
            expect([member, found?.pipeline]).toEqual([member, ''])
            expect([member, JSON.stringify(found).match(secrets())?.[0] ?? null]).toEqual([
              member,
              // The owner of a public wallet is public, whoever used the wallet.
              visibility === 'listed' ? world.organization.id : null,
            ])
          }
      const deep = await rowsOf40({ expand: 'pipeline.owner,latest_successful_execution.pipeline.owner' })
      for (const found of deep) expect(found?.expand ?? {}).toEqual({})
    },
  )

  covers('S40')
  it('by no other door: the records, files, pictures, history and statistics of the state', async () => {
    await show(true, '')
    await save()
    await show(false, '')
    const doors = [
      `/api/collections/pipelines/records/${pipeline.id}`,
      `/api/collections/pipeline_results/records/${resultId}`,
      `/api/files/pipeline_results/${resultId}/${screenshot.split('/').at(-1)}`,
      new URL(screenshot).pathname,
      `/badge/pipeline/acme/xq7-marker.svg`,
      `/badge/pipeline/acme/xq7-marker.png`,
    ]
    for (const door of doors) expect([door, (await fetch(world.service.baseUrl + door)).status]).toEqual([door, 404])
    const history = await fetch(`${world.server.url}/api/collections/scoreboard_history/records`)
    expect(await history.text()).not.toMatch(secrets())
    const document = await (await fetch(`${world.service.baseUrl}/api/scoreboard/rows`)).text()
    expect(document).not.toMatch(/xq7/i)
    expect(JSON.parse(document).rows).toContainEqual([
      ...[null, '', -1, 40, 38, 40, 0, 0, 9000],
      ...[Date.parse(day.replace(' ', 'T')) / 1000, Date.parse(day.replace(' ', 'T')) / 1000, 0, 0, null],
      ...[Array.from({ length: 8 }, () => []), expect.any(Number), 3],
    ])
    const checks = await fetch(`${world.service.baseUrl}/api/collections/conformance_checks/records`)
    expect(await checks.text()).not.toMatch(/xq7/)
  })

  covers('S40')
  it('is told to no open page, when it changes or when it is aggregated', async () => {
    await show(true, '')
    await save()
    const page = await listen(world.server.url, ['pipeline_scoreboard_cache/*', 'pipelines/*', 'organizations/*'])
    await show(false, '')
    await set({ name: 'Xq7Marker again' })
    await save({ total_successes: 36 })
    await show(false, 'listed')
    await world.client.sdk.collection('pipelines').update(other.id, { description: 'seen by everybody' })
    await page.heard(/seen by everybody/)
    expect(page.texts.join('').replaceAll(world.organization.id, '')).not.toMatch(secrets())
    expect(page.texts.join('')).not.toContain('total_runs')
    await page.close()
    await set({ name: 'Xq7Marker' })
  })

  covers('S40')
  it('changes with its numbers alone: names, owner, uses and instants of the same day leave every answer as it was', async () => {
    await show(false, '')
    await save()
    const everything = async () => {
      const answers = await Promise.all(
        [{ expand: expandAll }, { sort: 'last_execution_date,first_execution,id' }, { fields: '*' }].map((query) =>
          read(query),
        ),
      )
      const document = await (await fetch(`${world.service.baseUrl}/api/scoreboard/rows`)).json()
      return JSON.stringify([answers, document.rows], (name, value) =>
        ['aggregation', 'updated', 'committed_at'].includes(name) ? undefined : value,
      )
    }
    const before = await everything()
    await set({ name: 'Xq7Renamed', canonified_name: 'xq7-renamed', description: 'Xq7' })
    expect(await everything()).toBe(before)
    await save({
      first_execution_date: '2026-11-20T00:00:00Z',
      last_execution_date: '2026-11-20T23:59:59Z',
      last_execution: { wallet_used: ['acme/private'], conformance_tests: ['xq7/other'] },
      runners: [],
      runner_types: ['android_phone'],
      namespaces_count: 9,
      stale_since: '',
    })
    expect(await everything()).toBe(before)
    await set({ name: 'Xq7Marker', canonified_name: 'xq7-marker' })
  })

  covers('S40')
  it('lies among the others in any order, not in that of their pipelines', async () => {
    const pipelines = await Promise.all(
      Array.from({ length: 24 }, (_, index) => world.pipeline(`order-${index}`, { published: index % 2 === 0 })),
    )
    const ids = pipelines.map(({ id }) => id).sort()
    await world.save({ aggregated_pipelines: ids.map((id, index) => rowOf(id, { total_runs: index + 100 })) })
    const [seen = []] = await read({ perPage: '100', fields: 'total_runs' })
    expect(seen).toHaveLength(24)
    const runs = seen.map(({ total_runs }) => total_runs)
    expect(runs).not.toEqual(ids.map((_, index) => index + 100))
  })
})

describe('a name below another organisation in a row', () => {
  it('is left out unless it is public, whether it exists or not, before and after it comes into being', async () => {
    const { id: owner } = await world.organizationNamed('hooli')
    const named = (name: string) => ({ name, canonified_name: name, owner })
    await world.create('wallets', named('secret'))
    await world.create('wallets', { ...named('open'), published: true })
    await world.create('pipelines', { ...named('plan'), published: false })
    await world.create('conformance_checks', { path: 'hooli/suite/known', title: 'Known', source: 'built_in' })
    await show(true, '')
    const listed = ['hooli/open', 'hooli/secret', 'hooli/plan', 'hooli/later', 'hooli/none/v1']
    const expected = { conformance_checks: ['a/b/known', 'hooli/open', 'hooli/suite/known'] }
    const tests = ['a/b/known', ...listed, 'hooli/suite/known']
    const last_execution = { workflow_id: 'xq7-workflow', run_id: 'xq7-run', conformance_tests: tests }
    const saved = await (await save({ last_execution, runner_types: [...listed, 'ios_phone'] })).json()
    expect(saved.unresolved.map(({ name }: { name: string }) => name)).toEqual(listed)
    const catalogue = async () =>
      (await world.client.sdk.collection('conformance_checks').getFullList({ sort: 'path' })).map(({ path }) => path)
    const seen = async () => {
      expect(await row()).toMatchObject({ ...expected, runner_types: ['hooli/open', 'ios_phone'] })
      expect(await catalogue()).toEqual(['a/b/known', 'hooli/suite/known'])
      return read({ expand: expandAll })
    }
    const before = await seen()
    await world.create('wallets', named('later'))
    // A change that writes all rows anew.
    const [open] = wallets
    const collection = world.client.sdk.collection('wallets')
    await collection.update(open?.id ?? '', { published: false })
    await collection.update(open?.id ?? '', { published: true })
    const timeless = (rows: unknown) => JSON.stringify(rows, (name, value) => (name === 'updated' ? undefined : value))
    expect(timeless(await seen())).toBe(timeless(before))
    const checks = world.client.sdk.collection('conformance_checks')
    await checks.delete((await checks.getFirstListItem('path = "hooli/suite/known"')).id)
  })
})

describe('a check that the catalogue does not have', () => {
  covers('S23')
  it('is added with the row of a public pipeline, found by it, and goes when nobody public names it', async () => {
    const paths = async () =>
      (await world.client.sdk.collection('conformance_checks').getFullList({ sort: 'path' })).map(({ path }) => path)
    await show(false, '')
    expect((await (await save()).json()).unresolved).toContainEqual({
      pipeline_id: pipeline.id,
      field: 'conformance_tests',
      name: 'a/b/xq7-check',
    })
    expect(await paths()).toEqual(['a/b/known'])
    await show(true, '')
    expect(await paths()).toEqual(['a/b/known', 'a/b/xq7-check'])
    const saved = await (await save()).json()
    expect(saved.unresolved).toEqual([])
    expect(await row()).toMatchObject({
      conformance_checks: ['a/b/known', 'a/b/xq7-check'],
      expand: {
        conformance_checks: [
          { path: 'a/b/known', source: 'built_in' },
          { path: 'a/b/xq7-check', title: 'xq7-check', suite_title: 'a/b', source: 'external' },
        ],
      },
    })
    await show(true, 'hidden')
    expect(await paths()).toEqual(['a/b/known'])
    await show(true, '')
    await world.save({ aggregated_pipelines: [rowOf(other.id)] })
    expect(await paths()).toEqual(['a/b/known'])
  })
})
