import { expect } from 'playwright/test'
import { layoutErrors, widthsOf } from './support/layout'
import { test } from './support/test'
import { colourViolations, violations } from './support/violations'

test('the first tab stop leads past the header', { tag: '@day-desktop' }, async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('one text without contrast in one theme is found among dozens like it, and a field without a name', {
  tag: '@day-desktop',
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
    return texts.length > 30 ? one?.id : texts.length
  })
  expect(id).toBe('planted')
  expect(await violations(page)).toEqual([expect.stringMatching(/^label at /)])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await colourViolations(page)).toEqual([expect.stringMatching(/^color-contrast at .*#planted/)])
})

test('a target that is too small is found among a hundred, and one that another covers', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/checks?q=proof')
  await page.evaluate(() => {
    const plant = (id: string, style: string) => {
      const button = document.createElement('button')
      button.id = id
      // Without text it is looked at as a target only.
      button.ariaLabel = 'x'
      button.style.cssText = `position: absolute; overflow: hidden; padding: 0; ${style}`
      document.querySelector('main')?.prepend(button)
    }
    plant('small', 'left: 0; width: 12px; min-height: 0; height: 12px')
    plant('small-too', 'left: 12px; width: 12px; min-height: 0; height: 12px')
    plant('covered', 'left: 60px; width: 40px; height: 40px')
    plant('covering', 'left: 75px; width: 40px; height: 40px; z-index: 2; background: white')
  })
  expect(await page.getByRole('main').getByRole('link').count()).toBeGreaterThan(30)
  const found = await violations(page)
  expect(found).toEqual([expect.stringMatching(/^target-size at /)])
  for (const id of ['small', 'small-too', 'covered']) expect(found[0]).toMatch(new RegExp(`#${id}[, ]`))
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
