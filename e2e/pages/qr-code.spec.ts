import { expect, type Locator, type Page, test } from '@playwright/test'
import jsQR from 'jsqr'
import { createSession, inspector } from './support/sessions'

/** Reads a QR code from a picture of the element: what a camera gets, colours and quiet zone included. */
async function decode(page: Page, element: Locator): Promise<string | null> {
  const png = (await element.screenshot()).toString('base64')
  const { width, height, pixels } = await page.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('no canvas')
    context.drawImage(image, 0, 0)
    return {
      width: image.width,
      height: image.height,
      pixels: [...context.getImageData(0, 0, image.width, image.height).data],
    }
  }, png)
  return jsQR(Uint8ClampedArray.from(pixels), width, height)?.data ?? null
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const mode of ['credential_offer', 'credential_offer_uri']) {
    test(`the code of an offer (${mode}) can be read from the screen in the ${colorScheme} theme`, async ({
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
  }
}

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
