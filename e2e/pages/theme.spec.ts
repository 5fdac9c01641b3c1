import { expect, type Page } from 'playwright/test'
import { test } from './support/test'

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
