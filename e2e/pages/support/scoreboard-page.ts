import { expect, type Page } from 'playwright/test'
import { until } from './until'

/**
 * Opens the board and waits until the browser has all rows: only then can its files be saved. Opens it again when rows
 * change between page and rows, because another worker fills the board.
 */
export const open = (page: Page, query = ''): Promise<void> =>
  until(
    async () => void (await page.goto(`/scoreboard${query}`)),
    () => expect(page.getByRole('button', { name: 'CSV' })).toBeEnabled({ timeout: 8000 }),
  )

/**
 * Opens the board with rows that replace the service's, for the same state: each row as often as given, changed.
 * `release` lets them arrive.
 */
export async function openWith(
  page: Page,
  change: (row: unknown[], place: number) => unknown[],
  { copies = 1, query = '', members = {} }: { copies?: number; query?: string; members?: Record<string, unknown> } = {},
) {
  await page.route('**/api/scoreboard/rows', async (route) => {
    const response = await route.fetch()
    const document = (await response.json()) as { rows: unknown[][] }
    const rows = Array.from({ length: copies }, () => document.rows).flat()
    await route.fulfill({
      response,
      json: { ...document, ...members, rows: rows.map((row, place) => change([...row], place)) },
    })
  })
  await open(page, query)
}
/** Place of the wallets in a row, and of their list in the shared entities; place of the set of checks. */
const [lists, wallets, checkSet] = [14, 'wallets', 15]
/** A check of this service, and one of an organisation that gives its suite the same title. */
const checks = [
  ['openid4vci/1.0/proof/vci.proof.jwt.aud', 'Audience', 'Proof', '/checks/vci.proof.jwt.aud'],
  ['birch/perfect', 'Perfect', 'OpenID4VCI 1.0', ''],
]

/** Opens the board with five wallets per row, in cells with room for two, and with checks of two suites. */
export async function openCrowded(page: Page) {
  const names = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm']
  const crowded = (row: unknown[]) =>
    row.with(lists, [names.map((_, place) => place), ...(row[lists] as []).slice(1)]).with(checkSet, 0)
  await openWith(page, crowded, {
    members: {
      ...{ checks, check_sets: [[0, 1]] },
      entities: { ...(await entitiesOf(page)), [wallets]: names.map((name) => [name, `acme/${name}`, '', '']) },
    },
  })
  // The server rendered other wallets; a search renders the rows again.
  await page.getByRole('searchbox').fill('elm')
}
const entitiesOf = async (page: Page) =>
  (await (await page.request.get('/api/scoreboard/rows')).json()).entities as Record<string, unknown>

/** Holds the scoreboard back until the returned function is called. */
export async function hold(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(
    (url) => url.pathname === '/scoreboard',
    async (route) => {
      await held
      await route.continue()
    },
  )
  return () => release()
}
export const outlineOf = (page: Page) => page.getByRole('status').filter({ hasText: 'Loading the scoreboard' })
export const titleOf = (page: Page) => page.getByRole('heading', { level: 1, name: 'Scoreboard' })

/** Opens the scoreboard by a link of the landing page, from its end, which shows the outline first, and goes back. */
export async function arriveFromFarDown(page: Page): Promise<void> {
  // No rows follow the page, so no note about newer ones moves it.
  await page.route('**/api/scoreboard/rows', () => {})
  const release = await hold(page)
  const link = page.getByRole('link', { name: 'Whole scoreboard' })
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(link).toBeInViewport()
  const left = await page.evaluate(() => window.scrollY)
  expect(left).toBeGreaterThan(100)
  await link.click()
  await expect(outlineOf(page)).toBeAttached()
  await expect(page.locator('[data-arriving]').getByText('Scoreboard', { exact: true })).toBeInViewport()
  await expect(page.locator('[data-arriving] [data-row]').first()).toBeInViewport()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  const outlined = await topsOf(page, ['[data-arriving] form', '[data-column]', '[data-row]'])
  release()
  await expect(titleOf(page)).toBeInViewport()
  await expect(outlineOf(page)).toHaveCount(0)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  const shown = await topsOf(page, ['main form', 'thead th', 'tbody tr'])
  expect(outlined).toEqual(shown)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left)
}

/**
 * Positions of these parts in the window, in pixels. Leaves a head out on a narrow screen, where only screen readers
 * have it.
 */
async function topsOf(page: Page, [tools, head, row]: readonly [string, string, string]): Promise<readonly number[]> {
  const isTable = (page.viewportSize()?.width ?? 0) >= 768
  const tops: number[] = []
  for (const part of isTable ? [tools, head, row] : [tools, row])
    tops.push((await page.locator(part).first().boundingBox())?.y ?? Number.NaN)
  return tops
}
