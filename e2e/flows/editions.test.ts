import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { officialCases } from '@/lib/core/campaigns/official-cases/cases'
import { newestEdition } from '@/lib/core/campaigns/official-cases/editions'
import type { CoverageView, OfficialCasesView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { presetById } from '@/lib/core/campaigns/presets'
import type { ConformanceStatement } from '@/lib/core/campaigns/statement/z-statement'
import type { Summary } from '@/lib/core/campaigns/statement/z-summary'
import { addSeconds } from '@/lib/core/shared/time/time'
import { checkContract } from '@/lib/testing/check-contract'
import { createHttpClient, type Fields, type HttpAnswer, type HttpClient, jsonPost } from '@/lib/testing/http-client'
import { readCsv } from '@/lib/testing/read-csv'
import { textOfPdf } from '@/lib/testing/read-pdf'
import { startService, type TestService } from '@/lib/testing/service'
import { commitOf, sampleCampaign, samplePresentation } from '@/lib/testing/store-samples'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { createNodeClient } from '@/lib/wallet/http/node-client'

const wallet = { name: 'Quillfern', version: '2.4.1' }
const query = new URLSearchParams({ wallet: wallet.name, version: wallet.version })

const expectError = (answer: HttpAnswer, status: number, error: string) =>
  expect([answer.status, answer.object().error]).toEqual([status, error])

let service: TestService
let http: HttpClient
const get = (path: string, headers: Fields = []) => http({ path, headers })
const listed = async (path: string) =>
  checkContract('listOfficialCases', await get(path)).object() as unknown as OfficialCasesView
const coverage = async (more = '') =>
  checkContract('getCoverage', await get(`/coverage?${query}${more}`)).object() as unknown as CoverageView

beforeAll(async () => {
  service = await startService()
  http = createHttpClient(service.baseUrl)
  const issue =
    'issue.eu-pid-device-bound.urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required.authorization_code'
  const made = await http(jsonPost('/campaigns', { wallet, presets: [issue, 'sd_jwt_baseline'] }))
  const send = createNodeClient()
  const client = campaignClient(campaignAddress(`${service.baseUrl}/campaigns/${made.object().campaign_id}`), {
    http: send,
    patienceMillis: 0,
  })
  await runCampaign({ client, origin: service.baseUrl, http: send, clock: service.now })
}, 60_000)
afterAll(async () => {
  http.close()
  await service.close()
})

describe('the list of an edition', () => {
  it('is the complete one unless another is asked for, by id or commit', async () => {
    const plain = await listed('/fcaf.json')
    expect(plain.edition).toMatchObject({ id: '2026-07', complete: true, sides: ['presentation'] })
    expect(plain.counts).toMatchObject({ cases: 559, decidable: 523, manual: 14, out_of_scope: 22 })
    expect(plain.cases.map(({ id }) => id)).toEqual(officialCases.map(({ id }) => id))
    for (const name of ['2026-07', 'de378aac']) expect(await listed(`/fcaf.json?edition=${name}`)).toEqual(plain)
    expect(plain.editions.map((one) => [one.id, one.complete, one.default])).toEqual([
      ['2026-09', false, false],
      ['2026-07', true, true],
    ])
  })

  it('has the baselines of both sides, which recount from its cases', async () => {
    const { cases, baselines, edition, framework } = await listed('/fcaf.json?edition=2026-09')
    expect(edition).toMatchObject({ id: '2026-09', complete: false, previous: '2026-07' })
    expect(framework.commit).toBe(edition.commit)
    expect(cases).toHaveLength(123)
    for (const side of ['issuance', 'presentation'] as const) {
      const own = cases.filter((one) => one.side === side && one.baseline)
      const isDecided = ({ class: kind }: (typeof own)[number]) => !['manual', 'gap', 'out_of_scope'].includes(kind)
      expect(baselines[side]).toEqual({ cases: own.length, decidable: own.filter(isDecided).length })
      expect((await listed(`/fcaf.json?edition=2026-09&baseline=${side}`)).cases).toEqual(own)
      expect(own.filter((one) => isDecided(one) && (one.preset === null || one.checks.length === 0))).toEqual([])
      expect(own.filter((one) => !isDecided(one) && one.note === null)).toEqual([])
    }
    expect([baselines.issuance.cases, baselines.presentation.cases]).toEqual([58, 64])
    expect(cases.find(({ id }) => id === 'WS_RP_IA_ProtocolFlow_002e_UF')).toMatchObject({
      group: 'Interaction/ProtocolFlow',
      unhappy: true,
      kin: 'moved',
      from: ['WS_RP_MS_ProtocolMessages_152'],
    })
  })

  it('says of each case what has to be declared for it to apply, and a campaign has the presets of all others', async () => {
    const offered = (await get('/campaigns')).object().campaigns as { id: string; presets: string[] }[]
    const presetsOf = (side: string) => offered.find(({ id }) => id === `baseline_${side}`)?.presets ?? []
    const { cases } = await listed('/fcaf.json?edition=2026-09')
    const outside = cases.filter(
      (one) => one.baseline && one.class !== 'manual' && !presetsOf(one.side).includes(one.preset ?? ''),
    )
    expect(outside.map(({ id, applies_if }) => [id, applies_if])).toEqual(
      ['b', 'c', 'd'].map((part) => [`WS_AP_MS_ProtocolMessages_034${part}`, 'par_request_object']),
    )
    expect(new Set((await listed('/fcaf.json')).cases.map(({ applies_if }) => applies_if))).toContain(null)
  })

  it('may be kept by who names an edition, and is asked for again by its tag', async () => {
    const first = await get('/fcaf.json?edition=2026-07')
    const [tag, other] = [first.header('etag'), (await get('/fcaf.json?edition=2026-09')).header('etag')]
    expect(tag).toMatch(/^"2026-07-[0-9a-f]{16}"$/)
    expect(other).not.toBe(tag)
    const again = await get('/fcaf.json?edition=2026-07', [['If-None-Match', tag ?? '']])
    expect([again.status, again.body.length]).toEqual([304, 0])
    expect((await get('/fcaf.json')).header('cache-control')).toBe('no-store')
  })
})

describe('an edition that there is not', () => {
  const addresses = ['/fcaf.json?', ...['', '/ics', '/summary', '/bundle'].map((path) => `/coverage${path}?${query}&`)]

  it.each(addresses)('is refused with those that there are: %s', async (address) => {
    for (const name of ['2019-01', 'de378a', '..%2F2026-07']) {
      const answer = await get(`${address}edition=${name}`)
      expectError(answer, 404, 'edition_not_found')
      expect(answer.object()).toMatchObject({ legal_values: ['2026-09', '2026-07'], pointer: '/edition' })
    }
    for (const asked of ['edition=', 'edition=2026-07&edition=2026-07'])
      expectError(await get(`${address}${asked}`), 400, 'invalid_request')
  })

  it('has no baseline, nor has a side that there is not', async () => {
    const answer = await get('/fcaf.json?baseline=proximity')
    expectError(answer, 400, 'invalid_request')
    expect(answer.object()).toMatchObject({ legal_values: ['issuance', 'presentation'], pointer: '/baseline' })
  })

  it('takes no result', async () => {
    const entry = { wallet, case: 'WS_RP_MS_ProtocolMessages_013', result: 'passed' }
    expectError(await http(jsonPost('/coverage/results', { ...entry, edition: '2019-01' })), 404, 'edition_not_found')
    expectError(await http(jsonPost('/coverage/results', { ...entry, edition: '2026-09' })), 400, 'invalid_request')
    const entered = await http(jsonPost('/coverage/results', { ...entry, edition: 'de378aac' }))
    expect([entered.status, entered.object().edition]).toEqual([201, '2026-07'])
  })
})

describe('the same sessions', () => {
  it('are judged under each edition, and no number holds cases of both', async () => {
    const [first, second] = [await coverage(), await coverage('&edition=2026-09')]
    expect([first.edition.id, second.edition.id]).toEqual(['2026-07', '2026-09'])
    expect([first.cases.length, second.cases.length]).toEqual([559, newestEdition.cases.length])
    for (const { headline, cases, counts, baselines, sides } of [first, second]) {
      const required = cases.filter((one) => one.population === 'wallet' && one.relevancy === 'required')
      const passed = (wanted: typeof cases) => wanted.filter(({ verdict }) => verdict === 'passed').length
      expect(headline.passed).toBe(passed(required))
      expect(counts.cases).toBe(cases.length)
      expect(headline.passed).toBeGreaterThan(10)
      expect(headline.passed).toBe((sides.issuance?.passed ?? 0) + (sides.presentation?.passed ?? 0))
      for (const side of ['issuance', 'presentation'] as const)
        expect(baselines[side]?.passed ?? 0).toBe(passed(required.filter((one) => one.baseline && one.side === side)))
    }
    expect(first.baselines).toEqual({ issuance: null, presentation: null })
    for (const { page_url, edition } of [first, second])
      expect(new URL(page_url).searchParams.get('edition')).toBe(edition.id)
  })

  it('are compared case by case, with what has yet to be run', async () => {
    const { comparison, cases } = await coverage('&edition=2026-09&compare=2026-07')
    expect(comparison).toMatchObject({ from: '2026-07', to: '2026-09' })
    const rows = comparison?.cases ?? []
    const of = (change: string) => rows.filter((one) => one.change === change)
    expect([of('same_verdict').length > 5, of('newly_decided').length > 5, of('needs_run').length > 5]).toEqual(
      Array(3).fill(true),
    )
    expect(of('gone')).toEqual([])
    expect(of('needs_run').filter((one) => one.preset === null || one.minutes === null)).toEqual([])
    for (const one of [...of('same_verdict'), ...of('newly_decided')]) {
      expect(one.session_id).not.toBeNull()
      expect(one.verdict).toBe(cases.find(({ id }) => id === one.id)?.verdict)
    }
    expect(rows).toHaveLength(cases.length)
    expect(rows.find(({ id }) => id === 'WS_RP_IA_ProtocolFlow_002e_UF')?.remark).toMatch(/^ProtocolMessages_152 /)
    const split = comparison?.splits.find(({ id }) => id === 'WS_RP_IA_ProtocolFlow_002')
    const parts = cases.filter(({ id }) => split?.parts.includes(id))
    expect(split?.parts).toHaveLength(3)
    for (const verdict of ['passed', 'failed'] as const)
      expect(split?.[verdict]).toBe(parts.filter((one) => one.verdict === verdict).length)
    const itself = await coverage('&compare=2026-07')
    expect(new Set(itself.comparison?.cases.map(({ change }) => change))).toEqual(
      new Set(['same_verdict', 'needs_run']),
    )
    expectError(await get(`/coverage?${query}&compare=2019-01`), 404, 'edition_not_found')
  })

  it('are read back and reported with the edition of the cases that their findings name, in every form', async () => {
    const { cases } = await coverage()
    const id = cases.find(({ verdict, session }) => verdict === 'passed' && session !== null)?.session?.session_id
    const path = `/openid4vp/sessions/${id}`
    const { checks } = (await get(path)).object() as {
      checks: { fcaf_edition: string; conformance: { fcaf: string[] }[] }
    }
    const known = new Set(cases.map((one) => one.id))
    expect([checks.fcaf_edition, checks.conformance.some(({ fcaf }) => fcaf.length > 0)]).toEqual(['2026-07', true])
    expect(checks.conformance.flatMap(({ fcaf }) => fcaf).filter((one) => !known.has(one))).toEqual([])
    expect((await get(`${path}/report`)).object()).toMatchObject({ fcaf_edition: '2026-07' })
    for (const [format, words] of [
      ['html', '<dt>Official cases</dt><dd class="wire">Edition 2026-07</dd>'],
      ['md', '| Official cases | `Edition 2026-07` |'],
      ['junit', '<property name="Official cases" value="Edition 2026-07"/>'],
      ['har', 'Official cases: Edition 2026-07.'],
    ])
      expect((await get(`${path}/report?format=${format}`)).body).toContain(words)
  })

  it.each(['/cases', '/cases/statement', '/cases/publish', '/inspect/coverage', '/inspect/coverage/statement'])(
    'have a page that knows no other edition: %s',
    async (path) => {
      const answer = await get(`${path}?${query}&edition=2019-01`)
      expectError(answer, 404, 'edition_not_found')
      const page = await get(`${path}?${query}&edition=2019-01`, [['Accept', 'text/html']])
      expect([page.status, page.header('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      for (const id of ['2026-09', '2026-07'])
        expect(page.body).toMatch(new RegExp(`<a href="/cases[^"]*edition=${id}"`))
      expect(answer.object().legal_values).toEqual(['2026-09', '2026-07'])
      expectError(await get(`${path}?${query}&edition=`), 400, 'invalid_request')
    },
  )

  it('make a statement of one edition, which names it', async () => {
    const answer = checkContract('getStatement', await get(`/coverage/ics?${query}&edition=2026-09`))
    const ics = answer.object() as unknown as ConformanceStatement
    expect(ics).toMatchObject({ ics_version: 2, fcaf: { edition: '2026-09', complete: false } })
    expect(new Set(ics.cases.map(({ edition }) => edition))).toEqual(new Set(['2026-09']))
    expect(ics.cases.filter((one) => one.side === 'issuance' && one.baseline)).toHaveLength(58)
    const csv = await get(`/coverage/ics?${query}&edition=2026-09&format=csv`)
    expect(readCsv(csv.body)).toHaveLength(newestEdition.cases.length + 1)
  })

  it.each([
    ['2026-07', 'Official cases: edition 2026-07\n'],
    ['2026-09', 'Official cases: edition 2026-09, partial: it does not hold all cases of its draft\n'],
  ])('make a bundle whose README.txt says that it is of %s', async (edition, line) => {
    const { body } = await get(`/coverage/bundle?${query}&edition=${edition}`)
    expect(body.slice(0, 4000)).toContain(line)
  })
})

describe('sessions that are not judged yet', () => {
  it('are counted in coverage, statement, bundle and summary, until all are', async () => {
    const other = { name: 'Fernquill', version: '1' }
    const { store } = service.container.ports
    const campaign = sampleCampaign({ wallet: other, byOperator: false, createdAt: service.now() })
    await store.commit(commitOf({ campaign }))
    const { campaignId, createdAt } = campaign
    const presets = officialCases.flatMap(({ preset }) => preset ?? [])
    const deciding = [...new Set(presets)].filter((id) => presetById(id)?.kind === 'presentation')
    // One more than a request judges, so that each answer has one more to tell.
    const answers = ['', '/ics', '/summary', '/bundle']
    for (let index = 0; index < 400 * answers.length + 1; index++) {
      const preset = deciding[index % deciding.length] ?? ''
      const session = samplePresentation({ campaignId, preset, createdAt, expiresAt: addSeconds(createdAt, 900) })
      await store.commit(commitOf({ session }))
    }
    service.advance(1000)
    const of = new URLSearchParams({ wallet: other.name, version: other.version })
    const read = (path: string, more = '') => get(`/coverage${path}?${of}${more}`)
    const left: number[] = []
    for (const [path, more] of [
      ['', ''],
      ['/ics', ''],
      ['/summary', '&format=json'],
    ] as const)
      left.push(Number((await read(path, more)).object().sessions_left))
    expect(left).toEqual(left.toSorted((one, next) => next - one))
    expect([new Set(left).size, left.every((count) => count > 1)]).toEqual([3, true])
    const words = 'Not everything is counted: at least 1 session is not judged yet.'
    expect((await read('/bundle')).body.slice(0, 4000)).toContain(words)
    expect((await read('/ics', '&format=html')).body).not.toContain(words)
    expect((await read('')).object().sessions_left).toBe(0)
  })
})

describe('the summary of a wallet', () => {
  const read = async (more: string) => checkContract('getSummary', await get(`/coverage/summary?${query}${more}`))

  it('is one page in three formats, whose words and numbers are the same', async () => {
    for (const edition of ['2026-07', '2026-09']) {
      const json = await read(`&edition=${edition}&format=json`)
      const summary = json.object() as unknown as Summary
      const { headline, baselines } = await coverage(`&edition=${edition}`)
      expect(summary).toMatchObject({ wallet, headline, baselines, edition: { id: edition } })
      expect(summary.first_run).not.toBeNull()
      const { url, sha256 } = summary.statement
      const { body: statement } = await get(url.slice(service.baseUrl.length))
      expect(createHash('sha256').update(statement).digest('hex')).toBe(sha256)
      const [html, pdf] = [
        await get(`/coverage/summary?${query}&edition=${edition}`),
        await read(`&edition=${edition}&format=pdf`),
      ]
      expect(html.header('content-type')).toBe('text/html; charset=utf-8')
      expect(html.header('content-security-policy')).toContain("default-src 'none'")
      expect(pdf.body.startsWith('%PDF')).toBe(true)
      expect(textOfPdf(pdf.body)).toBe(summary.text.join(''))
      for (const words of [headline.sentence, baselines.issuance?.sentence, 'no conformity decision', sha256])
        if (words !== undefined) for (const page of [html.body, textOfPdf(pdf.body)]) expect(page).toContain(words)
    }
  })

  it('is refused in another format, and for a wallet without a campaign', async () => {
    for (const asked of ['format=xml', 'format=', 'format=pdf&format=pdf']) {
      const answer = await read(`&${asked}`)
      expectError(answer, 400, 'invalid_request')
      expect(answer.object()).toMatchObject({ legal_values: ['html', 'json', 'pdf'], pointer: '/format' })
    }
    expectError(await get('/coverage/summary?wallet=Nobody&version=1'), 404, 'campaign_not_found')
  })
})
