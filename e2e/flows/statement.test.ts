import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildOpenApi } from '@/lib/contract/openapi/build-openapi'
import { officialCases } from '@/lib/core/campaigns/official-cases/cases'
import { itemNames } from '@/lib/core/campaigns/official-cases/declared-items'
import { contradictable } from '@/lib/core/campaigns/official-cases/seen-items'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { countStatement } from '@/lib/core/campaigns/statement/count-statement'
import type { ConformanceStatement } from '@/lib/core/campaigns/statement/z-statement'
import { checkContract } from '@/lib/testing/check-contract'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHttpClient, type Fields, type HttpClient, jsonPost } from '@/lib/testing/http-client'
import { schemaErrors } from '@/lib/testing/json-schema'
import { readCsv } from '@/lib/testing/read-csv'
import { startService, type TestService } from '@/lib/testing/service'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { createNodeClient } from '@/lib/wallet/http/node-client'

const token = 'an-operator-token-of-this-test'
const bearer: Fields = [['Authorization', `Bearer ${token}`]]
const wallet = { name: 'Quillfern', version: '2.4.1' }
const manual = 'WS_RP_MS_ProtocolMessages_013'
const outside = 'WS_RP_SM_RpIntegrity_CryptographicSignature_003'
/** Clearly a secret. */
const secret = 'eyJhbGciOiJFUzI1NiJ9.eyJzZWNyZXQiOiJwbGFudGVkIn0.c2lnbmF0dXJl'

let service: TestService
let http: HttpClient
/** Reads and changes with the operator token. */
const get = (path: string, headers: Fields = bearer) => http({ path, headers })
const post = (path: string, body: unknown, headers: Fields = bearer) => http(jsonPost(path, body, headers))
const query = new URLSearchParams({ wallet: wallet.name, version: wallet.version })
const coverage = async () => (await get(`/coverage?${query}`)).object() as unknown as CoverageView
const statement = async () => {
  const answer = checkContract('getStatement', await get(`/coverage/ics?${query}`))
  return answer.object() as unknown as ConformanceStatement
}
const declare = (items: object, more: object = {}) => post('/coverage/declarations', { wallet, items, ...more })

beforeAll(async () => {
  service = await startService({ env: { OPERATOR_TOKEN: token } })
  http = createHttpClient(service.baseUrl)
  const presets = ['sd_jwt_baseline', 'mdoc_baseline', 'unknown_scope', 'verifier_info_unbound', 'bad_signature']
  const made = await post('/campaigns', { wallet, presets })
  const address = campaignAddress(`${service.baseUrl}/campaigns/${made.object().campaign_id}`)
  const send = createNodeClient()
  const client = campaignClient(address, { http: send, operatorToken: token, patienceMillis: 0 })
  await runCampaign({ client, origin: service.baseUrl, http: send, clock: service.now })
}, 60_000)
afterAll(async () => {
  http.close()
  await service.close()
})

describe('a statement', () => {
  it('fits the schema of the OpenAPI document, and counts what coverage counts', async () => {
    const document = buildOpenApi()
    const ics = await statement()
    expect(schemaErrors({ $ref: '#/components/schemas/ConformanceStatement' }, ics, document)).toEqual([])
    expect(
      schemaErrors({ $ref: '#/components/schemas/ConformanceStatement' }, { ...ics, ics_version: 1 }, document),
    ).not.toEqual([])
    const { sentence: _, ...headline } = (await coverage()).headline
    // A statement omits counts of zero.
    expect({ told_by_driver: 0, told_unrecorded: 0, stricter: 0, ...ics.counts.headline }).toEqual(headline)
    expect(countStatement(ics.cases)).toEqual(ics.counts)
    expect(ics).toMatchObject({ ics_version: 2, wallet, tester: null })
    expect(ics.items.map(({ item, support }) => [item, support])).toEqual(itemNames.map((item) => [item, 'unknown']))
    const passed = ics.cases.filter(({ result }) => result === 'passed')
    expect(passed.length).toBeGreaterThan(20)
    expect(passed.filter(({ sessions, tested_at }) => sessions.length === 0 || tested_at === null)).toEqual([])
  })

  it('is CSV of 559 lines after its header, and HTML that runs nothing', async () => {
    const csv = await get(`/coverage/ics?${query}&format=csv`)
    expect(csv.header('content-type')).toBe('text/csv; charset=utf-8')
    const [head = [], ...records] = readCsv(csv.body)
    expect(records.map(([id]) => id)).toEqual(officialCases.map(({ id }) => id))
    expect(records).toHaveLength(559)
    expect(csv.body.split('\r\n')).toHaveLength(561)
    expect(head).toEqual(Object.keys((await statement()).cases[0] ?? {}))
    const html = await get(`/coverage/ics?${query}&format=html`)
    expect(html.header('content-security-policy')).toContain("default-src 'none'")
    expect(html.body).not.toMatch(/<script|\son[a-z]+=|javascript:/i)
    expect(html.body).toContain('Self-assessment. No certificate, no conformity decision.')
    expect(html.body).toContain('@page{size:A4')
  })

  it('is for the operator, and for a wallet with a campaign', async () => {
    expectError(await get(`/coverage/ics?${query}`, []), 401, 'unauthorized')
    expectError(await get('/coverage/ics?wallet=Nobody&version=1'), 404, 'campaign_not_found')
    expectError(await get('/coverage/ics?wallet=Quillfern'), 400, 'invalid_request')
    expectError(await get(`/coverage/ics?${query}&format=xml`), 400, 'invalid_request')
  })
})

describe('a declaration', () => {
  it.each<[object, string]>([
    [{ items: { weather: true } }, '/items'],
    [{ items: { mdoc: 'yes' } }, '/items/mdoc'],
    [{ items: { digest_algs: true } }, '/items/digest_algs'],
    [{ items: { digest_algs: ['sha-256', 1] } }, '/items/digest_algs'],
    [{ items: { digest_algs: [''] } }, '/items/digest_algs'],
    [{ items: { digest_algs: ['x'.repeat(101)] } }, '/items/digest_algs'],
    [{ items: { digest_algs: ['sha-256\u0000'] } }, '/items/digest_algs'],
    [{ items: { digest_algs: Array(51).fill('sha-256') } }, '/items/digest_algs'],
    [{ items: undefined }, '/items'],
    [{ items: {}, tester: { name: 'x'.repeat(101) } }, '/tester/name'],
    [{ items: {}, tester: { name: 'Ada\r\nNo self-assessment' } }, '/tester/name'],
    [{ items: {}, tester: { name: 'Ada \u202e' } }, '/tester/name'],
    [{ items: {}, tester: { organisation: 1 } }, '/tester/organisation'],
    [{ items: {}, tester: 'me' }, '/tester'],
    [{ items: {}, wallet: { name: '', version: '1' } }, '/wallet/name'],
  ])('is refused where it is wrong: %j', async (wrong, pointer) => {
    const answer = checkContract('declareWallet', await post('/coverage/declarations', { wallet, ...wrong }))
    expect([answer.status, answer.object().pointer], answer.body).toEqual([400, pointer])
    expect(answer.object().error_description).toMatch(/^[ -~]+$/)
  })

  it('is for the operator, and for a wallet with a campaign', async () => {
    expectError(await post('/coverage/declarations', { wallet, items: {} }, []), 401, 'unauthorized')
    const nobody = { wallet: { name: 'Nobody', version: '1' }, items: {} }
    expectError(await post('/coverage/declarations', nobody), 404, 'campaign_not_found')
  })

  it('of a no makes cases not applicable everywhere, and the next one replaces it as a whole', async () => {
    const before = await coverage()
    const ofLists = officialCases.filter(({ applies_if }) => applies_if === 'status_list_cwt').map(({ id }) => id)
    const tester = { name: `Ada ${secret}`, organisation: 'Quillfern Ltd' }
    const said = checkContract('declareWallet', await declare({ status_list_cwt: false, dc_api: false }, { tester }))
    expect(said.status, said.body).toBe(201)
    const [view, ics] = [await coverage(), await statement()]
    for (const cases of [
      view.cases.map(({ id, verdict }) => ({ id, result: verdict as string })),
      ics.cases.map(({ id, result }) => ({ id, result: result as string })),
    ])
      expect(cases.filter(({ id }) => ofLists.includes(id)).map(({ result }) => result)).toEqual(
        ofLists.map(() => 'not_applicable'),
      )
    expect(ics.tester).toEqual({ name: `Ada [token:${secret.length}]`, organisation: 'Quillfern Ltd' })
    expect(ics.cases.find(({ id }) => id === ofLists[0])).toMatchObject({
      ...{ applicable: false, method: 'none', condition: expect.stringContaining('IF status_list_cwt THEN') },
      status: expect.stringMatching(/^c\d+$/),
    })
    expect((await declare({})).status).toBe(201)
    expect(await coverage()).toEqual(before)
    expect((await statement()).tester).toBeNull()
  })

  it('that sessions contradict is named with them, and its cases are judged', async () => {
    const before = await coverage()
    const items = Object.fromEntries(
      itemNames.map((item) => [item, item === 'mdoc' || item === 'sd_jwt_vc' ? false : undefined]),
    )
    expect((await declare(items)).status).toBe(201)
    const ics = await statement()
    const against = ics.items.filter((one) => one.contradicted_by_evidence !== null)
    expect(against.map(({ item, support }) => [item, support])).toEqual([
      ['sd_jwt_vc', 'no'],
      ['mdoc', 'no'],
    ])
    expect(against.every(({ item }) => contradictable.includes(item))).toBe(true)
    for (const one of against) expect(one.contradicted_by_evidence?.sessions.length).toBeGreaterThan(0)
    expect((await coverage()).cases).toEqual(before.cases)
  })

  it('decides cases that a wallet without the feature passes as well', async () => {
    const verdict = async (id: string) => (await coverage()).cases.find((one) => one.id === id)?.verdict
    const [scope, proof] = ['WS_RP_MS_ProtocolMessages_030', 'WS_RP_SM_DeviceBinding_003']
    await declare({})
    expect(await verdict(scope)).toBe('inconclusive')
    await declare({ scope: true })
    expect(await verdict(scope)).toBe('passed')
    expect(await verdict(proof)).toBe('passed')
    await declare({ scope: false })
    expect(await verdict(scope)).toBe('not_applicable')
    await declare({})
  })
})

describe('what a person enters', () => {
  const enter = (body: object) => post('/coverage/results', { wallet, case: manual, result: 'passed', ...body })
  const session = '5f2d5a8e-4d55-4b58-9d0c-6f1f62f0a0c1'

  it('names its tester and evidence, for cases out of scope too, and changes no verdict of a machine', async () => {
    const before = await coverage()
    const evidence = [{ session_id: session, note: `see ${secret}` }, { sha256: 'ab'.repeat(32) }]
    const said = await enter({ case: outside, note: `=1+1\r\n${secret}`, tester: `Ada ${secret}`, evidence })
    expect(checkContract('enterResult', said).status, said.body).toBe(201)
    const kept = [{ session_id: session, note: `see [token:${secret.length}]` }, { sha256: 'ab'.repeat(32) }]
    expect(said.object().entered).toMatchObject({ tester: `Ada [token:${secret.length}]`, evidence: kept })
    const after = await coverage()
    expect(after.cases.find(({ id }) => id === outside)).toMatchObject({ verdict: 'out', entered: { evidence: kept } })
    expect([after.counts, after.headline, after.by_person]).toEqual([before.counts, before.headline, before.by_person])
    expect((await statement()).cases.find(({ id }) => id === outside)).toMatchObject({
      ...{ result: 'passed', method: 'person', tester: `Ada [token:${secret.length}]`, evidence: kept, sessions: [] },
    })
    for (const path of [
      `/coverage?${query}`,
      ...['json', 'html', 'csv'].map((format) => `/coverage/ics?${query}&format=${format}`),
    ]) {
      const { body } = await get(path)
      expect([path, body.includes(secret), body.includes('cGxhbnRlZ')]).toEqual([path, false, false])
    }
    expect(readCsv((await get(`/coverage/ics?${query}&format=csv`)).body)).toHaveLength(560)
    expect((await enter({ case: outside, result: 'withdrawn' })).status).toBe(201)
    expect((await coverage()).cases.find(({ id }) => id === outside)?.entered).toBeNull()
  })

  it('without them is what it was before there were any', async () => {
    const said = await enter({ note: 'seen', tester: ' ', evidence: [] })
    expect(Object.keys(said.object().entered as object)).toEqual(['result', 'note', 'entered_at', 'by'])
  })

  it.each<[object, string]>([
    [{ tester: 'x'.repeat(101) }, '/tester'],
    [{ tester: 1 }, '/tester'],
    [{ tester: 'Ada\nQuill' }, '/tester'],
    [{ evidence: Array(11).fill({ note: 'x' }) }, '/evidence'],
    [{ evidence: [{}] }, '/evidence'],
    [{ evidence: [{ film: 'x' }] }, '/evidence'],
    [{ evidence: [{ session_id: 'x' }] }, '/evidence/0/session_id'],
    [{ evidence: [{ sha256: 'AB'.repeat(32) }] }, '/evidence/0/sha256'],
    [{ evidence: [{ note: 'x'.repeat(301) }] }, '/evidence/0/note'],
    [{ case: 'WS_RP_SM_RpIntegrity_027' }, '/case'],
  ])('is refused where it is wrong: %j', async (wrong, pointer) => {
    const answer = checkContract('enterResult', await enter(wrong))
    expect([answer.status, answer.object().pointer], answer.body).toEqual([400, pointer])
    expect(answer.object().error_description).toMatch(/^[ -~]+$/)
  })
})
