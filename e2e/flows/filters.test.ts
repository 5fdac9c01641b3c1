import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { checkContract } from '@/lib/testing/check-contract'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { startService, type TestService } from '@/lib/testing/service'

/** Texts from outside over a real PocketBase: none of them becomes a part of a filter, and none keeps a request off the record. */
let pocketBase: TestPocketBase
let service: TestService
let http: HttpClient
beforeAll(async () => {
  pocketBase = await startPocketBase()
  service = await startService({ pocketBase })
  http = createHttpClient(service.baseUrl)
})
afterAll(async () => {
  http.close()
  await service.close()
  await pocketBase.remove()
})

const post = (path: string, body: unknown) =>
  http({ method: 'POST', path, headers: [['Content-Type', 'application/json']], body: JSON.stringify(body) })
const answerOf = (path: string, fields: Readonly<Record<string, string>>) =>
  http({
    method: 'POST',
    path,
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    body: new URLSearchParams(fields).toString(),
  })
const recorded = () => service.container.ports.store.ledger(1000, 'openid4vp')
const coverageOf = (wallet: string, version: string) =>
  http({ path: `/coverage?${new URLSearchParams({ wallet, version })}` })
/** A compact JWE whose header names a key, and nothing that could be decrypted. */
const jweFor = (kid: string) => {
  const header = Buffer.from(JSON.stringify({ alg: 'ECDH-ES', enc: 'A128GCM', kid })).toString('base64url')
  return `${header}..AAAA.AAAA.AAAA`
}

/** Ends of a text that mean something in a filter, in its quotes, or to storage. */
const ends = ['\\', '\\\\', '"', "\\'", '\\" || 1=1 //', '" || state != "', '@', '//', '&&', '\0', '\ud800', '\n', ' ']

describe('a wallet cannot avoid its record', () => {
  it.each(ends)('by a state that ends in %j', async (end) => {
    const before = (await recorded()).length
    const answer = await answerOf('/openid4vp/response', { state: `a${end}`, vp_token: '{}' })
    expectError(answer, 404, 'vp_session_not_found')
    checkContract('sendPresentationResponseByState', answer)
    const [last, ...more] = (await recorded()).slice(before)
    expect(last).toMatchObject({ path: '/openid4vp/response', response: { status: 404 } })
    expect(more).toEqual([])
  })

  it.each(ends)('by the kid of a JWE that ends in %j', async (end) => {
    const { session_id } = (await post('/openid4vp/sessions', {})).object()
    const own = `/openid4vp/sessions/${String(session_id)}/response`
    for (const path of ['/openid4vp/response', own]) {
      const before = (await recorded()).length
      const answer = await answerOf(path, { response: jweFor(`a${end}`) })
      expect([path, answer.status]).toEqual([path, 400])
      const [last, ...more] = (await recorded()).slice(before)
      expect(last).toMatchObject({ path, sessionId: path === own ? session_id : null, response: { status: 400 } })
      expect(more).toEqual([])
    }
  })

  it('by appearing as many clients: its session can be read', async () => {
    const created = (await post('/sessions', { flow: 'pre_authorized_code' })).object()
    const offer = new URL(String(created.offer_url)).pathname
    for (let count = 0; count < 130; count++)
      expect((await http({ path: offer, headers: [['User-Agent', `wallet ${count}`]] })).status).toBe(200)
    expect((await http({ path: `/sessions/${String(created.session_id)}` })).status).toBe(200)
  })
})

describe('a campaign', () => {
  it.each(['Quill\\', 'Quill" || 1=1 //', "Quill\\' // @"])(
    'of a wallet named %j is found by that name alone',
    async (name) => {
      const version = 'v\\"1'
      const started = await post('/campaigns', { wallet: { name, version }, campaign: 'smoke' })
      expect(started.status, started.body).toBe(201)
      const found = await coverageOf(name, version)
      expect(found.status).toBe(200)
      const { campaigns, wallet } = found.object() as unknown as CoverageView
      expect(campaigns.map(({ campaign_id }) => campaign_id)).toEqual([started.object().campaign_id])
      expect(wallet).toEqual({ name, version })
      expectError(await coverageOf(`${name}\\`, version), 404, 'campaign_not_found')
    },
  )

  it.each(['a\0', '\ud800', '\0'])('of a wallet named %j is refused', async (name) => {
    const answer = await post('/campaigns', { wallet: { name, version: '1' }, campaign: 'smoke' })
    expectError(answer, 400, 'invalid_request')
  })

  it.each([
    ['abc\\', '|| 1=1 //'],
    ['abc\\', '|| @collection._superusers.tokenKey ?~ "e%" //'],
    ['abc\\', "|| @collection._superusers.id != '' //"],
    ['abc\\', '|| created_at > @yesterday //'],
    ['abc\\"', '|| 1=1 //'],
    ['" || 1=1 //', '1'],
    ['a\0', '1'],
    ['a', '\ud800'],
  ])('of somebody else is not listed for wallet %j and version %j', async (wallet, version) => {
    await post('/campaigns', { wallet: { name: 'Somebody else', version: '1' }, campaign: 'smoke' })
    const answer = await coverageOf(wallet, version)
    expectError(answer, 404, 'campaign_not_found')
    expect(answer.body).not.toContain('Somebody')
    const entered = { wallet: { name: wallet, version }, case: 'x', result: 'passed' }
    expectError(await post('/coverage/results', entered), 400, 'invalid_request')
    const declared = await post('/coverage/declarations', { wallet: entered.wallet, items: {} })
    expectError(declared, 404, 'campaign_not_found')
  })
})

describe('a path', () => {
  it.each(['..', '%2e%2e', '..%2f..%2f_superusers%2frecords', '%5c', '%00', '.%2f', '"'])(
    'with %s in place of an id or a name finds nothing',
    async (segment) => {
      const places = [
        `/sessions/${segment}`,
        `/openid4vp/sessions/${segment}`,
        `/campaigns/${segment}`,
        `/offers/${segment}`,
        `/api/collections/pipelines/records/${segment}`,
        `/api/collections/${segment}/records`,
        `/api/pipeline/scoreboard/${segment}`,
        `/api/pipeline/execution-details/${segment}/a/b`,
        `/badge/pipeline/${segment}/a.svg`,
        `/badge/pipeline/a/${segment}.svg`,
        `/media/executions/${segment}/a.png`,
        `/media/organizations/a/${segment}.png`,
      ]
      for (const path of places) {
        const { status } = await http({ path })
        expect([path, status >= 400 && status < 500]).toEqual([path, true])
      }
    },
  )
})
