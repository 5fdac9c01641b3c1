import { afterAll, beforeAll, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHttpClient, type JsonRecord } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const post = (path: string, body: unknown) =>
  createHttpClient(service.baseUrl)({
    method: 'POST',
    path,
    headers: [['Content-Type', 'application/json']],
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const get = (path: string) => createHttpClient(service.baseUrl)({ path })
const view = async (session: unknown): Promise<IssuanceSessionView> =>
  (await get(`/sessions/${session}`)).json() as IssuanceSessionView

const issue = (deeplink: unknown, txCode?: unknown) =>
  runAtIssuer({
    deeplink: String(deeplink),
    trustAnchors: [service.container.keyStore.rootPem()],
    clock: service.now,
    ...(typeof txCode === 'string' ? { txCode } : {}),
  })

const ticket = { id: 'ticket', format: 'dc+sd-jwt', vct: 'urn:example:ticket', claims: { seat: '12A' } }
const pass = { ...ticket, id: 'pass', vct: 'urn:example:pass', binding: 'none' }
const start = async (more: JsonRecord = {}) =>
  (await post('/sessions', { laboratory: { credentials: [ticket, pass] }, ...more })).object()
const offersOf = (created: JsonRecord) => `/sessions/${created.session_id}/laboratory/offers`

it('an issuer of its own offers again, by each flow and each of its types, and all is in one session', async () => {
  const created = await start({ flow: 'pre_authorized_code', tx_code: true })
  expect((await issue(created.deeplink, created.tx_code)).credentials[0]?.type).toBe('urn:example:ticket')
  // The session is over, its issuer is not.
  service.advance(1800)
  const asked = [
    [{}, 'urn:example:ticket'],
    [{ credential_configuration_id: 'pass', credential_offer_mode: 'credential_offer_uri' }, 'urn:example:pass'],
    [{ flow: 'authorization_code', credential_configuration_id: 'pass' }, 'urn:example:pass'],
  ] as const
  const links = new Set([created.deeplink])
  for (const [body, type] of asked) {
    const answer = await post(offersOf(created), body)
    expect(answer.status).toBe(201)
    const offer = answer.object()
    links.add(offer.deeplink)
    expect([type, typeof offer.tx_code]).toEqual([type, 'flow' in body ? 'undefined' : 'string'])
    const [, path = ''] = /^https?:\/\/[^/]+(.*)$/.exec(String(offer.offer_url)) ?? []
    expect((await get(path)).object().credential_issuer).toBe(created.issuer_identifier)
    const run = await issue(offer.deeplink, offer.tx_code)
    expect([run.outcome, run.reason, run.credentials[0]?.type]).toEqual(['credential_stored', null, type])
    // What was offered is spent: the code of another offer is of no use to it.
    expect((await issue(offer.deeplink, offer.tx_code)).outcome).toBe(
      'flow' in body ? 'credential_stored' : 'refused_by_issuer',
    )
    const found = (await post('/sessions/find', { deeplink: offer.deeplink })).object()
    expect(found.session_id).toBe(created.session_id)
  }
  expect(links.size).toBe(asked.length + 1)
  const { events, exchanges } = await view(created.session_id)
  const types = events.map(({ type }) => type)
  expect(types.filter((type) => type === 'credential_offer_generated')).toHaveLength(asked.length + 1)
  expect(types.filter((type) => type === 'credential_issued').length).toBeGreaterThan(asked.length)
  for (const { path, correlation } of exchanges) expect([path, correlation]).toEqual([path, 'exact'])
})

it('a second flow of one session breaks no rule that the first one kept', async () => {
  const created = await start({ flow: 'authorization_code' })
  await issue(created.deeplink)
  const offer = (await post(offersOf(created), '')).object()
  await issue(offer.deeplink)
  const { checks, status } = await view(created.session_id)
  const failed = checks.conformance.filter((one) => one.status === 'fail').map(({ id }) => id)
  expect([status, failed]).toEqual(['credential_accepted', []])
})

it('a wrong transaction code spends the attempts of its own offer alone', async () => {
  const created = await start({ flow: 'pre_authorized_code', tx_code: { length: 6 } })
  const later = (await post(offersOf(created), {})).object()
  const left = async (deeplink: unknown) => {
    expect((await issue(deeplink, '000000')).outcome).toBe('refused_by_issuer')
    const { events } = await view(created.session_id)
    return events.findLast(({ detail }) => detail.wrong_tx_code === true)?.detail.attempts_left
  }
  const ofFirst = [await left(created.deeplink), await left(created.deeplink), await left(created.deeplink)]
  expect(ofFirst).toEqual([4, 3, 2])
  expect([await left(later.deeplink), await left(created.deeplink), await left(later.deeplink)]).toEqual([4, 1, 3])
  expect((await issue(later.deeplink, later.tx_code)).outcome).toBe('credential_stored')
})

it('nothing is offered that the issuer has not, that it is not, or that no longer is', async () => {
  const created = await start()
  const path = offersOf(created)
  const unknown = await post(path, { credential_configuration_id: 'other' })
  expectError(unknown, 400, 'unsupported_credential_configuration')
  expect(unknown.object().legal_values).toEqual(['ticket', 'pass'])
  for (const [body, member] of [
    [{ flow: 'implicit' }, 'flow'],
    [{ credential_offer_mode: 1 }, 'credential_offer_mode'],
    [{ more: 1 }, undefined],
    [[], undefined],
    ['{', undefined],
  ] as const) {
    const refused = await post(path, body)
    expectError(refused, 400, 'invalid_request')
    expect(refused.object().member).toBe(member)
  }
  expectError(await post(offersOf((await post('/sessions', {})).object()), {}), 404, 'issuer_not_found')
  expectError(await post('/sessions/nobody/laboratory/offers', {}), 404, 'session_not_found')
  const short = (await post('/sessions', { laboratory: { lifetime_seconds: 60 } })).object()
  service.advance(61)
  expectError(await post(offersOf(short), {}), 404, 'issuer_not_found')
})
