import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { officialCases } from '@/lib/core/campaigns/official-cases/cases'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import type { ConformanceStatement } from '@/lib/core/campaigns/statement/z-statement'
import type { CampaignView, NextSessionView } from '@/lib/core/campaigns/z-campaign'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { type CampaignRunOptions, runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { createNodeClient } from '@/lib/wallet/http/node-client'

let service: TestService
let http: HttpClient
const send = createNodeClient()
beforeAll(async () => {
  service = await startService()
  http = createHttpClient(service.baseUrl)
})
afterAll(async () => {
  http.close()
  await service.close()
})

const post = (path: string, body: unknown) =>
  http({ method: 'POST', path, headers: [['Content-Type', 'application/json']], body: JSON.stringify(body) })
const get = async <View>(path: string) => (await http({ path })).object() as unknown as View
const coverageOf = (wallet: string) => get<CoverageView>(`/coverage?wallet=${wallet}&version=1`)

async function start(wallet: string, body: object): Promise<string> {
  const answer = await post('/campaigns', { wallet: { name: wallet, version: '1' }, ...body })
  expect(answer.status, answer.body).toBe(201)
  return (answer.object() as unknown as CampaignView).campaign_id
}

const clientOf = (id: string) =>
  campaignClient(campaignAddress(`${service.baseUrl}/campaigns/${id}`), { http: send, patienceMillis: 0 })

async function run(id: string, more: Partial<CampaignRunOptions> = {}): Promise<CampaignView> {
  await runCampaign({ client: clientOf(id), origin: service.baseUrl, http: send, clock: service.now, ...more })
  return get(`/campaigns/${id}`)
}

/** What was entered about the cases that our unusual responses are about. */
async function enteredOf(wallet: string) {
  const { cases, by_person, by_driver, counts } = await coverageOf(wallet)
  const entered = cases.flatMap(({ id, verdict, entered }) =>
    entered === null ? [] : [[id.replace('WS_RP_', ''), verdict, entered.result, entered.by]],
  )
  return { entered, by_person, by_driver, counts }
}
const threeCases = ['IA_MainInteraction_066', 'MS_ProtocolMessages_125', 'MS_ProtocolMessages_126']

describe('a response of ours that is unusual on purpose', () => {
  it('stores and judges the presentation, and leads to the case by what the wallet showed, never by itself', async () => {
    const id = await start('Shows', { campaign: 'european_persons' })
    const view = await run(id)
    expect(view.steps.map(({ preset, verdict, told, answers }) => [preset, verdict, told, answers])).toEqual([
      ['answer_without_redirect', 'pass', 'error', []],
      ['answer_not_json', 'pass', 'error', []],
      ['answer_400', 'pass', 'error', []],
    ])
    const { entered, by_person, by_driver, counts } = await enteredOf('Shows')
    expect(entered).toEqual(threeCases.map((one) => [one, 'manual', 'passed', 'driver']))
    expect([by_person.passed, by_driver.passed, counts.manual]).toEqual([0, 3, 14])
    for (const { session } of view.steps) {
      const { status, events, checks } = await get<PresentationSessionView>(new URL(session!.session_url).pathname)
      expect([status, checks.summary.verdict]).toEqual(['presentation_validated', 'pass'])
      expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['answer_altered', 'vp_screen_reported']))
    }
    expect((await coverageOf('Shows')).headline).toMatchObject({ told: 0, told_by_driver: 0, told_unrecorded: 0 })
    const notes = (await coverageOf('Shows')).cases.flatMap(({ entered }) => entered?.note ?? [])
    expect(notes[2]).toContain(view.steps[2]?.session?.session_id)
    const query = new URLSearchParams({ wallet: 'Shows', version: '1' })
    const { cases } = await get<ConformanceStatement>(`/coverage/ics?${query}`)
    expect(cases.flatMap(({ evidence }) => evidence).map(({ session_id }) => session_id)).toEqual(
      view.steps.map(({ session }) => session?.session_id),
    )
  })

  it('fails the case where the wallet shows no error, and enters nothing where nobody saw it', async () => {
    const id = await start('Believes', { presets: ['answer_not_json', 'answer_400'] })
    const { steps } = await run(id, { presents: { takesAnyResponse: true } })
    expect(steps.map(({ verdict, told }) => [verdict, told])).toEqual([
      ['pass', 'went_on'],
      ['pass', 'went_on'],
    ])
    expect((await enteredOf('Believes')).entered.map(([, , result]) => result)).toEqual(['failed', 'failed'])
    const session_id = steps[1]?.session?.session_id
    const tell = (shown: string) => post(`/campaigns/${id}/answer`, { session_id, shown })
    expect((await tell('error')).status).toBe(200)
    expect((await enteredOf('Believes')).entered.map(([, , result]) => result)).toEqual(['failed', 'passed'])
    expect((await tell('nothing')).status).toBe(200)
    expect((await enteredOf('Believes')).entered.map(([, , result]) => result)).toEqual(['failed', 'passed'])
    for (let report = 0; report < 7; report += 1) await tell(report % 2 === 0 ? 'error' : 'went_on')
    expect((await tell('went_on')).object().error).toBe('session_ended')
  })

  it('asks once the wallet has presented, with words for it, and not before', async () => {
    const id = await start('Asked', { presets: ['answer_400', 'no_state'] })
    const silent = { ...clientOf(id), tell: async () => true }
    const before = await get<NextSessionView>(`/campaigns/${id}/next`)
    expect(before.session?.answers).toEqual(['error', 'nothing'])
    await runCampaign({ client: silent, origin: service.baseUrl, http: send, clock: service.now })
    const { steps, counts } = await get<CampaignView>(`/campaigns/${id}`)
    expect(steps[0]).toMatchObject({ state: 'decided', answers: ['error', 'went_on', 'nothing'], told: null })
    expect(counts).toMatchObject({ questions: 1, done: 2 })
    expect((await enteredOf('Asked')).entered).toEqual([])
    const warned = await post(`/campaigns/${id}/answer`, { session_id: steps[0]?.session?.session_id, shown: 'warned' })
    expect(warned.status).toBe(409)
  })
})

describe('a wallet with one fault in all that is unusual', () => {
  it('meets alone what it left open, and fails those cases only that are about its fault', async () => {
    const id = await start('Halts', { presets: ['unusual_all'] })
    const client = clientOf(id)
    // Nobody comes back from the browser, for which a session waits two minutes.
    const next: typeof client.next = async (after, waitSeconds = 0) => {
      if (waitSeconds > 0) service.advance(121)
      return client.next(after)
    }
    const view = await run(id, { client: { ...client, next }, misbehave: 'vp.redirect.followed' })
    const fitting = ['extra_answer_member', 'extra_members_both_ways']
    expect(view.steps.map(({ preset, verdict }) => [preset, verdict])).toEqual(
      ['unusual_all', ...fitting].map((preset) => [preset, 'fail']),
    )
    const { cases } = await coverageOf('Halts')
    const packed = new Set(officialCases.flatMap((one) => (one.packed === 'unusual_all' ? [one.id] : [])))
    const judged = cases.filter(({ id: one }) => packed.has(one))
    expect(judged).toHaveLength(12)
    expect(judged.filter(({ verdict }) => verdict === 'failed').map(({ preset }) => preset)).toEqual(fitting)
    expect(judged.filter(({ verdict }) => verdict === 'passed')).toHaveLength(10)
  })
})
