import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildOpenApi } from '@/lib/contract/openapi/build-openapi'
import { makePublishToken } from '@/lib/core/campaigns/published/publish-token'
import {
  chainedClientId,
  chainedClientSecret,
  chainedCodeVerifier,
} from '@/lib/core/issuer/endpoints/oauth/chained/chained-server'
import { digestOf } from '@/lib/core/shared/ports/digests'
import { StoreUnavailable } from '@/lib/core/shared/ports/errors'
import { mp4, png } from '@/lib/testing/artifacts'
import { covers } from '@/lib/testing/covers'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { createHttpClient, type HttpRequest } from '@/lib/testing/http-client'
import { claim } from '@/lib/testing/jwt-changes'
import { sendRaw } from '@/lib/testing/raw-socket'
import { schedulerOfTests } from '@/lib/testing/scheduler-of-tests'
import { openScoreboardWorld, rowOf, type ScoreboardWorld, testAdminKey } from '@/lib/testing/scoreboard'
import { startService, type TestService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import { ofEachKind } from '@/scripts/thorough.mjs'

/**
 * The reverse comparison: each status that the OpenAPI document lists is really returned, or is listed below with the
 * reason why no test can provoke it.
 */
const operations = Object.entries(buildOpenApi().paths)
  .flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, responses }]) => ({
      id: operationId,
      path,
      method: method.toUpperCase(),
      statuses: Object.keys(responses),
    })),
  )
  // A session's own issuer has the same endpoints as the others, which contract-issuer.test.ts compares.
  // Nor is an address with a slash at its end served where no session gave it out; see unusual-requests.test.ts.
  .filter(({ path }) => !path.includes('/lab/') && !path.endsWith('/'))

const sameLimit = 'One limit is behind each endpoint that wallets call; it is seen below where wallets loop.'
const notRead = 'Only while too many large answers are not read; see resource-bounds.test.ts.'
const nothingToFail = 'It gives what was made at start and asks nothing that could fail.'

/** Operations that take the admin key: the operator's paths. */
const keyed = operations.filter(({ path, statuses }) => path.startsWith('/api/') && statuses.includes('403'))

/** Statuses that are not provoked here, by operation. */
/** An answer that a tester changed may have any status. */
const onlyChanged = 'Only mutations give it: mutations.test.ts sees it.'

const unseen: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  default: {
    getRequestObject: onlyChanged,
    postRequestObject: onlyChanged,
    getRequestObjectAtDoor: onlyChanged,
    postRequestObjectAtDoor: onlyChanged,
    sendBrowserResult: onlyChanged,
    sendPresentationResponse: onlyChanged,
    sendPresentationResponseByState: onlyChanged,
  },
  200: { visitRedirect: 'It needs the code of a response: peer-members.test.ts sees it.' },
  302: {
    getRequestObjectAtDoor: 'A session with that negative_test gives it, as at getRequestObject.',
    postRequestObjectAtDoor: 'A session with that negative_test gives it, as at postRequestObject.',
  },
  405: {
    createOrganizationKey: 'It shares its path with listOrganizationKeys, where it is seen.',
    postRequestObjectAtDoor: 'It shares its path with getRequestObjectAtDoor, where it is seen.',
    postRequestObject: 'It shares its path with getRequestObject, where it is seen.',
    createCampaign: 'It shares its path with listCampaigns, where it is seen.',
    changeWorkbench: 'It shares its path with getWorkbench, where it is seen.',
    deleteWorkbench: 'It shares its path with getWorkbench, where it is seen.',
    judgeCampaign: 'It shares its path with getCampaignReport, where it is seen.',
    deletePipelineSchedule: 'It shares its path with putPipelineSchedule, where it is seen.',
    createPipeline: 'It shares its path with listPipelines, where it is seen.',
    putPipeline: 'It shares its path with getPipeline, where it is seen.',
    deletePipeline: 'It shares its path with getPipeline, where it is seen.',
    createOrganization: 'It shares its path with listOrganizations, where it is seen.',
    patchOrganization: 'It shares its path with getOrganization, where it is seen.',
    deleteOrganization: 'It shares its path with getOrganization, where it is seen.',
    createEntity: 'It shares its path with listEntities, where it is seen.',
    patchEntity: 'It shares its path with getEntity, where it is seen.',
    deleteEntity: 'It shares its path with getEntity, where it is seen.',
  },
  429: {
    getCredentialOffer: sameLimit,
    requestAttestationChallenge: sameLimit,
    authorize: sameLimit,
    returnFromChained: sameLimit,
    authorizeChained: sameLimit,
    requestChainedToken: sameLimit,
    requestNonce: sameLimit,
    sendNotification: sameLimit,
  },
  500: {
    getHealth: nothingToFail,
    getReadiness: 'It tells what has failed and does not fail with it.',
    getRootCertificatePem: nothingToFail,
    getRootCertificateDer: nothingToFail,
    getSecurityTxt: nothingToFail,
    getOpenApi: nothingToFail,
    listChecks: nothingToFail,
    listIssuers: nothingToFail,
    listPresets: nothingToFail,
    listOfficialCases: nothingToFail,
    listCampaigns: nothingToFail,
    getTrustSupport: nothingToFail,
    getTrustPrivacy: nothingToFail,
    getTrustPolicy: nothingToFail,
  },
  503: { getOpenApi: notRead, listChecks: notRead, listPresets: notRead, listOfficialCases: notRead },
}
/** An existing file for each operation of the trust framework that names one. */
const trustFiles: Readonly<Record<string, string>> = {
  getListedAnchors: 'pid-providers.pem',
  getAuthorityCertificate: 'pid-ca.cer',
  getRevocationList: 'pid-ca.crl',
  getTrustList: 'pid-providers.jwt',
}
/** Whether an operation returns a public document at a fixed address. */
const isTrustDocument = ({ id, path, statuses }: (typeof operations)[number]): boolean =>
  path.startsWith('/trust/') && statuses.includes('304') && (!path.includes('{') || id in trustFiles)
/** Request limit in megabytes, where it is not one. */
const megabytes = [
  ['save-results', 64],
  ['executions', 64],
  ['/organizations', 2],
  ['/wallets', 64],
  ['/response', 5],
  ['/dc-api/result', 5],
] as const
/** Operations that make a bundle, whose size has its own bound. */
const makesBundle: readonly string[] = ['getBundle', 'getCampaignReport', 'getSessionReport', 'getPresentationReport']
const nobody = '00000000-0000-4000-8000-000000000000'
const operatorToken = 'an-operator-token-that-only-tests-have'

const service = serviceForTests({
  env: { ATTESTATION_CHALLENGE: 'on', SECURITY_CONTACT: 'mailto:security@example.org' },
})
let guarded: ScoreboardWorld
let broken: TestService
beforeAll(async () => {
  guarded = await openScoreboardWorld({ scheduler: schedulerOfTests(), env: { OPERATOR_TOKEN: operatorToken } })
  broken = await startService({ env: { ADMIN_API_KEY: testAdminKey } })
})
afterAll(async () => {
  await service?.close()
  await guarded?.close()
  await broken?.close()
})

/** Fills in the path of an operation; by default nothing exists under it. */
const target = (path: string, issuer = 'eu-pid-device-bound'): string =>
  path
    .replace('{issuerConfigurationId}', issuer)
    .replace(/^\/coverage(\/ics|\/summary|\/bundle)?$/, '/coverage$1?wallet=nobody&version=1')
    .replace(/\{(sessionId|campaignId|credentialOfferId)\}/, nobody)
    .replace('{collection}', 'nothing')
    .replace('{kind}', 'wallets')
    .replace(/\{(namespace|org|\w+_id|file)\}/g, 'nothing')
    .replace(/^\/openid4vp\/redirect$/, '/openid4vp/redirect?response_code=unknown')
    .replace(/^\/wallets$/, '/wallets?slug=nobody&organisation=acme')
    .replace(/^\/comparison$/, `/comparison?before=${nobody}&after=${nobody}`)

const ask = async (at: TestService, request: HttpRequest): Promise<number> => {
  const client = createHttpClient(at.baseUrl)
  const { status } = await client(request)
  client.close()
  return status
}
/** The requests that a workbench's codes lead to. */
async function openDoors(at: TestService): Promise<readonly [HttpRequest, HttpRequest, HttpRequest]> {
  const answer = await fetch(`${at.baseUrl}/workbenches`, { method: 'POST', body: '{}', headers: [[...json]] })
  const { issuance, presentation } = await answer.json()
  const [offer, request] = [issuance.credential_offer_uri, presentation.request_uri].map((url) => new URL(url).pathname)
  const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const
  return [{ path: `${offer}` }, { path: `${request}` }, { method: 'POST', path: `${request}`, body: 'a=b', headers }]
}
const admin = ['X-Api-Key', testAdminKey] as const
const json = ['Content-Type', 'application/json'] as const

describe('each documented answer', () => {
  it('of a good request, and of one for what is not there or not yet', async () => {
    for (const flow of ['pre_authorized_code', 'authorization_code']) {
      const body = JSON.stringify({ flow, credential_offer_mode: 'credential_offer_uri' })
      const answer = await fetch(`${service.baseUrl}/sessions`, { method: 'POST', body, headers: [[...json]] })
      const { session_id, deeplink } = await answer.json()
      expect(await ask(service, { path: `/sessions/${session_id}/jwks` })).toBe(409)
      const run = await runAtIssuer({ deeplink })
      expect(run.outcome).toBe('credential_stored')
      for (const part of ['', '/offer', '/deeplink', '/jwks', '/events', '/report'])
        expect(await ask(service, { path: `/sessions/${session_id}${part}` })).toBe(200)
      const find = { method: 'POST', path: '/sessions/find', headers: [[...json]] as [string, string][] }
      expect(await ask(service, { ...find, body: JSON.stringify({ deeplink }) })).toBe(200)
      expect(await ask(service, { ...find, body: JSON.stringify({ deeplink: 'x' }) })).toBe(404)
    }
    for (const { path, method } of operations) if (method === 'GET') await ask(service, { path: target(path) })
    for (const { path, method } of operations)
      if (path.includes('{issuerConfigurationId}'))
        expect(await ask(service, { method, path: target(path, 'nobody') })).toBe(404)
    expect(await ask(service, { method: 'POST', path: '/issuers/eu-pid-device-bound/challenge' })).toBe(200)
  })

  it('of a laboratory, where its tester decides', async () => {
    const issuer = { issuer_configuration_id: 'eu-pid-jwt-proof-only', dpop_nonce: 'off' }
    const decide = (id: unknown, what: string, body: object) =>
      ask(service, {
        method: 'POST',
        path: `/sessions/${id}/laboratory/${what}`,
        headers: [[...json]],
        body: JSON.stringify(body),
      })
    const waiting = await createHandWallet(service, { ...issuer, laboratory: { deferred: {} } })
    expect((await waiting.requestCredential({ accessToken: await waiting.obtainToken() })).status).toBe(202)
    const transaction = (await waiting.view()).laboratory?.transactions[0]?.transaction
    for (const [named, status] of [
      ['unknown', 404],
      [transaction, 200],
      [transaction, 409],
    ] as const)
      expect(await decide(waiting.created.session_id, 'transactions', { transaction: named, outcome: 'issue' })).toBe(
        status,
      )
    const listed = await createHandWallet(service, { ...issuer, laboratory: { status: {} } })
    expect((await listed.requestCredential({ accessToken: await listed.obtainToken() })).status).toBe(200)
    for (const [body, status] of [
      [{ list: 2, index: 1, status: 'invalid' }, 404],
      [{ all: true, status: 'invalid' }, 200],
      [{ all: true, status: 'valid' }, 409],
    ] as const)
      expect(await decide(listed.created.session_id, 'statuses', body)).toBe(status)
    for (const [body, status] of [
      [{ list: 1, index: 1, status: 'invalid' }, 409],
      [{ list: 1 }, 400],
    ] as const)
      expect(await decide(listed.created.session_id, 'wallet-units', body)).toBe(status)
    const unit = await createHandWallet(service, { ...issuer, laboratory: { wallet_unit: {} } })
    for (const [body, status] of [
      [{ list: 1, index: 16_384, status: 'invalid' }, 404],
      [{ assume: 'revoked' }, 200],
    ] as const)
      expect(await decide(unit.created.session_id, 'wallet-units', body)).toBe(status)
    expect(await decide(listed.created.session_id, 'offers', {})).toBe(201)
    expect(await decide(nobody, 'offers', {})).toBe(404)
  })

  it('of a presentation whose request a browser carries', async () => {
    const answer = await fetch(`${service.baseUrl}/openid4vp/sessions`, {
      method: 'POST',
      body: JSON.stringify({ presentation_channel: 'dc_api' }),
      headers: [[...json]],
    })
    expect(answer.status).toBe(201)
    const { session_id: id } = await answer.json()
    for (const path of [`/openid4vp/sessions/${id}/dc-api`, `/present/${id}/state`])
      expect(await ask(service, { path })).toBe(200)
    const path = `/openid4vp/sessions/${id}/dc-api/result`
    const report = (outcome: string) =>
      ask(service, { method: 'POST', path, body: JSON.stringify({ outcome, page: {} }), headers: [json] })
    for (let count = 0; count < 20; count++) expect(await report('started')).toBe(200)
    expect(await report('left')).toBe(429)
    expect(await report('done')).toBe(400)
    const unknown = `/openid4vp/sessions/${nobody}/dc-api`
    expect(await ask(service, { path: unknown })).toBe(404)
    expect(await ask(service, { method: 'POST', path: `${unknown}/result`, body: '{}', headers: [json] })).toBe(404)
  })

  it('of a presentation, at each of its addresses', async () => {
    const issued = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
    const formType = ['Content-Type', 'application/x-www-form-urlencoded'] as const
    for (const request_uri_method of ['get', 'post']) {
      const body = JSON.stringify({ request_uri_method, response_mode: 'direct_post', return_redirect_uri: true })
      const answer = await fetch(`${service.baseUrl}/openid4vp/sessions`, {
        method: 'POST',
        body,
        headers: [[...json]],
      })
      expect(answer.status).toBe(201)
      const { session_id, deeplink, authorization_request } = await answer.json()
      const http = createNodeClient()
      const run = await runAtVerifier({
        deeplink,
        credentials: [...issued.credentials],
        // The second request goes to the URL that all sessions share.
        http: (sent) =>
          request_uri_method === 'post' && sent.url.endsWith('/response')
            ? http({ ...sent, url: `${service.baseUrl}/openid4vp/response` })
            : http(sent),
      })
      expect(run.outcome).toBe('presented')
      for (const part of ['', '/deeplink', '/events', '/report'])
        expect(await ask(service, { path: `/openid4vp/sessions/${session_id}${part}` })).toBe(200)
      expect(run.log.at(-1)).toMatchObject({ step: 'redirect', status: 200 })
      const opener = `/openid4vp/sessions/${session_id}/open`
      expect(await ask(service, { path: opener })).toBe(302)
      expect(await ask(service, { path: `/openid4vp/sessions/${session_id}/complete` })).toBe(400)
      const again = `vp_token=%7B%7D&state=${authorization_request.state}`
      for (const path of [`/openid4vp/sessions/${session_id}/response`, '/openid4vp/response'])
        expect(await ask(service, { method: 'POST', path, body: again, headers: [formType] })).toBe(400)
    }
    for (const [negative_test, door] of [
      ['redirect_on_request', ''],
      ['redirect_on_response', 'session'],
      ['redirect_on_response', 'generic'],
    ] as const) {
      const answer = await fetch(`${service.baseUrl}/openid4vp/sessions`, {
        method: 'POST',
        body: JSON.stringify({ negative_test, response_mode: 'direct_post' }),
        headers: [[...json]],
      })
      const { session_id, deeplink } = await answer.json()
      const http = createNodeClient()
      const run = await runAtVerifier({
        deeplink,
        credentials: [...issued.credentials],
        http: (sent) =>
          door === 'generic' && sent.url.endsWith('/response')
            ? http({ ...sent, url: `${service.baseUrl}/openid4vp/response` })
            : http(sent),
      })
      expect(run.refusal?.status).toBe(door === '' ? 302 : 307)
      const path = `/openid4vp/sessions/${session_id}/request`
      if (door === '') expect(await ask(service, { method: 'POST', path, body: '', headers: [formType] })).toBe(302)
    }
    const silent = await fetch(`${service.baseUrl}/openid4vp/sessions`, {
      method: 'POST',
      body: JSON.stringify({ expect: 'refusal' }),
      headers: [[...json]],
    })
    const { session_id: expecting } = await silent.json()
    const { session_id: ordinary } = await (
      await fetch(`${service.baseUrl}/openid4vp/sessions`, { method: 'POST' })
    ).json()
    for (const [id, body, status] of [
      [expecting, '{"shown":"error"}', 200],
      [expecting, '{}', 400],
      [nobody, '{"shown":"error"}', 404],
      [ordinary, '{"shown":"error"}', 409],
    ] as const) {
      const path = `/openid4vp/sessions/${id}/refusal`
      expect(await ask(service, { method: 'POST', path, body, headers: [json] })).toBe(status)
    }
    const faulty = { flow: 'authorization_code', fault: 'authz_iss_mismatch' }
    const wrong = await createHandCodeWallet(service, faulty)
    await wrong.obtainCode()
    for (const [id, body, status] of [
      [wrong.created.session_id, '{"shown":"error"}', 200],
      [wrong.created.session_id, '{}', 400],
      [nobody, '{"shown":"error"}', 404],
      [(await createHandWallet(service)).created.session_id, '{"shown":"error"}', 409],
    ] as const) {
      const path = `/sessions/${id}/refusal`
      expect(await ask(service, { method: 'POST', path, body, headers: [json] })).toBe(status)
    }
    expect(await ask(service, { method: 'POST', path: '/openid4vp/sessions', body: '[]', headers: [json] })).toBe(400)
    for (const path of [
      `/openid4vp/sessions/${nobody}/request`,
      `/openid4vp/sessions/${nobody}/response`,
      '/openid4vp/response',
    ])
      expect(await ask(service, { method: 'POST', path, body: 'state=nobody', headers: [formType] })).toBe(404)
  })

  it('of a workbench, and of the codes that stay', async () => {
    const http = createHttpClient(service.baseUrl)
    const send = async (method: string, path: string, body: unknown) =>
      http({ method, path, headers: [json], body: typeof body === 'string' ? body : JSON.stringify(body) })
    const made = await send('POST', '/workbenches', {})
    expect(made.status).toBe(201)
    const { workbench_id, issuance, presentation } = made.json() as {
      readonly workbench_id: string
      readonly issuance: { readonly credential_offer_uri: string }
      readonly presentation: { readonly request_uri: string }
    }
    const own = `/workbenches/${workbench_id}`
    const [offer, request] = [issuance.credential_offer_uri, presentation.request_uri].map(
      (address) => new URL(address).pathname,
    ) as [string, string]
    const form = [['Content-Type', 'application/x-www-form-urlencoded']] as const
    const answered = async (
      method: string,
      path: string,
      body: unknown = null,
      headers: HttpRequest['headers'] = [json],
    ) =>
      (
        await http({
          method,
          path,
          headers,
          body: body === null || typeof body === 'string' ? body : JSON.stringify(body),
        })
      ).status
    expect([
      await answered('GET', own),
      await answered('GET', `${own}/sessions`),
      await answered('GET', `${own}/report`),
      await answered('PATCH', own, { name: 'Mine' }),
      await answered('GET', offer),
      await answered('GET', request),
      await answered('POST', request, 'wallet_nonce=n-0S6', form),
    ]).toEqual(Array(7).fill(200))
    expect([
      await answered('POST', '/workbenches', '[]'),
      await answered('PATCH', own, '[]'),
      await answered('GET', `${own}/sessions?after=x`),
      await answered('GET', `${own}/report?format=x`),
      await answered('GET', `${offer}?run=${'x'.repeat(65)}`),
      await answered('GET', `${request}?run=${'x'.repeat(65)}`),
      await answered('POST', `${request}?run=${'x'.repeat(65)}`, 'wallet_nonce=n-0S6', form),
    ]).toEqual(Array(7).fill(400))
    const otherCode = { presentation: { scheme: 'haip-vp://' }, keep_code: true }
    expect(await answered('PATCH', own, otherCode)).toBe(409)
    expect(await answered('DELETE', own)).toBe(204)
    expect([
      await answered('GET', own),
      await answered('GET', `${own}/sessions`),
      await answered('GET', `${own}/report`),
      await answered('PATCH', own, { name: 'Mine' }),
      await answered('DELETE', own),
      await answered('GET', offer),
      await answered('GET', request),
      await answered('POST', request, 'wallet_nonce=n-0S6', form),
    ]).toEqual(Array(8).fill(404))
    http.close()
  })

  it('to another method is 405', async () => {
    for (const { path } of operations) expect(await ask(service, { method: 'PROPFIND', path: target(path) })).toBe(405)
  })

  it('of a request that is refused', async () => {
    const wallet = await createHandWallet(service)
    const code = await createHandCodeWallet(service)
    const refused = [
      [await ask(service, { method: 'POST', path: '/sessions', body: '[]' }), 400],
      [(await code.push({ form: (form) => form.delete('scope') })).status, 400],
      [await ask(service, { path: wallet.path('authorize') }), 400],
      [await ask(service, { path: wallet.path('redirect') }), 400],
      [(await wallet.requestToken({ form: (form) => form.delete('grant_type') })).status, 400],
      [(await wallet.requestToken({ dpop: null })).status, 400],
      [(await wallet.requestToken({ dpop: claim('htm', 'GET') })).status, 401],
      [await ask(service, { method: 'POST', path: wallet.path('credential'), body: '{}' }), 401],
      [(await wallet.requestCredential({ request: (request) => void delete request.proofs })).status, 400],
      [await ask(service, { method: 'POST', path: wallet.path('notification'), body: '{}' }), 401],
    ]
    for (const [status, expected] of refused) expect(status).toBe(expected)
    const chained = '/authorization-servers/eu-pid-device-bound'
    expect(await ask(service, { path: `${chained}/authorize` })).toBe(400)
    const form = [['Content-Type', 'application/x-www-form-urlencoded']] as const
    const token = (body: string) => ask(service, { method: 'POST', path: `${chained}/token`, body, headers: form })
    expect(await token('grant_type=password')).toBe(400)
    expect(await token('grant_type=authorization_code&client_id=x&client_secret=y&code=z&redirect_uri=v')).toBe(401)
    const notifier = await createHandWallet(service)
    const accessToken = await notifier.obtainToken()
    const headers = [
      json,
      ['Authorization', `DPoP ${accessToken}`],
      ['DPoP', notifier.dpop('notification', accessToken)],
    ] as const
    expect(await ask(service, { method: 'POST', path: notifier.path('notification'), body: '{}', headers })).toBe(400)
  })

  it('of the chained server, which the issuer asks inside the process otherwise', async () => {
    const id = 'eu-pid-device-bound'
    const { keyedHash } = service.container.ports
    const wallet = await createHandCodeWallet(service)
    const toChained = await wallet.open(wallet.authorizeUrl(await wallet.pushed()))
    const back = new URL((await wallet.open(toChained.header('location') ?? '')).header('location') ?? '')
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      code_verifier: chainedCodeVerifier(back.searchParams.get('state') ?? '', keyedHash),
      redirect_uri: `${service.baseUrl}/issuers/${id}/redirect`,
      client_id: chainedClientId(id),
      client_secret: chainedClientSecret(id, keyedHash),
    })
    const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const
    const path = `/authorization-servers/${id}/token`
    expect(await ask(service, { method: 'POST', path, body: form.toString(), headers })).toBe(200)
  })

  it('of a campaign, at each of its addresses', async () => {
    const send = async (method: string, path: string, body?: object): Promise<number> =>
      ask(service, { method, path, ...(body ? { body: JSON.stringify(body), headers: [json] } : {}) })
    const wallet = { name: 'Quillfern', version: '2.4.1' }
    const body = JSON.stringify({ wallet, presets: ['sd_jwt_baseline'] })
    const answer = await fetch(`${service.baseUrl}/campaigns`, { method: 'POST', body, headers: [[...json]] })
    expect(answer.status).toBe(201)
    const { campaign_id } = await answer.json()
    const at = `/campaigns/${campaign_id}`
    const { session } = await (await fetch(`${service.baseUrl}${at}/next`)).json()
    const said = { session_id: session.session_id, shown: 'error' }
    const bundle = '/coverage/bundle?wallet=Quillfern&version='
    const ofWallet = ['/coverage', '/coverage/ics', '/coverage/summary']
    for (const path of [
      ...[at, `${at}/next`, `${at}/report`, `${bundle}2.4.1`],
      ...ofWallet.map((path) => `${path}?wallet=Quillfern&version=2.4.1`),
    ])
      expect(await send('GET', path)).toBe(200)
    expect([await send('GET', `${bundle}2.4.2`), await send('GET', bundle)]).toEqual([404, 400])
    const archive = new Uint8Array(await (await fetch(`${service.baseUrl}${bundle}2.4.1`)).arrayBuffer())
    const published = '/wallets/quillfern/2.4.1'
    const byOperator = [['X-Api-Key', service.container.adminKeys[0] ?? '']] as const
    const asArchive = [...byOperator, ['Content-Type', 'application/x-tar']] as const
    const place = '/wallets?slug=quillfern&organisation=acme'
    const asked = async (method: string, path: string, headers: HttpRequest['headers'] = []) =>
      ask(service, { method, path, headers, ...(method === 'POST' ? { body: archive } : {}) })
    expect([
      await asked('POST', place, asArchive),
      await asked('GET', '/badge/wallet/quillfern.svg'),
      await asked('GET', `${published}/statement.tar`),
      await asked('DELETE', published, byOperator),
      await asked('GET', `${published}/statement.tar`),
      await asked('POST', place, byOperator),
      await asked('DELETE', '/wallets/nobody/1', byOperator),
    ]).toEqual([201, 200, 200, 204, 410, 400, 404])
    const { published: kept, sha256, now } = service.container.ports
    const token = makePublishToken(service.container.ports)
    await kept.addToken({ organisation: 'a', slugs: ['a'], createdAt: now(), digest: digestOf(token, sha256) })
    const shown = [['Authorization', `Bearer ${token}`]] as const
    expect([await asked('POST', place, shown), await asked('DELETE', published, shown)]).toEqual([403, 403])
    const guess = [['Authorization', 'Bearer wcp_guess']] as const
    expect([await asked('POST', place, guess), await asked('DELETE', published, guess)]).toEqual([401, 401])
    for (let last = 401; last === 401; ) last = await asked('DELETE', published, guess)
    expect(await asked('POST', place, guess)).toBe(429)
    const ofPresentation = new URL(session.report_url).pathname
    const { session_id: issuance } = await (await fetch(`${service.baseUrl}/sessions`, { method: 'POST' })).json()
    const reports = [`${at}/report`, ofPresentation, `/sessions/${issuance}/report`]
    for (const path of reports)
      expect([await send('GET', `${path}?format=tar`), await send('GET', `${path}?format=x`)]).toEqual([200, 400])
    Object.assign(service.container.ports.bundles.max, { bytes: 1000, reportBytes: 1000 })
    for (const path of [`${bundle}2.4.1`, ...reports.map((path) => `${path}?format=tar`)])
      expect(await send('GET', path)).toBe(413)
    for (const path of ofWallet) expect(await send('GET', `${path}?wallet=Quillfern`)).toBe(400)
    const headers = [['If-None-Match', '*']] as const
    expect(await ask(service, { path: '/fcaf.json?edition=2026-07', headers })).toBe(304)
    expect(await send('GET', '/fcaf.json?edition=2019-01')).toBe(404)
    const declare = (changes: object) => send('POST', '/coverage/declarations', { wallet, items: {}, ...changes })
    expect([await declare({}), await declare({ wallet: { name: 'x', version: '1' } })]).toEqual([201, 404])
    expect(await declare({ items: { weather: true } })).toBe(400)
    const entry = { wallet, case: 'WS_RP_MS_ProtocolMessages_013', result: 'passed', note: 'seen' }
    const enter = (changes: object) => send('POST', '/coverage/results', { ...entry, ...changes })
    expect([await enter({}), await enter({ wallet: { name: 'x', version: '1' } })]).toEqual([201, 404])
    expect(await enter({ note: 'x'.repeat(20_000) })).toBe(413)
    expect([await send('POST', `${at}/answer`, said), await send('POST', `${at}/answer`, said)]).toEqual([200, 409])
    expect(await send('POST', `${at}/answer`, { ...said, session_id: nobody })).toBe(404)
    expect(await send('POST', `${at}/again`, { preset: 'sd_jwt_baseline' })).toBe(201)
    expect(await send('POST', `/campaigns/${nobody}/again`, { preset: 'sd_jwt_baseline' })).toBe(404)
    const judge = async (expected: string): Promise<number> =>
      ask(service, { method: 'POST', path: `${at}/report`, body: expected, headers: [['Content-Type', 'text/plain']] })
    expect([await judge('bad_signature no_verdict'), await judge('mood')]).toEqual([200, 400])
    expect(await send('POST', `/campaigns/${nobody}/report`, {})).toBe(404)
    const compare = (before: string) => send('GET', `/comparison?before=${before}&after=${campaign_id}`)
    expect([await compare(campaign_id), await compare('x'), await compare(nobody)]).toEqual([200, 400, 404])
    for (const path of ['/coverage', '/comparison'])
      expect(await ask(service, { path, headers: [['Accept', 'text/html']] })).toBe(303)
    const secret = 'uO3kV8nq0Zr4'
    const rename_digest = createHash('sha256').update(secret).digest('base64url')
    const named = await fetch(`${service.baseUrl}/sessions`, {
      ...{ method: 'POST', headers: [[...json]], body: JSON.stringify({ rename_digest }) },
    })
    const { session_id: run } = await named.json()
    const rename = (changes: object) => send('POST', '/names', { run, name: 'second phone', secret, ...changes })
    expect([await rename({}), await rename({ run: nobody })]).toEqual([200, 404])
    const limited = await startService({ env: { SESSION_RATE_LIMIT: '2' } })
    const ofLimited = async (path: string, more: object) =>
      fetch(`${limited.baseUrl}${path}`, { method: 'POST', headers: [[...json]], body: JSON.stringify(more) })
    const { campaign_id: other } = await (
      await ofLimited('/campaigns', { wallet, presets: ['sd_jwt_baseline'] })
    ).json()
    expect((await fetch(`${limited.baseUrl}/campaigns/${other}/next`)).status).toBe(200)
    expect((await ofLimited(`/campaigns/${other}/again`, { preset: 'sd_jwt_baseline' })).status).toBe(429)
    expect((await ofLimited('/coverage/results', entry)).status).toBe(429)
    expect((await ofLimited('/coverage/declarations', { wallet, items: {} })).status).toBe(429)
    for (const pair of limited.comparison.seen) extra.add(pair)
    await limited.close()
  })

  it('of the way back to an unknown web page, to a person in front of a browser', async () => {
    const wallet = await createHandCodeWallet(service)
    const pushed = await wallet.push({ form: (form) => form.delete('issuer_state') })
    const toChained = await wallet.open(wallet.authorizeUrl(String(pushed.object().request_uri)))
    const back = new URL((await wallet.open(toChained.header('location') ?? '')).header('location') ?? '')
    const headers = [['Sec-Fetch-Dest', 'document']] as const
    expect(await ask(service, { path: `${back.pathname}${back.search}`, headers })).toBe(200)
  })

  it('to a body that is too long is 413', async () => {
    const { baseUrl } = guarded.service
    const headers = [json, admin, ['Authorization', `Bearer ${operatorToken}`] as const]
    // For a bundle, its own size counts.
    const asked = operations.filter(({ id, statuses }) => statuses.includes('413') && !makesBundle.includes(id))
    const bytesOf = (path: string) => (megabytes.find(([part]) => path.includes(part))?.[1] ?? 1) * 1024 * 1024 + 1
    // `npm test` sends one body of each size whole; for the others the client asks first. RFC 9110 section 10.1.1
    const whole = ofEachKind(asked, ({ path }) => String(bytesOf(path)))
    const askFirst = async (method: string, path: string): Promise<number> => {
      const fields = [
        ...headers,
        ['Host', new URL(baseUrl).host],
        ['Content-Length', bytesOf(path)],
        ['Expect', '100-continue'],
        ['Connection', 'close'],
      ].map(([name, value]) => `${name}: ${value}\r\n`)
      const answer = await sendRaw(baseUrl, `${method} ${target(path)} HTTP/1.1\r\n${fields.join('')}\r\n`)
      return Number(answer.split(' ')[1])
    }
    for (const one of asked) {
      const { path, method } = one
      const answered = whole.includes(one)
        ? await ask(guarded.service, { method, path: target(path), body: 'x'.repeat(bytesOf(path)), headers })
        : await askFirst(method, path)
      expect([path, answered]).toEqual([path, 413])
    }
  })

  it('without the operator token is 401, and to too many sessions 429', async () => {
    for (const { path, method, statuses } of operations)
      if (
        path.startsWith('/sessions/') ||
        path.startsWith('/campaigns/') ||
        path === '/names' ||
        path.startsWith('/coverage') ||
        path === '/comparison' ||
        path.startsWith('/workbenches/') ||
        path.startsWith('/oid4vci/') ||
        (path.startsWith('/openid4vp/') && path !== '/openid4vp/sessions' && statuses.includes('401'))
      )
        expect([statuses.includes('401'), await ask(guarded.service, { method, path: target(path) })]).toEqual([
          true,
          401,
        ])
    const guessed = await startService({ env: { OPERATOR_TOKEN: operatorToken } })
    const headers = [['Authorization', 'Bearer a-guess']] as const
    // Anybody may start a session, but not with a wrong token.
    for (const path of ['/sessions', '/openid4vp/sessions', '/campaigns', '/workbenches'])
      expect(await ask(guessed, { method: 'POST', path, headers })).toBe(401)
    for (let count = 0; count < 20; count++) await ask(guessed, { path: '/oid4vci/requests', headers })
    for (const { path, method, statuses } of operations)
      if (statuses.includes('429') && statuses.includes('401'))
        await ask(guessed, { method, path: target(path), headers })
    for (const pair of guessed.comparison.seen) extra.add(pair)
    await guessed.close()
    const limited = await startService({ env: { SESSION_RATE_LIMIT: '1' } })
    const doors = await openDoors(limited)
    await ask(limited, doors[0])
    for (const door of doors) expect(await ask(limited, { ...door, path: `${door.path}?run=another` })).toBe(429)
    await ask(limited, { method: 'POST', path: '/sessions' })
    for (const path of ['/sessions', '/openid4vp/sessions', '/campaigns'])
      expect(await ask(limited, { method: 'POST', path })).toBe(429)
    for (const pair of limited.comparison.seen) extra.add(pair)
    await limited.close()
  })

  it('to what would be new on a disk that is nearly full is 507', async () => {
    let free = Number.POSITIVE_INFINITY
    const full = await startService({ env: { DISK_FLOOR_MIB: '1' }, freeBytes: async () => free })
    const campaign = { wallet: { name: 'w', version: '1' }, presets: ['sd_jwt_baseline'] }
    const send = async (path: string, body: object) =>
      fetch(`${full.baseUrl}${path}`, { method: 'POST', headers: [[...json]], body: JSON.stringify(body) })
    const { campaign_id } = await (await send('/campaigns', campaign)).json()
    const code = await createHandCodeWallet(full)
    const { session_id: issuance } = await (await send('/sessions', {})).json()
    const { session_id: presentation } = await (await send('/openid4vp/sessions', {})).json()
    const doors = await openDoors(full)
    free = 0
    full.advance(10)
    for (const door of doors) expect(await ask(full, door)).toBe(507)
    for (const path of ['/sessions', '/openid4vp/sessions', '/campaigns', '/workbenches'])
      expect(await ask(full, { method: 'POST', path })).toBe(507)
    expect(await ask(full, { path: '/coverage/bundle?wallet=w&version=1' })).toBe(507)
    const byOperator = [
      ['X-Api-Key', full.container.adminKeys[0] ?? ''],
      ['Content-Type', 'application/x-tar'],
    ] as const
    expect(await ask(full, { method: 'POST', path: target('/wallets'), headers: byOperator, body: 'x' })).toBe(507)
    for (const path of [`/campaigns/${campaign_id}`, `/sessions/${issuance}`, `/openid4vp/sessions/${presentation}`])
      expect(await ask(full, { path: `${path}/report?format=tar` })).toBe(507)
    expect(await ask(full, { path: `/campaigns/${campaign_id}/next` })).toBe(507)
    expect((await send(`/campaigns/${campaign_id}/again`, { preset: 'sd_jwt_baseline' })).status).toBe(507)
    const entry = { ...campaign, presets: undefined, case: 'WS_RP_MS_ProtocolMessages_013', result: 'passed' }
    expect((await send('/coverage/results', entry)).status).toBe(507)
    expect((await send('/coverage/declarations', { ...campaign, presets: undefined, items: {} })).status).toBe(507)
    expect((await code.push({ form: (form) => form.delete('issuer_state') })).status).toBe(507)
    for (const pair of full.comparison.seen) extra.add(pair)
    await full.close()
  })

  it('of the scoreboard', async () => {
    const { call, save, execute, pipeline } = guarded
    const { id } = await pipeline('statuses')
    const statuses = async (...answers: Promise<Response>[]) => (await Promise.all(answers)).map(({ status }) => status)
    const board = '/api/pipeline/scoreboard'
    expect(
      await statuses(
        execute({ pipeline: 'acme/statuses', workflow_id: 'known', run_id: 'run' }),
        execute({ pipeline: 5 }),
      ),
    ).toEqual([201, 400])
    const known = await call(`${board}/acme?include=details`)
    const etag = known.headers.get('etag') ?? ''
    expect(known.status).toBe(200)
    const long = 'x'.repeat(300)
    expect(
      await statuses(
        call(`${board}/acme?include=details`, { headers: { 'if-none-match': etag } }),
        call(`${board}/${long}`),
        call(`${board}/nobody`),
        call('/api/organizations/namespaces'),
      ),
    ).toEqual([304, 400, 404, 200])
    const part = { aggregation_id: 'statuses-of-tests', part: { index: 0, total: 2 } }
    expect(
      await statuses(save({ aggregated_pipelines: [rowOf(id)] }), save({ aggregated_pipelines: [rowOf(id)], ...part })),
    ).toEqual([200, 202])
    expect(await statuses(save('{'))).toEqual([400])
    expect(
      await statuses(
        save({ aggregated_pipelines: [rowOf(id)], aggregation_id: part.aggregation_id, part: { index: 1, total: 3 } }),
      ),
    ).toEqual([409])
    const start = (query: string) => call(`${board}/aggregate/start${query}`, { method: 'POST' })
    for (const [query, status] of [
      ['', 200],
      ['?schedule=60', 200],
      ['?schedule=61', 200],
      ['?schedule=62', 200],
      ['?schedule=63', 409],
      ['?schedule=x', 400],
    ] as const)
      expect((await start(query)).status).toBe(status)
    const cancel = (name: string) => call(`${board}/aggregate/schedule/${name}`, { method: 'DELETE' })
    expect(await statuses(cancel('every-60'), cancel('every-99'), cancel(long))).toEqual([200, 404, 400])
    const details = (run: string) => call(`/api/pipeline/execution-details/acme/${run}`)
    expect(
      await statuses(
        details('known/run'),
        details('nothing/nothing'),
        call(`/api/pipeline/execution-details/${long}/a/b`),
      ),
    ).toEqual([200, 404, 400])
    const uncounted = (namespace: string) => call(`/api/pipeline/uncounted/${namespace}`)
    expect(await statuses(uncounted('acme'), uncounted('nobody'), uncounted(long))).toEqual([200, 404, 400])
    const records = (path: string) => call(`/api/collections/${path}`)
    expect(
      await statuses(
        records('pipelines/records'),
        records('pipelines/records?filter=((('),
        records(`pipelines/records/${id}`),
        records(`pipelines/records/${id}?fields=id:nothing(1)`),
        records('pipelines/records?fields=:'),
        records('nothing/records'),
      ),
    ).toEqual([200, 400, 200, 400, 400, 404])
    const runs = (path: string, body?: unknown, headers: Record<string, string> = {}, method = 'POST') =>
      call(path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const custom = await guarded.create('custom_checks', {
      name: 'probe',
      canonified_name: 'probe',
      owner: guarded.organization.id,
    })
    const steps = [{ id: 'theirs', kind: 'custom', custom_check: custom.path }]
    const definition = { version: 1, runner: 'external_ci', steps }
    const { id: right } = await pipeline('right', { definition })
    const run = (pipelineId: string, body?: unknown) =>
      runs(`/api/pipelines/${pipelineId}/run`, body, { 'idempotency-key': 'once' })
    const { execution_id: executionId } = await (await run(right)).json()
    expect(await statuses(run(right), run(right, { ci_run_url: 'https://ci.example' }), run(id), run('none'))).toEqual([
      ...[202, 422, 400, 404],
    ])
    const wrongKey = { headers: { 'x-api-key': 'wrong' } }
    const ofRun = `/api/executions/${executionId}`
    expect(await statuses(call(ofRun), call('/api/executions/none'), call(ofRun, wrongKey))).toEqual([200, 404, 401])
    const begun = { namespace: 'acme', pipeline: 'acme/right', started_at: '2026-11-20T10:00:00Z' }
    const { workflow_id } = await (await call(ofRun)).json()
    await execute({
      ...begun,
      workflow_id,
      run_id: 'run',
      status: 'running',
      steps: [{ id: 'theirs', kind: 'custom' }],
    })
    const result = (body: unknown) => runs(`${ofRun}/result`, body)
    const given = { step: 'theirs', passed: true }
    expect((await result(given)).status).toBe(200)
    expect(
      await statuses(result(given), result({ ...given, passed: false }), result({ ...given, step: 'none' })),
    ).toEqual([...[200, 409, 404]])
    expect((await result({})).status).toBe(400)
    expect((await runs(`${ofRun}/cancel`)).status).toBe(202)
    const closed = { closed_at: '2026-11-20T10:00:01Z', status: 'canceled' }
    await execute({ ...begun, ...closed, workflow_id, run_id: 'run' })
    expect(await statuses(runs(`${ofRun}/cancel`), runs('/api/executions/none/cancel'))).toEqual([409, 404])
    const schedule = (pipelineId: string, body: unknown) =>
      runs(`/api/pipelines/${pipelineId}/schedule`, body, {}, 'PUT')
    expect(
      await statuses(
        schedule(right, { daily_at: '02:30' }),
        schedule(right, { every_seconds: 900, daily_at: '02:30' }),
        schedule('none', { every_seconds: 900 }),
      ),
    ).toEqual([200, 400, 404])
    const unschedule = () => call(`/api/pipelines/${right}/schedule`, { method: 'DELETE' })
    expect([(await unschedule()).status, (await unschedule()).status]).toEqual([200, 404])
    const all = '/api/pipelines'
    const add = (body: unknown) => runs(all, body)
    const added = await (await add({ organization: 'acme', name: 'Written', definition })).json()
    const at = `${all}/${added.id}`
    expect(
      await statuses(
        add({ organization: 'acme', name: 'Written', definition }),
        add({}),
        call(all),
        call(`${all}?page=0`),
      ),
    ).toEqual([409, 400, 200, 400])
    const stale = { 'if-match': '"another"' }
    const change = (path: string, body: unknown, headers = {}) => runs(path, body, headers, 'PUT')
    expect(
      await statuses(
        change(at, { name: 'Changed' }),
        change(at, { name: '' }),
        change(`${all}/none`, { name: 'x' }),
        change(`${all}/${right}`, { definition: { ...definition, wait_seconds: 60 } }),
        change(at, { name: 'Again' }, stale),
      ),
    ).toEqual([200, 400, 404, 409, 412])
    const remove = (path: string, headers = {}) => runs(path, undefined, headers, 'DELETE')
    expect(await statuses(call(at), remove(`${all}/${right}`), remove(at, stale))).toEqual([200, 409, 412])
    expect([(await remove(at)).status, (await remove(at)).status]).toEqual([200, 404])
    expect((await call(at)).status).toBe(404)
    const organizations = '/api/organizations'
    const found = `${organizations}/found`
    expect(
      await statuses(
        runs(organizations, { name: 'Found' }),
        runs(organizations, { name: 'Refused' }),
        runs(organizations, { name: 'Acme' }),
        runs(organizations, {}),
        call(organizations),
        call(`${organizations}?page=0`),
      ),
    ).toEqual([201, 202, 409, 400, 200, 400])
    expect(
      await statuses(
        call(found),
        runs(found, { website: 'https://found.example' }, {}, 'PATCH'),
        runs(found, { website: 'x' }, {}, 'PATCH'),
        runs(found, { name: 'Acme' }, {}, 'PATCH'),
        runs(found, {}, stale, 'PATCH'),
        remove(found, stale),
        remove(`${organizations}/acme`),
      ),
    ).toEqual([200, 200, 400, 409, 412, 412, 409])
    const owned = `${found}/wallets`
    const { id: ownedId } = await (await runs(owned, { name: 'One' })).json()
    const { path: other } = await (await runs(owned, { name: 'Two' })).json()
    await runs(`${found}/wallet_versions`, { name: '1', wallet: other })
    const [{ id: otherId }] = (await (await call(`${owned}?search=two`)).json()).entities
    expect(
      await statuses(
        runs(owned, { name: 'One' }),
        runs(owned, {}),
        call(owned),
        call(`${owned}?page=0`),
        call(`${owned}/${ownedId}`),
        runs(`${owned}/${ownedId}`, { published: true }, {}, 'PATCH'),
        runs(`${owned}/${ownedId}`, { canonified_name: 'two' }, {}, 'PATCH'),
        runs(`${owned}/${ownedId}`, { name: '' }, {}, 'PATCH'),
        runs(`${owned}/${ownedId}`, {}, stale, 'PATCH'),
        remove(`${owned}/${ownedId}`, stale),
        remove(`${owned}/${otherId}`),
      ),
    ).toEqual([409, 400, 200, 400, 200, 200, 409, 400, 412, 412, 409])
    expect((await remove(`${owned}/${ownedId}`)).status).toBe(200)
    expect(
      await statuses(
        remove(`${owned}/${ownedId}`),
        call(`${owned}/${ownedId}`),
        runs(`${owned}/${ownedId}`, {}, {}, 'PATCH'),
        call(`${organizations}/nobody/wallets`),
        runs(`${organizations}/nobody/wallets`, { name: 'x' }),
      ),
    ).toEqual([404, 404, 404, 404, 404])
    expect((await remove(found)).status).toBe(200)
    expect(await statuses(remove(found), call(found), runs(found, {}, {}, 'PATCH'))).toEqual([404, 404, 404])
    const form = new FormData()
    const execution = { namespace: 'acme', pipeline: 'acme/statuses', workflow_id: 'files', run_id: 'run' }
    const times = { status: 'completed', started_at: '2026-11-20T10:00:00Z', closed_at: '2026-11-20T10:00:01Z' }
    form.append('execution', JSON.stringify({ ...execution, ...times }))
    form.append('videos', new Blob([new Uint8Array(mp4())]))
    const { artifacts } = await (await call('/api/pipeline/executions', { method: 'POST', body: form })).json()
    const video = (range?: string) => fetch(artifacts.videos[0], range === undefined ? {} : { headers: { range } })
    const rows = await fetch(`${guarded.service.baseUrl}/api/scoreboard/rows`)
    const known304 = { headers: { 'if-none-match': rows.headers.get('etag') ?? '' } }
    expect([rows.status, ...(await statuses(call('/api/scoreboard/rows', known304)))]).toEqual([200, 304])
    expect(await statuses(video(), video('bytes=0-3'), video('bytes=900-'))).toEqual([200, 206, 416])
    const logo = new FormData()
    logo.append('logo', new Blob([new Uint8Array(png())]), 'logo.png')
    const kept = await guarded.client.sdk.collection('organizations').update(guarded.organization.id, logo)
    const { id: owner } = guarded.organization
    const named = { name: 'Wallet', canonified_name: 'wallet', owner, published: true }
    const wallet = await guarded.client.sdk.collection('wallets').create({ ...named, ...Object.fromEntries(logo) })
    expect(
      await statuses(
        call(`/media/organizations/${kept.id}/${kept.logo}`),
        call(`/media/entities/wallets/${wallet.id}/${wallet.logo}`),
        call(`/api/files/wallets/${wallet.id}/${wallet.logo}`, { redirect: 'manual' }),
        call('/api/files/wallets/nosuchrecord000/logo.png'),
        call('/badge/pipeline/acme/statuses.svg'),
        call('/badge/pipeline/acme/statuses.png'),
      ),
    ).toEqual([200, 200, 302, 404, 200, 200])
    for (const { path, method } of keyed) {
      const with_ = (headers: HttpRequest['headers']) =>
        ask(guarded.service, { method, path: target(path), headers: headers ?? [] })
      expect([path, await with_([]), await with_([['X-Api-Key', operatorToken]])]).toEqual([path, 401, 403])
    }
    const keys = '/api/organizations/acme/keys'
    const make = (place = keys) => runs(place, { name: 'nightly', scopes: ['entities:write'] })
    const made = await make()
    const { id: keyId, key } = await made.json()
    expect(
      await statuses(
        make('/api/organizations/nobody/keys'),
        runs(keys, {}),
        call(keys),
        call('/api/organizations/nobody/keys'),
        call(`${keys}/nothing`, { method: 'DELETE' }),
        call('/api/organizations/acme/audit'),
        call('/api/organizations/nobody/audit'),
      ),
    ).toEqual([404, 400, 200, 404, 404, 200, 404])
    // What is read of one session or campaign takes the key of an organisation that may read evidence.
    for (const { path, method, statuses: listed } of operations)
      if (method === 'GET' && listed.includes('403') && !path.startsWith('/api/'))
        expect([path, await ask(guarded.service, { path: target(path), headers: [['X-Api-Key', key]] })]).toEqual([
          path,
          403,
        ])
    let last = made.status
    for (let count = 0; last === 201 && count < 60; count += 1) last = (await make()).status
    expect([last, ...(await statuses(call(`${keys}/${keyId}`, { method: 'DELETE' })))]).toEqual([409, 200])
    // Too many wrong keys.
    const wrong = (path: string, method: string) =>
      ask(guarded.service, { method, path: target(path), headers: [['X-Api-Key', 'wrong']] })
    for (let last = 401; last === 401; ) last = await wrong('/api/organizations/namespaces', 'GET')
    for (const { path, method } of keyed) expect([path, await wrong(path, method)]).toEqual([path, 429])
    expect(await wrong(`/api/executions/${executionId}`, 'GET')).toBe(429)
  })

  it('of a contact that nobody named is 404', async () => {
    const path = '/.well-known/security.txt'
    expect([await ask(service, { path }), await ask(broken, { path })]).toEqual([200, 404])
  })

  it('of what a page of another origin sends is 403', async () => {
    const headers = [['Origin', 'https://evil.example']] as const
    const foreign = operations.filter(
      ({ id, method, statuses }) =>
        statuses.includes('403') && method !== 'GET' && !keyed.some((one) => one.id === id) && id !== 'removeWallet',
    )
    for (const { path, method } of foreign)
      expect([path, await ask(service, { method, path: target(path), headers })]).toEqual([path, 403])
  })

  it('of the trust framework is the document, and to who has it already 304', async () => {
    for (const { id, path, method } of operations.filter(isTrustDocument)) {
      const at = target(path.replace('{file}', trustFiles[id] ?? ''))
      const headers = [['If-None-Match', '*']] as const
      expect([at, await ask(service, { method, path: at })]).toEqual([at, 200])
      expect([at, await ask(service, { method, path: at, headers })]).toEqual([at, 304])
    }
  })

  it('of the trust framework in a session is its document, and to who has it already 304', async () => {
    const list_alias = 'b'.repeat(16)
    const body = JSON.stringify({ trust_framework: 'eu', list_alias })
    const created = await fetch(`${service.baseUrl}/openid4vp/sessions`, { method: 'POST', body, headers: [[...json]] })
    const { session_id } = await created.json()
    const { trust } = await (await fetch(`${service.baseUrl}/openid4vp/sessions/${session_id}`)).json()
    const ofSession = new URL(trust.lists.base).pathname.replace('/lists', '')
    const documents = [
      `${ofSession}/lists/pid-providers.jwt`,
      `${ofSession}/status.jwt`,
      `${ofSession}/access.crl`,
      `/trust/a/${list_alias}/lists/pid-providers.jwt`,
      '/trust/registrar/wrp/NTRIT-WALLETCAPTURE',
    ]
    for (const path of documents) {
      expect([path, await ask(service, { path })]).toEqual([path, 200])
      expect([path, await ask(service, { path, headers: [['If-None-Match', '*']] })]).toEqual([path, 304])
    }
    expect(await ask(service, { path: '/trust/registrar/wrp?identifier=NTRIT-NOBODY' })).toBe(404)
  })

  it('while storage is down is 503, and when something of ours fails 500', async () => {
    const wallet = await createHandWallet(broken)
    const { store, scoreboard } = broken.container.ports
    const failAll = (error: () => Error): void => {
      const fails = async (): Promise<never> => {
        throw error()
      }
      const failing = (part: object) =>
        Object.fromEntries(Object.keys(part).flatMap((name) => (name === 'close' ? [] : [[name, fails]])))
      for (const name of Object.keys(store))
        if (name !== 'close' && name !== 'assuming') Object.assign(store, { [name]: fails })
      Object.assign(store, { assuming: () => ({ ...store, assumptions: () => null }) })
      // A copy, because services of other tests may share the stand-in for the scoreboard.
      const shared = { readPublic: fails, openPublicFile: fails, snapshot: fails }
      const parts = {
        store: failing(scoreboard.store),
        scheduler: failing(scoreboard.scheduler),
        pipelines: failing(scoreboard.pipelines),
        organizationKeys: failing(scoreboard.organizationKeys),
        organizations: failing(scoreboard.organizations),
        entities: failing(scoreboard.entities),
      }
      Object.assign(broken.container.ports, { published: failing(broken.container.ports.published) })
      Object.assign(broken.container.ports, { scoreboard: { ...scoreboard, ...shared, ...parts }, trustKeys: fails })
    }
    const all = async (status: number): Promise<void> => {
      const { session_id, offer_url } = wallet.created
      for (const { id, path, method, statuses } of operations) {
        if (!statuses.includes(String(status)) || unseen[status]?.[id] !== undefined) continue
        const named = path
          .replace('{sessionId}', session_id)
          .replace('{credentialOfferId}', offer_url.split('/').at(-1) ?? '')
          .replace('{collection}', id === 'getEntityLogo' ? 'wallets' : 'pipelines')
          .replace('{record_id}', 'abcdefghijklmno')
          .replace('{organization}', 'acme')
          .replace('{workbenchId}', 'A'.repeat(22))
          .replace('{doorId}', 'A'.repeat(22))
          .replace('{trustId}', 'A'.repeat(22))
          .replace('{alias}', 'a'.repeat(16))
          .replace('{identifier}', 'NTRIT-WALLETCAPTURE')
          .replace('/badge/wallet/{file}', '/badge/wallet/nobody.svg')
          .replace('{slug}', 'nobody')
          .replace('/lists/{file}', '/lists/pid-providers.jwt')
          .replace('{file}', trustFiles[id] ?? 'file.png')
        const body = bodies[id] ?? null
        const answered = await ask(broken, { method, path: target(named), body, headers: [json, admin] })
        expect([id, answered]).toEqual([id, status])
      }
    }
    Object.assign(broken.container.ports, { parts: async () => ({ pocketbase: false, temporal: true, worker: null }) })
    failAll(() => new StoreUnavailable('down'))
    await all(503)
    failAll(() => new Error('something that we did wrong'))
    await all(500)
  })

  it('to malformed HTTP, too long or too slow', async () => {
    // Long enough for a busy machine to read all heads first: until then the operation is unknown.
    const timeouts = { requestTimeout: 2000, headersTimeout: 2000, connectionsCheckingInterval: 50 }
    const impatient = await startService({ timeouts })
    const ways = [
      ['', 400],
      ['Host: x\r\nExpect: wonders\r\n', 417],
      [`Host: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n`, 431],
      ['Host: x\r\nContent-Length: 9\r\n', 408],
      ['Host: x\r\n', 505],
    ] as const
    for (const [fields, status] of ways)
      await Promise.all(
        operations.map(async ({ method, path }) => {
          const head = `${method} ${target(path)} HTTP/${status === 505 ? '2.0' : '1.1'}\r\n${fields}Connection: close\r\n\r\n`
          // Only the test of timeouts uses the short one, because a busy machine is late itself.
          const answer = await sendRaw((status === 408 ? impatient : service).baseUrl, head)
          expect([path, answer.split(' ')[1]]).toEqual([path, String(status)])
        }),
      )
    for (const pair of impatient.comparison.seen) extra.add(pair)
    await impatient.close()
  })

  covers('D3')
  it('to who names another host is 421, where evidence and operators’ addresses are', async () => {
    const asked = operations.filter(({ statuses }) => statuses.includes('421'))
    expect(asked.map(({ id }) => id)).toEqual(expect.arrayContaining(['createSession', 'getSession', 'listRequests']))
    for (const { method, path } of asked) {
      const answered = await ask(service, { method, path: target(path), headers: [['Host', 'evil.example']] })
      expect([path, answered]).toEqual([path, 421])
    }
  })

  it('to a session that begins or repeats too much is 429', async () => {
    const tired = await startService()
    const wallet = await createHandWallet(tired)
    const code = await createHandCodeWallet(tired)
    await wallet.obtainToken()
    Object.assign(tired.container.repeatLimit, { take: () => 9 })
    expect((await code.push({ form: (form) => form.delete('scope') })).status).toBe(429)
    expect((await wallet.requestToken()).status).toBe(429)
    expect((await wallet.requestCredential({ request: (request) => void delete request.proofs })).status).toBe(429)
    for (const pair of tired.comparison.seen) extra.add(pair)
    await tired.close()
  })

  covers('A2.4', 'A7.5')
  it('has been seen, or has its reason', () => {
    const seen = new Set([
      ...service.comparison.seen,
      ...guarded.service.comparison.seen,
      ...broken.comparison.seen,
      ...extra,
    ])
    const all = operations.flatMap(({ id, statuses }) =>
      statuses.map((status) => ({ id, status, pair: `${id} ${status}` })),
    )
    const excused = ({ id, status }: { id: string; status: string }): boolean => unseen[status]?.[id] !== undefined
    expect(all.filter((one) => !seen.has(one.pair) && !excused(one)).map(({ pair }) => pair)).toEqual([])
    // A reason that no longer applies must be removed.
    expect(all.filter((one) => seen.has(one.pair) && unseen[one.status]?.[one.id] !== undefined)).toEqual([])
  })
})

/** Seen at services that have been stopped. */
const extra = new Set<string>()

/** Bodies that reach storage. */
const bodies: Readonly<Record<string, string>> = {
  createWorkbench: '{}',
  changeWorkbench: JSON.stringify({ name: 'Mine' }),
  createCampaign: JSON.stringify({ campaign: 'smoke', wallet: { name: 'w', version: '1' } }),
  answerCampaign: JSON.stringify({ session_id: '00000000-0000-4000-8000-000000000000', shown: 'error' }),
  tryCampaignAgain: JSON.stringify({ preset: 'sd_jwt_baseline' }),
  giveStepResult: JSON.stringify({ step: 'theirs', passed: true }),
  putPipelineSchedule: JSON.stringify({ every_seconds: 900 }),
  putPipeline: JSON.stringify({ name: 'Nightly' }),
  createOrganizationKey: JSON.stringify({ name: 'nightly', scopes: ['evidence:read'] }),
  createOrganization: JSON.stringify({ name: 'Acme' }),
  patchOrganization: JSON.stringify({ name: 'Acme' }),
  createEntity: JSON.stringify({ name: 'Quillfern' }),
  patchEntity: JSON.stringify({ name: 'Quillfern' }),
  createPipeline: JSON.stringify({
    organization: 'acme',
    name: 'Nightly',
    definition: {
      version: 1,
      runner: 'external_ci',
      steps: [{ id: 'theirs', kind: 'custom', custom_check: 'acme/probe' }],
    },
  }),
  declareWallet: JSON.stringify({ wallet: { name: 'A', version: '1' }, items: {} }),
  enterResult: JSON.stringify({
    wallet: { name: 'w', version: '1' },
    case: 'WS_RP_MS_ProtocolMessages_013',
    result: 'passed',
  }),
  findSession: JSON.stringify({
    deeplink: `x://?credential_offer_uri=${encodeURIComponent('https://a.example/offers/00000000-0000-4000-8000-000000000000')}`,
  }),
  changeName: JSON.stringify({ run: '00000000-0000-4000-8000-000000000000', name: 'n', secret: 'uO3kV8nq0Zr4' }),
  saveScoreboardResults: JSON.stringify({ aggregated_pipelines: [rowOf('abcdefghijklmno')] }),
  recordExecution: JSON.stringify({
    namespace: 'acme',
    pipeline: 'acme/x',
    workflow_id: 'w',
    run_id: 'r',
    status: 'running',
    started_at: '2026-11-20T10:00:00Z',
  }),
}
