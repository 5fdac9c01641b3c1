import { expect, test } from '@playwright/test'
import { everyPage } from './support/every-page'
import { violations } from './support/violations'

for (const { name, open } of everyPage)
  test(`no accessibility violation that a machine can find: ${name}`, async ({ page, request }) => {
    test.setTimeout(120_000)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(await open(request))
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    expect(await violations(page), 'light').toEqual([])
    // The dark theme changes colours only.
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violations(page, ['color-contrast']), 'dark').toEqual([])
  })

test('the first tab stop leads past the header', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
