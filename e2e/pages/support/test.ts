import { test as base, expect, type Page } from '@playwright/test'

/**
 * Tests whose page is ready for use when `goto` and `reload` return: its scripts have taken over every control. Before
 * that, on a busy machine for a second, a click may have no effect and an entry may be forgotten.
 */
export const test = base.extend({
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) {
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
    await use(page)
  },
})

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
