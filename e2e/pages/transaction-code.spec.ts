import { expect } from 'playwright/test'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { inspector } from './support/sessions'
import { test } from './support/test'
import { violations } from './support/violations'

test('the page of a session shows its transaction code large, with the attempts left, until it is used up', async ({
  page,
  request,
}) => {
  const options = { flow: 'pre_authorized_code', tx_code: true }
  const created = await (await request.post('/sessions', { data: options })).json()
  const { session_id: id, deeplink, tx_code: code } = created
  await page.goto(inspector(id))
  const shown = page.locator('[data-transaction-code]')
  // Both halves of a code may be the same.
  const digits = shown.getByText(code.slice(0, 3), { exact: true }).first()

  await test.step('under the QR code', async () => {
    await expect(digits).toBeVisible()
    await expect(shown).toContainText(code)
    await expect(shown.locator('p[role=status]')).toHaveText('Type it in the wallet. 5 attempts left.')
    const drawn = await page.getByRole('img', { name: 'QR code of the credential offer' }).boundingBox()
    expect((await shown.boundingBox())?.y).toBeGreaterThan((drawn?.y ?? 0) + (drawn?.height ?? 0))
    const size = await digits.evaluate((part) => Number.parseFloat(getComputedStyle(part).fontSize))
    expect(Math.round(size)).toBe(28)
  })

  await test.step('after a wrong one, with what came', async () => {
    await runAtIssuer({ deeplink, txCode: '1234' })
    await expect(shown.locator('p[role=status]')).toHaveText(
      'Attempt 1 of 5: four digits instead of six. 4 attempts left.',
    )
    await expect(digits).toBeVisible()
    expect(await violations(page)).toEqual([])
  })

  await test.step('and no more once it was used', async () => {
    await runAtIssuer({ deeplink, txCode: code })
    await expect(page.locator('h2#verdict')).toBeVisible()
    await expect(shown).toHaveCount(0)
  })
})

test('a workbench shows the transaction code of each session that waits for one, first of all on a phone', {
  tag: '@phone',
}, async ({ page, request }) => {
  const settings = { flow: 'pre_authorized_code', tx_code: true }
  const made = await (await request.post('/workbenches', { data: { issuance: settings } })).json()
  const { deeplink } = made.issuance
  // It asks its user, who has not seen the code yet.
  await runAtIssuer({ deeplink, txCode: '123' })
  const second = await (await request.post('/sessions', { data: { ...settings, workbench: made.workbench_id } })).json()

  await page.goto(made.page_url)
  const shown = page.locator('[data-transaction-code]').filter({ visible: true })
  await expect(shown).toHaveCount(2)
  await expect(shown.first()).toContainText(second.tx_code)
  await expect(shown.last()).toContainText('Attempt 1 of 5: three digits instead of six.')
  const get = page.getByRole('link', { name: 'Get', exact: true })
  expect((await shown.last().boundingBox())?.y).toBeLessThan((await get.boundingBox())?.y ?? 0)
  await runAtIssuer({ deeplink: second.deeplink, txCode: second.tx_code })
  await expect(shown).toHaveCount(1)
})
