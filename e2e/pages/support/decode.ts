import type { Locator, Page } from 'playwright/test'
import decodeQR from 'qr/decode.js'

/**
 * Reads a QR code from a screenshot of the element: what a camera sees, with colours and quiet zone. Throws if none is
 * readable.
 */
export async function decode(page: Page, element: Locator): Promise<string> {
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
    const { data } = context.getImageData(0, 0, image.width, image.height)
    // As one text: sending a list of half a million numbers takes longer than everything else.
    return {
      width: image.width,
      height: image.height,
      pixels: btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join('')),
    }
  }, png)
  return decodeQR({ width, height, data: Uint8ClampedArray.from(Buffer.from(pixels, 'base64')) })
}
