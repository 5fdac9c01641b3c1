import { expect, type Page } from 'playwright/test'

/** The phone of the tests, held upright. */
const size = { width: 390, height: 844 }

/**
 * Turns the tab of a desktop into a phone, as far as a page can tell that is open: its width, and a finger instead of a mouse.
 * How a page looks depends on either by CSS, so that axe and the layout find what they would if it had been opened there. Scripts
 * ask for the width too: the inspector at each key, which then scrolls instead of choosing an exchange; the scoreboard when it
 * loads, for the number of its rows, so it has to be opened at its width. Returns the way back.
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
