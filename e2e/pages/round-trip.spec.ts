import { expect } from 'playwright/test'
import { decode } from './support/decode'
import { createPresentation, createSession, runWallet } from './support/sessions'
import { test } from './support/test'
import { violations } from './support/violations'

test('one page takes a wallet through issuance and presentation, live, to one verdict', { tag: '@day-phone' }, async ({
  page,
}) => {
  await page.goto('/start/round-trip')
  const panel = page.getByRole('region', { name: 'Which credential?' })
  await panel.getByRole('button').first().click()
  await expect(page).toHaveURL(/\/inspect\/round-trip\/[0-9a-f-]{36}/)
  await expect(page.getByRole('heading', { level: 1, name: /^PID as .+ from the .+ issuer$/ })).toBeVisible()
  const code = page.getByRole('img', { name: 'QR code of the credential offer' })
  expect(await decode(page, code)).toContain('?credential_offer_uri=')
  await expect(page.getByText(/^Phones need https:/)).toBeVisible()
  await expect(page.getByText('The QR code appears here once the credential is issued.')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Run the reference wallet' }).click()
  await expect(page.getByRole('heading', { name: /^Issuance: Passed, \d warnings?$/ })).toBeVisible({ timeout: 45_000 })
  await expect(page.getByText('The issued credential was presented.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Open the presentation with its evidence' }).click()
  await expect(page).toHaveURL(/\/inspect\/presentation\//)
})

test('the second code comes by itself when the credential was issued', { tag: '@day-phone' }, async ({
  page,
  request,
}) => {
  const issuance = await createSession(request)
  const presentation = await createPresentation(request, { follows: issuance })
  await page.goto(`/inspect/round-trip/${presentation}`)
  await expect(page.getByRole('img', { name: 'QR code of the presentation request' })).toHaveCount(0)
  await runWallet(request, issuance)
  await expect(page.getByRole('img', { name: 'QR code of the presentation request' })).toBeVisible({ timeout: 45_000 })
})

test('the report is one click away, and a common parser reads its JUnit form', { tag: '@day-desktop' }, async ({
  page,
  request,
}) => {
  const id = await createSession(request)
  await page.goto(`/inspect/issuance/${id}`)
  await page.getByText('Report', { exact: true }).click()
  await page.getByRole('link', { name: 'HTML, for printing' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^PID as SD-JWT/ })).toBeVisible()
  expect(await violations(page)).toEqual([])

  const xml = await (await request.get(`/sessions/${id}/report?format=junit`)).text()
  const parsed = await page.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, 'application/xml')
    const suites = document.documentElement
    return {
      errors: document.querySelectorAll('parsererror').length,
      tests: suites.getAttribute('tests'),
      cases: document.querySelectorAll('testcase').length,
    }
  }, xml)
  expect(parsed.errors).toBe(0)
  expect(parsed.tests).toBe(String(parsed.cases))
})
