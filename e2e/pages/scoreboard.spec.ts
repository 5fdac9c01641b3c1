import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { fillScoreboard } from './support/scoreboard'
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

/** Opens the board and waits until the browser has all rows: only then its files can be saved. */
async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`/scoreboard${query}`)
  await expect(page.getByRole('button', { name: 'CSV' })).toBeEnabled()
}

test('sorts by a column, then the other way, then by the latest run again, without leaving the page', async ({
  page,
}) => {
  await open(page)
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  const head = page.getByRole('columnheader', { name: 'Success rate' })
  const link = head.getByRole('link')
  await link.click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  expect(await firstNumbers(page)).toEqual([100, 99, 80, 40])
  await expect(page).toHaveURL(/sort=-success_rate/)
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  expect(await firstNumbers(page)).toEqual([40, 80, 99, 100])
  await expect(page.getByRole('status').filter({ hasText: 'Sorted by Success rate, lowest first' })).toBeAttached()
  await page.goBack()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
})

test('the browser sorts every column as the server does, both ways', async ({ page, request }) => {
  await open(page)
  const names = (html: string) =>
    [...html.matchAll(/<th scope="row"[\s\S]*?href="(\/hub\/[^"]+)"/g)].map(([, at]) => at)
  const heads = await page.getByRole('columnheader').all()
  expect(heads).toHaveLength(12)
  for (const head of heads)
    for (let click = 0; click < 2; click++) {
      await head.getByRole('link').click()
      await expect(head).toHaveAttribute('aria-sort', /./)
      const ours = names(await page.content())
      const theirs = names(await (await request.get(new URL(page.url()).pathname + new URL(page.url()).search)).text())
      expect([page.url(), ...ours]).toEqual([page.url(), ...theirs])
    }
})

test('narrows by text and by choices, says what is chosen, and takes it back', async ({ page }) => {
  await open(page)
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
})

test('shows screenshots large, walks through them by keys, and gives the focus back', async ({ page }) => {
  await open(page, '?sort=-screenshot')
  const small = page.getByRole('link', { name: /^Screenshot of/ })
  await expect(small).toHaveCount(2)
  await until(
    () => small.first().click(),
    () => expect(page.getByRole('dialog')).toBeVisible({ timeout: 1000 }),
  )
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('1 of 2')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByText('2 of 2')).toBeVisible()
  await expect(dialog.getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(small.first()).toBeFocused()
})

test('a picture that cannot be loaded gives way to a dash', async ({ page }) => {
  await page.route('**/media/executions/**', (route) => route.fulfill({ status: 404 }))
  await open(page, '?sort=-screenshot')
  await expect(page.getByRole('link', { name: /^Screenshot of/ })).toHaveCount(0)
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

test('a name leads to the page of the pipeline, and from there to the rows that have what it uses', async ({
  page,
}) => {
  await open(page)
  const name = page.getByRole('rowheader').first().getByRole('link').first()
  const words = (await name.textContent()) ?? ''
  await name.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words)
  await page.getByRole('link', { name: 'Reference wallet (built in)' }).click()
  await expect(page).toHaveURL(/wallet=wallet-capture%2Freference-wallet/)
  await expect(page.getByText('3 of 4 pipelines')).toBeVisible()
})

test('keeps its rows when the service goes away, and tells of new ones without moving any', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await open(page)
  await context.route('**/api/pipeline/scoreboard/rows', (route) => route.abort())
  await until(
    () => page.clock.fastForward(20_000),
    () => expect(page.getByText('The service is not responding.')).toBeVisible({ timeout: 1000 }),
  )
  await expect(page.getByRole('rowheader')).toHaveCount(4)
  await context.unroute('**/api/pipeline/scoreboard/rows')
  const document = await (await page.request.get('/api/pipeline/scoreboard/rows')).json()
  const newer = { ...document, rows: document.rows.slice(0, 1) }
  await context.route('**/api/pipeline/scoreboard/rows', (route) =>
    route.fulfill({ json: newer, headers: { etag: 'W/"newer"' } }),
  )
  await until(
    () => page.clock.fastForward(20_000),
    () => expect(page.getByText('New results are available.')).toBeVisible({ timeout: 1000 }),
  )
  await expect(page.getByRole('rowheader')).toHaveCount(4)
  await page.getByRole('button', { name: 'Show them' }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(1)
})

test('on a phone a row is a card that opens', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await open(page)
  const runners = page.getByRole('row').nth(1).getByText('Reference wallet, in this service')
  await expect(runners).toBeHidden()
  await page.getByRole('row').nth(1).getByText('Details').click()
  await expect(runners).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})
