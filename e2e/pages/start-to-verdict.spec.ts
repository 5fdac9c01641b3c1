import { expect } from 'playwright/test'
import { followMain } from './support/main-menu'
import { runWallet } from './support/sessions'
import { test } from './support/test'
import { until } from './support/until'

const sessionIdOf = (url: string): string => /\/inspect\/issuance\/([0-9a-f-]{36})/.exec(url)?.[1] ?? ''

test('a session started on the page turns into a live verdict without a reload', { tag: '@day-desktop' }, async ({
  page,
  request,
}) => {
  await page.goto('/start/issuance')
  await page.getByLabel('Issuer', { exact: true }).selectOption({ label: 'device-bound issuer' })
  await page.getByLabel('Offer delivery').selectOption('credential_offer_uri')
  await page.getByRole('button', { name: 'Start issuance' }).click()

  await expect(page.getByRole('heading', { name: 'Scan with the phone that holds the wallet' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code of the credential offer' })).toBeVisible()
  await expect(page.getByText('Fetches the credential offer, expected next')).toBeVisible()
  const offered = page.getByRole('region', { name: 'What is offered' })
  await expect(offered).toContainText('at the address in the link')
  await expect(offered.getByText('credential_configuration_ids')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { notReloaded: true }))

  await runWallet(request, sessionIdOf(page.url()))

  await expect(page.getByRole('heading', { name: /^Passed(?:, \d+ warnings?)?$/ })).toBeVisible({ timeout: 45_000 })
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByRole('link', { name: /POST.*token.*200/ })).toBeVisible()
  await expect(timeline.getByRole('link', { name: /POST.*credential.*200/ })).toBeVisible()
  await expect(page.getByText('Credential issued', { exact: true }).first()).toBeVisible()
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
})

test('the reference wallet runs with a misbehaviour instead of a wallet, and the first failure is told in words', {
  tag: '@day-phone',
}, async ({ page }) => {
  await page.goto('/start/issuance')
  const run = page.getByRole('region', { name: 'No wallet at hand?' })
  const misbehaviour = run.getByLabel('Misbehaviour of the reference wallet')
  await expect(misbehaviour).toHaveValue('vci.dpop.htu')
  await misbehaviour.selectOption('vci.proof.jwt.aud')
  await run.getByRole('button', { name: 'Run with this misbehaviour' }).click()
  await expect(page.getByRole('heading', { name: '1 check failed' })).toBeVisible({ timeout: 45_000 })
  const verdict = page.getByRole('main')
  await expect(verdict.getByText('Why request')).toBeVisible()
  await expect(verdict.getByText(/You asked it to break vci\.proof\.jwt\.aud/)).toBeVisible()
  await expect(verdict.locator('[data-misbehaviour-run=found]').getByRole('link')).toHaveText(/^exchange \d+$/)
  await expect(page.getByRole('link', { name: /OpenID4VCI 1\.0 · F\.1/ }).first()).toHaveAttribute(
    'href',
    /^https:\/\/openid\.net\//,
  )
  await expect(page.getByText('decided the outcome')).toBeVisible()
})

test('a run without misbehaviour takes the session that the sentence describes, which agrees with the command, after Back too', {
  tag: '@day-desktop',
}, async ({ page, request }) => {
  await page.goto('/start/issuance')
  const credential = page.getByLabel('Credential', { exact: true })
  const issuer = page.getByLabel('Issuer', { exact: true })
  const command = page.getByRole('region', { name: 'Issue a credential to my wallet' }).locator('pre')
  const agree = async () => {
    await expect(command).toContainText(`"credential_configuration_id": "${await credential.inputValue()}"`)
    await expect(command).toContainText(`"issuer_configuration_id": "${await issuer.inputValue()}"`)
  }
  await until(
    async () => {
      await credential.selectOption({ label: 'PID as mdoc' })
    },
    () => expect(command).toContainText('.mdoc.', { timeout: 1000 }),
  )
  await issuer.selectOption('eu-pid-jwt-proof-only')
  await expect(credential.locator('option:checked')).toHaveText('PID as mdoc')
  await agree()
  await page.getByRole('button', { name: 'Run without misbehaviour' }).click()
  await expect(page.getByRole('heading', { name: /^Passed(?:, \d+ warnings?)?$/ })).toBeVisible({ timeout: 45_000 })
  const session = await (await request.get(`/sessions/${sessionIdOf(page.url())}`)).json()
  expect(session).toMatchObject({
    issuer_configuration_id: 'eu-pid-jwt-proof-only',
    credential_offer_mode: 'credential_offer_uri',
  })
  expect(session.credential_configuration_id).toContain('mdoc')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Start issuance' })).toBeVisible()
  await agree()
})

test('a form is entered past the header, and its command makes the session of the sentence', {
  tag: '@day-desktop',
}, async ({ page, request }) => {
  await page.goto('/start/issuance')
  await test.step('the first tab stop leads past the header', async () => {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('the command makes the session that the sentence describes', async () => {
    await page.getByLabel('Offer delivery').selectOption('credential_offer')
    const command = page
      .getByRole('region', { name: 'Issue a credential to my wallet' })
      .locator('pre', { hasText: 'curl' })
    await expect(command).toContainText('"credential_offer_mode": "credential_offer"')
    const body = /--data-raw '([\s\S]*)'$/.exec((await command.textContent()) ?? '')?.[1] ?? ''
    const answer = await request.post('/sessions', { headers: { 'content-type': 'application/json' }, data: body })
    expect(answer.status()).toBe(201)
    expect(await answer.json()).toMatchObject({
      flow: 'pre_authorized_code',
      credential_offer_mode: 'credential_offer',
    })
  })
})

test('a transaction code and a lifetime are asked for on the page', { tag: '@day-phone' }, async ({
  page,
  request,
}) => {
  await page.goto('/start/issuance')
  const panel = page.getByRole('region', { name: 'Issue a credential to my wallet' })
  await panel.getByText('All options').click()
  await until(
    () =>
      panel
        .locator('select[name=tx_code]')
        .selectOption('text')
        .then(() => {}),
    () => expect(panel.locator('pre')).toContainText('"input_mode": "text"', { timeout: 1000 }),
  )
  await panel.getByLabel('Length of the code').fill('8')
  await panel.getByLabel('Expires after').fill('120')
  await panel.getByRole('button', { name: 'Start issuance' }).click()
  await page.waitForURL(/\/inspect\/issuance\//)
  const session = await (await request.get(`/sessions/${sessionIdOf(page.url())}`)).json()
  expect(session.options.tx_code).toEqual({ input_mode: 'text', length: 8 })
  expect(session.tx_code).toHaveLength(8)
  expect(Date.parse(session.expires_at) - Date.parse(session.created_at)).toBe(120_000)
})

test('a session shows among the runs of this browser until they are forgotten', { tag: '@day-phone' }, async ({
  page,
}) => {
  await page.goto('/start/issuance')
  await page.getByRole('button', { name: 'Start issuance' }).click()
  await expect(page.getByText('Waiting for a scan', { exact: true })).toBeVisible()
  await followMain(page, 'Runs')
  const row = page.getByRole('row').getByRole('link', { name: 'Waiting for a scan' })
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'Clear list' }).click()
  await expect(row).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a session can be started, and the wallet run', { tag: '@day-desktop' }, async ({ page }) => {
    await page.goto('/start/issuance')
    await page.getByRole('button', { name: 'Start issuance' }).click()
    await expect(page.getByRole('img', { name: 'QR code of the credential offer' })).toBeVisible()
    await page.getByRole('button', { name: 'Run without misbehaviour' }).click()
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('heading', { name: /^Passed(?:, \d+ warnings?)?$/ })).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 45_000 })
  })
})

test('a laboratory is started with its options, which "Run again" asks for too', { tag: '@day-desktop' }, async ({
  page,
  request,
}) => {
  await page.goto('/start/issuance')
  await page.getByRole('link', { name: 'Laboratory: an issuer of your own' }).click()
  const ownTypes = page.locator('[name="laboratory.credentials"]')
  await page.getByLabel('Example').selectOption('own.diploma')
  await expect(ownTypes).toHaveValue(/"urn:example:diploma"/)
  await ownTypes.fill('[{')
  await page.getByRole('button', { name: 'Start laboratory' }).click()
  expect(await ownTypes.evaluate((field: HTMLTextAreaElement) => field.validationMessage)).toContain('not JSON')
  await page.getByLabel('Example').selectOption('')
  await expect(ownTypes).toHaveValue('')
  await page.getByLabel('access_token_seconds').fill('5')
  await page.getByLabel('signed_metadata').selectOption('never')
  await page.getByText('Copy as request').click()
  await expect(page.getByText('"signed_metadata": "never"')).toBeVisible()
  await page.getByLabel('access_token_seconds').evaluate((field) => field.setAttribute('min', '1'))
  await page.getByRole('button', { name: 'Start laboratory' }).click()
  await expect(page.getByText('The member /laboratory/access_token_seconds must be at least 10.')).toBeVisible()
  await page.getByLabel('access_token_seconds').fill('30')
  await page.getByRole('button', { name: 'Start laboratory' }).click()
  await expect(page.getByRole('heading', { name: 'Scan with the phone that holds the wallet' })).toBeVisible()

  const optionsOf = async (url: string) => {
    const { laboratory } = await (await request.get(`/sessions/${sessionIdOf(url)}`)).json()
    return laboratory.options
  }
  const first = page.url()
  expect(await optionsOf(first)).toMatchObject({ signed_metadata: 'never', access_token_seconds: 30 })
  await runWallet(request, sessionIdOf(first))
  await page.getByRole('button', { name: 'Run again' }).first().click()
  await page.waitForURL((url) => url.href !== first && /inspect/.test(url.href))
  expect(await optionsOf(page.url())).toEqual(await optionsOf(first))

  // A tester's claims are not on record, so the button says what it sends instead.
  const type = { id: 'ticket', format: 'dc+sd-jwt', claims: { seat: { row: 12 } }, disclosure: [['seat', 'row']] }
  const own = await request.post('/sessions', { data: { laboratory: { credentials: [type] } } })
  const { session_id: id } = await own.json()
  await page.goto(`/inspect/issuance/${id}`)
  await page.getByRole('button', { name: 'Run again with example claims' }).first().click()
  await page.waitForURL((url) => url.pathname !== `/inspect/issuance/${id}` && /inspect/.test(url.href))
  const { credentials } = await optionsOf(page.url())
  expect(credentials[0].claims).toEqual({ seat: { row: { redacted: true, present: true, length: 1, type: 'number' } } })
})
