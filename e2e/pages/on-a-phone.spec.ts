import { expect } from 'playwright/test'
import { pageEntries } from '@/lib/pages'
import { cutPlaceholders } from './support/layout'
import { test } from './support/test'
import { violations } from './support/violations'

const tag = '@phone'

test('the menu leads to every main page and stays on the screen, beside the name of the service', { tag }, async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('banner').getByText('Wallet Capture')).toBeInViewport({ ratio: 1 })
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link')).toHaveCount(0)
  await main.getByRole('button', { name: 'Menu' }).click()
  const labels = pageEntries.flatMap(([, { nav }]) => nav ?? [])
  await expect(main.getByRole('link')).toHaveText(labels)
  for (const link of await main.getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 })
  expect(await violations(page)).toEqual([])
  await main.getByRole('link', { name: 'Checks' }).click()
  await expect(page).toHaveURL(/\/checks$/)
  await expect(main.getByRole('link')).toHaveCount(0)
})

test('the start page of a first visit has no screen of empty ticks', { tag }, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText('Before the first run')).toBeVisible()
  await expect(page.getByRole('main').getByRole('img', { name: /not observed/ })).toHaveCount(0)
})

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

for (const path of ['/scoreboard', '/checks'])
  test(`the search of ${path} says whole what it searches, on the narrowest phones too`, { tag }, async ({ page }) => {
    await page.goto(path)
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expect(page.getByRole('searchbox')).toBeVisible()
      expect([width, ...(await cutPlaceholders(page))]).toEqual([width])
    }
  })
