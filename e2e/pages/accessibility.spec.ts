import { expect, type Page } from 'playwright/test'
import { layoutErrors, widthsOf } from './support/layout'
import { test } from './support/test'
import { colourViolations, violations } from './support/violations'

test.describe('accessibility', () => {
  test('what a page has wrong once among many elements is found: a contrast in one theme, a field without a name, a small or covered target', {
    tag: '@desktop',
  }, async ({ page }) => {
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
      const plant = (id: string, style: string) => {
        const button = document.createElement('button')
        button.id = id
        // Without text, it is only checked as a target.
        button.ariaLabel = 'x'
        button.style.cssText = `position: absolute; overflow: hidden; padding: 0; ${style}`
        document.querySelector('main')?.prepend(button)
      }
      plant('small', 'left: 0; width: 12px; min-height: 0; height: 12px')
      plant('small-too', 'left: 12px; width: 12px; min-height: 0; height: 12px')
      plant('covered', 'left: 60px; width: 40px; height: 40px')
      plant('covering', 'left: 75px; width: 40px; height: 40px; z-index: 2; background: white')
      return texts.length > 30 ? one?.id : texts.length
    })
    expect(id).toBe('planted')
    const found = await violations(page)
    expect(found.toSorted()).toEqual([expect.stringMatching(/^label at /), expect.stringMatching(/^target-size at /)])
    const targets = found.find((line) => line.startsWith('target-size'))
    for (const id of ['small', 'small-too', 'covered']) expect(targets).toMatch(new RegExp(`#${id}[, ]`))
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await colourViolations(page)).toEqual([expect.stringMatching(/^color-contrast at .*#planted/)])
  })

  test('a word that has no room is found among texts that have', { tag: '@desktop' }, async ({ page, isMobile }) => {
    await page.goto('/docs')
    await page.evaluate(() => {
      const narrow = document.createElement('p')
      narrow.textContent = 'Unbreakable'
      narrow.style.cssText = 'width: 2em; overflow-wrap: anywhere'
      document.querySelector('main')?.append(narrow)
    })
    const found = await layoutErrors(page, isMobile)
    expect(found).toEqual(widthsOf(isMobile).map((width) => `at ${width} px: the word Unbreakable is broken`))
  })
})

test.describe('themes', () => {
  test.use({ ownTab: true })

  const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

  test('the theme follows the system until it is chosen, and the choice is there before the first paint', {
    tag: '@day-desktop',
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/')
    const light = await background(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    const dark = await background(page)
    expect(dark).not.toBe(light)

    await page.getByRole('button', { name: 'Theme: follows the system' }).click()
    await expect(page.getByRole('button', { name: 'Theme: light' })).toBeVisible()
    await expect.poll(() => background(page)).toBe(light)

    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        Object.assign(window, { firstBackground: getComputedStyle(document.body).backgroundColor })
      })
    })
    await page.reload()
    expect(await page.evaluate(() => Reflect.get(window, 'firstBackground'))).toBe(light)

    await page.getByRole('button', { name: 'Theme: light' }).click()
    await expect.poll(() => background(page)).toBe(dark)
    await page.getByRole('button', { name: 'Theme: dark' }).click()
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => background(page)).toBe(light)
  })
})
