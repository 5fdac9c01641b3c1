import { expect } from 'playwright/test'
import { createSession, inspector, plainProof, runWallet } from './support/sessions'
import { test } from './support/test'

test('a laboratory is steered in the page of its session', { tag: '@day-desktop' }, async ({ page, request }) => {
  const id = await createSession(request, {
    ...plainProof,
    laboratory: { deferred: { interval: 1, pending: 20 }, status: { ttl: 30 } },
  })
  await runWallet(request, id)
  await page.goto(inspector(id))
  const panel = page.getByRole('region', { name: 'Laboratory' })
  const named = (name: string) => panel.getByRole('button', { name })
  await expect(panel.getByText('Differs in deferred, status')).toBeVisible()

  await named('Issue now').click()
  await expect(panel.getByRole('list').getByText('issued', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(panel.getByText('valid, 0')).toBeVisible()

  await named('Revoke').click()
  await expect(panel.getByText('revoked, 1')).toBeVisible()
  await named('Restore').click()
  await expect(panel.getByText('A revoked credential stays revoked')).toBeVisible()

  await panel.getByText('Further offer', { exact: true }).click()
  await named('Offer again').click()
  await expect(panel.getByRole('img', { name: 'QR code of the further offer' })).toBeVisible()
  await panel.getByRole('link', { name: 'Show documents and certificates' }).click()
  await expect(panel.getByText('as it should be').first()).toBeVisible()
  await expect(panel.getByText('altered on purpose')).toHaveCount(0)
  // The offer is still there, and none of this was a request to the laboratory.
  await expect(panel.getByRole('img', { name: 'QR code of the further offer' })).toBeVisible()

  const { laboratory } = await (await request.get(`/sessions/${id}`)).json()
  const [{ list, entries }] = laboratory.lists
  const sent = (form: Record<string, string>) => request.post(`${inspector(id)}/laboratory`, { form, maxRedirects: 0 })
  const refused = await sent({ action: 'statuses', list, index: entries[0].index, status: 'suspended' })
  expect([refused.status(), await refused.text()]).toEqual([409, expect.stringContaining('stays revoked')])
  expect((await sent({ action: 'other' })).status()).toBe(400)
  const offered = await sent({ action: 'offers', flow: 'authorization_code' })
  expect(offered.status()).toBe(303)
  const { location = '' } = offered.headers()
  expect(await (await request.get(location)).text()).toContain('QR code of the further offer')
})

test('a wallet unit is revoked in the page of its session, without script', { tag: '@desktop' }, async ({
  browser,
  request,
}) => {
  const id = await createSession(request, {
    trust_framework: 'eu',
    flow: 'pre_authorized_code',
    laboratory: { wallet_unit: { check_status: true }, status: {} },
  })
  await runWallet(request, id)
  const read = async () => (await request.get(`/sessions/${id}`)).json()
  // Without script the page does not follow the wallet.
  await expect.poll(async () => (await read()).status).toBe('credential_accepted')
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(inspector(id))
  const panel = page.getByRole('region', { name: 'Wallet unit' })
  await expect(panel.getByRole('row', { name: /client_status.*40 days left when it came/ })).toContainText('Passed')
  await expect(panel.getByRole('link', { name: /TS3 1.5.* 2.3.1/ })).toBeVisible()
  await panel.getByRole('button', { name: 'Revoke this unit' }).click()
  await panel.getByRole('button', { name: 'Assume revoked' }).click()
  await expect(panel.getByText('assumed by the tester: 1 credential was revoked with it.')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Assume revoked' })).toHaveCount(0)
  const { events } = await read()
  const revoked = events.filter(
    ({ type }: { type: string }) => type.startsWith('wallet_unit_') && /revoked$/.test(type),
  )
  expect(revoked.map(({ type }: { type: string }) => type)).toEqual([
    'wallet_unit_entry_revoked',
    'wallet_unit_revoked',
  ])
  const form = { action: 'wallet-units', revoke: 'other' }
  expect((await request.post(`${inspector(id)}/laboratory`, { form, maxRedirects: 0 })).status()).toBe(400)
  await page.close()
})
