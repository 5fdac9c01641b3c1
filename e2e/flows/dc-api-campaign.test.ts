import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { officialCases } from '@/lib/core/campaigns/official-cases/cases'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import type { CampaignView, NextSessionView } from '@/lib/core/campaigns/z-campaign'
import type { JsonObject } from '@/lib/core/ground/values/json'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { verifierSessions } from '@/lib/testing/verifier-sessions'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { answerBrowserRequest } from '@/lib/wallet/verifier/dc-api/answer-browser-request'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/** A campaign whose requests a browser carries, with the header fields that one sends. */

let service: TestService
let http: HttpClient
let credentials: HeldCredential[]
let mdocs: HeldCredential[]
beforeAll(async () => {
  service = await startService()
  http = createHttpClient(service.baseUrl)
  const obtain = async (format: 'dc+sd-jwt' | 'mso_mdoc') => [
    ...(await obtainCredential({ origin: service.baseUrl, http: createNodeClient(), format })).credentials,
  ]
  credentials = await obtain('dc+sd-jwt')
  mdocs = await obtain('mso_mdoc')
})
afterAll(async () => {
  http.close()
  await service.close()
})
const { post, read: readSession } = verifierSessions(() => http)

const chrome = 'Mozilla/5.0 (Linux; Android 16) Chrome/156.0.0.0 Mobile Safari/537.36'
const safari = 'Mozilla/5.0 (iPhone) Version/26.0 Mobile/15E148 Safari/604.1'

/** What a page posts for a session. `null`: a program posts it, which sends nothing that only a browser can. */
async function report(sessionId: string, outcome: JsonObject, browser: string | null) {
  const ofBrowser: [string, string][] =
    browser === null
      ? []
      : [
          ['Origin', service.baseUrl],
          ['Sec-Fetch-Site', 'same-origin'],
          ['User-Agent', browser],
        ]
  return http({
    method: 'POST',
    path: `/openid4vp/sessions/${sessionId}/dc-api/result`,
    headers: [['Content-Type', 'application/json'], ...ofBrowser],
    body: JSON.stringify({ ...outcome, page: { origin: service.baseUrl, elapsed_ms: 2000, allows: {} } }),
  })
}

/** The reference wallet answers through a browser. */
async function answer(sessionId: string, browser: string | null, held = credentials) {
  const { digital } = (await http({ path: `/openid4vp/sessions/${sessionId}/dc-api` })).object()
  const { origin } = new URL(service.baseUrl)
  const trustAnchors = [service.container.keyStore.rootPem()]
  const given = await answerBrowserRequest({
    digital,
    origin,
    credentials: held,
    clock: service.now,
    trustAnchors,
  })
  if ('refusal' in given) throw new Error(given.reason)
  await report(sessionId, { outcome: 'started' }, browser)
  return report(
    sessionId,
    { outcome: 'answer', protocol: given.protocol, data: given.data as unknown as JsonObject },
    browser,
  )
}

/** The browser shares nothing. */
async function decline(sessionId: string, browser: string | null) {
  await report(sessionId, { outcome: 'started' }, browser)
  const error = { name: 'NotAllowedError', message: 'The user said no.', code: 0 }
  expect((await report(sessionId, { outcome: 'error', error }, browser)).status).toBe(200)
}

async function start(presets: string[], name: string): Promise<string> {
  const answered = await post('/campaigns', { wallet: { name, version: '1' }, presets, silence_seconds: 5 })
  expect(answered.status, answered.body).toBe(201)
  return (answered.object() as unknown as CampaignView).campaign_id
}
const next = async (id: string) =>
  ((await http({ path: `/campaigns/${id}/next` })).object() as unknown as NextSessionView).session
const resultOf = async (id: string, preset: string) => {
  const view = (await http({ path: `/campaigns/${id}` })).object() as unknown as CampaignView
  return view.steps.find((step) => step.preset === preset)
}
const findingOf = async (sessionId: string) =>
  (await readSession(sessionId)).checks.conformance.findLast(({ id }) => id === 'vp.negative.rejected')?.status

describe('a browser that shares nothing in a campaign', () => {
  const declineFirst = async (name: string, browser: string | null = chrome) => {
    const id = await start(['dc_bad_signature', 'dc_signed_sd_jwt'], name)
    const refusal = await next(id)
    if (refusal === null) throw new Error('There is no first session.')
    await decline(refusal.session_id, browser)
    const right = await next(id)
    if (right === null) throw new Error('There is no second session.')
    expect([refusal.preset, right.preset]).toEqual(['dc_bad_signature', 'dc_signed_sd_jwt'])
    return { id, refusal, right }
  }

  it('shows nothing before a wallet has answered there, and the campaign goes on at once', async () => {
    const { id, refusal, right } = await declineFirst('Fresh')
    expect(await findingOf(refusal.session_id)).toBe('not_observed')
    expect(await resultOf(id, 'dc_bad_signature')).toMatchObject({ verdict: 'incomplete' })
    const state = await http({ path: `/present/${refusal.session_id}/state` })
    expect(state.object()).toMatchObject({ next_page: `${service.baseUrl}/present/${right.session_id}` })
    expect(right.deeplink).toBe(`${service.baseUrl}/present/${right.session_id}`)
  })

  it('is a refusal once a wallet has answered in the same browser', async () => {
    const { id, refusal, right } = await declineFirst('Same')
    expect((await answer(right.session_id, chrome)).status).toBe(200)
    expect(await next(id)).toBeNull()
    expect(await findingOf(refusal.session_id)).toBe('pass')
    const { events } = await readSession(refusal.session_id)
    expect(events.filter(({ type }) => type === 'vp_silence_counted').map(({ detail }) => detail)).toEqual([
      { control_session_id: right.session_id, in_browser: true },
    ])
    expect(events.findLast(({ type }) => type === 'vp_negative_test_result')?.detail.outcome).toBe('silent')
    expect(await resultOf(id, 'dc_bad_signature')).toMatchObject({ verdict: 'pass' })
  })

  it.each([
    ['another browser', safari, chrome],
    ['a program', null, chrome],
    ['a browser, and a program shared nothing', chrome, null],
  ])('shows nothing where a wallet answered through %s', async (what, answers, declines) => {
    const { id, refusal, right } = await declineFirst(what, declines)
    expect((await answer(right.session_id, answers)).status).toBe(200)
    expect(await next(id)).toBeNull()
    expect(await findingOf(refusal.session_id)).toBe('not_observed')
  })
})

describe('a refusal of org-iso-mdoc, which nothing but the rejected promise can show', () => {
  const refusals = ['dc_annexc_bad_reader_auth', 'dc_annexc_no_key']
  const declineBoth = async (name: string) => {
    const id = await start([...refusals, 'dc_iso_mdoc'], name)
    const declined: string[] = []
    for (const preset of refusals) {
      const session = await next(id)
      if (session === null) throw new Error('There is no session.')
      expect(session.preset).toBe(preset)
      await decline(session.session_id, chrome)
      declined.push(session.session_id)
    }
    const right = await next(id)
    if (right === null) throw new Error('There is no last session.')
    expect(right.preset).toBe('dc_iso_mdoc')
    return { id, declined, right }
  }

  it('is not observed before a wallet has answered in that browser, and counts once one has', async () => {
    const { id, declined, right } = await declineBoth('Annex C')
    for (const one of declined) expect(await findingOf(one)).toBe('not_observed')
    for (const preset of refusals) expect(await resultOf(id, preset)).toMatchObject({ verdict: 'incomplete' })
    expect((await answer(right.session_id, chrome, mdocs)).status).toBe(200)
    expect(await next(id)).toBeNull()
    for (const one of declined) {
      expect(await findingOf(one)).toBe('pass')
      const { events } = await readSession(one)
      expect(events.filter(({ type }) => type === 'vp_silence_counted').map(({ detail }) => detail)).toEqual([
        { control_session_id: right.session_id, in_browser: true },
      ])
    }
    for (const preset of refusals) expect(await resultOf(id, preset)).toMatchObject({ verdict: 'pass' })
  })
})

describe('the official cases of this channel', () => {
  const decisive = ['dc_signed_sd_jwt', 'dc_unsigned_sd_jwt', 'dc_multisigned_sd_jwt', 'dc_bad_signature']
  const verdictsOf = async (name: string, browser: string | null) => {
    const id = await start(decisive, name)
    for (let at = await next(id); at !== null; at = await next(id)) await answer(at.session_id, browser)
    const query = new URLSearchParams({ wallet: name, version: '1' })
    const coverage = (await http({ path: `/coverage?${query}` })).object() as unknown as CoverageView
    return cases.map(({ id }) => [id, coverage.cases.find((one) => one.id === id)?.verdict])
  }
  const cases = officialCases.filter(({ channel }) => channel === 'dc_api')
  const all = (verdict: string) => cases.map(({ id, class: kind }) => [id, kind === 'manual' ? 'manual' : verdict])

  it('are decided by what a browser carried', async () => {
    expect(cases).toHaveLength(9)
    expect(await verdictsOf('Browser', chrome)).toEqual(all('passed'))
  })

  it('are decided by nothing that a program carried', async () => {
    expect(await verdictsOf('Program', null)).toEqual(all('not_run'))
  })
})

describe('the campaign digital_credentials', () => {
  it('is passed by the reference wallet, which tells of a refusal that the browser hides, and decides no case', async () => {
    const made = await post('/campaigns', {
      wallet: { name: 'Reference', version: '1' },
      campaign: 'digital_credentials',
      silence_seconds: 5,
    })
    const id = (made.object() as unknown as CampaignView).campaign_id
    const send = createNodeClient()
    const address = campaignAddress(`${service.baseUrl}/campaigns/${id}`)
    const client = campaignClient(address, { http: send, patienceMillis: 0 })
    // Its user takes a second for each denial.
    const wait = async (millis: number) => service.advance(millis / 1000)
    await runCampaign({ client, origin: service.baseUrl, http: send, clock: service.now, wait })
    const view = (await http({ path: `/campaigns/${id}` })).object() as unknown as CampaignView
    expect(view.steps).toHaveLength(39)
    expect(view.steps.map(({ preset, verdict }) => [preset, verdict])).toEqual(
      view.steps.map(({ preset }) => [preset, 'pass']),
    )
    const coverage = await http({ path: '/coverage?wallet=Reference&version=1' })
    expect((coverage.object() as unknown as CoverageView).counts).toMatchObject({ passed: 0, failed: 0 })
  })
})
