import { expect, test } from '@playwright/test'

test('a campaign from the start page to its end, with a careless reference wallet', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Wallet', { exact: true }).fill('Quillfern')
  await page.getByLabel('Version').fill('2.4.1')
  await page.getByRole('button', { name: 'Start the campaign' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quillfern 2.4.1')
  await expect(page.getByRole('img', { name: 'QR code of session 1' })).toBeVisible()
  const address = page.url()
  const data = { run: 'fault', fault: 'vp.negative.rejected' }
  await page.request.post(`${address}/wallet`, { form: data, maxRedirects: 0 })
  await expect(page.getByText('7 of 7 done')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('heading', { name: 'What to fix first' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'vp.negative.rejected' }).first()).toBeVisible()
})
