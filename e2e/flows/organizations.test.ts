import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TemporalScheduler } from '@/lib/adapters/temporal/scheduler'
import { keyScopes, makeOrganizationKey } from '@/lib/core/scoreboard/organization-keys'
import { addSeconds } from '@/lib/core/shared/time/time'
import { absentScoreboard } from '@/lib/server/wiring/absent-scoreboard'
import { openScoreboardWorld, type ScoreboardWorld } from '@/lib/testing/scoreboard'

const scheduler: TemporalScheduler = {
  ...absentScoreboard.scheduler,
  parts: async () => ({ temporal: true, worker: true }),
  pipelines: { ...absentScoreboard.runner, register: async () => null },
  close: async () => undefined,
}

let world: ScoreboardWorld
beforeAll(async () => {
  world = await openScoreboardWorld({ scheduler })
  await world.organizationNamed('borealia')
})
afterAll(() => world.close())

const send = async (method: string, path: string, body?: unknown, key?: string) => {
  const response = await world.call(path, {
    method,
    headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'x-api-key': key }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

/** A key of an organisation with these scopes. */
async function keyOf(namespace: string, scopes: readonly (typeof keyScopes)[number][] = keyScopes): Promise<string> {
  const { organizationKeys: keys } = world.service.container.ports.scoreboard
  const { now, random, sha256 } = world.service.container.ports
  const organization = await keys.organization(namespace)
  if (organization === null) throw new Error(`There is no organisation ${namespace}.`)
  const { key, prefix, secretSha256 } = makeOrganizationKey({ random, sha256 })
  const expiresAt = addSeconds(now(), 86_400)
  const by = { at: now(), actor: 'operator', network: '' }
  await keys.add({ organization, name: 'flow', prefix, scopes, expiresAt, secretSha256 }, by)
  return key
}

it('an organisation is made with what its pipelines name, reports by their paths, and is taken away again', async () => {
  const made = await send('POST', '/api/organizations', { name: 'Tøndra Wallets' })
  expect(made).toMatchObject({ status: 201, body: { namespace: 'tondra-wallets', namespace_state: 'ready' } })
  const org: string = made.body.namespace
  expect((await send('GET', '/api/organizations?search=ndra')).body.organizations).toHaveLength(1)
  await send('PATCH', `/api/organizations/${org}`, { website: 'https://tondra.example' })
  expect((await send('GET', `/api/organizations/${org}`)).body.website).toBe('https://tondra.example')
  const kind = 'wallets'
  const { body: wallet } = await send('POST', `/api/organizations/${org}/${kind}`, { name: 'Lichen', published: true })
  const { body: version } = await send('POST', `/api/organizations/${org}/wallet_versions`, {
    name: '1.0',
    wallet: wallet.path,
  })
  const { body: pipeline } = await send('POST', '/api/pipelines', {
    organization: org,
    name: 'Nightly',
    definition: {
      version: 1,
      runner: 'external_ci',
      entities: { wallet: wallet.path, wallet_version: version.path },
      steps: [{ id: 'a', kind: 'issuance', session: { flow: 'pre_authorized_code' } }],
    },
  })
  expect(pipeline.problems).toEqual([])
  const id: string = wallet.id
  expect((await send('DELETE', `/api/organizations/${org}/${kind}/${id}`)).body.error).toBe('entity_in_use')
  const moved = await send('PATCH', `/api/organizations/${org}/${kind}/${id}`, { canonified_name: 'lichen-wallet' })
  expect(moved.body.moved.still_named_by.pipelines).toEqual([pipeline.path])
  expect((await send('GET', `/api/organizations/${org}/${kind}/${id}`)).body.path).toBe(`${org}/lichen-wallet`)
  expect((await send('GET', `/api/organizations/${org}/${kind}`)).body.total).toBe(1)
  expect((await send('DELETE', `/api/pipelines/${pipeline.id}`)).status).toBe(200)
  expect((await send('DELETE', `/api/organizations/${org}/wallet_versions/${version.id}`)).status).toBe(200)
  expect((await send('DELETE', `/api/organizations/${org}/${kind}/${id}`)).status).toBe(200)
  expect((await send('DELETE', `/api/organizations/${org}`)).status).toBe(200)
})

it('a key of an organisation reaches its own records alone, and writes them with its scope only', async () => {
  const [own, foreign] = ['/api/organizations/acme', '/api/organizations/borealia']
  const [acme, borealia, reader] = [
    await keyOf('acme'),
    await keyOf('borealia'),
    await keyOf('acme', ['pipelines:run']),
  ]
  const { body: wallet } = await send('POST', `${own}/wallets`, { name: 'Ours' }, acme)
  const at = `/wallets/${wallet.id}`
  expect((await send('GET', '/api/organizations', undefined, acme)).body).toMatchObject({
    total: 1,
    organizations: [{ namespace: 'acme' }],
  })
  const tries: [method: string, path: string, key: string, status: number, body?: object][] = [
    ['GET', `${own}${at}`, acme, 200],
    ['GET', `${own}${at}`, reader, 200],
    ['PATCH', `${own}${at}`, acme, 200, { published: true }],
    ['PATCH', `${own}`, acme, 200, { description: 'Ours.' }],
    ['PATCH', `${own}${at}`, reader, 403, { name: 'x' }],
    ['POST', `${own}/wallets`, reader, 403, { name: 'x' }],
    ['DELETE', `${own}${at}`, reader, 403],
    ['PATCH', own, reader, 403, { name: 'x' }],
    // Of another organisation, by its own address and by that of who asks.
    ['GET', own, borealia, 404],
    ['GET', `${own}/wallets`, borealia, 404],
    ['GET', `${own}${at}`, borealia, 404],
    ['GET', `${foreign}${at}`, borealia, 404],
    ['PATCH', own, borealia, 404, { name: 'x' }],
    ['PATCH', `${own}${at}`, borealia, 404, { name: 'x' }],
    ['PATCH', `${foreign}${at}`, borealia, 404, { name: 'x' }],
    ['POST', `${own}/wallets`, borealia, 404, { name: 'x' }],
    ['POST', `${foreign}/wallet_versions`, borealia, 400, { name: 'x', wallet: wallet.path }],
    ['POST', `${foreign}/wallet_versions`, borealia, 400, { name: 'x', wallet: wallet.id }],
    ['DELETE', `${own}${at}`, borealia, 404],
    ['DELETE', `${foreign}${at}`, borealia, 404],
    // Whatever exists or not, the answer is the same.
    ['GET', '/api/organizations/nobody', borealia, 404],
    // The operator's alone.
    ['POST', '/api/organizations', acme, 403, { name: 'Another' }],
    ['DELETE', own, acme, 403],
  ]
  for (const [method, path, key, status, body] of tries)
    expect([method, path, (await send(method, path, body, key)).status]).toEqual([method, path, status])
  const told = async (path: string) => {
    const { error, error_description } = (await send('GET', path, undefined, borealia)).body
    return { error, error_description }
  }
  expect(await told(own)).toEqual(await told('/api/organizations/nobody'))
  expect(await told(`${own}${at}`)).toEqual(await told('/api/organizations/nobody/wallets/x'))
})
