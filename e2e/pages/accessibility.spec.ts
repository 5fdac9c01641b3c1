import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { everyPage } from './support/every-page'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    for (const { name, open } of everyPage)
      test(`no accessibility violation that a machine can find: ${name}`, async ({ page, request }) => {
        test.setTimeout(120_000)
        await page.goto(await open(request))
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(
          violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')} (${nodes[0]?.failureSummary})`),
        ).toEqual([])
      })
  })
}

test('the first tab stop leads past the header', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
