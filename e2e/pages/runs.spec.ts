import { expect } from 'playwright/test'
import { createPresentation, createSession, inspector, presentationInspector, remembered } from './support/sessions'
import { test } from './support/test'
import { violations } from './support/violations'

test('a browser finds its runs again by what they test, names them, and sees nobody else’s', {
  tag: '@day-desktop',
}, async ({ page, request, browser }) => {
  await page.goto('/')
  // What is started before this browser has its key can be named by nobody but the operator.
  const start = page.locator('form').filter({ has: page.getByRole('button', { name: 'Start issuance' }) })
  await expect(start.locator('input[name=rename_digest]')).toHaveValue(/^[\w-]{43}$/)
  await page.getByRole('button', { name: 'Start issuance' }).click()
  await page.waitForURL(/\/inspect\/issuance\//)
  await remembered(page)
  const tabs = new Set<string>()
  for (const test of ['bad_signature', 'bad_signature', 'no_typ']) {
    await page.goto(presentationInspector(await createPresentation(request, { negative_test: test })))
    await remembered(page)
    tabs.add(await page.title())
  }
  expect(tabs.size).toBe(3)
  const stranger = await createSession(request, { name: 'Of somebody else' })

  await page.goto('/runs')
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') })
  await expect(rows).toHaveCount(4)
  await expect(page.getByText('Of somebody else')).toHaveCount(0)
  expect(new Set(await rows.allInnerTexts()).size).toBe(4)
  expect(await violations(page)).toEqual([])

  // This one was started here; the others were only opened, and this browser may not name them.
  const own = rows.filter({ hasText: 'Issuance' })
  await own.getByRole('button', { name: /^Add a name/ }).click()
  await page.getByLabel('Name of the run').fill('<b>Second phone</b>')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: '<b>Second phone</b>' })).toBeVisible()
  await expect(rows.filter({ hasText: 'no typ' })).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^(Add a name|Rename)/ })).toHaveCount(1)

  await page.getByRole('searchbox').fill('second PHONE')
  await expect(rows).toHaveCount(1)
  await page.getByLabel('Failed only').check()
  await expect(page.getByText('No run matches.')).toBeVisible()

  const other = await browser.newContext()
  const elsewhere = await other.newPage()
  await elsewhere.goto('/runs')
  await expect(elsewhere.getByText('This browser has started and opened no session yet.')).toBeVisible()
  await elsewhere.goto(inspector(stranger))
  await remembered(elsewhere)
  await elsewhere.goto('/runs')
  await expect(elsewhere.getByRole('link', { name: 'Of somebody else' })).toBeVisible()
  await other.close()
})

test('a session can be drawn as a sequence, and a comparison offers the runs of this browser @desktop', async ({
  page,
  request,
}) => {
  const first = await createSession(request, { name: 'The earlier one' })
  await page.goto(inspector(first))
  await remembered(page)
  await page.goto('/inspect/compare')
  await page.getByRole('group', { name: 'Earlier run' }).getByRole('combobox').selectOption(first)
  await expect(page.locator('input[name=before]')).toHaveValue(first)
  const answer = await request.get(`${inspector(first)}/sequence`)
  expect(answer.headers()['content-type']).toContain('image/svg+xml')
  expect(await answer.text()).toContain('<title id="title">')
})
