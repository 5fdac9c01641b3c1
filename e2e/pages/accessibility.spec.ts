import { expect, type Page } from '@playwright/test'
import { everyPage } from './support/every-page'
import { test } from './support/test'
import { colourViolations, violations } from './support/violations'

/** Maximum bytes of scripts of a page, compressed. */
const scriptBytesMax = 150_000

for (const { name, open } of everyPage)
  test(`no accessibility violation that a machine can find, no error and no heavy script: ${name}`, async ({
    page,
    request,
  }) => {
    const errors = errorsOf(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(await open(request), { waitUntil: 'load' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    expect(await scriptBytes(page)).toBeLessThanOrEqual(scriptBytesMax)
    expect(await violations(page), 'light').toEqual([])
    // The dark theme changes colours only, which leaves the other rules as they were.
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await colourViolations(page), 'dark').toEqual([])
    expect(errors).toEqual([])
  })

/** The errors that the page logs from now on. Ignores the 404 of a page that reports it. */
function errorsOf(page: Page): readonly string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && message.location().url !== page.url())
      errors.push(`${message.text()} ${message.location().url}`)
  })
  return errors
}

/** Compressed bytes of the scripts that this browser has fetched for the page. */
function scriptBytes(page: Page): Promise<number> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && /\.js(\?|$)/.test(entry.name))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  )
}

test('the first tab stop leads past the header', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('one text without contrast in one theme is found among dozens like it, and a field without a name', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/checks?q=proof')
  const id = await page.evaluate(() => {
    const texts = [...document.querySelectorAll('main a')].filter((link) => link.checkVisibility())
    const one = texts.at(Math.floor(texts.length / 2))
    one?.setAttribute('id', 'planted')
    const style = document.createElement('style')
    style.textContent = '@media (prefers-color-scheme: dark) { #planted, #planted * { color: #444 !important } }'
    document.head.append(style)
    const field = document.createElement('input')
    document.querySelector('main')?.append(field)
    return texts.length > 30 ? one?.id : texts.length
  })
  expect(id).toBe('planted')
  expect(await violations(page)).toEqual([expect.stringMatching(/^label at /)])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await colourViolations(page)).toEqual([expect.stringMatching(/^color-contrast at .*#planted/)])
})
