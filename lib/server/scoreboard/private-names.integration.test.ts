import PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createScoreboardStore } from '@/lib/adapters/pocketbase/scoreboard/scoreboard-store'
import { campaignWallet } from '@/lib/adapters/temporal/pipeline/campaign-wallet'
import { createServiceApi } from '@/lib/adapters/temporal/service-api'
import { covers } from '@/lib/testing/covers'
import { hiddenName as hidden, makePrivateRecords } from '@/lib/testing/private-records'
import { listen } from '@/lib/testing/realtime'
import { openScoreboardWorld, type ScoreboardWorld, testAdminKey } from '@/lib/testing/scoreboard'

/** What a run reports may name private wallets, runners and the like, and its campaign is about a wallet: visitors read no such name. */
let world: ScoreboardWorld
let path: string
beforeAll(async () => {
  world = await openScoreboardWorld()
  await makePrivateRecords(world)
  path = (await world.pipeline('reported')).path
  await world.pipeline(hidden, { published: false })
})
afterAll(() => world.close())

const records = '/api/collections/pipeline_results/records'
/** What visitors read, at the public origin and at PocketBase itself. */
const read = (address: string) =>
  Promise.all([world.service.baseUrl, world.server.url].map(async (origin) => (await fetch(origin + address)).json()))

/** `runner_types` are written past the interface: ledgers of earlier versions have any text there. */
async function report({
  runner_types,
  ...members
}: Record<string, unknown> & { readonly runner_types?: readonly string[] }): Promise<string> {
  const answer = await world.execute({ pipeline: path, ...members })
  expect(answer.status).toBe(201)
  const id = String((await answer.json()).id)
  if (runner_types !== undefined) await world.client.sdk.collection('pipeline_results').update(id, { runner_types })
  return id
}

describe('what a run reports', () => {
  const campaign = {
    id: 'smoke',
    kind: 'campaign',
    passed: true,
    wallet: `acme/${hidden}`,
    version: `acme/${hidden}/v1`,
  }
  const steps = [
    campaign,
    { id: 'a', summary: `acme/${hidden}, https://x.example/acme/${hidden}/v1?a=b; “acme/${hidden}”; acme/shown/v1` },
    { id: 'b', [`acme/${hidden}`]: [`of acme/shown/${hidden}`, 'openid4vci/1.0/proof', 'Größe/ü'] },
  ]
  const told = [
    { id: 'smoke', kind: 'campaign', passed: true, wallet: '[withheld]', version: '[withheld]' },
    { id: 'a', summary: '[withheld], https://x.example/[withheld]?a=b; “[withheld]”; acme/shown/v1' },
    { id: 'b', '[withheld]': ['of [withheld]', 'openid4vci/1.0/proof', 'Größe/ü'] },
  ]
  const whole = { steps, runner_types: [`acme/${hidden}`, 'ios_phone'], reason: `of acme/${hidden}` }
  const shown = { steps: told, runner_types: ['[withheld]', 'ios_phone'], reason: 'of [withheld]' }
  const summaryOf = async (summary: string) => {
    const answers = await read(`${records}/${await report({ steps: [{ id: 'a', summary }] })}`)
    return answers.map((answer) => answer.steps[0].summary)
  }

  covers('S44')
  it('names to visitors nothing that is private, as long as it is', async () => {
    const id = await report(whole)
    for (const place of [`${records}/${id}`, `${records}/${id}?fields=steps,runner_types,reason`])
      for (const answer of await read(place)) expect(answer).toMatchObject(shown)
    for (const query of ['', '?expand=pipeline', '?fields=*,steps'])
      expect(JSON.stringify(await read(records + query))).not.toContain(hidden)
    const ofRun = await (await fetch(`${world.service.baseUrl}/api/executions/${id}`)).json()
    expect(ofRun).toMatchObject({ steps: told, reason: shown.reason })
    expect(await (await world.call(`/api/executions/${id}`)).json()).toMatchObject({ steps, reason: whole.reason })
    const all = ['wallets', 'custom_checks', 'verifiers', 'credential_issuers', 'mobile_runners', 'pipelines']
    const publish = async (published: boolean) => {
      for (const name of all) {
        const collection = world.client.sdk.collection(name)
        await collection.update((await collection.getFirstListItem(`path = "acme/${hidden}"`)).id, { published })
      }
    }
    await publish(true)
    for (const answer of await read(`${records}/${id}`)) expect(answer.steps[0]).toEqual(campaign)
    await publish(false)
    for (const answer of await read(`${records}/${id}`)) expect(answer).toMatchObject(shown)
  })

  it('says it to the members of the organisation that has it', async () => {
    const account = { email: 'member@example.org', password: 'a-password-of-a-member' }
    const user = await world.create('users', { ...account, name: 'member', passwordConfirm: account.password })
    await world.create('org_members', { user: user.id, organization: world.organization.id, role: 'owner' })
    const sdk = new PocketBase(world.server.url)
    await sdk.collection('users').authWithPassword(account.email, account.password)
    const id = await report(whole)
    expect(await sdk.collection('pipeline_results').getOne(id)).toMatchObject(whole)
  })

  it.each([
    ['a slash that is percent-encoded', `x?next=acme%2F${hidden}`, 'x?next=[withheld]'],
    ['one that is so twice, and one before', `x?next=%252Facme%252f${hidden}%252Fv1`, 'x?next=%252F[withheld]'],
    ['a slash of JSON in a text', `{"a":"x\\nacme\\/${hidden}\\n"}`, '{"a":"x\\n[withheld]\\n"}'],
    ['a hyphen that is percent-encoded', `acme/${hidden.replaceAll('-', '%2D')}`, '[withheld]'],
    [
      'dashes around it',
      `--acme/${hidden}--, -acme/${hidden}, x--acme/${hidden}`,
      '--[withheld]--, -[withheld], x--[withheld]',
    ],
  ])('finds %s', async (_, summary, expected) => {
    expect(await summaryOf(summary)).toEqual([expected, expected])
  })

  it('finds what the run does not use, of any organisation, however much is named besides', async () => {
    const { id: owner } = await world.organizationNamed('globex')
    await world.create('wallets', { name: 'größe', canonified_name: 'größe', owner, published: false })
    const many = Array.from({ length: 2000 }, (_, index) => `acme/b${index}`).join(' ')
    const [found] = await summaryOf(`${many} ${encodeURI('globex/größe')} or globex/größe`)
    expect(found).toBe(`${many} [withheld] or [withheld]`)
  })

  it('leaves alone what only looks like it', async () => {
    const { id: owner } = await world.organizationNamed('my-acme')
    await world.create('wallets', { name: hidden, canonified_name: hidden, owner, published: true })
    const summary = `acme/${hidden}-2 acme/${hidden}2 acme/${hidden}ß my-acme/${hidden} acme/none/v1 and/or 50%/100%`
    expect(await summaryOf(summary)).toEqual([summary, summary])
  })

  it('withholds all that looks like a path of another organisation and is not public, whether it exists or not', async () => {
    const { id: owner } = await world.organizationNamed('initech')
    const named = (name: string) => ({ name, canonified_name: name, owner })
    const shownWallet = await world.create('wallets', { ...named('shown'), published: true })
    const below = { wallet: shownWallet.id, published: true }
    await world.create('wallet_versions', { name: 'v1', canonified_name: 'v1', ...below })
    await world.create('wallets', named('secret'))
    await world.create('pipelines', { ...named('plan'), published: false })
    await world.create('pipelines', { ...named('open-plan'), published: true })
    const tell = (name: string) =>
      `initech/${name}, x?next=initech%252F${name}/v1; "initech\\/${name}"–“initech/${name}”, initech/${name}_a --initech/${name}--b ` +
      `https://x.example/initech/${name}/v1/more?a=b of initech/shown/${name} acme/${name} and/or`
    const hiddenSo =
      `[withheld], x?next=[withheld]; "[withheld]"–“[withheld]”, [withheld]_a --[withheld]--b ` +
      `https://x.example/[withheld]/more?a=b of [withheld]`
    const seenOf = async (name: string) => {
      const id = await report({
        steps: [{ [`initech/${name}`]: tell(name) }],
        runner_types: [`initech/${name}`],
        reason: `of initech/${name}`,
      })
      return (await read(`${records}/${id}`)).map(({ steps, runner_types, reason }) => ({
        steps,
        runner_types,
        reason,
      }))
    }
    for (const name of ['secret', 'plan', 'none', 'none-2', 'Größe', 'n0ne'])
      for (const answer of await seenOf(name))
        expect(answer).toEqual({
          steps: [{ '[withheld]': `${hiddenSo} acme/${name} and/or` }],
          runner_types: ['[withheld]'],
          reason: 'of [withheld]',
        })
    const open =
      'initech/shown initech/shown/v1, https://x.example/initech/shown/v1/more initech/open-plan initech%2Fshown'
    expect(await summaryOf(open)).toEqual([open, open])
    // What comes into being changes nothing that was shown before.
    const id = await report({ reason: 'of initech/later' })
    const before = await read(`${records}/${id}`)
    expect(before[0].reason).toBe('of [withheld]')
    const later = await world.create('wallets', named('later'))
    expect(await read(`${records}/${id}`)).toEqual(before)
    await world.client.sdk.collection('wallets').update(later.id, { published: true })
    for (const answer of await read(`${records}/${id}`)) expect(answer.reason).toBe('of initech/later')
  })

  it('is withheld, however many private names that begin alike stand in a long text', async () => {
    const names = Array.from({ length: 250 }, (_, index) => `one-of-many-${index}`)
    for (const name of names)
      await world.create('wallets', { name, canonified_name: name, owner: world.organization.id, published: false })
    const summary = names.map((name) => `acme/${name}`).join(' ') + ' %25252525252525252525'.repeat(8000)
    const id = await report({ steps: [{ id: 'a', summary }] })
    const answer = await (await fetch(`${world.server.url}${records}/${id}`)).json()
    expect(answer.steps[0].summary).toMatch(/^(?:\[withheld\] ){250}%25/)
  })

  it('is the same in a list, beside the record and in an expansion', async () => {
    const id = await report(whole)
    const filter = encodeURIComponent(`id = "${id}"`)
    for (const query of ['', 'expand=pipeline', 'fields=id,steps,expand.pipeline.definition&expand=pipeline.owner']) {
      const ofList = await read(`${records}?filter=${filter}&${query}`)
      const ofRecord = await read(`${records}/${id}?${query}`)
      expect(ofList.map(({ items }) => items)).toEqual(ofRecord.map((record) => [record]))
      for (const record of ofRecord) expect(record.steps).toEqual(told)
      for (const record of ofRecord) expect('definition' in (record.expand?.pipeline ?? {})).toBe(query !== '')
    }
  })

  it('is searched for as far as one response may cost, and what is beyond stays hidden', async () => {
    const long = [{ id: 'long', summary: `${'of nothing/more '.repeat(15_000)}acme/${hidden}` }]
    const ids = []
    for (let count = 0; count < 6; count++) ids.push(await report({ type: 'CI', reason: 'long', steps: long }))
    const short = await report({ type: 'CI', reason: 'short', steps: [{ id: 'short' }] })
    const only = encodeURIComponent([...ids, short].map((id) => `id = "${id}"`).join(' || '))
    const [page] = await read(`${records}?perPage=100&filter=${only}`)
    const told = page.items.filter(({ reason }: { reason?: string }) => reason === 'long')
    const shown = told.filter((item: object) => 'steps' in item)
    expect([page.items.length, told.length, shown.length]).toEqual([7, 6, 4])
    for (const { steps } of shown) expect(steps[0].summary.endsWith(' [withheld]')).toBe(true)
    // What names nothing costs nothing, and by itself each is shown.
    expect(page.items.find(({ id }: { id: string }) => id === short)).toMatchObject({ steps: [{ id: 'short' }] })
    const [alone] = await read(`${records}/${ids[0]}`)
    expect(alone.steps[0].summary.endsWith(' [withheld]')).toBe(true)
  })

  it('is not in live updates, and answers no question', async () => {
    const stream = await listen(world.server.url, ['pipeline_results/*'])
    const id = await report({ ...whole, type: 'CI', steps: [...steps, { id: 'now-reported' }] })
    await stream.heard(new RegExp(id))
    expect(stream.texts.join('')).not.toMatch(new RegExp(`${hidden}|now-reported`))
    await stream.close()
    for (const member of ['steps', 'runner_types', 'reason'])
      for (const query of [`filter=${encodeURIComponent(`${member} ~ "${hidden}"`)}`, `sort=${member}`])
        for (const answer of await read(`${records}?${query}`)) expect([query, answer.status]).toEqual([query, 400])
  })
})

describe('the campaign of a run', () => {
  const walletOf = (
    { service, client }: ScoreboardWorld,
    entities: { readonly wallet?: string; readonly wallet_version?: string },
    input: { readonly wallet_version?: string } = {},
  ) =>
    campaignWallet({ entities: { ...entities, custom_checks: [] } }, input, {
      api: createServiceApi(service.baseUrl, testAdminKey),
      scoreboard: createScoreboardStore(client),
    })
  const secret = { wallet: `acme/${hidden}`, wallet_version: `acme/${hidden}/v1` }

  covers('S44')
  it('names no private wallet and no private version where everybody reads it', async () => {
    const nothing = { name: 'unnamed', version: 'unknown' }
    expect(await walletOf(world, secret)).toEqual(nothing)
    expect(await walletOf(world, { wallet_version: secret.wallet_version })).toEqual(nothing)
    expect(await walletOf(world, { wallet: 'acme/gone' })).toEqual(nothing)
    expect(await walletOf(world, {})).toEqual(nothing)
    const shown = { wallet: 'acme/shown', wallet_version: 'acme/shown/v1' }
    expect(await walletOf(world, shown)).toEqual({ name: 'acme/shown', version: 'v1' })
    expect(await walletOf(world, shown, { wallet_version: `acme/shown/${hidden}` })).toEqual({
      name: 'acme/shown',
      version: 'unknown',
    })
  })

  it('names them where the operator alone reads it', async () => {
    const closed = await openScoreboardWorld({ env: { OPERATOR_TOKEN: 'an-operator-token' } })
    try {
      await makePrivateRecords(closed)
      expect(await walletOf(closed, secret)).toEqual({ name: `acme/${hidden}`, version: 'v1' })
    } finally {
      await closed.close()
    }
  })
})
