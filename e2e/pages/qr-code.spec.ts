import { expect } from 'playwright/test'
import { thorough } from '@/scripts/thorough.mjs'
import { decode } from './support/decode'
import { createPresentation, createSession, inspector, presentationInspector } from './support/sessions'
import { test } from './support/test'

/** Each pair of theme, mode and width once. The link beside it is copied on a phone, and by night on a desktop too. */
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
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const id = await createSession(request, { credential_offer_mode: mode })
    const { deeplink } = await (await request.get(`/sessions/${id}`)).json()
    await page.emulateMedia({ colorScheme })
    await page.goto(inspector(id))
    const code = page.getByRole('img', { name: 'QR code of the credential offer' })
    expect((await code.boundingBox())?.width).toBeGreaterThanOrEqual(280)
    expect(await decode(page, code)).toBe(deeplink)
    if (tag === '@desktop' && !thorough) return
    await test.step('the link can be copied, and opened on this device', async () => {
      await expect(page.getByRole('link', { name: 'Open on this device' })).toHaveAttribute('href', deeplink)
      await page.getByRole('button', { name: /^Copy link/ }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(deeplink)
    })
  })

test('a request by value has a code wherever it fits into one, with a word on its density', {
  tag: '@desktop',
}, async ({ page, request }) => {
  const names = Array.from({ length: 14 }, (_, index) => `a_claim_${index}`)
  const claims = names.map((name) => ({ path: [name] }))
  const credential = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims }
  const id = await createPresentation(request, {
    request_delivery: 'by_value',
    response_mode: 'direct_post',
    presentation_request: { dcql_query: { credentials: [credential] } },
  })
  const { deeplink } = await (await request.get(`/openid4vp/sessions/${id}`)).json()
  // Too long for error correction M.
  expect(deeplink.length).toBeGreaterThan(2331)
  expect(deeplink.length).toBeLessThanOrEqual(2953)
  await page.goto(presentationInspector(id))
  await expect(page.getByText(/so this code is dense: 1\d\d × 1\d\d squares/)).toBeVisible()
  expect(await decode(page, page.getByRole('img', { name: 'QR code of the presentation request' }))).toBe(deeplink)
})

test('a link too long for a code has one that leads to it, in both themes', async ({ page, request, baseURL }) => {
  const claims = Array.from({ length: 60 }, (_, index) => ({ path: [`a_claim_with_a_long_name_${index}`] }))
  const credential = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims }
  const id = await createPresentation(request, {
    request_delivery: 'by_value',
    dcql_query: { credentials: [credential] },
  })
  const { deeplink } = await (await request.get(`/openid4vp/sessions/${id}`)).json()
  await page.goto(presentationInspector(id))
  await expect(page.getByText(/too long for a QR code: this code holds an address of this service/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open on this device' })).toHaveAttribute('href', deeplink)
  const address = `${baseURL}/openid4vp/sessions/${id}/open`
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await decode(page, page.getByRole('img', { name: 'QR code of the presentation request' }))).toBe(address)
  }
  const led = await request.get(address, { maxRedirects: 0 })
  expect([led.status(), led.headers().location]).toEqual([302, deeplink])
})
