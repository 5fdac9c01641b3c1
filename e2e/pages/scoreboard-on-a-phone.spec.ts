import { expect } from 'playwright/test'
import { fillScoreboard } from './support/scoreboard'
import { arriveFromFarDown, openCrowded } from './support/scoreboard-page'
import { test } from './support/test'

test.beforeEach(async ({ request }) => fillScoreboard(request))

test('the outline of the scoreboard begins at the top, and nothing moves when the rows come', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/')
  await arriveFromFarDown(page)
})

test('opens what a cell has no room for by touch, within the screen', { tag: '@phone' }, async ({ page }) => {
  await openCrowded(page)
  await page.getByText('Details').first().tap()
  await page.getByRole('button', { name: '+3 more: Wallets' }).first().tap()
  const all = page.getByRole('group', { name: 'Wallets' })
  await expect(all.getByRole('link')).toHaveCount(5)
  const place = await all.boundingBox()
  expect(place?.x).toBeGreaterThanOrEqual(0)
  expect((place?.x ?? 0) + (place?.width ?? 999)).toBeLessThanOrEqual(390)
  await page.getByRole('heading', { level: 1 }).tap()
  await expect(all).toBeHidden()
})
