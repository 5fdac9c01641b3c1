import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DraftLinks, DraftPage } from '@/components/coverage/draft-page'
import { EditionSelect } from '@/components/coverage/edition-panels'
import type { OfficialCasesView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { checkContract } from '@/lib/testing/check-contract'
import { createHttpClient, type Fields, type HttpClient, jsonPost } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { commitOf, sampleCampaign } from '@/lib/testing/store-samples'

const id = '2030-05'

/** A draft as `npm run edition` writes it, of one case that stays, one whose words changed, and one that is new. */
vi.mock('@/lib/core/campaigns/official-cases/editions/drafts.json', async () => {
  const { runEdition } = await import('@/scripts/edition.mjs')
  const { draftsIn } = await import('@/scripts/edition/drafts.mjs')
  const { TABLE_COLUMNS } = await import('@/scripts/edition/decisions.mjs')
  const { writeTable } = await import('@/scripts/edition/csv.mjs')
  const folder = mkdtempSync(join(tmpdir(), 'draft-'))
  try {
    const [former, framework, editions] = [join(folder, 'former'), join(folder, 'framework'), join(folder, 'editions')]
    const area = 'docs/fcaf/suts/wallet_solution/Area'
    const write = (checkout: string, name: string, objective: string) => {
      mkdirSync(join(checkout, area), { recursive: true })
      writeFileSync(join(checkout, area, `${name}.md`), `# ${name}\n\n## Objective\n\n${objective}\n`)
    }
    write(former, 'WS_RP_A__001', 'Stays exactly where it stands')
    write(former, 'WS_RP_A__003', 'Refuses requests without audience')
    write(framework, 'WS_RP_A__001', 'Stays exactly where it stands')
    write(framework, 'WS_RP_A__003', 'Refuses requests without nonce')
    write(framework, 'WS_AP_A__011', 'Signs logouts')
    writeFileSync(join(framework, 'docs', 'Baseline.md'), '- WS_RP_A__001\n- WS_AP_A__011\n')
    const git = (...parts: readonly string[]) => execFileSync('git', ['-C', framework, ...parts], { stdio: 'ignore' })
    git('init', '-q')
    git('add', '.')
    git('-c', 'user.name=F', '-c', 'user.email=f@example.org', '-c', 'commit.gpgsign=false', 'commit', '-qm', 'one')
    mkdirSync(join(editions, '2026-07'), { recursive: true })
    writeFileSync(join(editions, '2026-07', 'edition.json'), JSON.stringify({ id: '2026-07', commit: '00000000' }))
    const old = { id: 'WS_RP_A_001', objective: 'Stays where it stands', class: 'auto', checks: 'vp.kb.aud' }
    writeFileSync(
      join(editions, '2026-07', 'cases.csv'),
      writeTable(TABLE_COLUMNS, [{ ...old, preset: 'sd_jwt_baseline' }]),
    )
    const known = async () => ({
      checks: new Set<string>(),
      presets: new Set<string>(),
      verdicts: [],
      wrongLines: () => [],
    })
    await runEdition([framework, '--old', former], { folder: editions, today: '2030-05-06', known })
    return { default: draftsIn(editions) }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const wallet = { name: 'Quillfern', version: '2.4.1' }
const query = new URLSearchParams({ wallet: wallet.name, version: wallet.version })

let service: TestService
let http: HttpClient
const get = (path: string, headers: Fields = []) => http({ path, headers })
const listed = async (path: string) =>
  checkContract('listOfficialCases', await get(path)).object() as unknown as OfficialCasesView

beforeAll(async () => {
  service = await startService()
  http = createHttpClient(service.baseUrl)
  const campaign = sampleCampaign({ wallet, byOperator: false, createdAt: service.now() })
  await service.container.ports.store.commit(commitOf({ campaign }))
})
afterAll(async () => await service?.close())

describe('an edition that is not published', () => {
  it('is shown by its id, with each case as it stands in the review, and none of them counts', async () => {
    const view = await listed(`/fcaf.json?edition=${id}`)
    expect(view.edition).toMatchObject({ id, complete: true, previous: '2026-07', sides: ['issuance', 'presentation'] })
    expect(view.edition.status).toBe('under review, counts nowhere')
    expect([view.cases, Object.values(view.counts).some((count) => count !== 0)]).toEqual([[], false])
    expect(view.baselines).toEqual({
      issuance: { cases: 0, decidable: 0 },
      presentation: { cases: 0, decidable: 0 },
    })
    expect(view.draft?.open).toBe(2)
    expect(view.draft?.cases.map((one) => [one.id, one.change, one.verdict, one.baseline, one.review_needed])).toEqual([
      ['WS_AP_A_011', 'added', null, true, true],
      ['WS_RP_A_001', 'same', 'auto', true, true],
      ['WS_RP_A_003', 'changed', null, false, true],
    ])
    expect(view.draft?.cases[1]).toMatchObject({
      ...{ objective: 'Stays where it stands', preset: 'sd_jwt_baseline', checks: ['vp.kb.aud'], by: 'carried' },
    })
    expect(view.draft?.cases[0]?.url).toMatch(/\/blob\/[0-9a-f]{8}\/docs\/fcaf\/.*\/WS_AP_A__011\.md$/)
    const issuance = await listed(`/fcaf.json?edition=${id}&baseline=issuance`)
    expect(issuance.draft?.cases.map((one) => one.id)).toEqual(['WS_AP_A_011'])
    expect((await get(`/fcaf.json?edition=${id}`)).header('cache-control')).toBe('no-store')
  })

  it('stands beside the editions, not among them, and changes none of them', async () => {
    const { edition, editions, cases, drafts, draft } = await listed('/fcaf.json')
    expect([edition.id, cases.length, draft]).toEqual(['2026-07', 559, undefined])
    expect(editions.map((one) => one.id)).toEqual(['2026-09', '2026-07'])
    expect(drafts).toEqual([expect.objectContaining({ id, cases: 3, open: 2, complete: true })])
  })

  it.each(['', '/ics', '/summary', '/bundle'])(
    'is no edition of the results of a wallet: /coverage%s',
    async (path) => {
      for (const asked of [`edition=${id}`, ...(path === '' ? [`compare=${id}`] : [])]) {
        const answer = await get(`/coverage${path}?${query}&${asked}`)
        expect([answer.status, answer.object().error]).toEqual([404, 'edition_not_found'])
        expect(answer.object().error_description).toContain(`GET /fcaf.json?edition=${id} shows its cases.`)
        expect(answer.object().legal_values).toEqual(['2026-09', '2026-07'])
      }
      expect((await get(`/coverage${path}?${query}`)).status).toBe(200)
    },
  )

  it('takes no result, and no statement of it can be asked for', async () => {
    const entry = { wallet, case: 'WS_RP_A_003', result: 'passed', edition: id }
    const answer = await http(jsonPost('/coverage/results', entry))
    expect([answer.status, answer.object().error]).toEqual([404, 'edition_not_found'])
    for (const path of ['/cases/statement', '/cases/publish'])
      expect((await get(`${path}?${query}&edition=${id}`, [['Accept', 'text/html']])).status).toBe(404)
    // The pages themselves are not part of this test, so what is let through says so.
    expect((await get(`/cases?edition=${id}`, [['Accept', 'text/html']])).body).toBe('no pages in this test')
    expect((await get(`/cases?edition=${id}&compare=${id}`)).object().error).toBe('edition_not_found')
  })
})

describe('the pages', () => {
  const text = (html: string) => html.replaceAll('<!-- -->', '')

  it('show a draft plainly as one, first what is undecided, and lead back to the wallet', async () => {
    const { edition, draft } = await listed(`/fcaf.json?edition=${id}`)
    if (draft === undefined) throw new Error('The draft is not shown.')
    const page = text(renderToStaticMarkup(createElement(DraftPage, { edition, draft, wallet })))
    expect(page).toContain(`Draft of the edition ${id}`)
    expect(page).toContain('2 of 3 cases undecided.')
    expect(page).toContain('It counts in no result, statement, published wallet or campaign.')
    const [, undecided = '', decided = ''] = /id="undecided"(.*)id="decided"(.*)/s.exec(page) ?? []
    for (const one of ['WS_AP_A_011', 'WS_RP_A_003'])
      expect([undecided.includes(one), decided.includes(one)]).toEqual([true, false])
    expect([undecided.includes('WS_RP_A_001'), decided.includes('WS_RP_A_001')]).toEqual([false, true])
    expect(page).toContain('href="/cases?wallet=Quillfern&amp;version=2.4.1"')
  })

  it('offer it for choosing, as a draft', () => {
    const select = text(renderToStaticMarkup(createElement(EditionSelect, { wallet, id: '2026-09' })))
    expect(select).toContain(`<option value="${id}">${id}: draft under review, counts nowhere</option>`)
    expect(select).toContain('<option value="2026-09" selected="">')
    const links = text(renderToStaticMarkup(createElement(DraftLinks, { ids: [id] })))
    expect(links).toContain(`href="/cases?edition=${id}"`)
    expect(renderToStaticMarkup(createElement(DraftLinks, { ids: [] }))).toBe('')
  })
})
