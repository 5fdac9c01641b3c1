import { expect } from 'playwright/test'
import { brokenWallets } from '@/components/landing/broken-wallets'
import { fillScoreboard } from './support/scoreboard'
import { test } from './support/test'

const kilobyte = 1024

test('the landing page is short and light, and one button stands out on its first screen', async ({ page, request }, {
  project,
}) => {
  await fillScoreboard(request)
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    sizes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize),
    )
  })
  const answer = await page.goto('/')
  expect((await answer?.body())?.length).toBeLessThan(60 * kilobyte)
  const weight = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  // Nearly all of it is what every page has: React and the router.
  expect(weight).toBeLessThan(155 * kilobyte)

  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height).toBeLessThanOrEqual(project.name === 'desktop' ? 1350 : 2532)
  const solid = page.getByRole('main').locator('.bg-solid')
  await expect(solid).toHaveText('Open a workbench')
  const box = await solid.boundingBox()
  expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThan(900)
  await expect(page.getByRole('main').locator('select, input:not([type=hidden])')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'From the scoreboard' }).getByRole('listitem').first()).toBeVisible()
})

test('who has no wallet at hand watches one fail: each of the four ends in a failed session', {
  tag: '@day-desktop',
}, async ({ page }) => {
  for (const { id, title } of brokenWallets)
    await test.step(id, async () => {
      await page.goto('/')
      await page.getByRole('button', { name: title }).click()
      await expect(page).toHaveURL(/\/inspect\/(issuance|presentation)\/[0-9a-f-]{36}/)
      await expect(page.locator('h2#verdict')).toHaveAttribute('data-tone', 'fail', { timeout: 60_000 })
      await expect(page.locator('[data-misbehaviour-run=found]')).toContainText(id)
    })
  await page.goto('/')
  await page.getByRole('link', { name: /^All \d+ misbehaviours$/ }).click()
  await expect(page).toHaveURL(/\/checks\?misbehaviour=any$/)
  await expect(page.getByText(/^The reference wallet has \d+ misbehaviours\./)).toBeVisible()
})
