import { expect, type Page } from 'playwright/test'
import { pageEntries } from '@/lib/pages'
import { cutPlaceholders } from './support/layout'
import { test } from './support/test'
import { violations } from './support/violations'

const tag = '@phone'

test('on a first visit there is no screen of empty ticks, each choice fits a line, and the menu leads to every main page', {
  tag,
}, async ({ page }) => {
  await page.goto('/')
  await test.step('a first visit has no screen of empty ticks', async () => {
    await expect(page.getByText('Before the first run')).toBeVisible()
    await expect(page.getByRole('main').getByRole('img', { name: /not observed/ })).toHaveCount(0)
  })

  await test.step('the menu stays on the screen, beside the name of the service', async () => {
    await expect(page.getByRole('banner').getByText('Wallet Capture')).toBeInViewport({ ratio: 1 })
    const main = page.getByRole('navigation', { name: 'Main' })
    await expect(main.getByRole('link')).toHaveCount(0)
    await main.getByRole('button', { name: 'Menu' }).click()
    const labels = pageEntries.flatMap(([, { nav }]) => nav ?? [])
    await expect(main.getByRole('link')).toHaveText(labels)
    for (const link of await main.getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 })
    expect(await violations(page)).toEqual([])
  })

  await test.step('each choice of the sentences fits a line', async () => {
    const cut = await page.locator('form p select').evaluateAll((selects) =>
      selects.flatMap((select) => {
        const sentence = select.closest('p')
        if (!(select instanceof HTMLSelectElement) || sentence === null) throw new Error('no choice of a sentence')
        return [...select.options].flatMap(({ label }, index) => {
          select.selectedIndex = index
          return select.clientWidth < sentence.clientWidth ? [] : [label]
        })
      }),
    )
    expect(cut).toEqual([])
  })

  await test.step('a link of the menu closes it', async () => {
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('link', { name: 'Checks' }).click()
    await expect(page).toHaveURL(/\/checks$/)
    await expect(main.getByRole('link')).toHaveCount(0)
  })

  await test.step('the search of /checks says whole what it searches', () => searchSaysWhole(page))
})

/** Of a page, on the narrowest phones too. */
async function searchSaysWhole(page: Page): Promise<void> {
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(page.getByRole('searchbox')).toBeVisible()
    expect([width, ...(await cutPlaceholders(page))]).toEqual([width])
  }
}

test('a request in the ledger unfolds what is secondary', { tag }, async ({ page, request }) => {
  const path = '/issuers/folded-in-the-ledger/nonce'
  await request.post(path)
  await page.goto(`/ledger?q=${encodeURIComponent(path)}`)
  const row = page.locator('tbody tr').first()
  await expect(row.getByText(path)).toBeVisible()
  const duration = row.locator('[data-label="Duration"]')
  await expect(duration).toBeHidden()
  await row.getByRole('button', { name: 'More' }).click()
  await expect(duration).toBeVisible()
  await row.getByRole('button', { name: 'Less' }).click()
  await expect(duration).toBeHidden()
})

test('each part of the coverage folds under its heading', { tag }, async ({ page, request }) => {
  const wallet = { name: 'Foldable', version: '1' }
  await request.post('/campaigns', { data: { wallet, presets: ['sd_jwt_baseline'] } })
  await page.goto('/inspect/coverage?wallet=Foldable&version=1')
  const panel = page.getByRole('region', { name: 'The wallet: required cases' })
  await expect(panel.getByRole('list').first()).toBeVisible()
  await panel.getByRole('heading').click()
  await expect(panel.getByRole('list').first()).toBeHidden()
})

test('the search of the scoreboard says whole what it searches, on the narrowest phones too', { tag }, async ({
  page,
}) => {
  await page.goto('/scoreboard')
  await searchSaysWhole(page)
})
