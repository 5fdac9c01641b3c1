import type { Locator, Page } from '@playwright/test'
import jsQR from 'jsqr'

/** Reads a QR code from a screenshot of the element: what a camera sees, including colours and quiet zone. */
export async function decode(page: Page, element: Locator): Promise<string | null> {
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
