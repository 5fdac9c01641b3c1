import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from 'playwright/test'
import { covers } from '@/lib/testing/covers'
import { followMain } from './support/main-menu'
import { adminKey, fillAgain, fillScoreboard } from './support/scoreboard'
import { arriveFromFarDown, hold, open, openCrowded, openWith, outlineOf, titleOf } from './support/scoreboard-page'
import { test } from './support/test'
import { until } from './support/until'

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeEach(async ({ request }) => fillScoreboard(request))

const rates = (page: Page) =>
  page
    .getByRole('row')
    .locator('td')
    .filter({ hasText: /\d\/100/ })
    .allTextContents()
const firstNumbers = async (page: Page): Promise<number[]> =>
  (await rates(page)).map((text) => Number(/(\d+)\/100/.exec(text)?.[1]))

const numbered = ([, , ...rest]: unknown[], place: number) => [`pipeline ${place}`, `p-${place}`, ...rest]

/** The number of cells in a row, one per column. The flows know which columns there are. */
async function cellsOfRow(page: Page): Promise<number> {
  const cells = await page.locator('tbody tr').first().locator('th, td').count()
  expect(cells).toBeGreaterThan(1)
  return cells
}

/** Start, width and name of each column of a head, in whole pixels. */
const columnsOf = (heads: Locator): Promise<readonly (readonly [string, number, number])[]> =>
  heads.evaluateAll((shown) =>
    shown.map((head) => {
      const { x, width } = head.getBoundingClientRect()
      // A table head contains its name twice: for narrow screens, and as a link.
      const name = (head.firstElementChild ?? head).textContent ?? ''
      return [name, Math.round(x), Math.round(width)] as const
    }),
  )

covers('S66')
test('sorts by a column both ways, narrows by text and by choices, says what is chosen, and takes it back, without leaving the page', async ({
  page,
}) => {
  await open(page)
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  const head = page.getByRole('columnheader', { name: 'Success rate' })
  const link = head.getByRole('link')
  await link.click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => firstNumbers(page)).toEqual([100, 99, 80, 40])
  await expect(page).toHaveURL(/sort=-success_rate/)
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(() => firstNumbers(page)).toEqual([40, 80, 99, 100])
  await expect(page.getByRole('status').filter({ hasText: 'Sorted by Success rate, lowest first' })).toBeAttached()
  await page.goBack()
  await expect(head).toHaveAttribute('aria-sort', 'descending')

  await page.getByRole('searchbox').fill('jwt proof')
  await expect(page.getByText('2 of 4 pipelines')).toBeVisible()
  await expect(page).toHaveURL(/q=jwt\+proof/)
  await page.getByLabel('At least: Success rate').selectOption('90')
  await expect(page.getByText('1 of 4 pipelines')).toBeVisible()
  await page.getByRole('link', { name: 'Remove filter: Text “jwt proof”' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await page.getByRole('searchbox').fill('nothing like this')
  await expect(page.getByText('No pipelines match these filters.')).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).first().click()
  await expect(page.getByText('4 pipelines', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
})

covers('S66')
test('the browser sorts every column as the server does, both ways', async ({ page, request }) => {
  await open(page)
  const names = (html: string) =>
    [...html.matchAll(/<th scope="row"[\s\S]*?href="(\/hub\/[^"]+)"/g)].map(([, at]) => at)
  const heads = await page.getByRole('columnheader').all()
  expect(heads).toHaveLength(await cellsOfRow(page))
  // Rows only scroll with the page, and repeat nothing.
  const board = page.getByRole('region', { name: 'Scoreboard table' })
  expect(
    await board.evaluate((region) => [getComputedStyle(region).maxHeight, region.scrollHeight - region.clientHeight]),
  ).toEqual(['none', 0])
  const text = await board.textContent()
  expect(text).not.toMatch(/\(built in\)\s+built in/)
  expect(text).toMatch(/OpenID4VCI 1\.0\s+1 check(?!s)/)
  // Each arrow is in its own cell, not beneath the next one.
  for (const head of heads) expect(await head.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0)
  for (const head of heads)
    for (let click = 0; click < 2; click++) {
      await head.getByRole('link').click()
      await expect(head).toHaveAttribute('aria-sort', /./)
      const ours = names(await page.locator('tbody').innerHTML())
      const theirs = names(await (await request.get(new URL(page.url()).pathname + new URL(page.url()).search)).text())
      expect([page.url(), ...ours]).toEqual([page.url(), ...theirs])
    }
})

covers('S69', 'S65')
test('has all columns in one line a row, asks for a picture only when it is wanted, and for nothing to sort and page', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openWith(page, numbered, { copies: 11, query: '?sort=-screenshot' })
  const names = [
    ...['Pipeline name', 'Screenshot', 'Success rate', 'Wallets', 'Issuers', 'Credentials', 'Verifiers'],
    ...['Use-case verifications', 'Conformance checks', 'Custom integrations', 'Runners', 'Minimum running time'],
  ]
  await expect(page.getByRole('columnheader')).toHaveCount(names.length)
  for (const name of names) await expect(page.getByRole('columnheader', { name })).toBeInViewport()
  const heights = await page
    .locator('tbody tr:not([data-opened])')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
  expect(heights).toHaveLength(20)
  expect(Math.max(...heights)).toBeLessThanOrEqual(40)
  const opener = page.getByRole('link', { name: /^Screenshot of/ }).first()
  await expect(opener).toBeVisible()
  const pictures = () => asked.filter((path) => path.startsWith('/media/'))
  expect(pictures()).toEqual([])
  asked.length = 0
  await page.getByRole('columnheader', { name: 'Success rate' }).getByRole('link').click()
  await expect(page).toHaveURL(/sort=-success_rate/)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByText('21–40 of 44')).toBeVisible()
  expect(asked.filter((path) => path !== '/api/scoreboard/rows')).toEqual([])
  await page.goto('/scoreboard?sort=-screenshot')
  await expect(page.getByRole('button', { name: 'CSV' })).toBeEnabled()
  await opener.click()
  await expect.poll(() => pictures().length).toBe(1)
})

covers('S69')
test('shows screenshots large, walks through them by keys, gives the focus back, and says which cannot be loaded', async ({
  page,
}) => {
  await open(page, '?sort=-screenshot')
  const opener = page.getByRole('link', { name: /^Screenshot of/ })
  await expect(opener).toHaveCount(2)
  await opener.first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('1 of 2')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByText('2 of 2')).toBeVisible()
  await expect(dialog.getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener.first()).toBeFocused()
  await page.route('**/media/executions/**', (route) => route.fulfill({ status: 404 }))
  await open(page, '?sort=-screenshot')
  await opener.first().click()
  await expect(dialog.getByText('This picture could not be loaded.')).toBeVisible()
})

test('keeps room for a picture that has not arrived, so that nothing moves when it does: large, and on a pipeline’s page', async ({
  page,
}) => {
  let arrive: () => void = () => {}
  await page.route('**/media/executions/**', async (route) => {
    await new Promise<void>((resolve) => {
      arrive = resolve
    })
    await route.continue()
  })
  const expectRoom = async (picture: Locator) => {
    await picture.scrollIntoViewIfNeeded()
    const places = async () => ({
      picture: await picture.boundingBox(),
      page: await page.evaluate(() => document.documentElement.scrollHeight),
    })
    const before = await places()
    expect(before.picture?.height).toBeGreaterThan(200)
    await until(
      async () => arrive(),
      () =>
        expect
          .poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth), { timeout: 500 })
          .toBeGreaterThan(0),
    )
    expect(await places()).toEqual(before)
  }
  await open(page, '?sort=-screenshot')
  await page
    .getByRole('link', { name: /^Screenshot of/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expectRoom(dialog.getByRole('img'))
  await page.goto((await dialog.getByRole('link', { name: 'Open evidence' }).getAttribute('href')) ?? '')
  await expectRoom(page.getByRole('img', { name: /^Screenshot 1/ }))
})

test('an aggregation answers at once, then with its result', async ({ page, request }) => {
  await page.goto('/operator/scoreboard')
  await page.getByLabel('Admin key').fill(adminKey())
  await page.getByRole('button', { name: /^(Enter|Sign in)$/ }).click()
  const button = page.getByRole('button', { name: /^Aggregat/ })
  await expect(button).toBeVisible()
  // Nothing waits for the scripts of a page that a form led to.
  await page.reload()
  const told = page.getByRole('status')
  // Other tests need the existing rows, so the response is faked, with the result of saving the rows again.
  let answer: () => void = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/operator/scoreboard/start', async (route) => {
    await asked
    await route.fulfill({ status: 200, body: '' })
  })
  await button.click()
  await expect(button).toHaveText('Aggregating …')
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(told).toHaveText('Starting the aggregation.')
  answer()
  await expect(told).toHaveText('The aggregation is running. Its result appears here.')
  await fillAgain(request)
  await expect(told).toHaveText('Aggregation ended: committed, 4 rows.')
  await expect(button).toHaveText('Aggregate now')
})

test('saves what it shows as CSV and as JSON', async ({ page }) => {
  await open(page, '?sort=success_rate&min_rate=70')
  for (const form of ['CSV', 'JSON'] as const) {
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: form }).click()
    const file = await saving
    expect(file.suggestedFilename()).toBe(`scoreboard.${form.toLowerCase()}`)
    const text = readFileSync(await file.path(), 'utf8')
    const rows = form === 'JSON' ? JSON.parse(text) : text.trim().split('\r\n').slice(1)
    expect(rows).toHaveLength(3)
  }
})

test.describe('with a clock of its own', () => {
  test.use({ ownTab: true })
  covers('S71')
  test('keeps its rows when the service goes away, and tells of new ones without moving any', async ({
    page,
    context,
  }) => {
    await page.clock.install()
    await open(page)
    await context.route('**/api/scoreboard/rows', (route) => route.abort())
    await until(
      () => page.clock.fastForward(20_000),
      () => expect(page.getByText('The service is not responding.')).toBeVisible({ timeout: 1000 }),
    )
    await expect(page.getByRole('rowheader')).toHaveCount(4)
    await context.unroute('**/api/scoreboard/rows')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('The service is not responding.')).toBeHidden()
    const document = await (await page.request.get('/api/scoreboard/rows')).json()
    const newer = { ...document, rows: document.rows.slice(0, 1) }
    await context.route('**/api/scoreboard/rows', (route) =>
      route.fulfill({ json: newer, headers: { etag: 'W/"newer"' } }),
    )
    await until(
      () => page.clock.fastForward(20_000),
      () => expect(page.getByText('New results are available.')).toBeVisible({ timeout: 1000 }),
    )
    await expect(page.getByRole('rowheader')).toHaveCount(4)
    const runs = page.getByRole('definition').nth(1)
    await expect(runs).toHaveText('400')
    await page.getByRole('button', { name: 'Show them' }).click()
    await expect(page.getByRole('rowheader')).toHaveCount(1)
    await expect(runs).toHaveText('100')
  })
})

covers('S67')
test('pages through what does not fit on one, in sizes of choice, and finds the place again', async ({ page }) => {
  await openWith(page, numbered, { copies: 11, query: '?sort=name' })
  const names = page.getByRole('rowheader').getByRole('link', { name: /^pipeline/ })
  const pager = page.getByRole('navigation', { name: 'Pages of the scoreboard' })
  await expect(pager).toBeVisible()
  await expect(page.getByText('1–20 of 44')).toBeVisible()
  await expect(names).toHaveCount(20)
  await pager.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByText('21–40 of 44')).toBeVisible()
  await expect(names.first()).toHaveText('pipeline 20')
  await expect(pager.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await pager.getByRole('link', { name: 'Last page' }).click()
  await expect(names).toHaveCount(4)
  await page.goBack()
  await expect(names.first()).toHaveText('pipeline 20')
  await page.reload()
  await expect(names.first()).toHaveText('pipeline 20')
  await page.getByRole('link', { name: '50 rows' }).click()
  await expect(names).toHaveCount(44)
  await expect(page).toHaveURL(/size=50/)
  await open(page, '?sort=name&page=99')
  await expect(page.getByText('41–44 of 44')).toBeVisible()
})

covers('S67', 'S69')
test('a name leads to the page of the pipeline, from there back to the view that it was left in, and to the rows that have what it uses', async ({
  page,
}) => {
  await open(page)
  await page.getByRole('columnheader', { name: 'Success rate' }).getByRole('link').click()
  await page.getByRole('searchbox').fill('pid')
  await expect(page).toHaveURL(/q=pid.*sort=-success_rate/)
  await expect(page.getByRole('columnheader', { name: 'Success rate' })).toHaveAttribute('aria-sort', 'descending')
  const expected = await firstNumbers(page)
  const name = page.getByRole('rowheader').first().getByRole('link').first()
  const words = (await name.textContent()) ?? ''
  await name.click()
  await expect(page).toHaveURL(/\/hub\/pipelines\//)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(words)
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('pid')
  await expect(page.getByRole('columnheader', { name: 'Success rate' })).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => firstNumbers(page)).toEqual(expected)
  await name.click()
  // The board's rows link to the same page.
  await expect(page.getByRole('heading', { level: 1 })).toContainText(words)
  await page.getByRole('link', { name: 'Reference wallet (built in)' }).click()
  await expect(page).toHaveURL(/wallet=wallet-capture%2Freference-wallet/)
  await expect(page.getByText('3 of 4 pipelines')).toBeVisible()
})

test('keeps what is typed before the rows have come, and narrows them when they do', async ({ page, context }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await context.route('**/api/scoreboard/rows', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/scoreboard')
  const box = page.getByRole('searchbox')
  await until(
    async () => {
      await box.clear()
      await box.pressSequentially('jwt proof')
    },
    () => expect(box).toHaveValue('jwt proof', { timeout: 1000 }),
  )
  await expect(page.getByRole('rowheader')).toHaveCount(4)
  release()
  await expect(page.getByText('2 of 4 pipelines')).toBeVisible()
  await expect(box).toHaveValue('jwt proof')
})

covers('S71')
test('says that results are old, which rows hold older numbers, and what is private', async ({ page }) => {
  const change = (row: unknown[], place: number) => {
    if (place === 0) row.splice(11, 1, 1_700_000_000)
    if (place === 1) row.splice(0, 3, null, '', -1)
    return row
  }
  await openWith(page, change, { members: { committed_at: '2020-01-01T00:00:00Z' } })
  await expect(page.getByText('These results are old')).toBeVisible()
  await expect(page.getByText('1 row holds older numbers')).toBeVisible()
  await expect(page.getByRole('rowheader').filter({ hasText: 'partly older' })).toHaveCount(1)
  const hidden = page.getByRole('row').filter({ hasText: 'Private pipeline' })
  await expect(hidden).toHaveCount(1)
  await expect(hidden.getByRole('rowheader').getByRole('link')).toHaveCount(0)
})

const hostile = [
  '<img src=x onerror="document.title=1">',
  '\u202Eevil\u202C שלום עולם',
  'W'.repeat(200),
  '🎫'.repeat(40),
]
covers('S72')
test('holds names of every kind at 1440, 720 and 360 pixels', async ({ page }) => {
  const change = ([, , ...rest]: unknown[], place: number) => [hostile[place % hostile.length], `h-${place}`, ...rest]
  await openWith(page, change)
  const title = await page.title()
  for (const width of [1440, 720, 360]) {
    await page.setViewportSize({ width, height: 800 })
    for (const name of hostile)
      await expect(page.getByRole('rowheader').getByRole('link', { name, exact: true })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    const head = await page.getByRole('rowheader').nth(2).boundingBox()
    expect([width, (head?.height ?? 1e6) <= 40]).toEqual([width, true])
  }
  expect(await page.title()).toBe(title)
})

test('keeps its head above the rows on a wide screen, and in sight while they scroll', async ({ page }) => {
  await page.setViewportSize({ width: 1500, height: 800 })
  await openWith(page, numbered, { copies: 11 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  const topOf = async (cell: Locator) => (await cell.boundingBox())?.y ?? Number.NaN
  const head = page.getByRole('columnheader').first()
  const { y = Number.NaN, height = Number.NaN } = (await head.boundingBox()) ?? {}
  expect(await topOf(page.getByRole('rowheader').first())).toBeGreaterThanOrEqual(y + height)
  await page.getByRole('rowheader').last().scrollIntoViewIfNeeded()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(y)
  const bar = await page.getByRole('banner').boundingBox()
  expect(await topOf(head)).toBe(bar?.height)
})

covers('S71')
test('on a phone a row is two lines that open, of one table for screen readers, and nothing takes the focus unseen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await open(page)
  await expect(page.getByRole('columnheader')).toHaveCount(await cellsOfRow(page))
  await expect(page.getByRole('columnheader').getByRole('link')).toHaveCount(0)
  const parts = ['table', 'thead', 'thead tr', 'thead th', 'tbody', 'tbody tr', 'tbody th', 'tbody td']
  for (const [part, role] of parts.map((part) => [part, page.locator(part).first()] as const))
    expect([part, await role.getAttribute('role')]).not.toContain(null)

  const line = page.getByRole('row').nth(1)
  expect((await line.boundingBox())?.height).toBeLessThan(70)
  const opened = page.locator('tr[data-opened]').first()
  await expect(opened).toBeHidden()
  await line.getByRole('checkbox', { name: /^Details of/ }).check({ force: true })
  await expect(opened.getByText('Reference wallet, in this service')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  covers('S68')
  test('narrows, sorts and leads on', async ({ page }) => {
    await page.goto('/scoreboard?size=10')
    await page.getByRole('searchbox').fill('jwt proof')
    await page.getByLabel('Sort').selectOption('-success_rate')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/size=10/)
    await expect(page.getByText('2 of 4 pipelines')).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Success rate' })).toHaveAttribute('aria-sort', 'descending')
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect(page.getByText('4 pipelines', { exact: true })).toBeVisible()
    await page.getByRole('rowheader').first().getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: 'Evidence of the latest success' })).toBeVisible()
  })
})

covers('S71')
test('opens a row to all that its line has no room for, by keys', async ({ page }) => {
  await openCrowded(page)
  const row = page.getByRole('row').nth(1)
  await expect(row.getByText('+4 more: Wallets')).toBeVisible()
  const opened = page.locator('tr[data-opened]').first()
  await expect(opened).toBeHidden()
  await row.getByRole('checkbox', { name: /^Details of/ }).focus()
  await page.keyboard.press('Space')
  await expect(opened.getByRole('link', { name: /^(Alder|Birch|Cedar|Dogwood|Elm)$/ })).toHaveCount(5)
  await expect(opened.getByText(/^\d+\.00 % of 100: 100 by hand$/)).toBeVisible()
  // The suite of an organisation says whose it is; that of this service has its name for itself.
  await expect(opened.getByRole('button', { name: 'OpenID4VCI 1.0 (birch) 1 check', exact: true })).toBeVisible()
  await opened.getByRole('button', { name: 'OpenID4VCI 1.0 1 check', exact: true }).click()
  const checks = page.getByRole('group', { name: 'OpenID4VCI 1.0', exact: true })
  await expect(checks.getByRole('listitem')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(checks).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Hide empty columns' }).check()
  await expect(page).toHaveURL(/hide=empty/)
  await expect(page.getByRole('columnheader', { name: 'Custom integrations' })).toHaveCount(0)
  await expect(page.getByText(/^Empty, so hidden as you chose: .*custom integrations/)).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  test('its outline begins at the top, and nothing moves when the rows come', async ({ page }) => {
    await page.goto('/')
    await arriveFromFarDown(page)
  })
})

covers('S67')
test('has ten rows on a narrow screen and twenty rows on a wide one, unless the address says how many', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openWith(page, numbered, { copies: 11, query: '?sort=name' })
  await expect(page.getByText('1–10 of 44')).toBeVisible()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/size=10&page=2/)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.reload()
  await expect(page.getByText('11–20 of 44')).toBeVisible()
  await open(page, '?sort=name')
  await expect(page.getByText('1–20 of 44')).toBeVisible()
})

covers('S71')
test('shows its outline while it is on its way, and the page that was left is not there any more', async ({ page }) => {
  await page.goto('/checks')
  const release = await hold(page)
  await until(
    () => followMain(page, 'Scoreboard'),
    () => expect(outlineOf(page)).toBeAttached({ timeout: 2000 }),
  )
  await expect(page.locator('[data-arriving] [data-row]')).toHaveCount(20)
  const outlined = await columnsOf(page.locator('[data-arriving] [data-column]'))
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  release()
  await expect(titleOf(page)).toBeVisible()
  await expect(outlineOf(page)).toHaveCount(0)
  const shown = await columnsOf(page.getByRole('columnheader'))
  expect(outlined.map(([name]) => name)).toEqual(shown.map(([name]) => name))
  // A table lays columns out in whole pixels, a grid does not.
  const apart = shown.map(([, x, width], place) => {
    const [, outlinedX = 0, outlinedWidth = 0] = outlined[place] ?? []
    return Math.max(Math.abs(x - outlinedX), Math.abs(width - outlinedWidth))
  })
  expect(Math.max(...apart)).toBeLessThanOrEqual(1)
})

test('its outline begins at the top, and nothing moves when the rows come, at 768, 1100 and 1440 pixels', async ({
  page,
}) => {
  await page.goto('/')
  for (const width of [768, 1100, 1440])
    await test.step(`at ${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 700 })
      await arriveFromFarDown(page)
    })
})
