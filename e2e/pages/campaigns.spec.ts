import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from 'playwright/test'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { decode } from './support/decode'
import { test } from './support/test'
import { violations } from './support/violations'

test.describe('a campaign', () => {
  test('a campaign from its form to its end, with a careless reference wallet', { tag: '@day-phone' }, async ({
    page,
  }) => {
    await page.goto('/campaigns')
    await page.getByLabel('Wallet', { exact: true }).fill('Quillfern')
    await page.getByLabel('Version', { exact: true }).fill('2.4.1')
    await page.getByText('More settings').click()
    await page.getByLabel('A driver approves whatever the wallet asks').check()
    await page.getByLabel('The wallet knows the transaction below').check()
    await page.getByRole('button', { name: 'Start Smoke', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quillfern 2.4.1')
    await expect(page.getByText('Driver: approves whatever the wallet asks')).toBeVisible()
    await expect(page.getByText('Transaction: urn:eudi:sca:payment:1')).toBeVisible()
    await expect(page.getByRole('img', { name: 'QR code of session 1' })).toBeVisible()
    const address = page.url()
    const data = { run: 'fault', fault: 'vp.negative.rejected' }
    await page.request.post(`${address}/wallet`, { form: data, maxRedirects: 0 })
    await expect(page.getByText('7 of 7 done')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText(/^\d of 7 failed$/)).toBeVisible()
    await expect(page.getByText('Fix first')).toBeVisible()
    const again = page.getByRole('button', { name: /^Try \d failed again$/ })
    const failed = Number(/\d/.exec(String(await again.textContent()))?.[0])
    await expect(page.getByRole('link', { name: 'vp.negative.rejected' }).first()).toBeVisible()
    await again.click()
    await expect(page.getByText(new RegExp(`^${7 - failed} of 7, .+ left$`))).toBeVisible()
    await page.request.post(`${address}/wallet`, { form: { run: 'clean' }, maxRedirects: 0 })
    await expect(page.getByText('7 of 7 done')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText(/^\d of 7 failed$/)).toBeHidden()
  })

  test('the reference wallet does a campaign by one press: nothing is told by a person, and there is nothing to fix', {
    tag: '@day-desktop',
  }, async ({ page, request }) => {
    await page.goto('/campaigns')
    await page.getByRole('button', { name: /^Let the reference wallet do it ?: Smoke$/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reference wallet built in')
    await expect(page.getByRole('heading', { name: 'Nothing to fix.' })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('What the wallet showed: 3 told by a driver, 0 by a person')).toBeVisible()
    const { counts } = await (await request.get(`/campaigns/${page.url().split('/').at(-1)}`)).json()
    expect(counts).toMatchObject({ passed: 7, told_by_person: 0 })
    await page.getByRole('link', { name: 'HAIP' }).click()
    await expect(page).toHaveURL(/\/campaigns\?wallet=Reference\+wallet&version=built\+in&campaign=haip$/)
    await expect(page.getByRole('button', { name: 'Start HAIP', exact: true })).toBeVisible()
  })

  /** A campaign whose first session a wallet has opened; returns its id. */
  async function opened(request: APIRequestContext): Promise<string> {
    const wallet = { name: 'Quillfern', version: '2.4.1' }
    const created = await request.post('/campaigns', {
      data: { wallet, presets: ['bad_signature', 'sd_jwt_baseline'] },
    })
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
    await expect(page.getByText(/^1 of 2, (about 1 min|less than a minute) left$/)).toBeVisible()
    await expect(page.getByRole('img', { name: '1 passed, 0 failed, 0 without a verdict, 1 to come' })).toBeVisible()
    await expect(page.getByRole('img', { name: 'QR code of session 2' })).toBeVisible()
    await expect(page.getByText(/Time left for this session: \d+:\d\d/)).toBeVisible()
    await expect(page).toHaveTitle(/^\d+:\d\d · 1 of 2 done · /)
    const before = await readBack()
    expect(before.steps[0]).toMatchObject({ state: 'decided', verdict: 'pass', earlier: [] })
    await rows.nth(0).locator('summary').click()
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

  test('the code of a campaign is a link to the offer, and the page warns of plain http', {
    tag: '@day-phone',
  }, async ({ page, request }) => {
    const preset = 'issue.eu-pid-jwt-proof-only.urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof.pre_authorized_code'
    const wallet = { name: 'Quillfern', version: '2.4.1' }
    const { campaign_id: id } = await (await request.post('/campaigns', { data: { wallet, presets: [preset] } })).json()
    await page.goto(`/inspect/campaign/${id}`)
    const text = await decode(page, page.getByRole('img', { name: 'QR code of session 1' }).first())
    expect(text).toMatch(/^openid-credential-offer:\/\/\?credential_offer_uri=/)
    expect(text.length).toBeLessThanOrEqual(160)
    await expect(page.getByText(/^Phones need https: most wallets refuse this address\./)).toBeVisible()
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
})

test.describe('coverage', () => {
  test('one wrong aud is one cause, and the credential of this service judges no wallet', {
    tag: '@day-desktop',
  }, async ({ page, request, baseURL }) => {
    const wallet = { name: 'Quillfern', version: 'one cause' }
    const presets = ['sd_jwt_baseline', 'unknown_parameter']
    const { campaign_id: id } = await (await request.post('/campaigns', { data: { wallet, presets } })).json()
    const origin = baseURL ?? ''
    const http = createNodeClient()
    const client = campaignClient(campaignAddress(`${origin}/campaigns/${id}`), { http, patienceMillis: 0 })
    const misbehave = ({ preset }: { readonly preset: string }) => (preset === 'unknown_parameter' ? 'vp.kb.aud' : null)
    await runCampaign({ client, origin, http, misbehave })
    await page.goto(
      `/cases?${new URLSearchParams({ wallet: wallet.name, version: wallet.version, edition: '2026-07' })}`,
    )
    await expect(
      page.getByText(/^Required: \d+ of \d+ passed; 1 failed from 1 cause; \d+ inconclusive; \d+ not run\.$/),
    ).toBeVisible()
    const failed = page.getByRole('region', { name: 'Failed (1 from 1 cause)' })
    await expect(failed.getByRole('heading', { level: 3 })).toHaveText(['vp.kb.aud'])
    await expect(failed).toContainText(
      'It also left 2 cases undecided: WS_RP_MS_ProtocolMessages_016, WS_RP_MS_ProtocolMessages_124.',
    )
    await expect(failed.getByRole('listitem')).toHaveCount(1)
    const content = page.getByRole('region', { name: 'The content of the PID' })
    await content.getByRole('heading').click()
    await expect(content.getByRole('listitem').first()).toBeVisible()
    for (const bar of await content.getByRole('listitem').all()) {
      await expect(bar).toContainText('not applicable')
      await expect(bar).not.toContainText(/passed|failed/)
    }
  })

  test('what to run next leads to the form that starts it, filled in, and persons are asked what the screen showed', {
    tag: '@day-phone',
  }, async ({ page, request, baseURL }) => {
    const wallet = { name: 'Quillfern & sons', version: 'next' }
    const created = await request.post('/campaigns', { data: { wallet, presets: ['answer_400'] } })
    const { campaign_id: id } = await created.json()
    const origin = baseURL ?? ''
    const http = createNodeClient()
    const client = campaignClient(campaignAddress(`${origin}/campaigns/${id}`), { http, patienceMillis: 0 })
    await runCampaign({ client: { ...client, tell: async () => true }, origin, http })
    await page.goto(`/inspect/campaign/${id}`)
    await expect(page.getByText('our response was unusual on purpose')).toBeVisible()
    await page.getByRole('button', { name: 'It showed no error' }).click()
    await expect(page.getByText('our response was unusual on purpose')).toBeHidden()
    await page.getByRole('link', { name: 'Official cases' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: `${wallet.name} ${wallet.version}` })).toBeVisible()
    // No case of the newest edition needs a person.
    await page.getByRole('combobox', { name: 'Edition' }).selectOption('2026-07')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Decided by a person (1 of 14 entered)' })).toBeVisible()
    const next = page.getByRole('region', { name: 'What to run next' })
    await expect(next).toContainText('14 cases for a person: 1 entered')
    const link = next.getByRole('link', { name: /^Start / }).first()
    const title = String(await link.textContent()).replace('Start ', '')
    await link.click({ timeout: 30_000 })
    await expect(page.getByLabel('Wallet', { exact: true })).toHaveValue(wallet.name)
    await expect(page.getByLabel('Version', { exact: true })).toHaveValue(wallet.version)
    const wanted = page.getByRole('region', { name: title, exact: true })
    await expect(wanted).toContainText(/\d+ codes · .+ · up to \d+ official cases/)
    await expect(wanted.getByRole('button', { name: `Start ${title}`, exact: true })).toBeVisible()
  })
})

test.describe('a statement', () => {
  test('a statement is declared on its page, and prints on A4 with all that it claims on the first sheet', {
    tag: '@day-desktop',
  }, async ({ page, request }) => {
    // A wallet version that nobody has declared anything about: by night the test runs at both widths, and a retry
    // needs another one too.
    const wallet = { name: 'Quillfern', version: `on paper ${randomUUID().slice(0, 8)}` }
    await request.post('/campaigns', { data: { wallet, presets: ['sd_jwt_baseline'] } })
    await page.goto(
      `/cases?${new URLSearchParams({ wallet: wallet.name, version: wallet.version, edition: '2026-07' })}`,
    )
    await page.getByRole('link', { name: 'Statement' }).click()
    await expect(page.getByText('Self-assessment. No certificate, no conformity decision.')).toBeVisible()
    const declared = page.getByRole('region', { name: /^What is declared \(0 of/ })
    await declared.getByLabel('Your name (optional)').fill('Ada Quill')
    await declared.getByLabel('Presents credentials in the format mso_mdoc').selectOption('No')
    await declared.getByLabel(/^Hash algorithms of digests/).fill('sha-256\nsha-512')
    await declared.getByLabel('None at all').first().check()
    await declared.getByRole('button', { name: 'Declare' }).click()
    await expect(page.getByRole('region', { name: /^What is declared \(3 of/ })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Identity' })).toContainText('Ada Quill')
    await expect(page.getByLabel(/^Hash algorithms of digests/)).toHaveValue('sha-256\nsha-512')
    await expect(page.getByLabel('Presents credentials in the format mso_mdoc')).toHaveValue('no')

    await page.getByLabel(/^Hash algorithms of digests/).fill('x'.repeat(101))
    await page.getByLabel('Your name (optional)').fill('Bea Quill')
    await page.getByRole('button', { name: 'Declare' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Hash algorithms of digests' })).toContainText('at most 100')
    await expect(page.getByLabel('Your name (optional)')).toHaveValue('Bea Quill')
    await expect(page.getByLabel(/^Hash algorithms of digests/)).toHaveValue('x'.repeat(101))

    await page.getByRole('link', { name: 'HTML', exact: true }).click()
    await expect(page).toHaveURL(/\/coverage\/ics\?/)
    expect(await page.locator('script').count()).toBe(0)
    const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    const boxes = [...sheets.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [
      Math.round(Number(width)),
      Math.round(Number(height)),
    ])
    expect(boxes.length).toBeGreaterThan(10)
    expect(new Set(boxes.map(String))).toEqual(new Set(['595,842']))
    // A4 without its margins of 14 mm, at 96 dots an inch.
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 688, height: 1017 })
    const next = await page.locator('.after').first().boundingBox()
    expect(next?.y).toBeLessThan(1017)
  })
})
