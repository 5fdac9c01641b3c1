import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { checkContract } from '@/lib/testing/check-contract'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { startService, type TestService } from '@/lib/testing/service'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

describe('the inspector', () => {
  /** The cost of an open inspector page, which polls a revision every second and is rendered again when it changes. */
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(() => service.close())

  async function create(): Promise<{ readonly id: string; readonly deeplink: string }> {
    const body = JSON.stringify({ flow: 'pre_authorized_code' })
    const created = await (await fetch(`${service.baseUrl}/sessions`, { method: 'POST', body })).json()
    return { id: created.session_id, deeplink: created.deeplink }
  }

  const run = (deeplink: string) => runAtIssuer({ deeplink, http: createNodeClient() })
  const revisionOf = (id: string) => service.container.queries.issuance.revision(id)

  /** Counts storage reads by kind of record. */
  function countReads() {
    const { store } = service.container.ports
    const spies = {
      session: vi.spyOn(store, 'session'),
      events: vi.spyOn(store, 'events'),
      exchanges: vi.spyOn(store, 'exchanges'),
      unbound: vi.spyOn(store, 'unboundExchanges'),
    }
    return {
      of: (id: string) => spies.exchanges.mock.calls.filter(([session]) => session === id).length,
      all: () => Object.fromEntries(Object.entries(spies).map(([name, spy]) => [name, spy.mock.calls.length])),
    }
  }

  describe('the revision of a session', () => {
    it('is read from storage again when this session changed, and not when another one did', async () => {
      const [busy, quiet] = [await create(), await create()]
      const before = [await revisionOf(busy.id), await revisionOf(quiet.id)]
      const reads = countReads()
      expect((await run(busy.deeplink)).outcome).toBe('credential_stored')
      expect(await revisionOf(quiet.id)).toBe(before[1])
      expect(reads.of(quiet.id)).toBe(0)
      expect(await revisionOf(busy.id)).not.toBe(before[0])
      expect(reads.of(busy.id)).toBe(1)
      await revisionOf(busy.id)
      expect(reads.of(busy.id)).toBe(1)
    })

    it('changes with a fetch that names no session when it came from the wallet of this one', async () => {
      const { id, deeplink } = await create()
      await run(deeplink)
      const before = await revisionOf(id)
      const { issuer_identifier, exchanges } = await (await fetch(`${service.baseUrl}/sessions/${id}`)).json()
      const { headers } = exchanges.at(-1)
      const jwks = `${issuer_identifier}/credential-jwks.json`
      await createNodeClient()({
        method: 'GET',
        url: jwks,
        headers: [['user-agent', headers['user-agent']]],
        body: null,
      })
      expect(await revisionOf(id)).not.toBe(before)
    })
  })

  describe('a drawing of the inspector', () => {
    it('reads the evidence once, for what it shows and for the revision that it shows', async () => {
      const { id, deeplink } = await create()
      await run(deeplink)
      const reads = countReads()
      const inspection = await service.container.queries.issuance.inspection(id)
      expect(inspection?.view).toMatchObject({ session_id: id, status: 'credential_accepted' })
      expect(inspection?.revision).toBe(await revisionOf(id))
      expect(reads.all()).toEqual({ session: 1, events: 1, exchanges: 1, unbound: 1 })
    })

    it('reads no evidence again that is as it was, and all of it after whatever was added', async () => {
      const { id, deeplink } = await create()
      await run(deeplink)
      const { inspection } = service.container.queries.issuance
      const drawn = async () => JSON.stringify(await inspection(id))
      const before = await drawn()
      for (let count = 0; count < 2; count++) expect(await drawn()).toBe(before)
      const reads = countReads()
      expect(await drawn()).toBe(before)
      expect(reads.all()).toEqual({ session: 0, events: 0, exchanges: 0, unbound: 0 })
      const sessionOf = await (await fetch(`${service.baseUrl}/sessions/${id}`)).json()
      const keys = `${sessionOf.issuer_identifier}/credential-jwks.json`
      const headers: [string, string][] = [['user-agent', sessionOf.exchanges.at(-1).headers['user-agent']]]
      await createNodeClient()({ method: 'GET', url: keys, headers, body: null })
      const after = await inspection(id)
      expect(after?.view.recorded.exchanges).toBe(JSON.parse(before).view.recorded.exchanges + 1)
      expect(after?.revision).not.toBe(JSON.parse(before).revision)
      expect(after?.revision).toBe(await revisionOf(id))
    })

    it('is given no revision of a session that does not exist, or no longer does', async () => {
      expect(await service.container.queries.issuance.inspection('00000000-0000-4000-8000-000000000000')).toBeNull()
      expect(await service.container.queries.issuance.inspection('no id')).toBeNull()
      const { id } = await create()
      expect(await revisionOf(id)).not.toBeNull()
      vi.spyOn(service.container.ports.store, 'session').mockResolvedValue(null)
      await service.container.purge(30)
      expect(await revisionOf(id)).toBeNull()
    })
  })

  describe('what a session of a campaign came to', () => {
    it('is read once after its end, and again after whatever was added to it or near it', async () => {
      const body = JSON.stringify({ wallet: { name: 'Quillfern', version: '1' }, presets: ['fault.no_expires_in'] })
      const { campaign_id } = await (
        await fetch(`${service.baseUrl}/campaigns`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
      ).json()
      const { session } = await (await fetch(`${service.baseUrl}/campaigns/${campaign_id}/next`)).json()
      const { session_id: id, deeplink } = session
      const stepOf = async () => (await (await fetch(`${service.baseUrl}/campaigns/${campaign_id}`)).json()).steps[0]
      const reads = countReads()
      for (const count of [1, 2]) {
        expect((await stepOf()).state).toBe('open')
        expect(reads.of(id)).toBe(count)
      }
      expect((await run(deeplink)).outcome).toBe('credential_stored')
      const before = reads.of(id)
      const decided = await stepOf()
      expect(decided).toMatchObject({ state: 'decided', verdict: 'pass' })
      expect(await stepOf()).toEqual(decided)
      expect(reads.of(id)).toBe(before + 1)
      // The page reads the same evidence for its revision, so it is not read again.
      await revisionOf(id)
      expect(reads.of(id)).toBe(before + 1)

      const { issuer_identifier, exchanges } = await (await fetch(`${service.baseUrl}/sessions/${id}`)).json()
      const headers: [string, string][] = [['user-agent', exchanges.at(-1).headers['user-agent']]]
      const keys = `${issuer_identifier}/credential-jwks.json`
      const after = reads.of(id)
      await createNodeClient()({ method: 'GET', url: keys, headers, body: null })
      expect((await stepOf()).state).toBe('decided')
      expect(reads.of(id)).toBe(after + 1)
      await run(deeplink)
      await stepOf()
      expect(reads.of(id)).toBe(after + 2)
    })
  })

  it('pages name a character that nobody would see, and the interface shows what the wallet sent', async () => {
    const { id } = await create()
    const offer = await (await fetch(`${service.baseUrl}/sessions/${id}/offer`)).json()
    const [grant = ''] = Object.keys(offer.grants)
    const code = offer.grants[grant]['pre-authorized_code']
    const body = new URLSearchParams({ grant_type: grant, 'pre-authorized_code': code, note: 'txt\u202eexe' })
    const issuer = new URL(offer.credential_issuer)
    await (await fetch(`${service.baseUrl}${issuer.pathname}/token`, { method: 'POST', body })).text()
    const sent = await (await fetch(`${service.baseUrl}/sessions/${id}`)).text()
    expect(sent).toContain('txt\u202eexe')
    const shown = JSON.stringify((await service.container.queries.issuance.inspection(id))?.view)
    expect(shown).toContain('txt[U+202E]exe')
    expect(shown).not.toContain('\u202e')
  })
})

describe('filters', () => {
  /** External texts over a real PocketBase: none becomes part of a filter, and none keeps a request off the record. */
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
  /** A compact JWE with a key name in its header and nothing that could be decrypted. */
  const jweFor = (kid: string) => {
    const header = Buffer.from(JSON.stringify({ alg: 'ECDH-ES', enc: 'A128GCM', kid })).toString('base64url')
    return `${header}..AAAA.AAAA.AAAA`
  }

  /** Text endings with a meaning in a filter, in its quotes, or in storage. */
  const ends = [
    '\\',
    '\\\\',
    '"',
    "\\'",
    '\\" || 1=1 //',
    '" || state != "',
    '@',
    '//',
    '&&',
    '\0',
    '\ud800',
    '\n',
    ' ',
  ]

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
})

describe('parameters of pages', () => {
  let service: TestService
  let http: HttpClient
  const drawn: string[] = []
  beforeAll(async () => {
    service = await startService({
      pages: ({ url = '' }, response) => {
        drawn.push(url)
        response.writeHead(200).end('drawn')
      },
    })
    http = createHttpClient(service.baseUrl)
  })
  afterAll(async () => {
    http.close()
    await service.close()
  })

  it('a page is not drawn for more parameters than a query may have', async () => {
    for (const path of ['/ledger', '/scoreboard', '/']) {
      expect((await http({ path: `${path}?${'a=b&'.repeat(255)}a=b` })).status).toBe(200)
      const refused = await http({ path: `${path}?${'a=b&'.repeat(256)}a=b` })
      expect([refused.status, refused.object().error_description]).toEqual([
        400,
        'A page takes at most 256 parameters.',
      ])
    }
    expect(drawn).toHaveLength(3)
  })
})
