import { expect } from 'playwright/test'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { test } from './support/test'

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
  await page.goto(`/inspect/coverage?${new URLSearchParams({ wallet: wallet.name, version: wallet.version })}`)
  await expect(
    page.getByText(/^\d+ of \d+ passed; 1 failed from 1 cause; \d+ inconclusive; \d+ not run\.$/),
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
  await expect(page.getByRole('region', { name: 'Decided by a person (1 of 14 entered)' })).toBeVisible()
  const next = page.getByRole('region', { name: 'What to run next' })
  await expect(next).toContainText('14 cases for a person: 1 entered')
  const link = next.getByRole('link', { name: /^Start / }).first()
  const title = String(await link.textContent()).replace('Start ', '')
  await link.click({ timeout: 30_000 })
  const form = page.getByRole('region', { name: 'Test a wallet from end to end' })
  await expect(form.getByLabel('Wallet', { exact: true })).toHaveValue(wallet.name)
  await expect(form.getByLabel('Version', { exact: true })).toHaveValue(wallet.version)
  const chosen = form.getByRole('radio', { checked: true })
  await expect(chosen).toHaveAccessibleName(
    new RegExp(`^${title}, \\d+ sessions, about \\d+ minutes, up to \\d+ official cases`),
  )
})
