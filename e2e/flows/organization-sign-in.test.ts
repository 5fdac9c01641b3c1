import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyScopes } from '@/lib/core/scoreboard/organization-keys'
import { installContainer } from '@/lib/server/container'
import { openBuiltPages } from '@/lib/testing/built-pages'
import { type OrganizationWorld, openOrganizationWorld } from '@/lib/testing/organization-world'
import { testAdminKey } from '@/lib/testing/scoreboard'

/** The pages of an organisation in a browser without JavaScript. */
let world: OrganizationWorld
beforeAll(async () => {
  const { pages } = await openBuiltPages()
  world = await openOrganizationWorld({ pages })
  installContainer(world.service.container)
}, 600_000)
afterAll(() => world.close())

const post = async (path: string, fields: readonly (readonly [string, string])[], cookie = '', origin = '') => {
  const response = await fetch(world.service.baseUrl + path, {
    ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields.map(([name, text]) => [name, text])) },
    headers: { ...(cookie === '' ? {} : { cookie }), ...(origin === '' ? {} : { origin }) },
  })
  return { status: response.status, location: response.headers.get('location'), set: response.headers.getSetCookie() }
}
const get = async (path: string, cookie = '') => {
  const response = await fetch(world.service.baseUrl + path, { headers: { accept: 'text/html', cookie } })
  return { status: response.status, html: (await response.text()).replaceAll('<!-- -->', '') }
}
const enter = (key: string, more: readonly (readonly [string, string])[] = []) =>
  post('/organization/enter', [['key', key], ...more])
const signedIn = async (key: string): Promise<string> => (await enter(key)).set[0]?.split(';')[0] ?? ''
const tokenIn = (html: string): string => /name="form_token" value="([^"]*)"/.exec(html)?.[1] ?? ''

describe('the sign-in of an organisation', () => {
  it('takes its key, keeps a cookie that scripts and other sites do not get, and no key', async () => {
    const { status, location, set } = await enter(world.acme.owner)
    expect([status, location, set.length]).toEqual([303, '/organization', 1])
    expect(set[0]).toMatch(/^wallet-capture-organization=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/)
    expect(set[0]).not.toContain(world.acme.owner.slice(13))
    const { entries } = await (await world.as(world.acme.owner, 'GET', '/api/organizations/acme/audit')).json()
    expect(entries[0]).toMatchObject({ action: 'sign_in', target: world.acme.owner.slice(4, 12) })
  })

  it('tells an organisation who could not sign in with its keys, and nobody of a key that is none', async () => {
    const count = "SELECT count(*) AS n FROM audit_entries WHERE action = 'sign_in_failed'"
    const prefix = world.birch.owner.slice(4, 12)
    expect((await enter(`wck_aaaaaaaa_${'A'.repeat(43)}`)).location).toContain('invalid_api_key')
    expect(await world.count(count)).toBe(0)
    for (let round = 0; round < 7; round += 1) await enter(`wck_${prefix}_${'A'.repeat(43)}`)
    expect(await world.count(count)).toBe(5)
    const { entries } = await (await world.as(world.birch.owner, 'GET', '/api/organizations/birch/audit')).json()
    expect(entries[0]).toMatchObject({ action: 'sign_in_failed', actor: 'somebody', target: prefix })
    world.service.advance(61)
  })

  it('leads the admin key to the session of the operator, and back to the page that it came from', async () => {
    const { set, location } = await enter(testAdminKey, [['back', '/organization/pipelines']])
    expect(location).toBe('/organization/pipelines')
    expect(set.every((one) => one.startsWith('wallet-capture-operator='))).toBe(true)
    const cookie = set.find((one) => one.includes('Path=/organization;'))?.split(';')[0] ?? ''
    const { html } = await get('/organization', cookie)
    expect(html).toContain('/organization?of=acme')
    expect(html).toContain('/organization?of=birch')
    expect((await get('/organization?of=birch', cookie)).html).toContain('Make a key')
    expect((await enter(world.acme.owner, [['back', 'https://evil.example/']])).location).toBe('/organization')
  })

  it.each([
    ['', 'api_key_required', 'Enter the key.'],
    [`wck_aaaaaaaa_${'A'.repeat(43)}`, 'invalid_api_key', 'neither a key of an organisation'],
    ['nonsense', 'invalid_api_key', 'neither a key of an organisation'],
  ])('refuses %j and says why', async (key, problem, words) => {
    const { location, set } = await enter(key)
    expect([location, set]).toEqual([`/organization?problem=${problem}`, []])
    expect((await get(location ?? '')).html).toContain(words)
  })

  it('ends with its key, at once, and after twelve hours', async () => {
    const revoked = await world.makeKey('acme', keyScopes)
    const cookie = await signedIn(revoked.key)
    expect((await get('/organization', cookie)).html).toContain('Sign out')
    await world.as(testAdminKey, 'DELETE', `/api/organizations/acme/keys/${revoked.id}`)
    const over = (await get('/organization', cookie)).html
    expect(over).not.toContain('Sign out')
    expect(over).toContain('This key was revoked.')
    expect((await get('/organization/entities', cookie)).html).toContain('This key was revoked.')
    expect((await enter(revoked.key)).location).toBe('/organization?problem=revoked_api_key')
    const long = await signedIn(world.acme.owner)
    world.service.advance(43_199)
    expect((await get('/organization', long)).html).toContain('Sign out')
    world.service.advance(2)
    expect((await get('/organization', long)).html).toContain('Your session has ended. Enter the key again.')
    expect((await get('/organization')).html).not.toContain('Your session has ended')
  })

  it('ends when its reader leaves, and takes no form of another session or another site', async () => {
    const [one, other] = [await signedIn(world.acme.owner), await signedIn(world.birch.owner)]
    const token = tokenIn((await get('/organization', one)).html)
    const stolen = tokenIn((await get('/organization', other)).html)
    expect((await post('/organization/leave', [['form_token', stolen]], one)).status).toBe(403)
    expect((await post('/organization/leave', [['form_token', token]], one, 'https://evil.example')).status).toBe(403)
    expect((await post('/organization/leave', [['form_token', token]])).status).toBe(401)
    const left = await post('/organization/leave', [['form_token', token]], one)
    expect([left.location, left.set[0]]).toEqual([
      '/organization?done=left',
      expect.stringContaining('wallet-capture-organization=; Path=/; Max-Age=0;'),
    ])
    expect((await get('/organization', one)).html).not.toContain('Sign out')
  })
})

describe('the page of an organisation', () => {
  it('shows its pipelines, runs and keys, and nothing of another one', async () => {
    const cookie = await signedIn(world.acme.owner)
    const { html } = await get('/organization', cookie)
    for (const own of [
      world.acme.pipeline,
      world.acme.ran,
      'Never run',
      'Nightly',
      'running',
      'key_made'.replace('_', ' '),
    ])
      expect(html).toContain(own === 'key made' ? 'made key' : own)
    for (const foreign of [world.birch.pipeline, world.birch.ran, 'birch', world.birch.keyId])
      expect(html).not.toContain(foreign)
    expect((await get('/organization/pipelines', cookie)).html).not.toContain('birch')
    // The address may name another one: its own is shown.
    const named = await get('/organization?of=birch', cookie)
    expect(named.html).toContain(world.acme.pipeline)
    expect(named.html).not.toContain(world.birch.pipeline)
    const own = await get(`/organization/pipelines/${world.acme.pipeline}`, cookie)
    expect(own.html).toContain('Never run')
    const answers = await Promise.all(
      [world.birch.pipeline, 'z'.repeat(15)].map((id) => get(`/organization/pipelines/${id}`, cookie)),
    )
    expect(answers[0]?.html).toContain('This pipeline does not exist')
    expect(answers[0]?.status).toBe(answers[1]?.status)
  })

  it('makes a key, shows it once, and revokes it', async () => {
    const cookie = await signedIn(world.acme.owner)
    const token = tokenIn((await get('/organization', cookie)).html)
    const form = [
      ['form_token', token],
      ['organization', 'acme'],
    ] as const
    const fields = [...form, ['name', 'Of <a> page'], ['scope', 'pipelines:run'], ['days', '30']] as const
    const made = await post('/organization/keys/make', fields, cookie)
    const shown = await get(made.location ?? '', cookie)
    const key = /data-key="">(wck_[a-z2-7]{8}_[\w-]{43})</.exec(shown.html)?.[1] ?? ''
    expect((await world.as(key, 'GET', '/api/pipelines')).status).toBe(200)
    expect(shown.html).toContain('Of &lt;a&gt; page')
    expect((await get(made.location ?? '', cookie)).html).not.toContain(key)
    const { keys } = await (await world.as(world.acme.owner, 'GET', '/api/organizations/acme/keys')).json()
    const revoke = [...form, ['id', keys[0].id]] as const
    expect((await post('/organization/keys/revoke', revoke, cookie)).location).toBe(
      '/organization?of=acme&done=revoked',
    )
    expect((await world.as(key, 'GET', '/api/pipelines')).status).toBe(401)
    const wrong = await post('/organization/keys/make', [...form, ['name', ''], ['days', '30']], cookie)
    expect(wrong.location).toBe('/organization?of=acme&problem=invalid_request')
    expect((await get(wrong.location ?? '', cookie)).html).toContain('Nothing was made')
  })

  it('changes what it says of itself, and is deleted by the operator alone, who types its namespace', async () => {
    const added = await world.as(testAdminKey, 'POST', '/api/organizations', { name: 'Cedar' })
    expect(added.status).toBeLessThan(300)
    const { key } = await world.makeKey('cedar', keyScopes)
    const cookie = await signedIn(key)
    const { html } = await get('/organization', cookie)
    expect(html).not.toContain('Delete this organisation')
    const form = [
      ['form_token', tokenIn(html)],
      ['organization', 'cedar'],
    ] as const
    const about = [...form, ['revision', /name="revision" value="([^"]*)"/.exec(html)?.[1] ?? '']] as const
    const wrong = await post('/organization/about', [...about, ['name', 'Cedar'], ['website', 'nowhere']], cookie)
    expect(wrong.location).toMatch(/^\/organization\?of=cedar&draft=[\w-]+#about$/)
    expect((await get(wrong.location?.split('#')[0] ?? '', cookie)).html).toContain('value="nowhere"')
    const right = [...about, ['name', 'Cedar & Sons'], ['website', 'https://cedar.example']] as const
    expect((await post('/organization/about', right, cookie)).location).toBe('/organization?of=cedar&done=saved#about')
    expect(await (await world.as(key, 'GET', '/api/organizations/cedar')).json()).toMatchObject({
      name: 'Cedar & Sons',
      website: 'https://cedar.example',
    })
    // What was read before is not written over.
    const stale = await post('/organization/about', [...about, ['name', 'Late']], cookie)
    expect((await get(stale.location?.split('#')[0] ?? '', cookie)).html).toContain('somebody else has changed')
    const remove = [...form, ['confirmation', 'cedar']] as const
    expect((await post('/organization/delete', remove, cookie)).location).toContain(
      'problem=insufficient_api_key_scope',
    )
    const { set } = await enter(testAdminKey, [['back', '/organization']])
    const operator = set.find((one) => one.includes('Path=/organization;'))?.split(';')[0] ?? ''
    const token = tokenIn((await get('/organization?of=cedar', operator)).html)
    const asOperator = async (confirmation: string) => {
      const fields = [
        ['form_token', token],
        ['organization', 'cedar'],
        ['confirmation', confirmation],
      ] as const
      return (await post('/organization/delete', fields, operator)).location
    }
    expect(await asOperator('Cedar')).toBe('/organization?of=cedar&problem=confirmation_differs')
    expect(await asOperator('cedar')).toBe('/organization?done=deleted')
    expect((await world.as(testAdminKey, 'GET', '/api/organizations/cedar')).status).toBe(404)
    expect((await get('/organization?of=acme', operator)).html).toContain('It has runs')
  })

  it('does for another organisation nothing, whatever the form names', async () => {
    const cookie = await signedIn(world.birch.owner)
    const token = tokenIn((await get('/organization', cookie)).html)
    const of = [
      ['form_token', token],
      ['organization', 'acme'],
    ] as const
    const make = [...of, ['name', 'x'], ['scope', 'keys:write'], ['days', '1']] as const
    expect((await post('/organization/keys/make', make, cookie)).location).toContain('problem=organization_not_found')
    const revoke = [...of, ['id', world.acme.keyId]] as const
    expect((await post('/organization/keys/revoke', revoke, cookie)).location).toContain(
      'problem=organization_not_found',
    )
    const at = `/organization/pipelines/${world.acme.pipeline}`
    const publish = [
      ['form_token', token],
      ['do', 'published'],
      ['revision', ''],
    ] as const
    expect((await post(`${at}/publish`, publish, cookie)).location).toContain('problem=pipeline_not_found')
    const remove = [
      ['form_token', token],
      ['revision', ''],
    ] as const
    expect((await post(`${at}/delete`, remove, cookie)).location).toContain('problem=pipeline_not_found')
    const about = [...of, ['name', 'Theirs'], ['revision', '']] as const
    const answered = (await post('/organization/about', about, cookie)).location?.split('#')[0] ?? ''
    expect((await get(answered, cookie)).html).not.toContain('Saved.')
    expect(await (await world.as(world.acme.owner, 'GET', '/api/organizations/acme')).json()).not.toMatchObject({
      name: 'Theirs',
    })
    expect((await world.as(world.acme.owner, 'GET', `/api/pipelines/${world.acme.pipeline}`)).status).toBe(200)
  })

  it('offers no more than the key of its reader may do', async () => {
    const { key } = await world.makeKey('acme', ['evidence:read'])
    const cookie = await signedIn(key)
    const { html } = await get('/organization', cookie)
    expect(html).not.toContain('Make a key')
    expect(html).not.toContain(world.acme.keyId)
    const token = tokenIn(html)
    const at = `/organization/pipelines/${world.acme.pipeline}/publish`
    const sent = await post(
      at,
      [
        ['form_token', token],
        ['do', 'published'],
        ['revision', ''],
      ],
      cookie,
    )
    expect(sent.location).toContain('problem=insufficient_api_key_scope')
  })
})
