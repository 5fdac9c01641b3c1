import { expect } from 'playwright/test'
import { brokenWallets } from '@/components/landing/broken-wallets'
import { test } from './support/test'

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
