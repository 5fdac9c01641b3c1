import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { Session } from '@/lib/core/shared/ports/store-types'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import { type Fields, type HttpAnswer, type JsonRecord, jsonPost } from '@/lib/testing/http-client'
import { type OpenWorkbench, openWorkbench } from '@/lib/testing/open-workbench'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { readJws } from '@/lib/wallet/jose/jws'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

const service = serviceForTests()
const { http } = service

const preAuthorized = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

const open = (issuance: JsonObject = {}, presentation: JsonObject = {}, clientId = ''): Promise<OpenWorkbench> =>
  openWorkbench(service, { issuance, presentation, clientId })

const scan = (door: string, { run, headers = [], method = 'GET', wing = 'offer' }: Scan = {}): Promise<HttpAnswer> =>
  http({
    method,
    path: `/d/${door}/${wing}${run === undefined ? '' : `?run=${run}`}`,
    headers: [['User-Agent', 'okhttp/4.12.0'], ...headers.filter(([name]) => name !== 'User-Agent')].map(
      (field) => headers.find(([name]) => name === field[0]) ?? field,
    ) as Fields,
  })
interface Scan {
  readonly run?: string
  readonly headers?: Fields
  readonly method?: string
  readonly wing?: 'offer' | 'request'
}
const by = (agent: string): Scan => ({ headers: [['User-Agent', agent]] })

const grantOf = (answer: HttpAnswer): JsonRecord =>
  (answer.object().grants as Record<string, JsonRecord>)[preAuthorized] ?? {}
const codeOf = (answer: HttpAnswer): string => String(grantOf(answer)['pre-authorized_code'])
const claimsOf = (answer: HttpAnswer): JsonRecord => {
  expect([answer.status, answer.header('Content-Type')]).toEqual([200, 'application/oauth-authz-req+jwt'])
  return readJws(answer.body)?.claims ?? {}
}
const byPreAuthorizedCode = { flow: 'pre_authorized_code' }
const view = async ({ sessionId }: Pick<Session, 'sessionId'>): Promise<IssuanceSessionView> =>
  (await http({ path: `/sessions/${sessionId}` })).json() as IssuanceSessionView

const offerLink = (door: string): string =>
  `openid-credential-offer://?credential_offer_uri=${encodeURIComponent(`${service.baseUrl}/d/${door}/offer`)}`
const issue = (door: string, more: Partial<Parameters<typeof runAtIssuer>[0]> = {}) =>
  runAtIssuer({
    deeplink: offerLink(door),
    trustAnchors: [service.container.keyStore.rootPem()],
    clock: service.now,
    ...more,
  })

const issuer = 'eu-pid-jwt-proof-only'
/** Sends a code in a token request; the error, or nothing. */
async function redeem(code: string): Promise<unknown> {
  wallet ??= createHandWallet(service, { issuer_configuration_id: issuer })
  const answer = await (await wallet).requestToken({
    form: (form) => form.set('pre-authorized_code', code),
    headers: (fields) => fields.push(['User-Agent', 'okhttp/4.12.0']),
  })
  return answer.object().error
}
let wallet: Promise<HandWallet> | null = null

describe('the door of a workbench', () => {
  it.each([
    ['pre_authorized_code', 5],
    ['authorization_code', 2],
  ] as const)('one code gives a wallet a fresh session each time, by %s', async (flow, times) => {
    const { door, sessions } = await open({ flow })
    for (let number = 1; number <= times; number++) {
      const run = await issue(door)
      expect([number, run.outcome, run.reason]).toEqual([number, 'credential_stored', null])
    }
    const made = await sessions()
    expect(made.map(({ number, startedBy }) => [number, startedBy])).toEqual(
      Array.from({ length: times }, (_, index) => [index + 1, 'scan']),
    )
    for (const session of made) {
      const { status, checks } = await view(session)
      expect(status).toBe('credential_accepted')
      expect(checks.conformance.filter((one) => one.status === 'fail').map(({ id }) => id)).toEqual([])
    }
  })

  it('one code asks a wallet five times, each time with a nonce, a state and an address of its own', async () => {
    const { door, sessions } = await open()
    const { credentials } = await issue((await open(byPreAuthorizedCode)).door)
    const link = `openid4vp://?${new URLSearchParams({
      client_id: String(claimsOf(await scan(door, { wing: 'request' })).client_id),
      request_uri: `${service.baseUrl}/d/${door}/request`,
    })}`
    for (let number = 1; number <= 5; number++) {
      const run = await runAtVerifier({
        deeplink: link,
        credentials,
        trustAnchors: [service.container.keyStore.rootPem()],
        clock: service.now,
      })
      expect([number, run.outcome, run.reason]).toEqual([number, 'presented', null])
    }
    const made = (await sessions()).filter((one) => one.kind === 'presentation')
    for (const member of ['nonce', 'state', 'response_uri'])
      expect(new Set(made.map(({ request }) => request[member])).size).toBe(made.length)
    expect(new Set(made.map(({ request }) => request.client_id)).size).toBe(1)
    expect(made.length).toBe(6)
  })

  it('a client that fetches twice is in one session, and in a new one after 120 seconds or its token request', async () => {
    const { door, sessions } = await open(byPreAuthorizedCode)
    const first = await scan(door)
    service.advance(10)
    const second = await scan(door)
    expect(second.body).toBe(first.body)
    expect([first.header('Cache-Control'), first.header('Content-Location')]).toEqual([
      'no-store',
      expect.stringMatching(/^http.*\/issuers\/[\w-]+\/offers\/[\w-]+$/),
    ])
    expect(second.header('Content-Location')).toBe(first.header('Content-Location'))
    service.advance(121)
    const later = await scan(door)
    expect(codeOf(later)).not.toBe(codeOf(first))
    // The old code still works: its wallet arrives late.
    const own = String(first.header('Content-Location'))
    expect(
      (await issue(door, { deeplink: `openid-credential-offer://?credential_offer_uri=${encodeURIComponent(own)}` }))
        .outcome,
    ).toBe('credential_stored')
    // Another client has a session of its own, and its token request ends its turn.
    const other = await scan(door, by('a phone'))
    expect(codeOf(other)).not.toBe(codeOf(later))
    const [, , third] = await sessions()
    await http({
      method: 'POST',
      path: `/issuers/${third?.kind === 'issuance' ? third.issuerConfigurationId : ''}/token`,
      headers: [
        ['User-Agent', 'a phone'],
        ['Content-Type', 'application/x-www-form-urlencoded'],
      ],
      body: String(new URLSearchParams({ grant_type: preAuthorized, 'pre-authorized_code': codeOf(other) })),
    })
    expect(codeOf(await scan(door, by('a phone')))).not.toBe(codeOf(other))
    const made = await sessions()
    expect(made.map(({ number }) => number)).toEqual([1, 2, 3, 4])
    // Who only looked has no verdict, and no failure.
    service.advance(901)
    expect((await view(made[1] as Session)).outcome).toMatchObject({
      id: 'never_reached',
      sentence: 'Opened, not continued',
      success: null,
    })
  })

  it('a change of settings makes a new session under the same code', async () => {
    const { door, digest } = await open(byPreAuthorizedCode)
    const first = await scan(door)
    const { store } = service.container.ports
    const workbench = await store.workbench('digest', digest)
    if (workbench === null) throw new Error('It is there.')
    const changed = { ...workbench, version: 2, issuance: { ...byPreAuthorizedCode, tx_code: true } }
    await store.commit({ events: [], effects: [{ type: 'rework', workbench: changed, replaces: 1 }] })
    const second = await scan(door)
    expect([grantOf(first).tx_code, typeof grantOf(second).tx_code]).toEqual([undefined, 'object'])
    expect(codeOf(second)).not.toBe(codeOf(first))
  })

  it('ten fetches at once make one session, and ten values of run ten', async () => {
    const { door, sessions } = await open(byPreAuthorizedCode)
    const ten = Array.from({ length: 10 }, (_, index) => index)
    const same = await Promise.all(ten.map(() => scan(door)))
    expect(new Set(same.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
    expect(await sessions()).toHaveLength(1)
    const runs = await Promise.all(ten.map((index) => scan(door, { run: `phone-${index}` })))
    expect(new Set(runs.map(codeOf)).size).toBe(10)
    // Whatever else happened since, the same value is the same session.
    service.advance(600)
    expect(codeOf(await scan(door, { run: 'phone-3' }))).toBe(codeOf(runs[3] as HttpAnswer))
    const made = await sessions()
    expect(made.map(({ number }) => number)).toEqual(Array.from({ length: 11 }, (_, index) => index + 1))
    expect(made.at(-1)?.startedBy).toMatch(/^run phone-\d$/)
    for (const run of ['', 'a b', 'a'.repeat(65), '<b>', 'a&run=b'])
      expectError(await scan(door, { run: encodeURI(run) }), 400, 'invalid_request')
  })

  it('a request is signed under the certificate that its code names, also after a renewal', async () => {
    const { selfSignedSigner: former, requestSigner } = service.container.ports.verifierKeys
    for (const { x5c } of [former, requestSigner]) {
      const hash = createHash('sha256')
        .update(Buffer.from(x5c[0] ?? '', 'base64'))
        .digest('base64url')
      const clientId = `x509_hash:${hash}`
      const request = await scan((await open({}, {}, clientId)).door, { wing: 'request' })
      expect([claimsOf(request).client_id, readJws(request.body)?.header.x5c]).toEqual([clientId, x5c])
    }
  })

  it('ten fetches at once get one request, under the European access certificate that the code names', async () => {
    const trusted = { trust_framework: 'eu' }
    const made = await http(jsonPost('/workbenches', { presentation: trusted }))
    const { request_uri: uri, client_id: clientId } = made.object().presentation as Record<string, string>
    const door = String(uri).split('/').at(-2) ?? ''
    const ten = await Promise.all(Array.from({ length: 10 }, () => scan(door, { wing: 'request' })))
    expect(new Set(ten.map((one) => claimsOf(one).nonce)).size).toBe(1)
    expect(new Set(ten.map((one) => claimsOf(one).client_id))).toEqual(new Set([clientId]))
  })

  it('a request posted twice with values of wallet_nonce is one session, and gives each back', async () => {
    const { door, sessions } = await open()
    const post = async (nonce: string): Promise<JsonRecord> =>
      claimsOf(
        await http({
          method: 'POST',
          path: `/d/${door}/request`,
          headers: [
            ['User-Agent', 'a wallet'],
            ['Content-Type', 'application/x-www-form-urlencoded'],
          ],
          body: `wallet_nonce=${nonce}`,
        }),
      )
    const [first, second] = [await post('one'), await post('two')]
    expect([first.wallet_nonce, second.wallet_nonce]).toEqual(['one', 'two'])
    for (const member of ['nonce', 'state', 'response_uri', 'client_id']) expect(second[member]).toBe(first[member])
    expect(await sessions()).toHaveLength(1)
  })

  it('nobody but a wallet makes a session', async () => {
    const { door, sessions } = await open()
    const others: readonly Scan[] = [
      { method: 'HEAD' },
      by('WhatsApp/2.23.20.0'),
      by('Mozilla/5.0 (compatible; Slackbot 1.0; +https://api.slack.com/robots)'),
      { headers: [['Sec-Purpose', 'prefetch']] },
      {
        headers: [
          ['Sec-Fetch-Dest', 'document'],
          ['Sec-Fetch-Mode', 'navigate'],
        ],
      },
    ]
    for (const other of others)
      for (const wing of ['offer', 'request'] as const) {
        const answer = await scan(door, { ...other, wing })
        if (other.method === undefined)
          expect([answer.status, answer.body]).toEqual([200, expect.stringContaining('This address is for a wallet')])
        expect(answer.body).not.toContain(door)
      }
    expect(await sessions()).toEqual([])
  })

  it('the 31st session in a minute is refused, and told when to come again', async () => {
    const { id, door, sessions } = await open(byPreAuthorizedCode)
    for (let count = 0; count < 30; count++) expect((await scan(door, { run: `r${count}` })).status).toBe(200)
    const refused = await scan(door, { run: 'r30' })
    expectError(refused, 429, 'too_many_requests')
    expect(Number(refused.header('Retry-After'))).toBeGreaterThan(0)
    const { queries } = service.container
    expect(await queries.workbench('digest', id)).toMatchObject({ refused: 1 })
    // Sessions that there are go on.
    expect((await scan(door, { run: 'r29' })).status).toBe(200)
    service.advance(61)
    expect((await scan(door, { run: 'r30' })).status).toBe(200)
    expect(await sessions()).toHaveLength(31)
  })

  it('a wallet that kept the metadata of an earlier scan is not warned of it', async () => {
    const { door, sessions } = await open({ ...byPreAuthorizedCode, issuer_configuration_id: issuer })
    const first = await scan(door)
    for (const name of ['openid-credential-issuer', 'oauth-authorization-server', 'jwt-vc-issuer'])
      expect(
        (await http({ path: `/.well-known/${name}/issuers/${issuer}`, headers: [['User-Agent', 'okhttp/4.12.0']] }))
          .status,
      ).toBe(200)
    await redeem(codeOf(first))
    service.advance(180)
    await redeem(codeOf(await scan(door)))
    const read = async (session: Session | undefined) => {
      const { checks } = await view(session as Session)
      return checks.conformance.filter(({ id }) => /^vci\.metadata\.(issuer|as)_fetched$/.test(id))
    }
    const made = await sessions()
    expect((await read(made[0])).map(({ status }) => status)).toEqual(['pass', 'pass'])
    expect((await read(made[1])).map(({ status, actual }) => [status, actual])).toEqual(
      Array.from({ length: 2 }, () => [
        'not_observed',
        { because: 'It was read in session 1 of this workbench, 3 minutes before.' },
      ]),
    )
  })

  it('a code redeemed twice is a warning where two wallets may have scanned, and a mistake where they cannot', async () => {
    const { door, sessions } = await open({ ...byPreAuthorizedCode, issuer_configuration_id: issuer })
    const twice = [() => scan(door), () => scan(door, { run: 'a' })]
    for (const fetch of twice) {
      await fetch()
      const code = codeOf(await fetch())
      expect([await redeem(code), await redeem(code)]).toEqual([undefined, 'invalid_grant'])
      service.advance(180)
    }
    const once = codeOf(await scan(door))
    for (let time = 0; time < 3; time++) await redeem(once)
    const said = (await sessions()).map(async (session) => {
      const entry = (await view(session)).checks.conformance.findLast(({ id }) => id === 'vci.token.preauth_code_once')
      return [entry?.status, JSON.stringify(entry).includes('Two wallets may have scanned at once')]
    })
    expect(await Promise.all(said)).toEqual([
      ['warn', true],
      ['fail', false],
      ['fail', false],
    ])
  })

  it('a door that there is not, or no longer, says so', async () => {
    const { door } = await open()
    for (const unknown of ['AAAAAAAAAAAAAAAAAAAAAA', 'x', `${door}A`, randomUUID()])
      for (const wing of ['offer', 'request'] as const)
        expectError(await scan(unknown, { wing }), 404, 'workbench_not_found')
    service.advance(31 * 86_400)
    expectError(await scan(door), 404, 'workbench_not_found')
  })

  it('no evidence names the door, and its sessions say how they came', async () => {
    const { door, mark, sessions } = await open(byPreAuthorizedCode)
    await issue(door)
    await scan(door, { method: 'PUT' })
    await scan(`${door}`, { wing: 'request' })
    const made = await sessions()
    const views = await Promise.all(
      made.map(({ kind, sessionId }) =>
        http({ path: kind === 'issuance' ? `/sessions/${sessionId}` : `/openid4vp/sessions/${sessionId}` }),
      ),
    )
    const ledger = service.recorded()
    for (const text of [JSON.stringify(ledger), ...views.map(({ body }) => body)]) expect(text).not.toContain(door)
    expect(ledger.map(({ path }) => path)).toEqual(expect.arrayContaining([`/d/~${mark}/offer`, `/d/~${mark}/request`]))
    const { exchanges } = await view(made[0] as Session)
    expect(exchanges.map(({ correlation }) => correlation)).not.toContain(undefined)
    expect(exchanges[0]).toMatchObject({
      path: `/d/~${mark}/offer`,
      operation: 'getCredentialOffer',
      correlation: 'exact',
    })
  })
})
