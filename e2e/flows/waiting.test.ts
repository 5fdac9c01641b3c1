import { describe, expect, it, vi } from 'vitest'
import { presets } from '@/lib/core/campaigns/presets'
import type { CampaignView, NextSessionView } from '@/lib/core/campaigns/z-campaign'
import { waitsMax } from '@/lib/server/guard/waits'
import { createHttpClient } from '@/lib/testing/http-client'
import { startService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { runCommand } from '@/lib/wallet/command'

describe('waiting for the next session', () => {
  const service = serviceForTests({ env: { TRUST_PROXY: '127.0.0.1' } })
  const { http } = service

  const post = (path: string, body: unknown) =>
    http({ method: 'POST', path, headers: [['Content-Type', 'application/json']], body: JSON.stringify(body) })

  /** A campaign of this many presets, each with a session that waits for a wallet; the newest is current. */
  async function campaignOf(sessions: number) {
    const ids = presets.slice(0, sessions).map(({ id }) => id)
    const created = await post('/campaigns', { wallet: { name: 'Quillfern', version: '1' }, presets: ids })
    const base = `/campaigns/${(created.object() as unknown as CampaignView).campaign_id}`
    for (const preset of ids) await post(`${base}/again`, { preset })
    const { session } = (await http({ path: `${base}/next` })).object() as unknown as NextSessionView
    if (session === null) throw new Error('No session waits.')
    return { base, newest: session.session_id }
  }

  /** Resolves once this many requests wait. */
  const waiting = (begin: { readonly mock: { readonly results: readonly { value?: unknown }[] } }, count: number) =>
    vi.waitFor(
      () =>
        expect(begin.mock.results.filter(({ value }) => value instanceof Object && 'next' in value)).toHaveLength(
          count,
        ),
      { timeout: 20_000 },
    )

  describe('a request that waits for the next session of a campaign', () => {
    it('reads each session of it once, however long it waits', async () => {
      const { base, newest } = await campaignOf(30)
      const reads = vi.spyOn(service.container.ports.store, 'events')
      const answer = await http({ path: `${base}/next?after=${newest}&wait=2` })
      const { calls } = reads.mock
      reads.mockRestore()
      expect(answer.object()).toMatchObject({ status: 'running', session: { session_id: newest } })
      // Every session once, and the awaited one a second time.
      expect(calls).toHaveLength(31)
    })

    it('is answered as soon as that session has ended, or the campaign has another one', async () => {
      const { base, newest } = await campaignOf(2)
      const begin = vi.spyOn(service.container.ports.waits, 'begin')
      const ended = http({ path: `${base}/next?after=${newest}&wait=30` })
      await waiting(begin, 1)
      await post(`${base}/answer`, { session_id: newest, shown: 'error' })
      const following = ((await ended).object() as unknown as NextSessionView).session?.session_id
      expect(following).not.toBe(newest)

      const again = http({ path: `${base}/next?after=${following}&wait=30` })
      await waiting(begin, 2)
      const preset = presets[1]?.id
      const made = (await post(`${base}/again`, { preset })).object()
      expect((await again).object()).toMatchObject({ session: { session_id: made.session_id } })
      begin.mockRestore()
    })

    it('is one of as many as its network may have, what is beyond is told so, and others still wait', async () => {
      const { base, newest } = await campaignOf(1)
      const begin = vi.spyOn(service.container.ports.waits, 'begin')
      const path = `${base}/next?after=${newest}&wait=30`
      const clients = [createHttpClient(service.baseUrl), createHttpClient(service.baseUrl)]
      const share = waitsMax / 8
      const headers = [['X-Forwarded-For', '192.0.2.1']] as const
      const waits = Array.from({ length: share }, (_, index) => clients[index % 2]?.({ path, headers }))
      await waiting(begin, share)
      const refused = await http({ path, headers })
      expect([refused.status, refused.header('Retry-After')]).toEqual([429, '5'])
      expect(refused.object()).toMatchObject({
        error: 'too_many_requests',
        error_description: expect.stringContaining(`one address may have ${share} of ${waitsMax}`),
      })
      // Without waiting, it is answered.
      expect((await http({ path: `${base}/next?after=${newest}`, headers })).status).toBe(200)
      const other = http({ path, headers: [['X-Forwarded-For', '198.51.100.1']] })
      await waiting(begin, share + 1)
      await post(`${base}/answer`, { session_id: newest, shown: 'nothing' })
      for (const answer of await Promise.all([...waits, other])) expect(answer?.status).toBe(200)
      begin.mockRestore()
      // Their places are free again.
      const { base: another, newest: open } = await campaignOf(1)
      expect((await http({ path: `${another}/next?after=${open}&wait=1`, headers })).status).toBe(200)
      for (const client of clients) client.close()
    })
  })
})

describe('waiting for the verdict', () => {
  const operatorToken = 'a-token-of-the-operator'
  const service = serviceForTests({ env: { OPERATOR_TOKEN: operatorToken } })
  const { http } = service

  async function create(path: string, body: object): Promise<string> {
    const headers: [string, string][] = [['Content-Type', 'application/json']]
    const created = (await http({ method: 'POST', path, headers, body: JSON.stringify(body) })).object()
    return String(created.deeplink)
  }

  async function call(...argv: string[]) {
    const printed: string[] = []
    const print = (line: string) => printed.push(line)
    const code = await runCommand(argv, { print, complain: print })
    return { code, text: printed.join('\n') }
  }
  const waiting = ['--wait-verdict', '--operator-token', operatorToken]
  const pre = { flow: 'pre_authorized_code' }
  const inLink = { client_id_prefix: 'redirect_uri', request_delivery: 'by_value' }

  describe('the wallet command that waits for the verdict', () => {
    it.each([
      ['an offer by value', '/sessions', pre],
      ['an offer by reference', '/sessions', { ...pre, credential_offer_mode: 'credential_offer_uri' }],
      ['an offer of the authorization code flow', '/sessions', { flow: 'authorization_code' }],
      ['a request by reference', '/openid4vp/sessions', {}],
      ['a request by value', '/openid4vp/sessions', { request_delivery: 'by_value' }],
      ['a request of bare parameters', '/openid4vp/sessions', inLink],
      [
        'one whose response_uri stands in the client_id alone',
        '/openid4vp/sessions',
        { ...inLink, negative_test: 'redirect_uri_no_response_uri' },
      ],
      ['a page that asks through its browser', '/openid4vp/sessions', { presentation_channel: 'dc_api' }],
    ])('ends with 0 when the service says passed: %s', async (_, path, body) => {
      const { code, text } = await call(await create(path, body), ...waiting)
      expect(text).toContain('Verdict: passed')
      expect(code).toBe(0)
    })

    it.each([
      { negative_test: 'bad_signature' },
      { negative_test: 'missing_nonce' },
      { negative_test: 'unsigned_url_params' },
      { negative_test: 'redirect_uri_not_https', ...inLink },
    ])('tells that it stopped, as its driver: %j', async (body) => {
      const { code, text } = await call(await create('/openid4vp/sessions', body), ...waiting)
      expect(text).toContain('Verdict: passed')
      expect(code).toBe(0)
    })

    it('does not tell so of a careless wallet, which fails', async () => {
      const link = await create('/openid4vp/sessions', { negative_test: 'bad_signature' })
      const { code, text } = await call(link, '--misbehave', 'vp.negative.rejected', ...waiting)
      expect(text).toContain('MUST failed: vp.negative.rejected')
      expect(code).toBe(1)
    })

    it('ends with 1 and names the check when a must was broken', async () => {
      const { code, text } = await call(await create('/sessions', pre), '--misbehave', 'vci.dpop.htu', ...waiting)
      expect(text).toMatch(/MUST failed: vci\.dpop\.htu {2}The htu claim .*https?:/)
      expect(code).toBe(1)
    })

    it('lets a broken should pass unless it is told otherwise', async () => {
      const misbehaviour = ['--misbehave', 'vci.nonce.no_access_token']
      expect((await call(await create('/sessions', pre), ...misbehaviour, ...waiting)).code).toBe(0)
      const strict = await call(await create('/sessions', pre), ...misbehaviour, ...waiting, '--fail-on', 'should')
      expect(strict.text).toContain('SHOULD failed: vci.nonce.no_access_token')
      expect(strict.code).toBe(1)
    })

    it('ends with 3 at once when the session ended without a verdict', async () => {
      const code = await call(await create('/openid4vp/sessions', { response_type: 'code' }), ...waiting)
      expect(code.text).toContain('No verdict: the session ended as wallet_error: ')
      expect(code.code).toBe(3)
    })

    it('ends with 3 when no verdict comes in time, and when nothing is told', async () => {
      const stopped = await create('/sessions', { ...pre, tx_code: true })
      const late = await call(stopped, ...waiting, '--timeout', '1')
      expect(late.text).toContain('No verdict within 1 seconds')
      expect(late.code).toBe(3)
      const untold = await call(stopped, '--wait-verdict')
      expect(untold.text).toMatch(/^No verdict: http:\S+ does not tell the verdict: ./m)
      expect(untold.text).not.toContain('--help')
      expect(untold.code).toBe(3)
      expect((await call(stopped, ...waiting, '--timeout', 'soon')).code).toBe(2)
    })

    it.each([
      ['is no link', 'nonsense', 'The link does not begin with a scheme'],
      ['holds nothing', 'openid4vp://', 'The link carries no parameters'],
      ['names nobody', 'openid-credential-offer://?credential_offer=%7B%7D', 'The link names no address of the issuer'],
      [
        'holds a number for an address',
        'openid-credential-offer://?credential_offer_uri=7',
        'The link names no address of the issuer',
      ],
    ])('ends with 3 where what is given %s, and says so', async (_, link, reason) => {
      const { code, text } = await call(link, ...waiting)
      expect(text).toMatch(/^Stopped by the wallet: ./m)
      expect(text).toContain(`No verdict: ${reason}`)
      expect(text).not.toContain('--help')
      expect(code).toBe(3)
    })

    it('ends with 3 where the service of the link cannot be reached, or has no session of it', async () => {
      const ended = await startService()
      await ended.close()
      const offer = (origin: string) =>
        `openid-credential-offer://?${new URLSearchParams({ credential_offer_uri: `${origin}/offers/1` })}`
      const unreached = await call(offer(ended.baseUrl), ...waiting)
      expect(unreached.text).toContain(`No verdict: ${ended.baseUrl} does not tell the verdict: `)
      expect(unreached.code).toBe(3)
      const unknown = await call(offer(service.baseUrl), ...waiting)
      expect(unknown.text).toContain('does not tell the verdict: No session of this service has this link')
      expect(unknown.code).toBe(3)
    })
  })

  describe('the wallet command with a misbehaviour that the session cannot show', () => {
    const asked = ['--operator-token', operatorToken]
    const vp = '/openid4vp/sessions'
    const pidAsMdoc = {
      dcql_query: {
        credentials: [{ id: 'pid', format: 'mso_mdoc', meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' } }],
      },
    }

    it.each([
      ['vp.pid.sd_email', vp, '"path":["email"]'],
      ['vp.negative.rejected', vp, '{"negative_test":"bad_signature"}'],
      ['vp.code.captured', vp, '{"response_type":"code"}'],
      ['vp.txn.represented', vp, '"transaction_data":'],
      ['vp.mdoc.issuer_trusted', vp, '"format":"mso_mdoc"'],
      ['vp.idt.aud', vp, '{"response_type":"vp_token id_token"}'],
      ['vp.redirect.exact', vp, '{"return_redirect_uri":true}'],
      ['vp.jwe.key_of_request', vp, '2 runs in one process'],
      ['vp.reqpost.accept', vp, '{"request_uri_method":"post"}'],
      ['vci.proof.jwt.typ', '/sessions', '{"issuer_configuration_id":"eu-pid-jwt-proof-only"'],
      ['vci.fault.refused~tx_code_wrong_length', '/sessions', '"fault":"tx_code_wrong_length"'],
    ])('%s: sends nothing, says which session can show it, and ends with 1', async (id, path, body) => {
      const { code, text } = await call(await create(path, {}), '--misbehave', id, ...asked)
      expect(text.split('\n')).toHaveLength(1)
      expect(text).toContain('this misbehaviour needs a session of another kind (POST ')
      expect(text).toContain(body)
      expect(code).toBe(1)
    })

    it.each([
      ['vp.kb.nonce', ['--format', 'mso_mdoc'], pidAsMdoc],
      ['vp.mdoc.device_signature', ['--format', 'dc+sd-jwt'], {}],
      ['vp.mdoc.device_alg', ['--foreign'], {}],
    ])('%s: sends nothing where the wallet holds %j', async (id, held, body) => {
      const { code, text } = await call(await create(vp, body), '--misbehave', id, ...held, ...asked)
      expect(text.split('\n')).toHaveLength(1)
      expect(text).toContain('this misbehaviour needs a session of another kind (POST ')
      expect(code).toBe(1)
    })

    it('gets itself the mdoc that its misbehaviour is in, where the query leaves the choice', async () => {
      const { code, text } = await call(await create(vp, {}), '--misbehave', 'vp.mdoc.digests', ...waiting)
      expect(text).toContain('MUST failed: vp.mdoc.digests')
      expect(code).toBe(1)
    })

    it.each([['vp.mdoc.issuer_trusted'], ['vp.txn.represented'], ['vp.idt.aud']])(
      'presents nothing either where the session cannot be read: %s',
      async (id) => {
        const { code, text } = await call(await create(vp, {}), '--misbehave', id)
        expect(text).toMatch(/^Stopped by the wallet: this misbehaviour needs a session of another kind/m)
        expect(text).not.toMatch(/POST \S+\/response/)
        expect(code).toBe(1)
      },
    )

    it('shows every element of an mdoc too, where one is asked for less', async () => {
      const claims = ['family_name', 'given_name'].map((name) => ({ path: ['eu.europa.ec.eudi.pid.1', name] }))
      const pid = { id: 'pid', format: 'mso_mdoc', meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' }, claims }
      const link = await create(vp, { negative_test: 'drop_last_claim', dcql_query: { credentials: [pid] } })
      const misbehaviour = ['--format', 'mso_mdoc', '--misbehave', 'vp.min.fewer_than_held']
      const { code, text } = await call(link, ...misbehaviour, ...waiting)
      expect(text).toContain('MUST failed: vp.min.only_requested_mdoc')
      expect(code).toBe(1)
    })

    it('does not wait for a verdict then', async () => {
      const link = await create(vp, {})
      const { code, text } = await call(link, '--misbehave', 'vp.pid.sd_email', ...waiting, '--timeout', '1')
      expect(text).not.toContain('No verdict')
      expect(code).toBe(1)
    })
  })

  describe('the search for a session by its link', () => {
    const find = (body: string) =>
      http({ method: 'POST', path: '/sessions/find', headers: [['Authorization', `Bearer ${operatorToken}`]], body })

    it.each([
      ['a link of nobody', { deeplink: 'openid-credential-offer://?credential_offer=%7B%7D' }],
      [
        'an offer of nobody',
        { deeplink: 'openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fa.example%2Foffers%2F1' },
      ],
      ['a request of nobody', { deeplink: 'openid4vp://?request=a.b.c' }],
      ['no link at all', { deeplink: 'x' }],
      ['bare parameters of nobody', { deeplink: 'openid4vp://?response_uri=https%3A%2F%2Fa.example%2Fresponse' }],
    ])('finds none by %s', async (_, body) => {
      const answer = await find(JSON.stringify(body))
      expect([answer.status, answer.object().error]).toEqual([404, 'session_not_found'])
    })

    it('finds none by bare parameters that name two', async () => {
      const addresses = []
      for (const body of [inLink, inLink])
        addresses.push(new URL(await create('/openid4vp/sessions', body)).searchParams.get('response_uri') ?? '')
      const [first = '', second = ''] = addresses
      const found = async (...parameters: [string, string][]) => {
        const answer = await find(JSON.stringify({ deeplink: `openid4vp://?${new URLSearchParams(parameters)}` }))
        return answer.status
      }
      expect(await found(['response_uri', first])).toBe(200)
      expect(await found(['client_id', `redirect_uri:${first}`])).toBe(200)
      expect(await found(['response_uri', first], ['response_uri', second])).toBe(404)
      expect(await found(['response_uri', first], ['client_id', `redirect_uri:${second}`])).toBe(404)
    })

    it.each(['', '[]', '{', '{"deeplink": 1}'])('says what to send: %j', async (body) => {
      const answer = await find(body)
      expect([answer.status, answer.object().error]).toEqual([400, 'invalid_request'])
    })
  })
})
