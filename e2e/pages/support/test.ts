import { test as base, type Page } from 'playwright/test'
import { emptied, openTab, readyWhenOpen } from './tab'
import { type VirtualWallet, virtualWallet } from './virtual-wallet'

interface TabWithWallet {
  readonly page: Page
  readonly wallet: VirtualWallet
}

/**
 * Tests whose page is ready for use when `goto` and `reload` return: its scripts have taken over every control. Before
 * that, on a busy machine for a second, a click may have no effect and an entry may be forgotten.
 *
 * The tests of a worker share one tab, for a browser takes three times as long to open the first page of a tab as the
 * next one. Each test finds it empty, without cookies, storage, routes and permissions, online, and at the size of its
 * project. A test gets a tab of its own if it asks for one by `ownTab`, as one must that changes a tab for good, or for
 * another device than its project has.
 */
export const test = base.extend<{ ownTab: boolean }, { kept: Page; withWallet: TabWithWallet }>({
  ownTab: [false, { option: true }],
  kept: [
    async ({ browser }, use, { project }) => {
      const page = await openTab(browser, project)
      await use(page)
      await page.context().close()
    },
    { scope: 'worker' },
  ],
  // Opened when a test of `wallet-tab.ts` asks for it. A worker with other fixtures would cost another process and
  // browser.
  withWallet: [
    async ({ browser }, use, { project }) => {
      const page = await openTab(browser, project)
      await use({ page, wallet: await virtualWallet(page) })
      await page.context().close()
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
