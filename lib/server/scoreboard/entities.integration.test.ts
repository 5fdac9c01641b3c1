import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TemporalScheduler } from '@/lib/adapters/temporal/scheduler'
import { isOwnedKind, ownedKindNames } from '@/lib/core/scoreboard/entities/kinds'
import { SchedulerUnavailable } from '@/lib/core/scoreboard/scheduler'
import { absentScoreboard } from '@/lib/server/wiring/absent-scoreboard'
import { png } from '@/lib/testing/artifacts'
import { openScoreboardWorld, type ScoreboardWorld } from '@/lib/testing/scoreboard'

/** What Temporal was asked to register, and how it answers. */
const temporal = { away: false, refusal: null as string | null, registered: [] as string[] }
const scheduler: TemporalScheduler = {
  ...absentScoreboard.scheduler,
  parts: async () => ({ temporal: true, worker: true }),
  pipelines: {
    ...absentScoreboard.runner,
    async register(namespace) {
      if (temporal.away) throw new SchedulerUnavailable('down')
      temporal.registered.push(namespace)
      return temporal.refusal
    },
  },
  close: async () => undefined,
}

let world: ScoreboardWorld
beforeAll(async () => {
  world = await openScoreboardWorld({ scheduler })
  await world.organizationNamed('borealia')
})
beforeEach(() => Object.assign(temporal, { away: false, refusal: null, registered: [] }))
afterAll(() => world.close())

const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const isForm = body instanceof FormData
  const response = await world.call(path, {
    method,
    headers: { ...(isForm ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  const { status } = response
  return {
    status,
    etag: response.headers.get('etag') ?? '',
    at: response.headers.get('location'),
    body: await response.json(),
  }
}
const all = '/api/organizations'
let count = 0
const add = async (kind: string, members: Record<string, unknown> = {}, organization = 'acme') => {
  const added = await send('POST', `${all}/${organization}/${kind}`, { name: `Made ${++count}`, ...members })
  expect(added).toMatchObject({ status: 201 })
  return { ...added, path: String(added.body.path), at: `${all}/${organization}/${kind}/${added.body.id}` }
}
const visible = async (collection: string) => {
  const { items } = await (
    await fetch(`${world.service.baseUrl}/api/collections/${collection}/records?perPage=500`)
  ).json()
  return items.map(({ path }: { path: string }) => path)
}

describe('the name of an organisation', () => {
  it('is that of no other one, however it is cased and composed, and no namespace of another', async () => {
    const named = (name: string) => send('POST', all, { name, canonified_name: `namesake-${++count}` })
    const first = await named('Söhne & Co')
    expect(first.status).toBe(201)
    const at = `${all}/${first.body.canonified_name}`
    for (const name of ['Söhne & Co', '  SÖHNE & Co ', 'So\u0308hne & Co', first.body.canonified_name])
      expect([name, await named(name)]).toMatchObject([
        name,
        { status: 409, body: { error: 'organization_exists', pointer: '/name' } },
      ])
    expect((await send('PATCH', at, { name: 'söhne & CO' })).body.name).toBe('söhne & CO')
    expect(await send('PATCH', at, { name: 'BOREALIA' })).toMatchObject({ status: 409, body: { pointer: '/name' } })
    expect((await send('GET', at)).body.name).toBe('söhne & CO')
  })
})

describe('a new organisation', () => {
  it('gets a namespace from its name, registered at once, and its address', async () => {
    const { status, body, at, etag } = await send('POST', all, {
      name: '  Ünïcode & Söhne GmbH ',
      website: 'https://unicode.example',
      description: 'Makes wallets.',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Ünïcode & Söhne GmbH',
      namespace: 'unicode-sohne-gmbh',
      canonified_name: 'unicode-sohne-gmbh',
      website: 'https://unicode.example',
      description: 'Makes wallets.',
      logo_url: null,
      namespace_state: 'ready',
      namespace_problem: '',
      status_url: `${world.service.baseUrl}${all}/unicode-sohne-gmbh`,
    })
    expect(at).toBe(body.status_url)
    expect(temporal.registered).toEqual(['unicode-sohne-gmbh'])
    expect(await send('GET', `${all}/unicode-sohne-gmbh`)).toMatchObject({ status: 200, body, etag })
  })

  it('is there while Temporal is away, and says where to look', async () => {
    temporal.away = true
    const { status, body } = await send('POST', all, { name: 'Waiting' })
    expect(status).toBe(202)
    expect(body).toMatchObject({ namespace: 'waiting', namespace_state: 'pending', namespace_problem: '' })
    expect((await send('GET', new URL(body.status_url).pathname)).body.namespace_state).toBe('pending')
  })

  it('says why Temporal refuses its namespace', async () => {
    temporal.refusal = 'The cluster does not let this service register namespaces.'
    const { status, body } = await send('POST', all, { name: 'Refused' })
    expect(status).toBe(202)
    expect(body).toMatchObject({ namespace_state: 'failed', namespace_problem: temporal.refusal })
    const shown = await (
      await fetch(`${world.service.baseUrl}/api/collections/organizations/records?perPage=500`)
    ).text()
    expect(shown).not.toContain('does not let')
  })

  it.each([
    [{ name: 'Default' }, 400, '/canonified_name'],
    [{ name: 'Namespaces' }, 400, '/canonified_name'],
    [{ name: '株式会社' }, 400, '/canonified_name'],
    [{ name: 'X', canonified_name: 'Two Words' }, 400, '/canonified_name'],
    [{ name: 'X', canonified_name: 'a'.repeat(64) }, 400, '/canonified_name'],
    [{ name: ' ' }, 400, '/name'],
    [{ name: 'X', wesbite: 'https://x.example' }, 400, '/wesbite'],
    [{ name: 'X', website: 'javascript:alert(1)' }, 400, '/website'],
    [{ name: 'Acme' }, 409, '/canonified_name'],
  ])('is refused as %j, with the place', async (sent, status, pointer) => {
    expect(await send('POST', all, sent)).toMatchObject({ status, body: { pointer } })
  })

  it('keeps a namespace that is no word of ASCII where it is sent', async () => {
    const { body } = await send('POST', all, { name: '株式会社', canonified_name: 'kabushiki' })
    expect(body).toMatchObject({ name: '株式会社', namespace: 'kabushiki' })
  })
})

describe('an organisation', () => {
  it('is listed and found, changed by who read it last, and never moved', async () => {
    await send('POST', all, { name: 'Listed One' })
    const found = await send('GET', `${all}?search=listed&per_page=5`)
    expect(found.body).toMatchObject({ page: 1, per_page: 5, total: 1, organizations: [{ namespace: 'listed-one' }] })
    const at = `${all}/listed-one`
    const read = await send('GET', at)
    const changed = await send(
      'PATCH',
      at,
      { ...read.body, logo_url: null, description: 'New.' },
      { 'if-match': read.etag },
    )
    expect(changed).toMatchObject({ status: 200, body: { description: 'New.' } })
    expect(await send('PATCH', at, { name: 'Late' }, { 'if-match': read.etag })).toMatchObject({
      status: 412,
      body: { error: 'organization_changed' },
    })
    for (const member of ['canonified_name', 'namespace'])
      expect(await send('PATCH', at, { [member]: 'elsewhere' })).toMatchObject({
        status: 400,
        body: { pointer: `/${member}` },
      })
    expect((await send('GET', at)).body.name).toBe('Listed One')
    expect((await send('GET', `${all}/nobody`)).body.error).toBe('organization_not_found')
  })

  it('shows its logo, and nothing that is no picture', async () => {
    await send('POST', all, { name: 'With a logo' })
    const at = `${all}/with-a-logo`
    const form = (file: Uint8Array) => {
      const parts = new FormData()
      parts.append('organization', new Blob(['{}'], { type: 'application/json' }))
      parts.append('logo', new Blob([new Uint8Array(file)]), 'x.png')
      return parts
    }
    expect(await send('PATCH', at, form(new TextEncoder().encode('<svg/>')))).toMatchObject({
      status: 400,
      body: { pointer: '/logo' },
    })
    expect(await send('PATCH', at, form(png().subarray(0, 33)))).toMatchObject({ status: 400 })
    const { body } = await send('PATCH', at, form(png()))
    const shown = await fetch(body.logo_url)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await send('PATCH', at, { logo: null })).body.logo_url).toBe(null)
  })

  it('is told of everything that is wrong with a record and its logo at once', async () => {
    const parts = new FormData()
    const entity = { name: '—', description: 7, home_url: 'javascript:alert(1)', colour: 'red' }
    parts.append('entity', new Blob([JSON.stringify(entity)], { type: 'application/json' }))
    parts.append('logo', new Blob(['<svg/>']), 'x.svg')
    const { status, body } = await send('POST', `${all}/acme/wallets`, parts)
    const places = body.details.map(({ path }: { path: string }) => path)
    expect([status, places.toSorted()]).toEqual([400, ['canonified_name', 'colour', 'description', 'home_url', 'logo']])
    expect(await send('POST', `${all}/acme/wallets`, { name: 'safe\u202egnp' })).toMatchObject({
      status: 400,
      body: { pointer: '/name' },
    })
  })

  it('is deleted with what it owns, unless it has pipelines', async () => {
    await send('POST', all, { name: 'Short Lived' })
    const wallet = await add('wallets', { published: true }, 'short-lived')
    const { body: pipeline } = await send('POST', '/api/pipelines', {
      organization: 'short-lived',
      name: 'Nightly',
      definition: {
        version: 1,
        runner: 'external_ci',
        steps: [{ id: 'a', kind: 'issuance', session: { flow: 'pre_authorized_code' } }],
      },
    })
    expect(await send('DELETE', `${all}/short-lived`)).toMatchObject({
      status: 409,
      body: { error: 'organization_in_use', used_by: { pipelines: ['short-lived/nightly'], executions: false } },
    })
    await send('DELETE', `/api/pipelines/${pipeline.id}`)
    expect((await send('DELETE', `${all}/short-lived`)).status).toBe(200)
    expect((await send('GET', `${all}/short-lived`)).status).toBe(404)
    expect(await visible('wallets')).not.toContain(wallet.path)
  })
})

/** A good record of each kind, with the parent that it needs. */
const samples: Readonly<Record<string, () => Promise<Record<string, unknown>>>> = {
  wallets: async () => ({
    home_url: 'https://wallet.example',
    playstore_url: '',
    appstore_url: 'https://apps.example/1',
  }),
  wallet_versions: async () => ({ wallet: (await add('wallets')).path, tag: '1.2.0' }),
  wallet_actions: async () => ({ wallet: (await add('wallets')).path, category: 'onboarding' }),
  credential_issuers: async () => ({ url: 'https://issuer.example' }),
  credentials: async () => ({
    credential_issuer: (await add('credential_issuers')).path,
    format: 'dc+sd-jwt',
    display_name: 'Card',
    credential_configuration_id: 'urn:card:1',
  }),
  verifiers: async () => ({ url: 'https://verifier.example' }),
  use_cases_verifications: async () => ({
    verifier: (await add('verifiers')).path,
    dcql: { credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } }] },
  }),
  custom_checks: async () => ({ homepage: 'https://check.example', repository: '' }),
  mobile_runners: async () => ({ type: 'android_phone' }),
  conformance_checks: async () => ({ suite_title: 'Our suite', url: 'https://suite.example/1' }),
}

describe.each(ownedKindNames)('a record of %s', (kind) => {
  it('is added by its name, found by its path, changed, published, withdrawn and deleted', async () => {
    const sample = (await samples[kind]?.()) ?? {}
    const added = await add(kind, { name: 'Ünïque: the 1st!', ...sample })
    const parent = Object.values(sample).find((value) => String(value).startsWith('acme/')) ?? 'acme'
    expect(added.body).toMatchObject({
      ...sample,
      kind,
      organization: 'acme',
      path: `${parent}/ünïque-the-1st`,
      logo_url: null,
    })
    expect(await send('GET', added.at)).toMatchObject({ status: 200, body: added.body, etag: added.etag })
    const listed = await send('GET', `${all}/acme/${kind}?search=${encodeURIComponent('ünïque')}`)
    expect(listed.body).toMatchObject({ total: 1, entities: [added.body] })
    const hasState = kind !== 'conformance_checks'
    expect(added.body.published).toBe(!hasState)
    if (hasState) {
      expect(await visible(kind)).not.toContain(added.path)
      expect((await send('PATCH', added.at, { published: true })).body.published).toBe(true)
      expect((await send('PATCH', added.at, { published: false })).body.published).toBe(false)
    } else expect(await visible(kind)).toContain(added.path)
    const read = await send('GET', added.at)
    expect(await send('PATCH', added.at, { ...read.body, name: 'Another' }, { 'if-match': read.etag })).toMatchObject({
      status: 200,
      body: { name: 'Another', path: added.path },
    })
    expect(await send('PATCH', added.at, { name: 'Late' }, { 'if-match': read.etag })).toMatchObject({
      status: 412,
      body: { error: 'entity_changed' },
    })
    expect((await send('DELETE', added.at, undefined, { 'if-match': read.etag })).status).toBe(412)
    expect((await send('DELETE', added.at)).status).toBe(200)
    expect(await send('GET', added.at)).toMatchObject({ status: 404, body: { error: 'entity_not_found' } })
  })

  it('is refused with an unknown member, a path that is taken, and a name without a letter', async () => {
    const sample = (await samples[kind]?.()) ?? {}
    const at = `${all}/acme/${kind}`
    expect(await send('POST', at, { name: 'X', ...sample, colour: 'red' })).toMatchObject({
      status: 400,
      body: { pointer: '/colour' },
    })
    const { body } = await add(kind, { name: 'Taken', ...sample })
    expect(await send('POST', at, { name: 'taken', ...sample })).toMatchObject({
      status: 409,
      body: { error: 'entity_exists', pointer: '/canonified_name', existing: { id: body.id, path: body.path } },
    })
    expect(await send('POST', at, { name: '—', ...sample })).toMatchObject({
      status: 400,
      body: { pointer: '/canonified_name' },
    })
    expect(isOwnedKind(kind)).toBe(true)
  })

  it('is nobody else’s', async () => {
    const { body } = await add(kind, await samples[kind]?.())
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect(
        await send(method, `${all}/borealia/${kind}/${body.id}`, method === 'PATCH' ? { name: 'Mine' } : undefined),
      ).toMatchObject({ status: 404, body: { error: 'entity_not_found' } })
  })
})

describe('records', () => {
  it('of an unknown kind or organisation are 404', async () => {
    expect(await send('GET', `${all}/acme/pipelines`)).toMatchObject({ status: 404, body: { error: 'not_found' } })
    expect(await send('GET', `${all}/nobody/wallets`)).toMatchObject({
      status: 404,
      body: { error: 'organization_not_found' },
    })
    expect((await send('GET', `${all}/acme/wallets?parent=acme/x`)).status).toBe(400)
    expect((await send('GET', `${all}/acme/wallets?page=0`)).status).toBe(400)
  })

  it('belong to a parent of their own organisation, by path or id, and move with it', async () => {
    const foreign = await add('wallets', {}, 'borealia')
    const at = `${all}/acme/wallet_versions`
    for (const wallet of [foreign.path, foreign.body.id, 'acme/nothing'])
      expect(await send('POST', at, { name: '1.0', wallet })).toMatchObject({
        status: 400,
        body: { pointer: '/wallet' },
      })
    const wallet = await add('wallets', { name: 'Movable' })
    const version = await add('wallet_versions', { name: '1.0', wallet: wallet.body.id })
    expect(version.path).toBe('acme/movable/1-0')
    const listed = await send('GET', `${at}?parent=acme/movable`)
    expect(listed.body).toMatchObject({ total: 1, entities: [{ path: version.path }] })
    const moved = await send('PATCH', wallet.at, { canonified_name: 'moved-wallet' })
    expect(moved.body).toMatchObject({
      path: 'acme/moved-wallet',
      moved: { from: 'acme/movable', still_named_by: { pipelines: [], executions: 0 } },
    })
    expect((await send('GET', version.at)).body).toMatchObject({
      path: 'acme/moved-wallet/1-0',
      wallet: 'acme/moved-wallet',
    })
    const other = await add('wallets', { name: 'Other home' })
    expect((await send('PATCH', version.at, { wallet: other.path })).body.path).toBe('acme/other-home/1-0')
  })

  it('that are used stay, and say by what; a moved one says what still names it', async () => {
    const wallet = await add('wallets', { name: 'Used' })
    await add('wallet_versions', { name: 'v1', wallet: wallet.path })
    const definition = {
      version: 1,
      runner: 'external_ci',
      entities: { wallet: wallet.path, wallet_version: `${wallet.path}/v1` },
      steps: [{ id: 'a', kind: 'issuance', session: { flow: 'pre_authorized_code' } }],
    }
    await send('POST', '/api/pipelines', { organization: 'acme', name: 'Uses it', definition })
    // Of another organisation: none of acme's business.
    await send('POST', '/api/pipelines', { organization: 'borealia', name: 'Too', definition })
    await world.execute({ pipeline: 'acme/uses-it', entities: { wallet_version_used: [`${wallet.path}/v1`] } })
    const used = { pipelines: ['acme/uses-it'], executions: 1 }
    expect(await send('DELETE', wallet.at)).toMatchObject({
      status: 409,
      body: { error: 'entity_in_use', used_by: { wallet_versions: [`${wallet.path}/v1`], ...used } },
    })
    const moved = await send('PATCH', wallet.at, { canonified_name: 'used-elsewhere' })
    expect(moved.body.moved).toEqual({ from: wallet.path, still_named_by: used })
  })

  it('have a logo that the public sees while they are public', async () => {
    const form = (json: object, file: Uint8Array, name = 'logo') => {
      const parts = new FormData()
      parts.append('entity', new Blob([JSON.stringify(json)], { type: 'application/json' }))
      parts.append(name, new Blob([new Uint8Array(file)]), 'x')
      return parts
    }
    const at = `${all}/acme/wallets`
    const large = new Uint8Array(1024 * 1024 + 1)
    large.set(png())
    for (const [file, status] of [
      [new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400],
      [large, 413],
    ] as const)
      expect(await send('POST', at, form({ name: 'Pictured' }, file))).toMatchObject({
        status,
        body: { pointer: '/logo' },
      })
    expect(await send('POST', at, form({ name: 'Pictured' }, png(), 'picture'))).toMatchObject({
      status: 400,
      body: { pointer: '/picture' },
    })
    const { status, body } = await send('POST', at, form({ name: 'Pictured' }, png()))
    expect(status).toBe(201)
    expect((await fetch(body.logo_url)).status).toBe(404)
    await send('PATCH', `${at}/${body.id}`, { published: true })
    const shown = await fetch(body.logo_url)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await send('PATCH', `${at}/${body.id}`, { logo: null })).body.logo_url).toBe(null)
    expect(await send('POST', `${all}/acme/conformance_checks`, form({ name: 'Pictured' }, png()))).toMatchObject({
      status: 400,
      body: { pointer: '/logo' },
    })
  })

  it('take a check over that a public row has named', async () => {
    const { id } = await world.pipeline('names-a-check')
    const last_execution = { conformance_tests: ['acme/own-check'] }
    const { rowOf } = await import('@/lib/testing/scoreboard')
    await world.save({ aggregated_pipelines: [rowOf(id, { last_execution })] })
    expect(await visible('conformance_checks')).toContain('acme/own-check')
    const { body } = await add('conformance_checks', { name: 'Own check', suite_title: 'Ours' })
    expect(body.path).toBe('acme/own-check')
    await world.save({ aggregated_pipelines: [], allow_empty: true })
    expect(await visible('conformance_checks')).toContain('acme/own-check')
  })
})
