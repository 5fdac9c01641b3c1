import { type BrowserContextOptions, test as base, expect, type Page } from 'playwright/test'

/**
 * Tests whose page is ready for use when `goto` and `reload` return: its scripts have taken over every control. Before
 * that, on a busy machine for a second, a click may have no effect and an entry may be forgotten.
 */
export const test = base.extend({
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) readyWhenOpen(page)
    await use(page)
  },
})

/**
 * The same with one page for all tests of a worker, `tab`: a browser takes three times as long to open the first page of a
 * tab as the next one. Each test finds it empty, without cookies and storage, and at the size of its project.
 */
export const testInOneTab = base.extend<{ tab: Page }, { kept: Page }>({
  kept: [
    async ({ browser }, use, { project }) => {
      const { baseURL, viewport, isMobile, hasTouch } = project.use
      const context = await browser.newContext({ baseURL, viewport, isMobile, hasTouch } as BrowserContextOptions)
      const page = await context.newPage()
      readyWhenOpen(page)
      await use(page)
      await context.close()
    },
    { scope: 'worker' },
  ],
  tab: async ({ kept, viewport }, use) => {
    if (viewport !== null) await kept.setViewportSize(viewport)
    await use(kept)
    await kept.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await kept.goto('about:blank')
    await kept.context().clearCookies()
  },
})

function readyWhenOpen(page: Page): void {
  const { goto, reload } = page
  page.goto = async (...args) => {
    const answer = await goto.apply(page, args)
    await takenOver(page)
    return answer
  }
  page.reload = async (...args) => {
    const answer = await reload.apply(page, args)
    await takenOver(page)
    return answer
  }
}

/** Waits until React holds every link and control of the page. A page without scripts of its own, such as a report, is ready at once. */
const takenOver = (page: Page): Promise<void> =>
  expect(async () => {
    const waiting = await page.evaluate(() =>
      document.querySelector('script[src*="/_next/"]') === null
        ? []
        : Array.from(document.querySelectorAll('a, button, input, select, summary, textarea'))
            .filter((control) => !Object.keys(control).some((key) => key.startsWith('__reactProps')))
            .map(({ outerHTML }) => outerHTML.slice(0, 200)),
    )
    expect(waiting).toEqual([])
  }).toPass({ intervals: [10, 20, 50, 100, 250], timeout: 45_000 })
