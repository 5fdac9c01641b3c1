import { expect, type Page } from 'playwright/test'

/** Size of the test phone, held upright. */
const size = { width: 390, height: 844 }

/**
 * Turns a desktop tab into a phone, as far as an open page can tell: width, and a finger instead of a mouse. Appearance
 * depends on these by CSS, so axe and the layout checks find what they would on a page opened there. Scripts read the
 * width too: the inspector at each key, which then scrolls instead of choosing an exchange; the scoreboard on loading,
 * for its number of rows, so it must be opened at its width. Returns the way back.
 */
export async function asPhone(page: Page): Promise<() => Promise<void>> {
  const usual = page.viewportSize()
  const developers = await page.context().newCDPSession(page)
  const touch = (enabled: boolean) => developers.send('Emulation.setTouchEmulationEnabled', { enabled })
  await touch(true)
  await page.setViewportSize(size)
  expect(await page.evaluate(() => matchMedia('(pointer: coarse) and (hover: none)').matches)).toBe(true)
  return async () => {
    await touch(false)
    await developers.detach()
    if (usual !== null) await page.setViewportSize(usual)
  }
}
