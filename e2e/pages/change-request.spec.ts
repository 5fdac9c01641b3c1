import { expect, type Page } from 'playwright/test'
import { layoutErrors } from './support/layout'
import { takenOver } from './support/tab'
import { test } from './support/test'
import { colourViolations, violations } from './support/violations'

/** Chooses a member, and what to do with it. */
async function change(page: Page, target: string, path: string, does: string): Promise<void> {
  await page.locator(`input[name=place][value^="${target} "][value$=" ${path}"]`).check()
  const before = page.url()
  const actions = page.getByRole('group', { name: 'What to do with the chosen member' })
  await actions.getByRole('button', { name: does }).click()
  // The address holds the operations.
  await page.waitForURL(({ href, hash }) => href !== before && hash === '#change')
}

async function expectSound(page: Page, isMobile: boolean): Promise<void> {
  const before = page.viewportSize()
  expect(await violations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await colourViolations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await layoutErrors(page, isMobile)).toEqual([])
  if (before !== null) await page.setViewportSize(before)
}

test('a request is changed by clicks, with the options of the form, and its session shows both texts', async ({
  page,
  isMobile,
}) => {
  await page.goto('/start/presentation')
  await page.getByLabel('Question').selectOption('mdoc')
  await page.getByRole('button', { name: 'Change the request' }).click()
  await page.waitForURL(/#change$/)
  await change(page, 'request_object', '/dcql_query/credentials/0/claims/2', 'remove')
  await expect(page.getByLabel('Question')).toHaveValue('mdoc')
  await change(page, 'request_object', '/state', 'wrong type')
  await change(page, 'request_object', '/response_mode', 'null')
  const operations = page.getByRole('list', { name: 'Operations in order' }).getByRole('listitem')
  await expect(operations).toHaveCount(3)
  await expect(page.getByText(/It equals no named test/)).toBeVisible()
  // Hydration forgets what is typed before.
  await takenOver(page)
  await page.getByLabel('Operations mutations').fill('[{"target":"request_object","op":"remove","path":"/nothing"}]')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(operations.getByText('The document has nothing there.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start with this change' })).toHaveCount(0)
  await expectSound(page, isMobile)
  await page.getByRole('button', { name: 'Take back operation 1' }).click()
  await change(page, 'request_object', '/nonce', 'remove')
  await expect(page.getByText(/It equals the test missing_nonce/)).toBeVisible()
  await page.getByRole('button', { name: 'Start with this change' }).click()
  await page.waitForURL(/\/inspect\/presentation\//)
  const right = page.getByRole('region', { name: 'Request Object, right' })
  await expect(right.locator('del')).toHaveText(/"nonce": "a text of \d+ characters, redacted"/)
  await expect(page.getByRole('region', { name: 'Request Object, sent' })).toContainText('"mso_mdoc"')
  await expectSound(page, isMobile)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the documents of a laboratory are changed by clicks, and its session shows both texts @phone', async ({
    page,
  }) => {
    await page.goto('/start/laboratory')
    await page.getByRole('button', { name: 'Change the documents' }).click()
    await change(page, 'offer', '/grants', 'remove')
    await page.getByRole('button', { name: 'Start with this change' }).click()
    await page.waitForURL(/\/inspect\/issuance\//)
    const texts = page.getByRole('region', { name: /^Credential Offer, / })
    await expect(texts).toHaveCount(2)
    await expect(texts.first().locator('del')).toContainText('"grants"')
  })
})
