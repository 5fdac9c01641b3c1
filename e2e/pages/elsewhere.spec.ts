import { expect, type Page } from 'playwright/test'
import { pages, plainPages } from '@/lib/pages'
import { failedSession, inspector, remembered } from './support/sessions'
import { test } from './support/test'

test('a name from right to left changes the order of nothing beside it', { tag: '@day-desktop' }, async ({
  page,
  request,
}) => {
  const wallet = { name: 'محفظة (1)', version: '1.2.3 مرحبا-beta+build' }
  const named = await (
    await request.post('/campaigns', { data: { wallet, presets: ['sd_jwt_baseline'], silence_seconds: 5 } })
  ).json()
  const id = String(named.campaign_id)
  const { session } = await (await request.get(`/campaigns/${id}/next`)).json()
  await request.post(`/campaigns/${id}/answer`, { data: { session_id: session.session_id, shown: 'error' } })
  const query = new URLSearchParams({ wallet: wallet.name, version: wallet.version })
  for (const path of [
    `/inspect/campaign/${id}`,
    `/cases?${query}`,
    `/cases/statement?${query}`,
    `/compare?before=${id}&after=${id}`,
    '/runs',
  ])
    await test.step(path, async () => {
      await page.goto(path)
      if (path.includes('campaign')) await remembered(page)
      await expect(page.getByRole('main').getByText('مرحبا').filter({ visible: true }).first()).toBeVisible()
      expect(await unisolated(page, /[\u0590-\u08ff]/)).toEqual([])
    })
})

/** Texts on a page, except choices and entries, that match and that no element isolates from the text around them. */
const unisolated = (page: Page, pattern: RegExp): Promise<string[]> =>
  page.evaluate((source) => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { currentNode: node } = walker
      const text = node.textContent ?? ''
      if (!new RegExp(source).test(text) || node.parentElement?.closest('option, textarea, script')) continue
      // Only a name alone in its element: one isolate around two names would leave each to the other's order.
      if (!node.parentElement?.matches('bdi, [dir]')) found.push(text)
    }
    return found
  }, pattern.source)

test('a preview of a link names its page, of a session what was wrong, and of a workbench nothing', {
  tag: '@desktop',
}, async ({ page, request }) => {
  const preview = async (address: string) => {
    await page.goto(address)
    const told = (property: string) => page.locator(`meta[property="og:${property}"]`).getAttribute('content')
    return { page: await page.title(), title: await told('title'), description: await told('description') }
  }
  const titles = new Set<string | null>()
  for (const path of plainPages
    .map((name) => pages[name].path)
    .filter((path) => path !== '/' && path !== '/scoreboard')) {
    const shown = await preview(path)
    expect([path, shown.title]).toEqual([path, shown.page])
    titles.add(shown.title)
  }
  expect(titles.size).toBeGreaterThan(20)
  const id = await failedSession(request)
  const told = await (await request.get(`/sessions/${id}`)).json()
  const session = await preview(inspector(id))
  expect(session).toMatchObject({ title: session.page, description: told.cause.headline })
  const made = await (await request.post('/workbenches', { data: { name: 'Quillfern' } })).json()
  const [open, view] = [await preview(made.page_url), await preview(made.view_url)]
  expect([open.title, view.title]).toEqual(['Workbench', 'Workbench'])
  for (const { title, description } of [open, view])
    expect(`${title} ${description}`).not.toMatch(/Quillfern|[0-9a-f]{4}/)
})

test('times are those of the reader, with UTC on hover; without script they are UTC', { tag: '@desktop' }, async ({
  browser,
  request,
}) => {
  const session = inspector(await failedSession(request))
  const shownTo = async (reader: { readonly timezoneId?: string; readonly javaScriptEnabled?: boolean }) => {
    const context = await browser.newContext(reader)
    const page = await context.newPage()
    const times: { readonly at: string; readonly title: string; readonly text: string }[] = []
    for (const path of [session, '/ledger']) {
      await page.goto(path)
      const instants = page.getByRole('main').locator('time')
      if (reader.javaScriptEnabled !== false) await expect(instants.filter({ hasText: 'GMT+9' }).first()).toBeVisible()
      times.push(
        ...(await instants.evaluateAll((all) =>
          all.map((one) => ({
            at: one.getAttribute('datetime') ?? '',
            title: one.getAttribute('title') ?? '',
            text: one.textContent ?? '',
          })),
        )),
      )
    }
    await context.close()
    return times
  }
  const [there, plain] = [await shownTo({ timezoneId: 'Asia/Tokyo' }), await shownTo({ javaScriptEnabled: false })]
  // What passes is told by its distance, and counted by the browser.
  const instants = (times: typeof there) => times.filter(({ text }) => /^\d{4}-/.test(text))
  expect(instants(there).length).toBeGreaterThan(2)
  for (const { at, title } of [...there, ...plain]) expect(title).toBe(`${at.replace('T', ' ').replace('Z', '')} UTC`)
  for (const { at, text } of instants(there)) {
    const local = new Date(Date.parse(at) + 9 * 3_600_000).toISOString().replace('T', ' ')
    expect([text.slice(0, 16), text.slice(text.indexOf('GMT'))]).toEqual([local.slice(0, 16), 'GMT+9'])
  }
  for (const { at, text } of instants(plain))
    expect([text.slice(0, 16), text.slice(-3)]).toEqual([at.slice(0, 16).replace('T', ' '), 'UTC'])
  const report = await (
    await request.get(`${session.replace('/inspect/issuance', '/sessions')}/report?format=md`)
  ).text()
  expect(report).not.toContain('GMT')
  expect(report).toMatch(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[^\n]*(Z|UTC)/)
})
