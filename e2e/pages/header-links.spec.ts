import { expect, type Request } from 'playwright/test'
import { followMain } from './support/main-menu'
import { test } from './support/test'

test('the header asks for no page before its link is followed, and then without a reload', {
  tag: '@day-desktop',
}, async ({ page }) => {
  const prefetched: string[] = []
  const note = (request: Request) => {
    if ('next-router-prefetch' in request.headers()) prefetched.push(request.url())
  }
  page.on('request', note)
  await page.goto('/checks', { waitUntil: 'networkidle' })
  page.off('request', note)
  expect(prefetched).toEqual([])
  await page.evaluate(() => Object.assign(window, { notReloaded: true }))
  await followMain(page, 'Docs')
  await expect(page).toHaveURL(/\/docs$/)
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
})
