import { type ConsoleMessage, expect, type Page } from 'playwright/test'
import { thorough } from '@/scripts/thorough.mjs'
import { asPhone } from './support/as-phone'
import { dayWidthOf, isShownDark, openedStates } from './support/every-page'
import { layoutErrors } from './support/layout'
import { test } from './support/test'
import { colourViolations, violations } from './support/violations'

/** Maximum bytes of a page's scripts, compressed. A workbench has the most: its list and keys, beside the whole inspector. */
const scriptBytesMax = 154_500
/** Every page has more: fewer would mean that they were not counted. */
const scriptBytesMin = 50_000

for (const one of openedStates)
  test(
    `no accessibility violation that a machine can find, no error, no heavy script and room for all: ${one.name}`,
    dayWidthOf(one),
    async ({ page, request, isMobile }) => {
      const { errors, stop } = errorsOf(page)
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(await one.open(request), { waitUntil: 'load' })
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      const bytes = await scriptBytes(page)
      expect(bytes).toBeGreaterThan(scriptBytesMin)
      expect(bytes).toBeLessThanOrEqual(scriptBytesMax)
      expect(await violations(page), 'light').toEqual([])
      // The dark theme only changes colours, so the other rules need no second look.
      const alsoDark = isShownDark(one)
      if (alsoDark) {
        await page.emulateMedia({ colorScheme: 'dark' })
        expect(await colourViolations(page), 'dark').toEqual([])
      }
      expect(await layoutErrors(page, isMobile)).toEqual([])
      // Between a phone and a desktop some columns stand beside each other, and others do not.
      if (!isMobile && (thorough || alsoDark)) {
        await page.setViewportSize({ width: 768, height: 1024 })
        if (alsoDark) expect(await colourViolations(page), 'dark, on a tablet').toEqual([])
        await page.emulateMedia({ colorScheme: 'light' })
        expect(await violations(page), 'on a tablet').toEqual([])
        if (alsoDark) await page.emulateMedia({ colorScheme: 'dark' })
      }
      if (!thorough && one.besideWallet) {
        const back = await asPhone(page)
        if (alsoDark) expect(await colourViolations(page), 'dark, on a phone').toEqual([])
        await page.emulateMedia({ colorScheme: 'light' })
        expect(await violations(page), 'on a phone').toEqual([])
        expect(await layoutErrors(page, true), 'on a phone').toEqual([])
        await back()
      }
      stop()
      expect(errors).toEqual([])
    },
  )

/** Collects errors that the page logs until `stop`. Ignores the 404 of a page that reports it. */
function errorsOf(page: Page): { readonly errors: readonly string[]; readonly stop: () => void } {
  const errors: string[] = []
  const onError = ({ message }: Error) => void errors.push(message)
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error' && message.location().url !== page.url())
      errors.push(`${message.text()} ${message.location().url}`)
  }
  page.on('pageerror', onError).on('console', onConsole)
  return { errors, stop: () => void page.off('pageerror', onError).off('console', onConsole) }
}

/** Compressed bytes of the scripts that this browser fetched for the page. */
function scriptBytes(page: Page): Promise<number> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && /\.js(\?|$)/.test(entry.name))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  )
}
