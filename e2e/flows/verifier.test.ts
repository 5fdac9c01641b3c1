import { beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '@/lib/core/shared/values/json'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { allCombinations } from '@/lib/testing/combinations'
import { covers } from '@/lib/testing/covers'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp } from '@/lib/wallet/http/wire'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

describe('a presentation', () => {
  const service = serviceForTests()
  let credentials: HeldCredential[]
  beforeAll(async () => {
    const get = { origin: service.baseUrl, http: createNodeClient() }
    const sdJwt = await obtainCredential({ ...get, format: 'dc+sd-jwt' })
    const mdoc = await obtainCredential({ ...get, format: 'mso_mdoc' })
    credentials = [...sdJwt.credentials, ...mdoc.credentials]
  })

  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(`${service.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const read = async (id: string) => (await fetch(`${service.baseUrl}/openid4vp/sessions/${id}`)).json()
  const failedMusts = (session: { checks: { conformance: Entry[] } }): string[] =>
    session.checks.conformance
      .filter(({ level, profile, status }) => level === 'must' && profile !== 'haip' && status === 'fail')
      .map(({ id }) => id)
  interface Entry {
    readonly id: string
    readonly level: string
    readonly profile: string
    readonly status: string
  }

  /** Sends responses to the URL that all sessions share, where `state` names the session. */
  const byGenericDoor =
    (http: SendHttp, state: string): SendHttp =>
    (request) => {
      if (request.method !== 'POST' || !request.url.endsWith('/response')) return http(request)
      const form = new URLSearchParams(String(request.body))
      if (!form.has('state')) form.set('state', state)
      return http({ ...request, url: `${service.baseUrl}/openid4vp/response`, body: form.toString() })
    }

  const sdJwtQuery = {
    id: 'sd-jwt',
    format: 'dc+sd-jwt',
    meta: { vct_values: ['urn:eudi:pid:1'] },
    claims: [{ path: ['family_name'] }, { path: ['birthdate'] }],
  }
  const pidType = 'eu.europa.ec.eudi.pid.1'
  const mdocQuery = {
    id: 'mdoc',
    format: 'mso_mdoc',
    meta: { doctype_value: pidType },
    claims: [{ path: [pidType, 'family_name'] }, { path: [pidType, 'birth_date'] }],
  }
  const queries = { sd_jwt: [sdJwtQuery], mdoc: [mdocQuery], both: [sdJwtQuery, mdocQuery] }

  /** Every possible combination. */
  const choices = allCombinations(
    {
      asked: ['sd_jwt', 'mdoc', 'both'],
      request: ['get', 'post with nonce', 'post without nonce'],
      request_delivery: ['by_reference', 'by_value'],
      response_mode: ['direct_post', 'direct_post.jwt'],
      door: ['session', 'generic'],
    },
    // Nobody fetches a request by value, so no nonce comes, and one way to POST is enough.
    ({ request, request_delivery }) => request !== 'post with nonce' || request_delivery === 'by_reference',
  )

  /** How a credential is presented: an SD-JWT VC with its signatures, an mdoc with its device authentication. */
  const shownOf: Readonly<Record<string, object>> = {
    'dc+sd-jwt': { signature: 'valid', key_binding: { signature: 'valid' } },
    mso_mdoc: { documents: [{ doc_type: pidType, device_signed: { methods: ['deviceSignature'], elements: [] } }] },
  }

  covers('A1.3', 'A2.20', 'A2.23', 'A4.23', 'A4.24')
  describe('the reference wallet presents its PID', () => {
    it.each(choices.map((choice) => [Object.values(choice).join(', '), choice] as const))(
      '%s',
      async (_words, choice) => {
        const { asked, request, door, request_delivery, response_mode } = choice
        const body = { request_delivery, response_mode, request_uri_method: request === 'get' ? 'get' : 'post' }
        const dcql_query = { credentials: queries[asked] }
        const created = await (await post('/openid4vp/sessions', { ...body, dcql_query })).json()
        expect(created).toMatchObject({ ...body, status: 'created' })
        const http = createNodeClient()
        const run = await runAtVerifier({
          deeplink: created.deeplink,
          credentials,
          profile: { walletNonce: request === 'post with nonce' },
          http: door === 'generic' ? byGenericDoor(http, created.authorization_request.state) : http,
        })
        expect(run.outcome, run.reason ?? run.refusal?.toString()).toBe('presented')
        const session = await read(created.session_id)
        expect(failedMusts(session)).toEqual([])
        expect(session).toMatchObject({
          status: 'presentation_validated',
          checks: {
            presentation_valid: true,
            vp_token_format_valid: true,
            nonce_verified: true,
            holder_binding_verified: true,
            dcql_query_matched: true,
            signature_valid: true,
            issuer_trusted: true,
            data_minimised: true,
            summary: { verdict: 'pass' },
          },
          observed: {
            wallet_nonce: request === 'post with nonce' ? expect.any(String) : null,
            presentations: queries[asked].map(({ format }) => ({ format, decoded: shownOf[format] })),
          },
        })
      },
    )
  })
})

describe('the redirect after a presentation', () => {
  /** Some tests move its clock, which the wallets of later ones share. */
  const service = serviceForTests()
  const { http } = service
  let credentials: HeldCredential[]
  beforeAll(async () => {
    credentials = [...(await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })).credentials]
  })

  const asBrowser = [
    ['Accept', 'text/html,*/*;q=0.8'],
    ['Sec-Fetch-Mode', 'navigate'],
  ] as const

  /** One presentation of a session with these members; by default the user's browser stays closed. */
  async function present(body: JsonObject, { followRedirect = false, ...more }: Record<string, unknown> = {}) {
    const created = await http({
      method: 'POST',
      path: '/openid4vp/sessions',
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify(body),
    })
    expect(created.status).toBe(201)
    const { session_id: id, deeplink } = created.object() as { session_id: string; deeplink: string }
    const run = await runAtVerifier({
      deeplink,
      credentials,
      clock: service.now,
      profile: { followRedirect: followRedirect === true },
      ...more,
    })
    const read = async () =>
      (await http({ path: `/openid4vp/sessions/${id}` })).object() as unknown as PresentationSessionView
    const open = (uri: string | null, headers: readonly (readonly [string, string])[] = asBrowser) =>
      http({
        path: `/openid4vp/sessions/${id}/complete${new URL(uri ?? 'https://x.example').search}`,
        headers: [...headers],
      })
    return { run, read, open }
  }

  const statusOf = ({ checks }: PresentationSessionView, id: string) =>
    checks.conformance.findLast((entry) => entry.id === id)?.status
  const typesOf = ({ events }: PresentationSessionView) => events.map(({ type }) => type)

  describe('where the user continues after the answer', () => {
    it('is told to the wallet, opened by the browser, and shown without its code', async () => {
      const { run, read } = await present({ return_redirect_uri: true }, { followRedirect: true })
      expect(run.outcome, run.reason ?? '').toBe('presented')
      expect(run.log.map(({ step, status }) => [step, status])).toEqual([
        ['request_object', 200],
        ['response', 200],
        ['redirect', 200],
      ])
      const session = await read()
      expect(session).toMatchObject({
        status: 'presentation_validated',
        checks: { redirect_followed: true, summary: { verdict: 'pass' } },
        observed: { redirect: { followed_at: expect.any(String) } },
      })
      for (const id of ['vp.redirect.followed', 'vp.redirect.exact', 'vp.redirect.browser'])
        expect(statusOf(session, id)).toBe('pass')
      // No page has shown the link of a session that was created through the interface.
      expect(statusOf(session, 'vp.redirect.same_session')).toBe('not_applicable')
      const code = new URL(run.redirectUri ?? '').searchParams.get('response_code') ?? ''
      expect(code).toMatch(/^[A-Za-z0-9_-]{43}$/)
      expect(JSON.stringify(session)).not.toContain(code)
      expect(JSON.stringify(session.exchanges)).toContain('response_code')
    })

    it('N89: refuses a wrong code and none, takes the right one, and takes it again as the same visit', async () => {
      const { run, read, open } = await present({ return_redirect_uri: true })
      const other = await present({ return_redirect_uri: true })
      const answers = []
      for (const uri of ['?response_code=x', '?', other.run.redirectUri, run.redirectUri, run.redirectUri].map((uri) =>
        uri?.startsWith('?') ? `https://x.example/${uri}` : uri,
      ))
        answers.push(await open(uri ?? null))
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 200, 200])
      expect(answers[3]?.body).toContain('You can go back')
      expect(answers[4]?.body).toContain('You have been here already')
      const asProgram = await open('https://x.example/?response_code=x', [['Accept', 'application/json']])
      expect(asProgram.object()).toMatchObject({
        error: 'invalid_request',
        error_uri: `${service.baseUrl}/checks/vp.redirect.exact`,
      })
      // People read a sentence, whichever header identifies a browser.
      for (const header of [['Sec-Fetch-Dest', 'document'] as const, ['Accept', 'text/html,*/*;q=0.8'] as const]) {
        const page = await open('https://x.example/?response_code=x', [header])
        expect([page.status, page.header('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
        expect(page.body).toContain('The response_code is missing, or it is not the one of this session.')
        expect(page.body).not.toContain('error_uri')
      }
      expect(typesOf(await read()).filter((type) => type === 'vp_redirect_followed')).toHaveLength(1)
    })

    it('is one visit even when ten come at once', async () => {
      const { run, read, open } = await present({ return_redirect_uri: true })
      const pages = await Promise.all(Array.from({ length: 10 }, () => open(run.redirectUri)))
      expect(pages.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
      expect(pages.filter(({ body }) => body.includes('You can go back'))).toHaveLength(1)
      expect(typesOf(await read()).filter((type) => type === 'vp_redirect_followed')).toHaveLength(1)
    })

    it('comes with a page that loads nothing and gives its address to nobody', async () => {
      const { run, open } = await present({ return_redirect_uri: true })
      const page = await open(run.redirectUri)
      expect(page.header('content-type')).toBe('text/html; charset=utf-8')
      expect(page.header('referrer-policy')).toBe('no-referrer')
      expect(page.header('cache-control')).toBe('no-store')
      expect(page.header('content-security-policy')).toContain("default-src 'none'")
      expect(page.body).not.toMatch(/<script|<link|<img|https?:/)
    })

    it('is told after an error too, and leads nowhere in a session without one', async () => {
      const { run, open } = await present(
        { return_redirect_uri: true },
        { profile: { consent: 'denied', followRedirect: true } },
      )
      expect(run.outcome).toBe('declined')
      expect(run.log.at(-1)).toMatchObject({ step: 'redirect', status: 200 })
      expect((await open('https://x.example/?response_code=x')).status).toBe(400)
      const without = await present({})
      expect(without.run.redirectUri).toBeNull()
      expect((await without.open('https://x.example/')).status).toBe(400)
      // Nor does a code that was never issued, whoever opens the URL.
      expect((await without.open('https://x.example/?response_code=x')).status).toBe(400)
      const untouched = await without.read()
      for (const id of ['vp.redirect.followed', 'vp.redirect.exact'])
        expect(statusOf(untouched, id)).toBe('not_applicable')
      expect(untouched.checks.summary.verdict).toBe('pass')
    })

    it('is no reason to refuse a presentation outside of HAIP, and a broken rule nevertheless', async () => {
      const { run, read, open } = await present({ return_redirect_uri: true })
      expect(await read()).toMatchObject({ status: 'presentation_validated' })
      expect(statusOf(await read(), 'vp.redirect.followed')).toBe('not_observed')
      service.advance(121)
      const late = await read()
      expect(late).toMatchObject({
        status: 'presentation_validated',
        checks: { presentation_valid: true, redirect_followed: false },
      })
      expect(late.checks.conformance.find(({ id }) => id === 'vp.redirect.followed')).toMatchObject({
        status: 'fail',
        effect: 'record',
        rejected: false,
      })
      expect((await open(run.redirectUri)).status).toBe(200)
      service.advance(900)
      expect((await open(run.redirectUri)).status).toBe(200)
    })

    it('is told in an error response on purpose too, which takes nothing from the presentation', async () => {
      const followed = 'vp.redirect.followed_after_error'
      const body = { negative_test: 'error_answer_with_redirect', profile: 'haip' }
      const { run, read, open } = await present(body)
      expect(run.outcome).toBe('refused_by_verifier')
      expect(run.refusal).toMatchObject({ status: 400, error: 'invalid_request' })
      expect(statusOf(await read(), followed)).toBe('not_observed')
      service.advance(121)
      const stayed = await read()
      expect(stayed).toMatchObject({
        status: 'presentation_validated',
        checks: { presentation_valid: true, redirect_followed: null, summary: { verdict: 'pass' } },
      })
      expect([statusOf(stayed, followed), statusOf(stayed, 'vp.redirect.followed')]).toEqual(['warn', 'not_applicable'])
      expect((await open(run.redirectUri)).status).toBe(400)
      const other = await present(body, { followRedirect: true })
      expect(other.run.log.map(({ step, status }) => [step, status])).toContainEqual(['redirect', 200])
      expect(statusOf(await other.read(), followed)).toBe('pass')
    })

    it('ends with the session where nobody came', async () => {
      const { run, open } = await present({ return_redirect_uri: true })
      service.advance(901)
      expect((await open(run.redirectUri, [['Accept', '*/*']])).object()).toMatchObject({ error: 'session_expired' })
      const page = await open(run.redirectUri, [['Accept', 'text/html']])
      expect(page.body).toContain('It is too late to return to this session: create a new one.')
    })
  })

  describe('profile haip', () => {
    it('waits for the browser, and counts its own checks', async () => {
      const { run, read, open } = await present({ profile: 'haip' })
      expect(await read()).toMatchObject({
        status: 'awaiting_redirect',
        checks: { presentation_valid: null, summary: { verdict: 'incomplete' } },
        options: { profile: 'haip', return_redirect_uri: true },
      })
      expect((await open(run.redirectUri)).status).toBe(200)
      expect(await read()).toMatchObject({
        status: 'presentation_validated',
        checks: { presentation_valid: true, summary: { verdict: 'pass', by_profile: { haip: { verdict: 'pass' } } } },
      })
    })

    covers('A4.23')
    it('rejects a presentation whose redirect nobody follows, when it is read', async () => {
      const { run, read, open } = await present({ profile: 'haip' })
      service.advance(60)
      expect(await read()).toMatchObject({ status: 'awaiting_redirect' })
      service.advance(60)
      const session = await read()
      expect(session).toMatchObject({
        status: 'presentation_invalid',
        checks: {
          presentation_valid: false,
          redirect_followed: false,
          errors: [expect.stringMatching(/^vp\.redirect\.followed: ./)],
          summary: { verdict: 'fail' },
        },
      })
      expect(session.events.find(({ type }) => type === 'vp_redirect_timeout')?.detail).toMatchObject({
        reason: 'redirect_not_followed',
      })
      expect(session.checks.conformance.filter(({ rejected }) => rejected)).toMatchObject([
        { id: 'vp.redirect.followed', status: 'fail', effect: 'reject', error: 'invalid_presentation' },
      ])
      expect((await open(run.redirectUri)).status).toBe(400)
      expect(await read()).toMatchObject({ status: 'presentation_invalid' })
    })

    it('fails a session by a rule that other sessions only note', async () => {
      const weak = {
        presentation_request: {
          client_metadata: { encrypted_response_enc_values_supported: ['A128GCM', 'A192GCM', 'A256GCM'] },
        },
      }
      const verdicts = []
      for (const body of [weak, { ...weak, profile: 'haip' }]) {
        const { run, read } = await present(body, { misbehave: 'vp.jwe.enc_haip', followRedirect: true })
        expect(run.outcome, run.reason ?? '').toBe('presented')
        const session = await read()
        verdicts.push([statusOf(session, 'vp.jwe.enc_haip'), session.checks.summary.verdict])
      }
      expect(verdicts).toEqual([
        ['warn', 'pass'],
        ['fail', 'fail'],
      ])
    })

    it('leaves to the specification what refuses an answer elsewhere: a credential without a usable key', async () => {
      const foreign = { profile: { credential: 'foreign' }, misbehave: 'vp.sdjwt.cnf_jwk' }
      const decided = []
      for (const body of [{}, { profile: 'haip' }]) {
        const { run } = await present(body, foreign)
        decided.push(run.refusal?.error_uri?.split('/').at(-1))
      }
      expect(decided).toEqual(['vp.kb.signature', 'vp.sdjwt.cnf_jwk'])
    })
  })
})
