import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { createHandPresenter, type HandPresenter } from '@/lib/testing/hand-presenter'
import { createHandWallet, type HandWallet, preAuthorizedGrant } from '@/lib/testing/hand-wallet'
import { createHttpClient, type HttpRequest } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/** Refusals that come before any rule of an endpoint, or at none: each has a cause with a fix, and the session says it. */
let service: TestService
let credential: HeldCredential
beforeAll(async () => {
  service = await startService()
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
}, 600_000)
afterAll(() => service.close())

const form: readonly [string, string] = ['Content-Type', 'application/x-www-form-urlencoded']
const json: readonly [string, string] = ['Content-Type', 'application/json']
/** More than any address of a wallet takes. */
const long = 'x'.repeat(3 * 1024 * 1024)

function expectTold({ cause, outcome }: IssuanceSessionView | PresentationSessionView, check: string): void {
  expect([cause?.reason ?? cause?.check, cause?.fix]).toEqual([check, expect.stringMatching(/[.]$/)])
  expect(['waiting', 'running']).not.toContain(outcome.id)
}

type AtIssuer = (wallet: HandWallet, token: string) => Partial<HttpRequest>

const tokenForm = ({ code }: HandWallet) =>
  String(new URLSearchParams({ grant_type: preAuthorizedGrant, 'pre-authorized_code': code }))

describe('a refused request of an issuance', () => {
  const withToken = (wallet: HandWallet, endpoint: string, token: string) => ({
    path: wallet.path(endpoint),
    headers: [json, ['Authorization', `DPoP ${token}`], ['DPoP', wallet.dpop(endpoint, token)]] as const,
  })
  it.each<[string, number, string, AtIssuer]>([
    [
      'a method that the token endpoint has not',
      405,
      'vci.token.method_post#broken',
      (wallet) => ({
        ...{ method: 'PUT', path: wallet.path('token'), headers: [form], body: tokenForm(wallet) },
      }),
    ],
    [
      'a method that the notification endpoint has not',
      405,
      'vci.transport.served#wrong_method',
      (wallet, token) => ({
        ...{ ...withToken(wallet, 'notification', token), method: 'PUT', body: '{}' },
      }),
    ],
    [
      'an address of an issuer that does not exist',
      404,
      'vci.metadata.endpoints_from_metadata#broken',
      (wallet) => ({
        ...{ path: wallet.path('tokens'), headers: [form], body: tokenForm(wallet) },
      }),
    ],
    [
      'an issuer that does not exist',
      404,
      'vci.transport.served#no_issuer',
      (wallet) => ({
        ...{ path: '/issuers/eu-pdi/token', headers: [form], body: tokenForm(wallet) },
      }),
    ],
    [
      'a token request that is too long',
      413,
      'vci.transport.served#body_size',
      (wallet) => ({
        ...{ path: wallet.path('token'), headers: [form], body: `${tokenForm(wallet)}&more=${long}` },
      }),
    ],
    [
      'a credential request that is too long',
      413,
      'vci.transport.served#body_size',
      (wallet, token) => ({
        ...{ ...withToken(wallet, 'credential', token), body: JSON.stringify({ more: long }) },
      }),
    ],
    [
      'a credential request that cannot be read',
      400,
      'vci.credential.json_object#not_json',
      (wallet, token) => ({
        ...{ ...withToken(wallet, 'credential', token), body: '{' },
      }),
    ],
    [
      'a notification that is too long',
      413,
      'vci.transport.served#body_size',
      (wallet, token) => ({
        ...{ ...withToken(wallet, 'notification', token), body: JSON.stringify({ more: long }) },
      }),
    ],
    [
      'a notification that cannot be read',
      400,
      'vci.notification.wellformed#not_json',
      (wallet, token) => ({
        ...{ ...withToken(wallet, 'notification', token), body: '{' },
      }),
    ],
    [
      'a notification about nothing',
      400,
      'vci.notification.wellformed#unknown_id',
      (wallet, token) => ({
        ...{
          ...withToken(wallet, 'notification', token),
          body: '{"notification_id":"none","event":"credential_accepted"}',
        },
      }),
    ],
  ])('says why: %s', async (_, status, check, request) => {
    const wallet = await createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
    const first = request(wallet, '')
    const needsToken = first.headers?.some(([name]) => name === 'Authorization') === true
    const sent = needsToken ? request(wallet, await wallet.obtainToken()) : first
    const answer = await wallet.http({ method: 'POST', path: '', ...sent })
    expect(answer.status).toBe(status)
    expectTold(await wallet.view(), check)
  })

  it('says why: header fields that are too long, in a laboratory', async () => {
    const wallet = await createHandWallet(service, { laboratory: {} })
    const answer = await wallet.http({
      method: 'POST',
      path: wallet.path('token'),
      headers: [form, ['X-Long', 'x'.repeat(100_000)]],
      body: tokenForm(wallet),
    })
    expect(answer.status).toBe(431)
    expectTold(await wallet.view(), 'vci.transport.served#header_size')
  })
})

/** The findings of the last request of a session, if they do not count: it came after the end. */
const late = ({ checks }: IssuanceSessionView | PresentationSessionView) =>
  checks.conformance.flatMap(({ softened, reason }) => (softened === 'after_end' && reason ? [reason] : []))

describe('a request for what is not there', () => {
  it('says that no offer has the address, at an issuer that has one', async () => {
    const wallet = await createHandWallet(service, { laboratory: {}, credential_offer_mode: 'credential_offer_uri' })
    const { pathname } = new URL(wallet.created.offer_url)
    const answer = await wallet.http({ path: pathname.replace(/[^/]+$/, '00000000-0000-4000-8000-000000000000') })
    expect([answer.status, answer.object().error]).toEqual([404, 'credential_offer_not_found'])
    const view = await wallet.view()
    expectTold(view, 'vci.transport.served#no_offer')
    expect(view.next_step?.operation).toBe('getCredentialOffer')
  })

  it('says that a browser carries the request, and blames the wallet that came by a link', async () => {
    const http = createHttpClient(service.baseUrl)
    const body = JSON.stringify({ presentation_channel: 'dc_api' })
    const created = await http({ method: 'POST', path: '/openid4vp/sessions', headers: [json], body })
    const path = `/openid4vp/sessions/${created.object().session_id}`
    const answer = await http({ path: `${path}/request` })
    expect([answer.status, answer.object().error]).toEqual([404, 'vp_request_in_browser'])
    expectTold((await http({ path })).object() as never, 'vp.dcapi.answered_in_browser#at_request_uri')
  })

  it('sends a page that asks in a session by link nowhere but to its link', async () => {
    const presenter = await createHandPresenter(service, credential)
    const answer = await presenter.http({ path: `/openid4vp/sessions/${presenter.created.session_id}/dc-api` })
    expect([answer.status, answer.object().error]).toEqual([404, 'vp_request_not_found'])
    const { next_step, outcome } = await presenter.view()
    expect([next_step?.operation, outcome.id]).toEqual(['sendPresentationResponse', 'running'])
  })

  it('says that the request was answered, and leaves the verdict', async () => {
    const presenter = await createHandPresenter(service, credential)
    expect((await presenter.answer(presenter.payload())).status).toBe(200)
    expect((await presenter.http({ path: presenter.requestPath })).status).toBe(404)
    const view = await presenter.view()
    expect(late(view)).toContain('vp.transport.served#request_answered')
    expect([view.outcome.success, view.cause]).toEqual([true, null])
  })

  it('says that it came late, where no wallet came in time', async () => {
    const late60 = { expires_in: 60 }
    const wallet = await createHandWallet(service, { ...late60, credential_offer_mode: 'credential_offer_uri' })
    const presenter = await createHandPresenter(service, credential, late60)
    service.advance(61)
    expect((await wallet.http({ path: new URL(wallet.created.offer_url).pathname })).status).toBe(404)
    expect((await presenter.http({ path: presenter.requestPath })).status).toBe(404)
    const views = [await wallet.view(), await presenter.view()]
    expect(views.flatMap(late)).toEqual(['vci.transport.served#no_offer', 'vp.transport.served#request_expired'])
    expect(views.map(({ outcome }) => outcome.sentence)).toEqual(Array(2).fill('Expired before the wallet came'))
  })
})

type AtVerifier = (presenter: HandPresenter) => Partial<HttpRequest>

describe('a refused request of a presentation', () => {
  const right = (presenter: HandPresenter) =>
    String(new URLSearchParams({ response: presenter.encrypt(presenter.payload()) }))
  it.each<[string, number, string, AtVerifier]>([
    [
      'a method that the response address has not',
      405,
      'vp.response.http_method#broken',
      (presenter) => ({
        ...{ method: 'PUT', path: presenter.responsePath, headers: [form], body: right(presenter) },
      }),
    ],
    [
      'a method that the request address has not',
      405,
      'vp.transport.served#wrong_method',
      (presenter) => ({
        ...{ method: 'DELETE', path: presenter.requestPath },
      }),
    ],
    [
      'an address below a session that does not exist',
      404,
      'vp.transport.served#response_nowhere',
      (presenter) => ({
        ...{ path: `${presenter.responsePath}s`, headers: [form], body: right(presenter) },
      }),
    ],
    [
      'a response that is too long',
      413,
      'vp.transport.served#body_size',
      (presenter) => ({
        ...{ path: presenter.responsePath, headers: [form], body: `${right(presenter)}&more=${long}` },
      }),
    ],
    [
      'a response that cannot be read',
      400,
      'vp.response.content_type#broken',
      (presenter) => ({
        ...{ path: presenter.responsePath, headers: [['Content-Type', 'text/plain']], body: '{' },
      }),
    ],
    ['no body', 400, 'vp.response.content_type#broken', (presenter) => ({ path: presenter.responsePath })],
    [
      'a response without state at the shared address',
      400,
      'vp.response.state_at_shared_address#absent',
      (presenter) => ({
        ...{ path: '/openid4vp/response', headers: [form], body: right(presenter) },
      }),
    ],
  ])('says why: %s', async (_, status, check, request) => {
    const presenter = await createHandPresenter(service, credential)
    const answer = await presenter.http({ method: 'POST', path: '', ...request(presenter) })
    expect(answer.status).toBe(status)
    expectTold(await presenter.view(), check)
  })
})
