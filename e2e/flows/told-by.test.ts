import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import type { ConformanceStatement } from '@/lib/core/campaigns/statement/z-statement'
import type { CampaignView, NextSessionView } from '@/lib/core/campaigns/z-campaign'
import { sessionId } from '@/lib/core/shared/ports/ids'
import { installContainer } from '@/lib/server/container'
import { openBuiltPages } from '@/lib/testing/built-pages'
import { createHttpClient, type HttpClient, jsonPost } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { commitOf, sampleEvent } from '@/lib/testing/store-samples'
import { verifyReport } from '@/lib/verify-report/verify-report'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { runCommand } from '@/lib/wallet/command'
import { createNodeClient } from '@/lib/wallet/http/node-client'

/** Who reported what a wallet showed: wherever it is read afterwards, a program is never taken for a person. */
let service: TestService
let http: HttpClient
let folder: string
beforeAll(async () => {
  const pages = await openBuiltPages()
  service = await startService({ pages: pages.pages })
  installContainer(service.container)
  http = createHttpClient(service.baseUrl)
  folder = mkdtempSync(join(tmpdir(), 'told-by-'))
}, 300_000)
afterAll(async () => {
  http.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = async <View>(path: string) => (await http({ path })).object() as unknown as View
const post = (path: string, body: unknown) => http(jsonPost(path, body))
const submit = (path: string, body: string) =>
  http({ method: 'POST', path, headers: [['Content-Type', 'application/x-www-form-urlencoded']], body })

/** The edition that a page of official cases is about. */
const editionOf = (page: string): string | undefined =>
  /<a[^>]*aria-current="page"[^>]*>Edition (?:<!-- -->)?([\d-]+)</.exec(page)?.[1]

/** A session that should be refused, and one whose response ends on the screen. */
const presets = ['wrong_typ', 'answer_400']
const onScreen = 'WS_RP_MS_ProtocolMessages_126'

async function start(name: string): Promise<string> {
  const answer = await post('/campaigns', { wallet: { name, version: '1' }, presets })
  expect(answer.status, answer.body).toBe(201)
  return String(answer.object().campaign_id)
}

/** Runs a campaign with our wallet; `tell` replaces its own report. */
async function run(id: string, tell?: (session: string, shown: string) => Promise<boolean>): Promise<void> {
  const send = createNodeClient()
  const client = campaignClient(campaignAddress(`${service.baseUrl}/campaigns/${id}`), {
    http: send,
    patienceMillis: 0,
  })
  await runCampaign({
    client: tell === undefined ? client : { ...client, tell },
    origin: service.baseUrl,
    http: send,
    clock: service.now,
  })
}

/** How each teller reports: our wallet by itself, a CI without naming itself, and a form of the page. */
const ways = {
  command: async (id: string) => run(id),
  ci: async (id: string) =>
    run(id, async (session_id, shown) => (await post(`/campaigns/${id}/answer`, { session_id, shown })).status === 200),
  form: async (id: string) =>
    run(id, async (session, shown) => {
      const { status } = await submit(`/inspect/campaign/${id}/answer`, `session_id=${session}&shown=${shown}`)
      return status === 303
    }),
} as const
const tellers = [
  ['command', 'driver', 'The driver reported an error.', '2 told by a driver, 0 by a person'],
  ['ci', 'driver', 'The driver reported an error.', '2 told by a driver, 0 by a person'],
  ['form', 'person', 'A person saw an error.', '0 told by a driver, 2 by a person'],
] as const

describe.each(tellers)('what a wallet showed, told by %s', (way, by, words, numbers) => {
  const name = `Told by ${way}`
  const query = new URLSearchParams({ wallet: name, version: '1' })
  let id: string
  beforeAll(async () => {
    id = await start(name)
    await ways[way](id)
  }, 60_000)

  it('is named and counted so by its campaign, in each form of the report and on the page', async () => {
    const { steps, counts } = await get<CampaignView>(`/campaigns/${id}`)
    expect(steps.map(({ told, told_by }) => [told, told_by])).toEqual([
      ['error', by],
      ['error', by],
    ])
    const { told_by_person, told_by_driver, told_unrecorded } = counts
    expect([told_by_person, told_by_driver, told_unrecorded]).toEqual(by === 'person' ? [2, 0, 0] : [0, 2, 0])
    for (const format of ['junit', 'md', 'html']) {
      const { body } = await http({ path: `/campaigns/${id}/report?format=${format}` })
      expect([format, body]).toEqual([format, expect.stringContaining(words)])
      if (format !== 'junit') expect(body).toContain(numbers)
      expect(body.includes('A person saw')).toBe(by === 'person')
    }
    const { body } = await http({ path: `/inspect/campaign/${id}` })
    expect(body).toContain(words)
    expect(body).toContain(numbers)
    expect(body.includes('A person saw')).toBe(by === 'person')
  })

  it('is named so by the session, its report and its page', async () => {
    const { steps } = await get<CampaignView>(`/campaigns/${id}`)
    const session = String(steps[0]?.session?.session_id)
    const seen = by === 'person' ? 'a person saw an error' : 'the driver reported an error'
    const { body: record } = await http({ path: `/openid4vp/sessions/${session}` })
    expect(record).toContain(`"${seen}"`)
    const { body: page } = await http({ path: `/inspect/presentation/${session}` })
    expect(page).toContain(seen.slice(1))
    expect(page).toContain(
      by === 'person' ? 'You reported: it showed an error.' : 'The driver reported: it showed an error.',
    )
  })

  it('is counted so by coverage, whether it decides a session or is entered', async () => {
    const view = await get<CoverageView>(`/coverage?${query}`)
    const { told, told_by_driver, told_unrecorded } = view.headline
    expect([told, told_by_driver, told_unrecorded]).toEqual(by === 'person' ? [1, 0, 0] : [0, 1, 0])
    const none = { passed: 0, failed: 0, not_applicable: 0 }
    const one = { ...none, passed: 1 }
    const [persons, drivers] = by === 'person' ? [one, none] : [none, one]
    expect(view).toMatchObject({ by_person: persons, by_driver: drivers, entered_unrecorded: none })
    expect(view.cases.find((official) => official.id === onScreen)?.entered).toMatchObject({ result: 'passed', by })
    const { body: csv } = await http({ path: `/coverage?${query}&format=csv` })
    expect(csv).toContain(`"passed, entered by a ${by}"`)
    const { body: page } = await http({ path: `/cases?${query}&edition=2026-07` })
    expect(editionOf(page)).toBe('2026-07')
    expect(editionOf((await http({ path: `/cases?${query}` })).body)).toBe('2026-09')
    expect(page).toContain(by === 'person' ? '0 told by a driver, 1 by a person' : '1 told by a driver, 0 by a person')
    expect(page).toContain(`entered by a ${by}`)
    expect(page).toContain(by === 'person' ? '1 of 14 entered)' : '0 of 14 entered, 1 by a driver)')
  })

  /** The method of both cases, and the counts of a statement. */
  const toldIn = ({ cases, counts }: ConformanceStatement) => {
    const { told, told_by_driver } = counts.headline
    const methods = cases.flatMap(({ method }) => (method === 'person' || method === 'driver' ? [method] : []))
    return [methods, counts.person.passed, counts.driver?.passed, told, told_by_driver]
  }
  const expected = by === 'person' ? [[by, by], 2, undefined, 1, undefined] : [[by, by], 0, 2, 0, 1]

  it('is named and counted so by the statement and its page', async () => {
    expect(toldIn(await get<ConformanceStatement>(`/coverage/ics?${query}`))).toEqual(expected)
    const { body: html } = await http({ path: `/coverage/ics?${query}&format=html` })
    const { body: page } = await http({ path: `/cases/statement?${query}&edition=2026-07` })
    for (const body of [html, page]) expect(body.includes('by a driver<')).toBe(by === 'driver')
  })

  it('is named and counted so by the signed bundle, which verifies', async () => {
    const file = join(folder, `${way}.tar`)
    const answer = await fetch(`${service.baseUrl}/coverage/bundle?${query}`)
    writeFileSync(file, new Uint8Array(await answer.arrayBuffer()))
    const root = join(folder, 'root.pem')
    writeFileSync(root, service.container.ports.rootCertificate.pem)
    const { code, text } = await verifyReport([file, '--root', root])
    expect(code, text).toBe(0)
    const files = execFileSync('tar', ['tf', file]).toString().split('\n')
    const ics = files.find((one) => one.endsWith('ics.json')) ?? ''
    expect(toldIn(JSON.parse(execFileSync('tar', ['xOf', file, ics]).toString()))).toEqual(expected)
  })
})

it('what was told before it was recorded by whom is said of neither, and counted alone', async () => {
  const name = 'Told before'
  const query = new URLSearchParams({ wallet: name, version: '1' })
  const id = await start(name)
  const { session } = await get<NextSessionView>(`/campaigns/${id}/next`)
  const reported = { type: 'vp_refusal_reported', detail: { shown: 'error' }, at: service.now() } as const
  const event = sampleEvent({ ...reported, sessionId: sessionId(String(session?.session_id)) })
  expect(await service.container.ports.store.commit(commitOf({ events: [event] }))).toMatchObject({
    status: 'committed',
  })
  const { steps, counts } = await get<CampaignView>(`/campaigns/${id}`)
  expect(steps[0]).toMatchObject({ verdict: 'pass', told: 'error', told_by: null })
  expect(counts).toMatchObject({ told_by_person: 0, told_by_driver: 0, told_unrecorded: 1 })
  const { body } = await http({ path: `/campaigns/${id}/report?format=md` })
  expect(body).toContain('Told, by whom is not recorded: it showed an error.')
  expect(body).toContain('0 told by a driver, 0 by a person, 1 by whom is not recorded')
  const { headline } = await get<CoverageView>(`/coverage?${query}`)
  expect(headline).toMatchObject({ told: 0, told_by_driver: 0, told_unrecorded: 1 })
  const { counts: stated } = await get<ConformanceStatement>(`/coverage/ics?${query}`)
  expect([stated.told?.passed, stated.driver, stated.person.passed, stated.headline.told]).toEqual([1, undefined, 0, 0])
})

describe('a report', () => {
  const refused = async () => {
    const { session_id } = (await post('/openid4vp/sessions', { negative_test: 'bad_signature' })).object()
    expect((await http({ path: `/openid4vp/sessions/${session_id}/request` })).status).toBe(200)
    return `/openid4vp/sessions/${session_id}`
  }
  const reports = async (path: string) => {
    const { events } = await get<{ events: { type: string; detail: { shown?: string; by?: string } }[] }>(path)
    return events.filter(({ type }) => type === 'vp_refusal_reported').map(({ detail }) => [detail.shown, detail.by])
  }

  it('is that of the driver where nothing says who sends it, and is answered with whose it is', async () => {
    const path = await refused()
    expect((await post(`${path}/refusal`, { shown: 'error' })).object()).toMatchObject({ by: 'driver' })
    expect((await post(`${path}/refusal`, { shown: 'error', by: 'driver' })).status).toBe(200)
    expect(await reports(path)).toEqual([['error', 'driver']])
  })

  it('is that of a person where a person confirms what a program told', async () => {
    const path = await refused()
    await post(`${path}/refusal`, { shown: 'error' })
    expect((await post(`${path}/refusal`, { shown: 'error', by: 'person' })).object()).toMatchObject({ by: 'person' })
    const form = await submit(
      `${path.replace('/openid4vp/sessions', '/inspect/presentation')}/refusal`,
      'shown=went_on',
    )
    expect(form.status).toBe(303)
    expect(await reports(path)).toEqual([
      ['error', 'driver'],
      ['error', 'person'],
      ['went_on', 'person'],
    ])
  })

  it('of anybody else is refused, and the answer says what is known', async () => {
    const answer = await post(`${await refused()}/refusal`, { shown: 'error', by: 'robot' })
    expect([answer.status, answer.object().error, String(answer.object().error_description)]).toEqual([
      400,
      'invalid_request',
      expect.stringContaining('person or driver'),
    ])
    const id = await start('Robot')
    const { session } = await get<NextSessionView>(`/campaigns/${id}/next`)
    const told = { session_id: session?.session_id, shown: 'error', by: 'robot' }
    expect((await post(`/campaigns/${id}/answer`, told)).status).toBe(400)
  })

  it('of the command that waits for the verdict is that of the driver', async () => {
    const made = (await post('/openid4vp/sessions', { negative_test: 'bad_signature' })).object()
    const print = () => 0
    expect(await runCommand([String(made.deeplink), '--wait-verdict'], { print, complain: print })).toBe(0)
    expect(await reports(`/openid4vp/sessions/${made.session_id}`)).toEqual([['error', 'driver']])
  })
})
