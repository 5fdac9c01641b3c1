import { expect } from 'playwright/test'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { layoutErrors } from './support/layout'
import { test } from './support/test'
import { violations } from './support/violations'

interface Made {
  readonly page_url: string
  readonly issuance: { readonly deeplink: string }
}

test('a campaign of a workbench is one row, whose steps the code that stays leads to', async ({ page, request }) => {
  const created = await request.post('/workbenches', { data: {} })
  const { page_url, issuance }: Made = await created.json()
  await page.goto(page_url)
  await test.step('it is started there, for a wallet that is named', async () => {
    await page.getByText('Run a campaign here').click()
    await page.getByLabel('Campaign').selectOption('smoke')
    await page.getByLabel('Wallet', { exact: true }).last().fill('Moorland')
    await page.getByLabel('Version', { exact: true }).last().fill('3.1')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(page).toHaveURL(/\/inspect\/campaign\//)
    await expect(page.getByText(/In the list of workbench: [0-9a-f]{4}/)).toBeVisible()
  })
  expect((await runAtIssuer({ deeplink: issuance.deeplink })).outcome).toBe('credential_stored')
  await test.step('its sessions are one row, which opens to its steps', async () => {
    await page.goto(page_url)
    const list = page.getByRole('list', { name: 'Newest runs' })
    if (!(await list.isVisible()))
      await page
        .getByText(/^\d+ runs?$/)
        .first()
        .click()
    await expect(list.getByRole('link', { name: /Campaign.*Smoke 1\/7/ })).toBeVisible()
    await expect(list.getByRole('list', { name: 'Steps, newest first' })).toBeVisible()
    await expect(list.getByRole('link', { name: 'The campaign' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(await layoutErrors(page, false)).toEqual([])
  })
})
