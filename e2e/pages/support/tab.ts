import { type Browser, type BrowserContextOptions, expect, type Page, type WorkerInfo } from 'playwright/test'

/** Opens a tab that tests share, for their project's device. */
export async function openTab(browser: Browser, { use }: WorkerInfo['project']): Promise<Page> {
  const { baseURL, viewport, isMobile, hasTouch } = use
  const context = await browser.newContext({
    ...{ baseURL, viewport, isMobile, hasTouch },
    ...use.contextOptions,
  } as BrowserContextOptions)
  const page = await context.newPage()
  readyWhenOpen(page)
  return page
}

/** Resets what a test may have changed in a tab. */
export async function emptied(page: Page): Promise<void> {
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

export function readyWhenOpen(page: Page): void {
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

/**
 * Waits until React controls every link and control of the page. A page without scripts of its own, such as a report,
 * is ready at once.
 */
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
