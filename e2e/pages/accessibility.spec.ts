import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { everyPage } from './support/every-page'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('no page has an accessibility violation that a machine can find', async ({ page, request }) => {
      test.setTimeout(240_000)
      const violations: string[] = []
      for (const { name, path } of await everyPage(request)) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        const result = await new AxeBuilder({ page }).analyze()
        violations.push(
          ...result.violations.map(
            ({ id, nodes }) => `${name}: ${id} at ${nodes[0]?.target.join(' ')} (${nodes[0]?.failureSummary})`,
          ),
        )
      }
      expect(violations).toEqual([])
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
