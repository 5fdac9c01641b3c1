import { type BrowserContextOptions, test as base, expect, type Page } from 'playwright/test'

/**
 * Tests whose page is ready for use when `goto` and `reload` return: its scripts have taken over every control. Before
 * that, on a busy machine for a second, a click may have no effect and an entry may be forgotten.
 *
 * The tests of a worker share one tab, for a browser takes three times as long to open the first page of a tab as the
 * next one. Each test finds it empty, without cookies, storage, routes and permissions, online, and at the size of its
 * project. A test gets a tab of its own if it asks for one by `ownTab`, as one must that changes a tab for good, or for
 * another device than its project has.
 */
export const test = base.extend<{ ownTab: boolean }, { kept: Page }>({
  ownTab: [false, { option: true }],
  kept: [
    async ({ browser }, use, { project }) => {
      const { baseURL, viewport, isMobile, hasTouch } = project.use
      const context = await browser.newContext({
        ...{ baseURL, viewport, isMobile, hasTouch },
        ...project.use.contextOptions,
      } as BrowserContextOptions)
      const page = await context.newPage()
      readyWhenOpen(page)
      await use(page)
      await context.close()
    },
    { scope: 'worker' },
  ],
  context: async (
    { browser, kept, ownTab, javaScriptEnabled, ignoreHTTPSErrors, isMobile, hasTouch },
    use,
    { project },
  ) => {
    const { isMobile: mobile = false, hasTouch: touch = false } = project.use
    const usualDevice = isMobile === mobile && hasTouch === touch
    if (!ownTab && javaScriptEnabled && !ignoreHTTPSErrors && usualDevice) return use(kept.context())
    const context = await browser.newContext()
    await use(context)
    await context.close()
  },
  page: async ({ context, kept, javaScriptEnabled, viewport }, use) => {
    if (context !== kept.context()) {
      const page = await context.newPage()
      if (javaScriptEnabled) readyWhenOpen(page)
      return use(page)
    }
    if (viewport !== null) await kept.setViewportSize(viewport)
    await use(kept)
    await emptied(kept)
  },
})

/** Takes back what a test may have changed of a tab. */
async function emptied(page: Page): Promise<void> {
  const context = page.context()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.emulateMedia({ colorScheme: null, media: null })
  if (page.url() !== 'about:blank')
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
  await page.goto('about:blank')
  await context.clearCookies()
  await context.clearPermissions()
}

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
export const takenOver = (page: Page): Promise<void> =>
  expect(async () => {
    const waiting = await page.evaluate(() =>
      document.querySelector('script[src*="/_next/"]') === null
        ? undefined
        : Array.from(document.querySelectorAll('a, button, input, select, summary, textarea'))
            .find((control) => !Object.keys(control).some((key) => key.startsWith('__reactProps')))
            ?.outerHTML.slice(0, 200),
    )
    expect(waiting).toBeUndefined()
  }).toPass({ intervals: [10, 20, 50, 100, 250], timeout: 45_000 })
