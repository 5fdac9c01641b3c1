import { expect } from 'playwright/test'
import { test } from './support/test'

test('the API reference is a page of lines, and a link to an operation opens its members and its example', {
  tag: '@day-desktop',
}, async ({ page }) => {
  await page.goto('/docs/api')
  const details = page.locator('details.api-operation')
  const operations = await details.count()
  expect(operations).toBeGreaterThan(50)
  await expect(details.first()).toContainText('POST /sessions')
  await expect(page.locator('details.api-operation[open]')).toHaveCount(0)
  const length = await page
    .getByRole('main')
    // biome-ignore lint/performance/useDomNodeTextContent: what is folded is not read
    .evaluate((main) => (main instanceof HTMLElement ? main.innerText.length : 0))
  // A line or two for each operation.
  expect(length / operations).toBeLessThan(150)

  await page.goto('/docs/api#requestToken')
  const open = page.locator('details.api-operation[open]')
  await expect(open).toHaveCount(1)
  await expect(open).toContainText('pre-authorized_code')
  await expect(open.locator('pre').first()).toContainText('--data-urlencode')
  await expect(open.locator('pre').last()).toContainText('"token_type": "DPoP"')
  await expect(open.locator('summary').first()).toBeInViewport()
})
