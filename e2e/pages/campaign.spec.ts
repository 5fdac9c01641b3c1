import { type APIRequestContext, expect } from 'playwright/test'
import { decode } from './support/decode'
import { test } from './support/test'
import { violations } from './support/violations'

test('a campaign from the start page to its end, with a careless reference wallet', { tag: '@day-phone' }, async ({
  page,
}) => {
  await page.goto('/')
  await page.getByLabel('Wallet', { exact: true }).fill('Quillfern')
  await page.getByLabel('Version', { exact: true }).fill('2.4.1')
  await page.getByLabel('A driver approves whatever the wallet asks').check()
  await page.getByLabel('The wallet knows the transaction below').check()
  await page.getByRole('button', { name: 'Start the campaign' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quillfern 2.4.1')
  await expect(page.getByText('Driver: approves whatever the wallet asks')).toBeVisible()
  await expect(page.getByText('Transaction: urn:eudi:sca:payment:1')).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code of session 1' })).toBeVisible()
  const address = page.url()
  const data = { run: 'fault', fault: 'vp.negative.rejected' }
  await page.request.post(`${address}/wallet`, { form: data, maxRedirects: 0 })
  await expect(page.getByText('7 of 7 done')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('heading', { name: 'What to fix first' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'vp.negative.rejected' }).first()).toBeVisible()
})

/** A campaign whose first session a wallet has opened; returns its id. */
async function opened(request: APIRequestContext): Promise<string> {
  const wallet = { name: 'Quillfern', version: '2.4.1' }
  const created = await request.post('/campaigns', { data: { wallet, presets: ['bad_signature', 'sd_jwt_baseline'] } })
  const { campaign_id: id } = await created.json()
  const { session } = await (await request.get(`/campaigns/${id}/next`)).json()
  await request.get(`${new URL(session.session_url).pathname}/request`)
  return id
}

test('a campaign says what is expected, how far it is and how long the code lasts; a tester tells what was shown, and tries again', {
  tag: '@day-desktop',
}, async ({ page, request }) => {
  const id = await opened(request)
  const readBack = async () => (await request.get(`/campaigns/${id}`)).json()
  await page.goto(`/inspect/campaign/${id}`)
  const rows = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem')
  await expect(rows.nth(0)).toContainText('Expected: the wallet refuses the request.')
  await expect(rows.nth(1)).toContainText('Expected: the wallet responds to the request.')
  await expect(page.getByRole('img', { name: 'QR code of session 1' })).toBeVisible()
  // The wallet was seen, so its silence counts: 60 s by default.
  await expect(page.getByText(/If it stays silent, the next code comes in (1:00|0:5\d)/)).toBeVisible()
  await expect(page).toHaveTitle(
    /^(1:00|0:[45]\d) · 0 of 2 done · Presets of your own: Quillfern 2\.4\.1 · Wallet Capture$/,
  )
  await page.getByRole('button', { name: 'It showed an error' }).click()
  await expect(page.getByText('1 of 2 done: 1 passed')).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code of session 2' })).toBeVisible()
  await expect(page.getByText(/Time left for this session: \d+:\d\d/)).toBeVisible()
  await expect(page).toHaveTitle(/^\d+:\d\d · 1 of 2 done · /)
  const before = await readBack()
  expect(before.steps[0]).toMatchObject({ state: 'decided', verdict: 'pass', earlier: [] })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('img', { name: 'QR code of session 1' })).toBeVisible()
  expect((await readBack()).steps[0]).toMatchObject({
    state: 'open',
    earlier: [{ session_id: before.steps[0].session.session_id }],
  })
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page.getByRole('img', { name: 'QR code of session 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page).toHaveTitle(/^Finished · /)
})

test('the code of a campaign is a link to the offer, and the page warns of plain http', { tag: '@day-phone' }, async ({
  page,
  request,
}) => {
  const preset = 'issue.eu-pid-jwt-proof-only.urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof.pre_authorized_code'
  const wallet = { name: 'Quillfern', version: '2.4.1' }
  const { campaign_id: id } = await (await request.post('/campaigns', { data: { wallet, presets: [preset] } })).json()
  await page.goto(`/inspect/campaign/${id}`)
  const text = await decode(page, page.getByRole('img', { name: 'QR code of session 1' }).first())
  expect(text).toMatch(/^openid-credential-offer:\/\/\?credential_offer_uri=/)
  expect(text.length).toBeLessThanOrEqual(160)
  await expect(page.getByText(/^This service runs on plain http\./)).toBeVisible()
})

test('the report of a campaign as HTML has no accessibility violation that a machine can find', {
  tag: '@day-desktop',
}, async ({ page, request }) => {
  const id = await opened(request)
  const { session } = await (await request.get(`/campaigns/${id}/next`)).json()
  await request.post(`/campaigns/${id}/answer`, { data: { session_id: session.session_id, shown: 'went_on' } })
  await page.goto(`/campaigns/${id}/report?format=html`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Presets of your own: Quillfern 2.4.1')
  await expect(page.getByText('vp.negative.rejected').first()).toBeVisible()
  expect(await violations(page)).toEqual([])
})
