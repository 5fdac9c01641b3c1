import { expect } from 'playwright/test'
import { decode } from './support/decode'
import { createSession, inspector } from './support/sessions'
import { test } from './support/test'

/** Each pair of theme, mode and width once. */
const shown = [
  ['light', 'credential_offer', '@phone'],
  ['dark', 'credential_offer_uri', '@phone'],
  ['dark', 'credential_offer', '@desktop'],
  ['light', 'credential_offer_uri', '@desktop'],
] as const
for (const [colorScheme, mode, tag] of shown)
  test(`the code of an offer (${mode}) can be read from the screen in the ${colorScheme} theme`, { tag }, async ({
    page,
    request,
  }) => {
    const id = await createSession(request, { credential_offer_mode: mode })
    const { deeplink } = await (await request.get(`/sessions/${id}`)).json()
    await page.emulateMedia({ colorScheme })
    await page.goto(inspector(id))
    const code = page.getByRole('img', { name: 'QR code of the credential offer' })
    expect((await code.boundingBox())?.width).toBeGreaterThanOrEqual(280)
    expect(await decode(page, code)).toBe(deeplink)
  })

test('the link can be copied, and opened on this device', async ({ page, request, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await createSession(request)
  const { deeplink } = await (await request.get(`/sessions/${id}`)).json()
  await page.goto(inspector(id))
  await expect(page.getByRole('link', { name: 'Open on this device' })).toHaveAttribute('href', deeplink)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(deeplink)
})
