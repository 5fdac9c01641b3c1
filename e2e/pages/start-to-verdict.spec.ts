import { expect, test } from '@playwright/test'
import { runWallet } from './support/sessions'

const sessionIdOf = (url: string): string => /\/inspect\/issuance\/([0-9a-f-]{36})/.exec(url)?.[1] ?? ''

test('a session started on the page turns into a live verdict without a reload', async ({ page, request }) => {
  await page.goto('/')
  await page.getByLabel('Issuer', { exact: true }).selectOption({ label: 'device-bound issuer' })
  await page.getByLabel('Offer delivery').selectOption('credential_offer_uri')
  await page.getByRole('button', { name: 'Start issuance' }).click()

  await expect(page.getByRole('heading', { name: 'Scan with the phone that holds the wallet' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code of the credential offer' })).toBeVisible()
  await expect(page.getByText('Fetches the credential offer, expected next')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { notReloaded: true }))

  await runWallet(request, sessionIdOf(page.url()))

  await expect(page.getByRole('heading', { name: 'No check failed' })).toBeVisible({ timeout: 20_000 })
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByRole('link', { name: /POST.*token.*200/ })).toBeVisible()
  await expect(timeline.getByRole('link', { name: /POST.*credential.*200/ })).toBeVisible()
  await expect(page.getByText('Credential issued', { exact: true }).first()).toBeVisible()
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
})

test('the reference wallet runs from the start page with a fault, and the first failure is told in words', async ({
  page,
}) => {
  await page.goto('/')
  const run = page.getByRole('form', { name: 'It gets a credential' })
  const faults = run.getByLabel('Fault of the reference wallet')
  await expect(faults.locator('option[value="vci.proof.jwt.aud"]')).toContainText('at issuer jwt proof only')
  await expect(faults.locator('option[value="vci.token.tx_code_sent"]')).toHaveCount(0)
  await faults.selectOption('vci.proof.jwt.aud')
  await run.getByRole('button', { name: 'Run it with this fault' }).click()
  await expect(page.getByRole('heading', { name: '1 check failed' })).toBeVisible({ timeout: 20_000 })
  const verdict = page.getByRole('region', { name: '1 check failed' })
  await expect(verdict.getByText('First failure that refused a request')).toBeVisible()
  await expect(verdict.getByRole('link', { name: 'Broken rule: The jwt proof is made for this issuer' })).toBeVisible()
  await expect(verdict.getByText(/\/issuers\/eu-pid-jwt-proof-only$/)).toBeVisible()
  await expect(page.getByRole('link', { name: /OpenID4VCI 1\.0 · F\.1/ }).first()).toHaveAttribute(
    'href',
    /^https:\/\/openid\.net\//,
  )
  await expect(page.getByText('decided the outcome')).toBeVisible()
})

test('the reference wallet runs from the page of a session', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Start issuance' }).click()
  await page
    .getByRole('region', { name: 'No wallet handy?' })
    .getByRole('button', { name: 'Run without faults' })
    .click()
  await expect(page.getByRole('heading', { name: 'No check failed' })).toBeVisible({ timeout: 20_000 })
})

test('a session shows among the recent ones of this browser until they are forgotten', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Your recent sessions' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Start issuance' }).click()
  await expect(page.getByText('Waiting for a scan', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Start', exact: true }).click()
  const recent = page.getByRole('region', { name: 'Your recent sessions' })
  await expect(recent.getByRole('link', { name: /^Issuance, PID as SD-JWT/ })).toBeVisible()
  await recent.getByRole('button', { name: 'Forget them' }).click()
  await expect(recent).toHaveCount(0)
})

test('the command on the start page makes the session that the sentence describes', async ({ page, request }) => {
  await page.goto('/')
  await page.getByLabel('Offer delivery').selectOption('credential_offer')
  const command = await page
    .getByRole('region', { name: 'Issue a credential to my wallet' })
    .locator('pre', { hasText: 'curl' })
    .textContent()
  const body = /-d '([\s\S]*)'$/.exec(command ?? '')?.[1] ?? ''
  const answer = await request.post('/sessions', { headers: { 'content-type': 'application/json' }, data: body })
  expect(answer.status()).toBe(201)
  expect(await answer.json()).toMatchObject({ flow: 'pre_authorized_code', credential_offer_mode: 'credential_offer' })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a session can be started, and the wallet run', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Start issuance' }).click()
    await expect(page.getByRole('img', { name: 'QR code of the credential offer' })).toBeVisible()
    await page.getByRole('button', { name: 'Run without faults' }).click()
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('heading', { name: 'No check failed' })).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 20_000 })
  })
})
