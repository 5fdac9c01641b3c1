import { afterEach, describe, expect, it } from 'vitest'
import { campaignId, sessionId } from '@/lib/core/shared/ports/ids'
import { checkContract } from '@/lib/testing/check-contract'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { createHttpClient, type Fields, type HttpClient, jsonPost, sentFrom } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { commitOf, sampleSession } from '@/lib/testing/store-samples'
import { campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp } from '@/lib/wallet/http/wire'

/** What strangers may store: ADDRESS_MIB_PER_DAY, DISK_FLOOR_MIB, and the networks that a limit counts. */
let service: TestService
let http: HttpClient
const untilMidnight = () => 86_400 - (Math.floor(service.now() / 1000) % 86_400)
const start = async (env: Readonly<Record<string, string>>, freeBytes?: () => Promise<number>): Promise<void> => {
  service = await startService({ env, ...(freeBytes ? { freeBytes } : {}) })
  // A day of UTC has just begun, so no test runs into the next one, whenever it starts.
  service.advance(untilMidnight())
  http = createHttpClient(service.baseUrl)
}
afterEach(async () => {
  http.close()
  await service.close()
})

const mib = 1024 * 1024
const post = (path: string, body: object, headers: Fields = []) => http(jsonPost(path, body, headers))
const create = (headers: Fields = []) => http({ method: 'POST', path: '/sessions', headers })
const wallet = { name: 'Quillfern', version: '2.4.1' }
const presets = ['sd_jwt_baseline', 'mdoc_baseline']
const startCampaign = async (headers: Fields = []): Promise<string> =>
  String((await post('/campaigns', { wallet, presets }, headers)).object().campaign_id)
/** Counts bytes for an address, as a request of its own would. */
const fill = (address: string, bytes: number) => service.container.storageBounds.written(address, bytes, service.now())

interface LedgerRecord {
  readonly method: string
  readonly path: string
  readonly session_id: string | null
  readonly headers: Readonly<Record<string, unknown>>
  readonly query: object
  readonly body: Readonly<Record<string, unknown>> | null
  readonly response: { readonly status: number }
}
const ledger = async () => (await http({ path: '/oid4vci/requests' })).json() as LedgerRecord[]
const credentialPath = '/issuers/eu-pid-device-bound/credential'
/** A request that names no session and takes 36 kB of storage. */
const shoutedBody = { proofs: { jwt: Array(1000).fill('words of a text '.repeat(9)) } }
const shout = (headers: Fields = []) => post(`${credentialPath}?words=${'x'.repeat(100)}`, shoutedBody, headers)

/** Everything that a stranger can create; the campaign exists already. */
const creations = (campaign: string, headers: Fields = []) =>
  [
    ['createSession', () => create(headers)],
    ['createPresentationSession', () => http({ method: 'POST', path: '/openid4vp/sessions', headers })],
    ['createCampaign', () => post('/campaigns', { wallet, presets }, headers)],
    ['getNextSession', () => http({ path: `/campaigns/${campaign}/next`, headers })],
    ['tryCampaignAgain', () => post(`/campaigns/${campaign}/again`, { preset: 'sd_jwt_baseline' }, headers)],
    [
      'enterResult',
      () => post('/coverage/results', { wallet, case: 'WS_RP_MS_ProtocolMessages_013', result: 'passed' }, headers),
    ],
    ['declareWallet', () => post('/coverage/declarations', { wallet, items: {} }, headers)],
    ['createSession', () => post('/sessions', { preset: 'sd_jwt_baseline', campaign_id: campaign }, headers)],
  ] as const

describe('ADDRESS_MIB_PER_DAY', () => {
  it('counts what requests without a session take, and then keeps their lengths alone and says so', async () => {
    await start({ ADDRESS_MIB_PER_DAY: '1' })
    for (let count = 0; count < 40; count++) expect((await shout()).status).toBe(401)
    const records = await ledger()
    const whole = records.findIndex(({ body }) => body?.content_omitted !== undefined)
    const kept = service.recorded().slice(0, whole)
    const bytes = JSON.stringify(kept).length
    expect([bytes > 0.9 * mib, bytes < 1.1 * mib]).toEqual([true, true])
    for (const { body, headers } of records.slice(0, whole)) {
      expect(headers).toHaveProperty('host')
      expect(body).toHaveProperty('proofs')
    }
    for (const { body } of records.slice(whole)) expect(body).toHaveProperty('content_omitted')
    const sent = JSON.stringify(shoutedBody).length
    expect(records.at(-1)).toEqual({
      ...records[0],
      id: expect.any(String),
      at: expect.any(String),
      headers: {},
      query: {},
      body: {
        content_omitted: 'ADDRESS_MIB_PER_DAY',
        lengths: {
          path: credentialPath.length,
          query: 106,
          header_fields: 4,
          headers: expect.any(Number),
          body: sent,
          response_body: expect.any(Number),
        },
      },
    })
    const stored = service.recorded().at(-1)
    expect(JSON.stringify(stored).length).toBeLessThan(2000)
    expect(stored).toMatchObject({ contentOmitted: true, response: { status: 401, headers: {} } })
    // The failed checks are kept, without their quotes.
    expect(stored?.findings.map(({ id }) => id)).toContain('vci.credential.token_valid')
  })

  it('refuses everything that creates, names itself, and says when there is room again', async () => {
    await start({ ADDRESS_MIB_PER_DAY: '1', TRUST_PROXY: '127.0.0.1' })
    const [tired, other] = [sentFrom('192.0.2.7'), sentFrom('192.0.2.8')]
    const campaign = await startCampaign(tired)
    // Half an hour before the end of the day, at whatever time the test began.
    service.advance(untilMidnight() + 86_400 - 1800)
    fill('192.0.2.7', mib)
    for (const [operation, send] of creations(campaign, tired)) {
      const before = untilMidnight()
      const answer = await send()
      expectError(answer, 429, 'too_many_requests')
      checkContract(operation, answer)
      expect(answer.object().error_description).toContain('ADDRESS_MIB_PER_DAY')
      expect(Number(answer.header('retry-after'))).toBeLessThanOrEqual(before)
      expect(Number(answer.header('retry-after'))).toBeGreaterThanOrEqual(untilMidnight())
    }
    expect((await create(other)).status).toBe(201)
    const seconds = Number((await create(tired)).header('retry-after'))
    service.advance(seconds - 60)
    expect((await create(tired)).status).toBe(429)
    service.advance(60)
    expect((await create(tired)).status).toBe(201)
  })

  it('records whole what a wallet sends in an open session, and counts it', async () => {
    await start({ ADDRESS_MIB_PER_DAY: '1' })
    const hand = await createHandWallet(service)
    fill('127.0.0.1', mib)
    expect((await hand.requestCredential()).status).toBe(200)
    const { exchanges } = await hand.view()
    const own = exchanges.filter(({ operation }) => operation !== 'requestNonce')
    expect(own.map(({ operation }) => operation)).toEqual(expect.arrayContaining(['requestToken', 'requestCredential']))
    for (const { content_omitted, headers } of own)
      expect([content_omitted, Object.keys(headers).length > 0]).toEqual([undefined, true])
    // The nonce names no session: it is matched to this one later, and reports that its content is missing.
    expect(exchanges.find(({ operation }) => operation === 'requestNonce')).toMatchObject({
      content_omitted: true,
      body: { content_omitted: 'ADDRESS_MIB_PER_DAY' },
    })
    service.advance(2000)
    await hand.requestCredential()
    expect((await ledger()).at(-1)).toMatchObject({
      session_id: hand.created.session_id,
      body: { content_omitted: 'ADDRESS_MIB_PER_DAY' },
    })
  })

  it('counts what came in an open session', async () => {
    await start({ ADDRESS_MIB_PER_DAY: '1' })
    const hand = await createHandWallet(service)
    fill('127.0.0.1', mib - 8000)
    expect((await create()).status).toBe(201)
    for (let count = 0; count < 10; count++) await http({ path: new URL(hand.created.offer_url).pathname })
    expect((await create()).status).toBe(429)
  })

  it('refuses a session that a wallet begins without an offer, and keeps its request by its lengths', async () => {
    await start({ ADDRESS_MIB_PER_DAY: '1' })
    const code = await createHandCodeWallet(service)
    fill('127.0.0.1', mib)
    const answer = await code.push({ form: (form) => form.delete('issuer_state') })
    expectError(answer, 429, 'too_many_requests')
    checkContract('pushAuthorizationRequest', answer)
    expect((await ledger()).at(-1)).toMatchObject({
      session_id: null,
      body: { content_omitted: 'ADDRESS_MIB_PER_DAY' },
      response: { status: 429 },
    })
    // The offer of an open session lets it go on.
    expect((await code.push()).status).toBe(201)
  })

  it('is off with 0', async () => {
    await start({ ADDRESS_MIB_PER_DAY: '0' })
    fill('127.0.0.1', 5000 * mib)
    expect((await create()).status).toBe(201)
    await shout()
    expect((await ledger()).at(-1)?.body).toHaveProperty('proofs')
  })
})

describe('DISK_FLOOR_MIB', () => {
  it('refuses everything that creates while less is free, and goes on with open sessions', async () => {
    let free = 100 * mib
    await start({ DISK_FLOOR_MIB: '100' }, async () => free)
    const campaign = await startCampaign()
    const hand = await createHandWallet(service)
    const code = await createHandCodeWallet(service)
    free -= 1
    service.advance(10)
    for (const [operation, send] of creations(campaign)) {
      const answer = await send()
      expectError(answer, 507, 'insufficient_storage')
      checkContract(operation, answer)
      expect(answer.object().error_description).toContain('DISK_FLOOR_MIB')
    }
    const begun = await code.push({ form: (form) => form.delete('issuer_state') })
    expectError(begun, 507, 'insufficient_storage')
    checkContract('pushAuthorizationRequest', begun)
    await shout()
    expect((await ledger()).at(-1)).toMatchObject({ headers: {}, body: { content_omitted: 'DISK_FLOOR_MIB' } })
    expect((await hand.requestCredential()).status).toBe(200)
    const { exchanges, status } = await hand.view()
    expect(status).toBe('credential_issued')
    const issued = exchanges.findLast(({ operation }) => operation === 'requestCredential')
    expect([issued?.response.status, issued?.content_omitted]).toEqual([200, undefined])
    free += 1
    service.advance(10)
    expect((await create()).status).toBe(201)
  })

  it('is no reason to refuse where the disk cannot be looked at, or with 0', async () => {
    await start({ DISK_FLOOR_MIB: '100' }, () => Promise.reject(new Error('no such device')))
    expect((await create()).status).toBe(201)
    http.close()
    await service.close()
    await start({ DISK_FLOOR_MIB: '0' }, async () => 0)
    expect((await create()).status).toBe(201)
  })

  it('looks at the disk of the data directory', async () => {
    await start({ DISK_FLOOR_MIB: '1000000000' })
    expect((await create()).status).toBe(507)
  })

  it('is not looked at where PocketBase runs elsewhere', async () => {
    await start(
      {
        DISK_FLOOR_MIB: '100',
        POCKETBASE_URL: 'http://127.0.0.1:8090',
        POCKETBASE_SUPERUSER_TOKEN_FILE: 'token',
      },
      async () => 0,
    )
    expect((await create()).status).toBe(201)
  })
})

describe('SESSION_RATE_LIMIT', () => {
  const statusesOf = async (addresses: readonly string[]): Promise<number[]> => {
    const statuses: number[] = []
    for (const address of addresses) statuses.push((await create(sentFrom(address))).status)
    return statuses
  }

  it('is that of one address for a /64, four times that for a /56, sixteen times for a /48', async () => {
    await start({ SESSION_RATE_LIMIT: '1', TRUST_PROXY: '127.0.0.1' })
    expect(await statusesOf(['2001:db8:1:100::1', '2001:DB8:1:0100:0:0:0:2%eth0'])).toEqual([201, 429])
    const sameHousehold = ['2001:db8:1:101::1', '2001:db8:1:1fe::1', '2001:db8:1:1ff::1', '2001:db8:1:110::1']
    expect(await statusesOf(sameHousehold)).toEqual([201, 201, 201, 429])
    // Four from each of three more households make sixteen from the site.
    for (const household of ['2', '3', '4'])
      expect(
        await statusesOf(['01', '02', '03', '04', '05'].map((link) => `2001:db8:1:${household}${link}::1`)),
      ).toEqual([201, 201, 201, 201, 429])
    expect(await statusesOf(['2001:db8:1:500::1', '2001:db8:2:500::1'])).toEqual([429, 201])
  })

  it('is one for an IPv4 address in each of its spellings', async () => {
    await start({ SESSION_RATE_LIMIT: '1', TRUST_PROXY: '127.0.0.1' })
    expect(await statusesOf(['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:0201', '192.0.2.2'])).toEqual([
      201, 429, 429, 201,
    ])
  })

  it('counts sessions of a campaign that POST creates, with or without a campaign', async () => {
    await start({ SESSION_RATE_LIMIT: '3' })
    const campaign = String((await post('/campaigns', { wallet, presets: ['sd_jwt_baseline'] })).object().campaign_id)
    const body = await presetBody('sd_jwt_baseline')
    const place = { ...body, preset: 'sd_jwt_baseline', campaign_id: campaign }
    expect((await post('/openid4vp/sessions', place)).status).toBe(201)
    expect((await post('/openid4vp/sessions', place)).status).toBe(201)
    expect((await post('/openid4vp/sessions', place)).status).toBe(429)
    expect((await create()).status).toBe(429)
  })
})

describe('the limit of 2000 sessions of a campaign', () => {
  it('counts those that POST creates', async () => {
    await start({})
    const campaign = String((await post('/campaigns', { wallet, presets: ['sd_jwt_baseline'] })).object().campaign_id)
    const { store, uuid } = service.container.ports
    for (let count = 0; count < 1999; count++)
      await store.commit(
        commitOf({
          session: sampleSession({
            sessionId: sessionId(uuid()),
            credentialOfferId: uuid(),
            campaignId: campaignId(campaign),
            preset: 'sd_jwt_baseline',
          }),
        }),
      )
    const body = { ...(await presetBody('sd_jwt_baseline')), preset: 'sd_jwt_baseline', campaign_id: campaign }
    expect((await post('/openid4vp/sessions', body)).status).toBe(201)
    const answer = await post('/openid4vp/sessions', body)
    expectError(answer, 429, 'too_many_requests')
    checkContract('createPresentationSession', answer)
    expect(Number(answer.header('retry-after'))).toBeGreaterThan(0)
    expect((await post(`/campaigns/${campaign}/again`, { preset: 'sd_jwt_baseline' })).status).toBe(429)
  })
})

/** The body of a preset, as `GET /presets.json` returns it. */
async function presetBody(id: string): Promise<object> {
  const { presets: all } = (await http({ path: '/presets.json' })).object() as unknown as {
    presets: { id: string; body: object }[]
  }
  return all.find((preset) => preset.id === id)?.body ?? {}
}

describe('the reference wallet in a campaign', () => {
  it('waits for as long as it is told where sessions are limited, and goes on to the end', async () => {
    await start({ SESSION_RATE_LIMIT: '2' })
    const waits: number[] = []
    const send = createNodeClient()
    /** Advances the service's clock instead of waiting. */
    const passing: SendHttp = async (request) => {
      const answer = await send(request)
      const told = answer.headers.find(([name]) => name.toLowerCase() === 'retry-after')
      if (answer.status !== 429 || told === undefined) return answer
      waits.push(Number(told[1]))
      service.advance(Number(told[1]))
      return { ...answer, headers: [['Retry-After', '0']] }
    }
    const id = await startCampaign()
    const client = campaignClient(`${service.baseUrl}/campaigns/${id}`, { http: passing, patienceMillis: 0 })
    const ended = await runCampaign({ client, origin: service.baseUrl, http: passing, clock: service.now })
    expect([ended.session, ended.counts.passed]).toEqual([null, 2])
    // Two sessions of the campaign, and one for each credential: more than are allowed at once.
    expect(waits.length).toBeGreaterThan(0)
    for (const seconds of waits) expect([seconds > 0, seconds <= 60]).toEqual([true, true])
  })

  it('stops with the reason where it would have to wait for hours', async () => {
    await start({ ADDRESS_MIB_PER_DAY: '1' })
    const id = await startCampaign()
    service.advance(untilMidnight())
    fill('127.0.0.1', mib)
    const client = campaignClient(`${service.baseUrl}/campaigns/${id}`, {
      http: createNodeClient(),
      patienceMillis: 0,
    })
    await expect(client.next()).rejects.toThrow('ADDRESS_MIB_PER_DAY')
  })
})
