import type { RequestListener } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { startCampaign } from '@/lib/actions/campaign'
import { officialCases } from '@/lib/core/campaigns/official-cases/cases'
import { takesEntry } from '@/lib/core/campaigns/official-cases/official-case'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { installContainer } from '@/lib/server/container'
import { checkContract } from '@/lib/testing/check-contract'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHttpClient, type Fields, type HttpClient, jsonPost } from '@/lib/testing/http-client'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { startService, type TestService } from '@/lib/testing/service'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { createNodeClient } from '@/lib/wallet/http/node-client'

/** Which campaigns count: only the operator's where a token is set, otherwise everybody's. */
const token = 'an-operator-token-of-this-test'
const bearer: Fields = [['Authorization', `Bearer ${token}`]]
const basic = `Basic ${Buffer.from(`anyone:${token}`).toString('base64')}`
const wallet = { name: 'Quillfern', version: '2.4.1' }
const presets = ['sd_jwt_baseline']

let pocketBase: TestPocketBase | null = null
let service: TestService
let http: HttpClient
async function start(env: Readonly<Record<string, string>>, pages?: RequestListener): Promise<void> {
  pocketBase ??= await startPocketBase()
  service = await startService({ env, pocketBase, ...(pages ? { pages } : {}) })
  http = createHttpClient(service.baseUrl)
}
const stop = async () => {
  http.close()
  await service.close()
}
afterEach(async () => {
  await stop()
  await pocketBase?.remove()
  pocketBase = null
})

const post = (path: string, body: unknown, headers: Fields = []) => http(jsonPost(path, body, headers))
async function create(headers: Fields = []): Promise<string> {
  const answer = await post('/campaigns', { wallet, presets }, headers)
  expect(answer.status, answer.body).toBe(201)
  return String(answer.object().campaign_id)
}
const path = `/coverage?${new URLSearchParams({ wallet: wallet.name, version: wallet.version })}`
const coverage = async (headers: Fields = []) => {
  const answer = await http({ path, headers })
  checkContract('getCoverage', answer)
  return answer.object() as unknown as CoverageView
}
const idsOf = ({ campaigns }: CoverageView) => campaigns.map(({ campaign_id }) => campaign_id)
const send = createNodeClient()
const run = (id: string, operatorToken?: string) =>
  runCampaign({
    client: campaignClient(campaignAddress(`${service.baseUrl}/campaigns/${id}`), {
      http: send,
      operatorToken,
      patienceMillis: 0,
    }),
    origin: service.baseUrl,
    http: send,
    clock: service.now,
  })

describe('with an operator token', () => {
  it('campaigns of strangers change no count, however many and however new they are', async () => {
    await start({ OPERATOR_TOKEN: token })
    const own = await create(bearer)
    await run(own, token)
    const before = await coverage(bearer)
    expect(before.counts.passed).toBeGreaterThan(0)
    expect(before).toMatchObject({ campaigns_of: 'operator', campaign_id: own })
    const theirs = []
    for (let count = 0; count < 21; count++) {
      service.advance(1)
      theirs.push(await create())
    }
    expect(await coverage(bearer)).toEqual(before)
    const csv = (await http({ path: `${path}&format=csv`, headers: bearer })).body
    for (const id of theirs) expect(csv).not.toContain(id)
    service.advance(1)
    const second = await create(bearer)
    expect(idsOf(await coverage(bearer))).toEqual([second, own])
  })

  it('a wallet that only strangers have campaigns of has none', async () => {
    await start({ OPERATOR_TOKEN: token })
    await create()
    const answer = await http({ path, headers: bearer })
    expectError(answer, 404, 'campaign_not_found')
    const entered = { wallet, case: officialCases.find(takesEntry)?.id, result: 'passed' }
    expectError(await post('/coverage/results', entered, bearer), 404, 'campaign_not_found')
  })

  it('a session joins a campaign of the operator with the token only', async () => {
    await start({ OPERATOR_TOKEN: token })
    const [own, theirs] = [await create(bearer), await create()]
    const body = (campaign: string) => ({ preset: presets[0], campaign_id: campaign })
    const preset = ((await http({ path: '/presets.json' })).object().presets as { id: string; body: object }[]).find(
      ({ id }) => id === presets[0],
    )
    const ask = (campaign: string, headers: Fields = []) =>
      post('/openid4vp/sessions', { ...preset?.body, ...body(campaign) }, headers)
    const refused = await ask(own)
    expectError(refused, 401, 'unauthorized')
    checkContract('createPresentationSession', refused)
    expect(refused.fields.filter(([name]) => name.toLowerCase() === 'www-authenticate')).toHaveLength(2)
    const sessionsOf = async (id: string) => (await service.container.ports.store.campaignSessions(id as never)).length
    expect(await sessionsOf(own)).toBe(0)
    expect((await ask(own, bearer)).status).toBe(201)
    expect((await ask(theirs)).status).toBe(201)
    expect([await sessionsOf(own), await sessionsOf(theirs)]).toEqual([1, 1])
    for (const what of ['next', 'again', 'answer'])
      expectError(
        what === 'next' ? await http({ path: `/campaigns/${own}/next` }) : await post(`/campaigns/${own}/${what}`, {}),
        401,
        'unauthorized',
      )
  })

  it('a wrong token starts nothing, and is counted like any other', async () => {
    await start({ OPERATOR_TOKEN: token })
    const wrong: Fields = [['Authorization', `Bearer ${token}x`]]
    for (const [place, operation] of [
      ['/campaigns', 'createCampaign'],
      ['/sessions', 'createSession'],
      ['/openid4vp/sessions', 'createPresentationSession'],
    ] as const) {
      const answer = await post(place, { wallet, presets }, wrong)
      expectError(answer, 401, 'unauthorized')
      checkContract(operation, answer)
    }
    const statuses = []
    for (let count = 0; count < 20; count++)
      statuses.push((await post('/campaigns', { wallet, presets }, wrong)).status)
    expect(statuses.slice(17)).toEqual([429, 429, 429])
    expect((await post('/campaigns', { wallet, presets }, bearer)).status).toBe(429)
    service.advance(61)
    expect(await create(bearer)).toMatch(/^[0-9a-f-]{36}$/)
    expect(await create()).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('the form of the page asks for the token, and its campaign is the operator’s', async () => {
    let reached = 0
    await start({ OPERATOR_TOKEN: token }, (_request, response) => {
      reached++
      response.end()
    })
    installContainer(service.container)
    const form = (headers: Fields) =>
      http({
        method: 'POST',
        path: '/start/campaign',
        headers: [['Content-Type', 'application/x-www-form-urlencoded'], ...headers],
        body: '',
      })
    const closed = await form([])
    expect([closed.status, reached]).toEqual([401, 0])
    expect((await form([['Authorization', basic]])).status).toBe(200)
    expect(reached).toBe(1)
    const headers = new Headers({ authorization: basic, host: new URL(service.baseUrl).host })
    const started = await startCampaign({ wallet, campaign: 'smoke' }, headers)
    if (started.refused) throw new Error(started.reason)
    expect(idsOf(await coverage(bearer))).toEqual([started.campaignId])
  })

  it('what was made before there was a token counts no longer, and again without it', async () => {
    await start({})
    const open = await create()
    const entry = { wallet, case: officialCases.find(takesEntry)?.id, result: 'passed' }
    expect((await post('/coverage/results', entry)).status).toBe(201)
    await stop()
    await start({ OPERATOR_TOKEN: token })
    expectError(await http({ path, headers: bearer }), 404, 'campaign_not_found')
    const own = await create(bearer)
    const entered = ({ cases }: CoverageView) => cases.filter((one) => one.entered !== null).length
    expect(entered(await coverage(bearer))).toBe(0)
    expect((await post('/coverage/results', entry, bearer)).status).toBe(201)
    expect(entered(await coverage(bearer))).toBe(1)
    expect(idsOf(await coverage(bearer))).toEqual([own])
    await stop()
    await start({})
    expect(idsOf(await coverage())).toEqual(expect.arrayContaining([own, open]))
  })
})

it('without an operator token every campaign counts, and the answer says so', async () => {
  await start({})
  const [one, other] = [await create(), await create(bearer)]
  const view = await coverage()
  expect(view.campaigns_of).toBe('anybody')
  expect(idsOf(view)).toEqual(expect.arrayContaining([one, other]))
})
