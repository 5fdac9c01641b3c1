import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import PocketBase, { type RecordModel } from 'pocketbase'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompactScoreboard } from '@/lib/core/scoreboard/rows/compact-scoreboard'
import { readCompactScoreboard } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { png } from '@/lib/testing/artifacts'
import { covers } from '@/lib/testing/covers'
import { openScoreboardWorld, rowOf, type ScoreboardWorld } from '@/lib/testing/scoreboard'

const marker = 'Xq7PrivateMarker'
const slug = 'xq7-private-slug'
let world: ScoreboardWorld
let owner: string
beforeAll(async () => {
  world = await openScoreboardWorld()
  owner = world.organization.id
})
afterAll(() => world.close())

const path = '/api/scoreboard/rows'
const read = async () => {
  const response = await fetch(world.service.baseUrl + path)
  const text = await response.text()
  const document: CompactScoreboard = JSON.parse(text)
  return { text, document, rows: readCompactScoreboard(document), etag: response.headers.get('etag') ?? '' }
}
const named = async (name: string) => (await read()).rows.find(({ expand }) => expand.pipeline?.name === name)
const set = (collection: string, id: string, members: Record<string, unknown>) =>
  world.client.sdk.collection(collection).update(id, members)

describe('the rows as one document', () => {
  covers('B2.5', 'B4.6')
  it('are empty at first, of one aggregation afterwards, and hold what the cache holds', async () => {
    const before = await read()
    expect([before.rows, before.document.aggregation, before.document.committed_at]).toEqual([[], '', ''])
    const wallet = await world.create('wallets', { name: 'Moss', canonified_name: 'moss', owner, published: true })
    await world.create('wallet_versions', {
      ...{ name: 'Moss 1.2', canonified_name: '1-2', tag: '1.2' },
      ...{ wallet: wallet.id, published: true },
    })
    const names = { name: 'A phone', canonified_name: 'phone', type: 'android_phone' }
    await world.create('mobile_runners', { ...names, owner, published: true })
    await world.create('wallets', { name: marker, canonified_name: slug, owner })
    const pipeline = await world.pipeline('rows', { name: 'Rows of all' })
    const form = new FormData()
    const execution = { namespace: 'acme', pipeline: 'acme/rows', workflow_id: 'w', run_id: 'r', status: 'completed' }
    const times = { started_at: '2026-11-20T10:00:00Z', closed_at: '2026-11-20T10:00:09Z' }
    form.append('execution', JSON.stringify({ ...execution, ...times }))
    form.append('screenshots', new Blob([new Uint8Array(png())]))
    const { id } = await (await world.call('/api/pipeline/executions', { method: 'POST', body: form })).json()
    const last_execution = {
      ...{ workflow_id: 'w', run_id: 'r' },
      wallet_used: ['acme/moss', `acme/${slug}`],
      wallet_version_used: ['acme/moss/1-2', 'acme/moss/installed_from_external_source'],
      conformance_tests: ['suite/a', 'suite/b'],
    }
    await world.save({
      aggregated_pipelines: [
        rowOf(pipeline.id, { runners: ['acme/phone'], last_execution, min_execution_time: '5m45s', ci_executions: 2 }),
      ],
    })
    const { document, text } = await read()
    expect(document.aggregation).not.toBe('')
    expect(Date.parse(document.committed_at)).toBeGreaterThan(0)
    expect(await named('Rows of all')).toEqual({
      id: 'acme/rows',
      total_runs: 10,
      total_successes: 8,
      success_rate: 80,
      manually_executed_runs: 10,
      scheduled_runs: 0,
      CI_runs: 2,
      canceled_runs: 0,
      minimum_running_time: '5m45s',
      minimum_running_time_ms: 345_000,
      first_execution: '2026-11-01 10:00:00.000Z',
      last_execution_date: '2026-11-20 10:00:00.000Z',
      stale_since: '',
      external_wallet_version: true,
      expand: {
        pipeline: {
          name: 'Rows of all',
          canonified_name: 'rows',
          path: 'acme/rows',
          expand: { owner: { name: 'acme', canonified_name: 'acme', logo: '' } },
        },
        latest_successful_execution: {
          id,
          screenshots: [expect.stringMatching(/\.png$/)],
          started_at: '2026-11-20 10:00:00.000Z',
        },
        wallets: [{ name: 'Moss', path: 'acme/moss', logo: '' }],
        wallet_versions: [{ name: 'Moss 1.2', path: 'acme/moss/1-2', tag: '1.2', logo: '' }],
        ...{ issuers: [], credentials: [], verifiers: [], use_case_verifications: [], custom_integrations: [] },
        mobile_runners: [{ name: 'A phone', path: 'acme/phone', type: 'android_phone', logo: '' }],
        conformance_checks: [
          { path: 'suite/a', title: 'a', suite_title: 'suite', url: '' },
          { path: 'suite/b', title: 'b', suite_title: 'suite', url: '' },
        ],
      },
    })
    expect(text).not.toContain(marker)
    expect(text).not.toContain(slug)
  })

  it('have a tag that changes with what they show and with nothing else', async () => {
    const shown = await world.create('wallets', { name: 'Shown', canonified_name: 'shown', owner, published: true })
    const pipeline = await world.pipeline('tagged')
    const last_execution = { wallet_used: ['acme/shown'] }
    const save = () => world.save({ aggregated_pipelines: [rowOf(pipeline.id, { last_execution })] })
    await save()
    const tags = [(await read()).etag]
    const next = async (change: () => Promise<unknown>) => {
      await change()
      tags.push((await read()).etag)
    }
    await next(() => set('wallets', shown.id, { name: 'Shown again' }))
    expect((await named('tagged'))?.expand.wallets).toMatchObject([{ name: 'Shown again' }])
    await next(() => set('wallets', shown.id, { published: false }))
    expect((await named('tagged'))?.expand.wallets).toEqual([])
    await next(() => set('pipelines', pipeline.id, { name: 'tagged again' }))
    await next(() => world.sql(`UPDATE organizations SET name = 'Acme' WHERE id = '${owner}'`))
    await next(save)
    expect(new Set(tags).size).toBe(6)
    // Private data changes: the copy is rebuilt and is identical.
    const last = tags.at(-1)
    await set('wallets', shown.id, { name: marker })
    await world.pipeline(`private-${Date.now()}`, { published: false })
    expect((await read()).etag).toBe(last)
    const known = await fetch(world.service.baseUrl + path, { headers: { 'if-none-match': last ?? '' } })
    expect([known.status, await known.text(), known.headers.get('cache-control')]).toEqual([304, '', 'no-cache'])
  })

  it.each([
    ['wallet_versions', 'wallet', 'wallets', 'wallet_version_used'],
    ['credentials', 'credential_issuer', 'credential_issuers', 'credentials'],
    ['use_cases_verifications', 'verifier', 'verifiers', 'use_case_verifications'],
  ])('are sent anew when one of the %s gets another %s', async (children, parent, parents, used) => {
    const [from, to] = [`${used.replaceAll('_', '-')}-from`, `${used.replaceAll('_', '-')}-to`]
    const shown = await world.create(parents, { name: from, canonified_name: from, owner, published: true })
    const hidden = await world.create(parents, { name: to, canonified_name: to, owner })
    const names = { name: `Moved ${parent}`, canonified_name: 'moved', published: true }
    const child = await world.create(children, { ...names, [parent]: shown.id })
    const last_execution = { [used]: [`acme/${from}/moved`] }
    const open = await world.pipeline(`open-${from}`)
    const listed = { published: false, scoreboard_visibility: 'listed' }
    const secret = await world.pipeline(`listed-${from}`, listed)
    const rows = [open.id, secret.id].map((id) => rowOf(id, { last_execution }))
    await world.save({ aggregated_pipelines: rows })
    const ask = async (tag: string) => {
      const response = await fetch(world.service.baseUrl + path, { headers: { 'if-none-match': tag } })
      const shows = (await response.text()).split(`Moved ${parent}`).length - 1
      return { status: response.status, shows, tag: response.headers.get('etag') ?? '' }
    }
    const before = await ask('"none"')
    expect(before).toMatchObject({ status: 200, shows: 1 })
    expect((await ask(before.tag)).status).toBe(304)
    await set(children, child.id, { [parent]: hidden.id })
    const after = await ask(before.tag)
    expect(after).toMatchObject({ status: 200, shows: 0 })
    await set(children, child.id, { [parent]: shown.id })
    expect(await ask(after.tag)).toMatchObject({ status: 200, shows: 1, tag: before.tag })
  })

  it('come as small as the client takes them', async () => {
    const ask = (coding: string) =>
      new Promise<{ coding: string | undefined; body: Buffer }>((resolve, reject) => {
        const asked = request(world.service.baseUrl + path, { headers: { 'accept-encoding': coding } }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            resolve({ coding: response.headers['content-encoding'], body: Buffer.concat(chunks) })
          })
        })
        asked.on('error', reject)
        asked.end()
      })
    const { text } = await read()
    expect(await ask('identity')).toEqual({ coding: undefined, body: Buffer.from(text) })
    const [brotli, gzip, refused] = [await ask('gzip, br'), await ask('gzip'), await ask('gzip;q=0, br; q=0')]
    expect([brotli.coding, gzip.coding, refused.coding]).toEqual(['br', 'gzip', undefined])
    expect(brotliDecompressSync(brotli.body).toString()).toBe(text)
    expect(gunzipSync(gzip.body).toString()).toBe(text)
  })
})

describe('logos of what pipelines use', () => {
  const withLogo = async (collection: string, members: Record<string, unknown>) => {
    const logo = new File([new Uint8Array(png())], 'logo.png', { type: 'image/png' })
    return world.create(collection, { published: true, ...members, logo })
  }
  const ask = async (address: string) => {
    const response = await fetch(world.service.baseUrl + address)
    return { status: response.status, type: response.headers.get('content-type'), bytes: await response.arrayBuffer() }
  }

  it('come with the rows, are served to everyone, and change the document when they change', async () => {
    const wallet = await withLogo('wallets', { name: 'Pictured', canonified_name: 'pictured', owner })
    const issuer = await withLogo('credential_issuers', { name: 'Sealed', canonified_name: 'sealed', owner })
    const names = { name: 'Card', canonified_name: 'card', credential_issuer: issuer.id }
    const credential = await withLogo('credentials', names)
    const pipeline = await world.pipeline('with-logos')
    const used = { wallet_used: ['acme/pictured'], issuers: ['acme/sealed'], credentials: ['acme/sealed/card'] }
    await world.save({ aggregated_pipelines: [rowOf(pipeline.id, { last_execution: used })] })
    const { wallets, issuers, credentials } = (await named('with-logos'))?.expand ?? {}
    const address = ({ collectionName, id, logo }: RecordModel) => `/media/entities/${collectionName}/${id}/${logo}`
    expect([wallets, issuers, credentials]).toMatchObject([
      [{ name: 'Pictured', logo: address(wallet) }],
      [{ name: 'Sealed', logo: address(issuer) }],
      [{ name: 'Card', logo: address(credential) }],
    ])
    for (const record of [wallet, issuer, credential])
      for (const query of ['', '?thumb=64x64f'])
        expect(await ask(address(record) + query)).toMatchObject({ status: 200, type: 'image/png' })
    const { etag } = await read()
    await set('wallets', wallet.id, { logo: null })
    expect((await named('with-logos'))?.expand.wallets).toMatchObject([{ name: 'Pictured', logo: '' }])
    expect((await read()).etag).not.toBe(etag)
  })

  covers('S40')
  it('that are not published are nobody’s, by no address', async () => {
    const wallet = await withLogo('wallets', { name: 'Secret', canonified_name: 'secret', owner })
    const at = (collection: string) => `/media/entities/${collection}/${wallet.id}/${wallet.logo}`
    expect((await ask(at('wallets'))).status).toBe(200)
    await set('wallets', wallet.id, { published: false })
    for (const collection of ['wallets', 'organizations', 'pipeline_results', 'users'])
      expect([collection, (await ask(at(collection))).status]).toEqual([collection, 404])
    const direct = await fetch(`${world.server.url}/api/files/wallets/${wallet.id}/${wallet.logo}`)
    expect([403, 404]).toContain(direct.status)
    await direct.text()
  })
})

describe('a private pipeline', () => {
  covers('S40')
  it('is in the document as long as it is public, and goes and comes at once', async () => {
    const pipeline = await world.pipeline('toggled', { name: marker, canonified_name: slug })
    await world.save({ aggregated_pipelines: [rowOf(pipeline.id)] })
    const texts: string[] = []
    for (const members of [
      { published: false },
      { published: true },
      { scoreboard_visibility: 'hidden' },
      { scoreboard_visibility: '' },
    ]) {
      await set('pipelines', pipeline.id, members)
      texts.push((await read()).text)
    }
    expect(texts.map((text) => text.includes(marker))).toEqual([false, true, false, true])
    expect(texts.map((text) => text.includes(slug))).toEqual([false, true, false, true])
  })

  it('that is anonymous has numbers and nothing else', async () => {
    const pipeline = await world.pipeline('anonymous', { name: `${marker}2`, scoreboard_visibility: 'anonymous' })
    const last_execution = { wallet_used: ['acme/moss'], conformance_tests: [`${marker}/check`] }
    await world.save({ aggregated_pipelines: [rowOf(pipeline.id, { last_execution, runners: [`acme/${slug}`] })] })
    const { text, rows } = await read()
    expect(rows).toMatchObject([{ total_runs: 10, success_rate: 80 }])
    const [row] = rows
    expect(row?.expand.pipeline).toBeUndefined()
    expect([row?.expand.wallets, row?.expand.conformance_checks]).toEqual([[], []])
    for (const secret of [marker, slug, pipeline.id, 'moss']) expect(text).not.toContain(secret)
  })

  it('deleted is gone', async () => {
    const pipeline = await world.pipeline('deleted')
    await world.save({ aggregated_pipelines: [rowOf(pipeline.id)] })
    expect(await named('deleted')).toBeDefined()
    await world.client.sdk.collection('pipelines').delete(pipeline.id)
    expect((await read()).rows).toEqual([])
  })
})

describe('what an operator edits in the dashboard, with nothing but its own requests', () => {
  covers('D22')
  it('takes effect at once, and the rest follows: paths the names, rows their pipeline', async () => {
    const organization = await world.organizationNamed('edited')
    const wallet = await world.create('wallets', { name: 'Old', canonified_name: 'old', owner: organization.id })
    const version = await world.create('wallet_versions', { name: '1', canonified_name: '1', wallet: wallet.id })
    const names = { name: 'Added', canonified_name: 'added', owner: organization.id }
    const pipeline = await world.create('pipelines', names)
    expect(pipeline.path).toBe('edited/added')
    await world.save({ aggregated_pipelines: [rowOf(pipeline.id)] })
    expect(await named('Added')).toBeUndefined()

    await set('pipelines', pipeline.id, { published: true })
    expect(await named('Added')).toBeDefined()
    const renamed = await set('pipelines', pipeline.id, { name: 'Renamed', canonified_name: 'renamed' })
    expect([renamed.path, (await named('Renamed'))?.expand.pipeline?.path]).toEqual([
      'edited/renamed',
      'edited/renamed',
    ])
    await set('wallets', wallet.id, { canonified_name: 'new', path: 'somebody/else' })
    const moved = await world.client.sdk.collection('wallet_versions').getOne(version.id)
    expect(moved.path).toBe('edited/new/1')
    await set('pipelines', pipeline.id, { scoreboard_visibility: 'hidden' })
    expect(await named('Renamed')).toBeUndefined()
  })

  covers('D22')
  it('refuses another namespace for an organisation, and a reserved one', async () => {
    const organization = await world.organizationNamed('stays')
    await expect(set('organizations', organization.id, { canonified_name: 'goes' })).rejects.toThrow('cannot change')
    for (const name of ['default', 'aggregate', 'save-results'])
      await expect(world.organizationNamed(name)).rejects.toThrow('reserved')
    expect((await set('organizations', organization.id, { name: 'Called otherwise' })).canonified_name).toBe('stays')
  })

  it('takes rows as the name of an organisation: its statistics have their address, what pages load has another', async () => {
    const { id } = await world.organizationNamed('rows')
    const pipeline = await world.create('pipelines', {
      name: 'Row',
      canonified_name: 'row',
      owner: id,
      published: true,
    })
    await world.execute({ namespace: 'rows', pipeline: pipeline.path })
    const statistics = await (await world.call('/api/pipeline/scoreboard/rows')).json()
    expect(statistics).toMatchObject([{ pipeline_id: pipeline.id, total_runs: 1 }])
    expect((await read()).document).toMatchObject({ v: 2 })
  })

  covers('D22')
  it('opens a private pipeline to a member, from then on and as long as they are one', async () => {
    const organization = await world.organizationNamed('joined')
    const pipeline = await world.create('pipelines', { name: 'p', canonified_name: 'p', owner: organization.id })
    const [email, password] = ['joins@example.org', 'a-long-password']
    const user = await world.create('users', { name: 'j', email, password, passwordConfirm: password })
    const member = new PocketBase(world.server.url)
    await member.collection('users').authWithPassword(email, password)
    const seen = () => member.collection('pipelines').getFullList({ filter: `id = "${pipeline.id}"` })
    expect(await seen()).toEqual([])
    const membership = await world.create('org_members', {
      ...{ user: user.id, role: 'owner' },
      organization: organization.id,
    })
    expect(await seen()).toMatchObject([{ id: pipeline.id }])
    await world.client.sdk.collection('org_members').delete(membership.id)
    expect(await seen()).toEqual([])
  })
})

describe('while the rows are replaced', () => {
  it('every document is whole: one aggregation, all of its rows', async () => {
    const pipelines = await Promise.all(Array.from({ length: 30 }, (_, index) => world.pipeline(`many-${index}`)))
    const save = (count: number, runs: number) =>
      world.save({
        aggregated_pipelines: pipelines
          .slice(0, count)
          .map(({ id }) => rowOf(id, { total_runs: runs, total_successes: 1, manual_executions: runs })),
      })
    await save(30, 100)
    let going = true
    const seen = new Map<string, string>()
    const reader = (async () => {
      while (going) {
        const { document, rows } = await read()
        seen.set(document.aggregation, `${rows.length} ${[...new Set(rows.map(({ total_runs }) => total_runs))]}`)
      }
    })()
    for (let round = 0; round < 12; round++) await save(round % 2 === 0 ? 10 : 30, 200 + round)
    going = false
    await reader
    for (const [aggregation, shape] of seen)
      expect([aggregation, shape]).toEqual([aggregation, expect.stringMatching(/^(10|30) \d+$/)])
  })

  it('is refused while storage is down, and never answered with an old copy', async () => {
    await read()
    await world.server.end('SIGKILL')
    const response = await fetch(world.service.baseUrl + path)
    expect(response.status).toBe(503)
    await response.text()
    await world.server.start()
    expect((await fetch(world.service.baseUrl + path)).status).toBe(200)
  })
})
