import PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorsOf } from '@/lib/core/scoreboard/reading/filter'
import {
  comparableMembers,
  type MemberKind,
  publicCollection,
  publicCollectionNames,
} from '@/lib/core/scoreboard/reading/public-collections'
import { covers } from '@/lib/testing/covers'
import { listen } from '@/lib/testing/realtime'
import { openScoreboardWorld, rowOf, type ScoreboardWorld } from '@/lib/testing/scoreboard'
import { fixedShare, inTurn } from '@/scripts/thorough.mjs'

/**
 * Nothing private can be inferred from what is found, how many records are found, their order, their page, or what is
 * refused. At the public origin and at PocketBase itself, every answer must be the same whatever the private records
 * contain, and whether they exist.
 */
const marker = 'Mq7PrivateMarker'
const slug = 'mq7-private-slug'

let world: ScoreboardWorld
let otherMember: string
let shownWallet: string
let shownPipeline: string
let privatePipeline: string
beforeAll(async () => {
  world = await openScoreboardWorld()
  const owner = world.organization.id
  const { id, path } = await world.pipeline('shown')
  shownPipeline = id
  await world.execute({ pipeline: path, workflow_id: 'shown', run_id: 'shown' })
  const hidden = { name: marker, canonified_name: slug, description: marker }
  const secret = await world.pipeline(marker, {
    ...hidden,
    ...{ published: false, scoreboard_visibility: 'follow_published', definition: { marker } },
  })
  privatePipeline = secret.id
  const result = { pipeline: secret.path, workflow_id: `${marker}-workflow`, run_id: marker }
  await world.execute({ ...result, steps: [{ marker }] })
  const wallet = await world.create('wallets', { ...hidden, owner, home_url: marker })
  await world.create('wallet_versions', { ...hidden, wallet: wallet.id, tag: marker })
  await world.create('mobile_runners', { ...hidden, owner, type: 'built_in_wallet' })
  const issuer = await world.create('credential_issuers', { ...hidden, owner, url: marker })
  await world.create('credentials', { ...hidden, credential_issuer: issuer.id, format: marker })
  shownWallet = (await world.create('wallets', { name: 'Shown', canonified_name: 'shown', owner, published: true })).id
  await member(marker, owner)
  otherMember = await member('other', (await world.organizationNamed('beta')).id)
  await saveRows()
})
afterAll(() => world.close())

/** The row of the public pipeline with the private records it used, and the row of the private one. */
async function saveRows() {
  const used = {
    wallet_used: [`acme/${slug}`, 'acme/shown'],
    wallet_version_used: [`acme/${slug}/${slug}`],
    credentials: [`acme/${slug}/${slug}`],
  }
  const hidden = { workflow_id: `${marker}-workflow`, run_id: marker }
  const shown = { ...used, workflow_id: 'shown', run_id: 'shown' }
  const saved = await world.save({
    aggregated_pipelines: [
      rowOf(shownPipeline, { runners: [`acme/${slug}`], last_execution: shown }),
      rowOf(privatePipeline, { last_execution: hidden, total_runs: 777 }),
    ],
  })
  expect((await saved.json()).records_count).toBe(2)
}

/** Makes a member of an organisation and returns their token. */
async function member(name: string, organization: string): Promise<string> {
  const email = `${name.toLowerCase()}@example.org`
  const password = 'a-password-of-a-member'
  const user = await world.create('users', { name, email, password, passwordConfirm: password })
  await world.create('org_members', { user: user.id, organization, role: 'owner' })
  const { token } = await new PocketBase(world.server.url).collection('users').authWithPassword(email, password)
  return token
}

const operators = ['=', '!=', '>', '>=', '<', '<=', '~', '!~'].flatMap((sign) => [sign, `?${sign}`])
const valuesOf = (path: string) => (path.endsWith('total_runs') ? ['777', '6'] : [`"${marker}"`, '"A"'])
/** Paths from a public record to private data, without the operator. */
const ways: Readonly<Record<string, readonly string[]>> = {
  organizations: [
    'pipelines_via_owner.id',
    'pipelines_via_owner.name',
    'pipelines_via_owner.path',
    'pipelines_via_owner.description',
    'pipelines_via_owner.published',
    'pipelines_via_owner.name:lower',
    'pipelines_via_owner.definition.marker',
    'pipelines_via_owner.pipeline_results_via_pipeline.run_id',
    'pipelines_via_owner.pipeline_scoreboard_cache_via_pipeline.total_runs',
    'pipeline_results_via_owner.workflow_id',
    'wallets_via_owner.home_url',
    'wallets_via_owner.wallet_versions_via_wallet.tag',
    'mobile_runners_via_owner.name',
    'credential_issuers_via_owner.credentials_via_credential_issuer.format',
    'org_members_via_organization.user.name',
    'org_members_via_organization.role',
  ],
  pipelines: ['owner.pipelines_via_owner.name', 'owner.wallets_via_owner.home_url', 'name', 'description'],
  pipeline_results: ['pipeline.owner.pipelines_via_owner.name', 'owner.pipeline_results_via_owner.run_id', 'run_id'],
  wallets: ['owner.wallets_via_owner.name', 'pipeline_scoreboard_cache_via_wallets.wallets.name', 'name', 'home_url'],
  pipeline_scoreboard_cache: [
    'wallets.name',
    'wallets.home_url',
    'wallets.path',
    'wallets.owner.pipelines_via_owner.name',
    'wallets.name:lower',
    'wallet_versions.tag',
    'wallet_versions.wallet.name',
    'mobile_runners.name',
    'issuers.url',
    'credentials.format',
    'credentials.credential_issuer.name',
    'pipeline.owner.pipelines_via_owner.name',
    'pipeline.pipeline_results_via_pipeline.run_id',
    'pipeline.name',
    'latest_successful_execution.owner.pipeline_results_via_owner.run_id',
    'latest_successful_execution.run_id',
    'total_runs',
    '@collection.pipelines.name',
  ],
}
/**
 * Everything that a visitor may try with these paths: filters with each operator, sorting, paging, expansions, field
 * selections.
 */
const allQueries = Object.entries(ways).flatMap(([collection, paths]) =>
  paths.flatMap((path) => {
    const filters = operators.flatMap((operator) => [
      ...valuesOf(path).map((value) => `${path} ${operator} ${value}`),
      `id != "" && (${path} ${operator} "${marker}" || id = "nothing")`,
    ])
    const relation = path.split(':')[0]!.split('.').slice(0, -1).join('.')
    return [
      ...filters.map((filter) => ({ filter })),
      { filter: `${path}:length > 1` },
      { filter: `${path} = ${path}` },
      ...['', '-'].flatMap((sign) => [{ sort: sign + path }, { sort: sign + path, perPage: '1', page: '2' }]),
      { expand: relation },
      { expand: relation, fields: `*,expand.${relation}.*` },
    ].map((parameters) => `${collection}/records?${new URLSearchParams(parameters)}`)
  }),
)

const queries = fixedShare(allQueries)

/**
 * The readers: a visitor at the public origin, a visitor at PocketBase itself, and a member of another organisation
 * there.
 */
const readers = () => [
  { origin: world.service.baseUrl, token: '', asks: queries },
  { origin: world.server.url, token: '', asks: queries },
  // A few are enough to show that the same rules apply.
  { origin: world.server.url, token: otherMember, asks: queries.filter((query) => !query.includes('nothing')) },
]

interface Asked {
  readonly address: string
  readonly token: string
}

/**
 * The answers to all queries, by address. Many queries run at once, because PocketBase delays answers without results.
 * In `npm test` each reader sends a different third of them.
 */
async function learnAll(): Promise<ReadonlyMap<string, string>> {
  const asked = readers().flatMap(({ origin, token, asks }, turn) =>
    inTurn(asks, turn).map((query) => ({ address: `${origin}/api/collections/${query}`, token })),
  )
  const learnt = new Map<string, string>()
  const learn = async ({ address, token }: Asked) => {
    const response = await fetch(address, token === '' ? {} : { headers: { authorization: token } })
    learnt.set(`${token === '' ? '' : 'as a member '}${address}`, `${response.status} ${await response.text()}`)
  }
  for (let from = 0; from < asked.length; from += 800) await Promise.all(asked.slice(from, from + 800).map(learn))
  return learnt
}

/** The queries whose answers differ. */
const telling = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) =>
  [...after]
    .filter(([address, answer]) => before.get(address) !== answer)
    .map(([address]) => decodeURIComponent(address))

const samples: Readonly<Record<MemberKind, string>> = {
  id: '"abc"',
  text: '"abc"',
  time: '"2026-11-20 10:00:00.000Z"',
  number: '1.5',
  flag: 'true',
  other: '',
}

describe('what the interface takes', () => {
  covers('D2', 'S46')
  it('is what the collections have: each member, each relation, nothing hidden', async () => {
    for (const name of publicCollectionNames) {
      const collection = publicCollection(name)!
      const { fields } = await world.client.sdk.collections.getOne(name)
      // What visitors may see of these is made as it leaves; no filter asks about it.
      const made = [
        'pipelines.definition',
        ...['steps', 'runner_types', 'reason'].map((one) => `pipeline_results.${one}`),
      ]
      const shown = fields.filter((field) => !field.hidden || made.includes(`${name}.${field.name}`))
      const named = async (relations: typeof fields) =>
        Object.fromEntries(
          await Promise.all(
            relations.map(async (field) => [
              field.name,
              (await world.client.sdk.collections.getOne(field.collectionId)).name,
            ]),
          ),
        )
      const relations = shown.filter(({ type }) => type === 'relation')
      expect([name, await named(relations.filter(({ maxSelect }) => maxSelect === 1))]).toEqual([name, collection.one])
      expect([name, await named(relations.filter(({ maxSelect }) => maxSelect > 1))]).toEqual([name, collection.many])
      const members = shown.filter(({ type }) => type !== 'relation').map((field) => field.name)
      expect([name, ...members.sort()]).toEqual([name, ...Object.keys(collection.members).sort()])
      const kinds = { number: ['number'], bool: ['flag'], date: ['time', 'other'], autodate: ['time'], json: ['other'] }
      for (const { name: member, type } of shown)
        if (type in kinds)
          expect([name, member, kinds[type as keyof typeof kinds]]).toEqual([
            name,
            member,
            expect.arrayContaining([collection.members[member]]),
          ])
    }
  })

  covers('D2')
  it('is understood by PocketBase: every member with every operator, and every order', async () => {
    const understood = async (name: string, member: string, kind: MemberKind) => {
      const asked = [
        ...operatorsOf[kind].map((operator) => ({ filter: `${member} ${operator} ${samples[kind]}` })),
        { sort: `-${member}` },
        { filter: `(${member} != ${samples[kind]} || id = "x") && id != ""`, sort: member, expand: 'owner' },
      ]
      const answers = asked.map(async (parameters) => {
        const query = new URLSearchParams({ ...parameters, perPage: '1', skipTotal: '1' })
        return (await fetch(`${world.service.baseUrl}/api/collections/${name}/records?${query}`)).status
      })
      expect([name, member, ...new Set(await Promise.all(answers))]).toEqual([name, member, 200])
    }
    const members = publicCollectionNames.flatMap((name) =>
      [...comparableMembers(publicCollection(name)!)].map(([member, kind]) => understood(name, member, kind)),
    )
    expect(members.length).toBeGreaterThan(100)
    await Promise.all(members)
  })

  it('compares as PocketBase does, and says what it takes when something else is asked', async () => {
    const ask = async (filter: string) => {
      const query = new URLSearchParams({ filter })
      return (await fetch(`${world.service.baseUrl}/api/collections/pipeline_scoreboard_cache/records?${query}`)).json()
    }
    expect((await ask('pipeline.name = "shown" && total_runs >= 10')).totalItems).toBe(1)
    expect((await ask('pipeline.name !~ "sho" || total_runs < 10')).totalItems).toBe(0)
    expect(await ask('wallets.name !~ "a"')).toMatchObject({
      error: 'invalid_request',
      message: expect.any(String),
      data: {},
      status: 400,
      parameter: 'filter',
      allowed: { 'pipeline.path': ['=', '!=', '~', '!~'] },
    })
  })
})

describe('PocketBase itself', () => {
  covers('D2')
  it('refuses filters over many records by the rule of every collection that anybody may read', async () => {
    for (const { name, system, listRule, viewRule } of await world.client.sdk.collections.getFullList())
      for (const rule of [listRule, viewRule])
        if (!system && rule !== null)
          expect([name, rule]).toEqual([
            name,
            expect.stringMatching(/^\(@request\.query\.filter:isset = false \|\| \(.*_via_/),
          ])
  })

  covers('S40')
  it('tells no subscription with such a filter whether it holds', async () => {
    const topic = (filter: string) =>
      `organizations/*?options=${encodeURIComponent(JSON.stringify({ query: { filter } }))}`
    const filters = operators.map((operator) => `pipelines_via_owner.name ${operator} "${marker}"`)
    const guessing = await listen(world.server.url, [...filters.map(topic), 'wallets/*'])
    const watching = await listen(world.server.url, [topic('canonified_name = "acme"')])
    const { sdk } = world.client
    await sdk.collection('organizations').update(world.organization.id, { website: 'https://acme.example' })
    await watching.heard(/acme\.example/)
    // Events arrive in order: once the later one is there, so is the earlier one.
    await sdk.collection('wallets').update(shownWallet, { description: 'told later' })
    await guessing.heard(/told later/)
    expect(guessing.texts.join('')).not.toContain('acme.example')
    await Promise.all([guessing.close(), watching.close()])
  })
})

describe('a public record', () => {
  const state = async () => {
    const response = await fetch(`${world.service.baseUrl}/api/collections/scoreboard_state/records`)
    return (await response.json()).items[0]
  }
  const row = async () => (await world.rows()).find(({ pipeline }) => pipeline === shownPipeline)

  it('of the state counts the rows that visitors see, and no others', async () => {
    expect(await world.count('SELECT count(*) AS n FROM scoreboard_rows')).toBe(2)
    expect(await world.rows()).toHaveLength(1)
    expect(await state()).toMatchObject({ rows_count: 1 })
  })

  it('of the state counts them at once when one comes or goes, without an aggregation', async () => {
    const pipelines = world.client.sdk.collection('pipelines')
    const counted = async (members: Record<string, unknown>) => {
      await pipelines.update(privatePipeline, members)
      const { rows_count } = await state()
      expect(rows_count).toBe((await world.rows()).length)
      return rows_count
    }
    expect(await counted({ scoreboard_visibility: 'anonymous' })).toBe(2)
    expect(await counted({ scoreboard_visibility: 'listed' })).toBe(2)
    expect(await counted({ published: true })).toBe(2)
    expect(await counted({ scoreboard_visibility: 'hidden' })).toBe(1)
    expect(await counted({ published: false, scoreboard_visibility: 'follow_published' })).toBe(1)
    const gone = await world.pipeline('soon-gone')
    await world.save({ aggregated_pipelines: [rowOf(shownPipeline), rowOf(gone.id)] })
    expect(await state()).toMatchObject({ rows_count: 2 })
    await pipelines.delete(gone.id)
    expect(await state()).toMatchObject({ rows_count: 1 })
    await saveRows()
  })

  it('of the state does not change with what changes between two ways of being private', async () => {
    const { visibility_epoch } = await state()
    const show = (members: Record<string, unknown>) =>
      world.client.sdk.collection('pipelines').update(privatePipeline, members)
    await show({ scoreboard_visibility: 'hidden' })
    await show({ scoreboard_visibility: 'follow_published' })
    expect(await state()).toMatchObject({ visibility_epoch })
    await show({ scoreboard_visibility: 'anonymous' })
    expect(await state()).toMatchObject({ visibility_epoch: visibility_epoch + 1 })
    await show({ scoreboard_visibility: '' })
    expect(await state()).toMatchObject({ visibility_epoch: visibility_epoch + 1 })
    await show({ scoreboard_visibility: 'follow_published' })
    expect(await state()).toMatchObject({ visibility_epoch: visibility_epoch + 2 })
  })

  it('of the scoreboard never names the execution of another pipeline, which may be private', async () => {
    const before = await row()
    const last_execution = { workflow_id: `${marker}-workflow`, run_id: marker }
    const saved = await world.save({
      aggregated_pipelines: [
        rowOf(shownPipeline, { last_execution }),
        rowOf(privatePipeline, { last_execution, total_runs: 777 }),
      ],
    })
    expect((await saved.json()).unresolved).toEqual([
      { pipeline_id: shownPipeline, field: 'last_execution', name: `${marker}-workflow ${marker}` },
    ])
    expect(before?.latest_successful_execution).not.toBe('')
    expect(await row()).toMatchObject({ latest_successful_execution: '' })
    await saveRows()
    expect(await row()).toMatchObject({ latest_successful_execution: before?.latest_successful_execution })
  })
})

describe('what is private', () => {
  covers('D2', 'S40')
  it('can be changed and deleted without any answer to any query becoming another one', {
    timeout: 300_000,
  }, async () => {
    const before = await learnAll()
    expect([...before.values()].join('')).not.toMatch(new RegExp(`${marker}|${slug}`))
    const secrets = ['pipelines', 'wallets', 'wallet_versions', 'mobile_runners', 'credential_issuers', 'credentials']
    for (const table of secrets)
      await world.sql(
        `UPDATE ${table} SET name = '0', canonified_name = '0', path = '0', description = '0' WHERE name = '${marker}'`,
      )
    await world.sql(`UPDATE pipelines SET definition = '{"marker":"0"}' WHERE published = 0`)
    await world.sql(`UPDATE wallets SET home_url = '0' WHERE published = 0`)
    await world.sql(`UPDATE wallet_versions SET tag = '0' WHERE published = 0`)
    await world.sql(`UPDATE credential_issuers SET url = '0' WHERE published = 0`)
    await world.sql(`UPDATE credentials SET format = '0' WHERE published = 0`)
    await world.sql(`UPDATE pipeline_results SET run_id = '0', workflow_id = '0' WHERE run_id = '${marker}'`)
    await world.sql(`UPDATE scoreboard_rows SET total_runs = 5 WHERE total_runs = 777`)
    await world.sql(`UPDATE users SET name = '0' WHERE name = '${marker}'`)
    await world.sql(`UPDATE org_members SET role = 'member' WHERE organization = '${world.organization.id}'`)
    const changed = await learnAll()
    expect([telling(before, changed), changed.size]).toEqual([[], before.size])
    await world.sql('DELETE FROM scoreboard_rows WHERE total_runs = 5')
    await world.sql(`DELETE FROM pipeline_results WHERE run_id = '0'`)
    for (const table of [
      'pipelines',
      'wallet_versions',
      'wallets',
      'mobile_runners',
      'credentials',
      'credential_issuers',
    ])
      await world.sql(`DELETE FROM ${table} WHERE name = '0'`)
    await world.sql(`DELETE FROM org_members WHERE organization = '${world.organization.id}'`)
    const deleted = await learnAll()
    expect([telling(before, deleted), deleted.size]).toEqual([[], before.size])
  })
})
