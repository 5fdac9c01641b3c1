import { expect } from 'playwright/test'
import { pages, plainPages } from '@/lib/pages'
import { mainNavigation, openFurther } from './support/main-menu'
import { createSession, inspector } from './support/sessions'
import { test } from './support/test'
import { violations } from './support/violations'

test('every plain page is two presses from the first page, and the menus close by themselves', async ({
  page,
  isMobile,
}) => {
  test.setTimeout(300_000)
  await page.goto('/')
  const main = mainNavigation(page)
  const shown = main.getByRole('link', { name: 'Checks', exact: true })
  await test.step('Escape, an outside press and a second press close the menu', async () => {
    const [further] = [main.getByRole('button', { name: isMobile ? 'Menu' : 'Reference' })]
    const closings = [() => page.keyboard.press('Escape'), () => page.mouse.click(10, 780), () => further.click()]
    for (const close of closings) {
      await expect(shown).toBeHidden()
      await openFurther(page)
      await expect(shown).toBeVisible()
      if (close === closings[0]) expect(await violations(page)).toEqual([])
      await close()
      await expect(shown).toBeHidden()
    }
  })
  for (const name of plainPages) {
    const { path } = pages[name]
    if (path === '/') continue
    await test.step(path, async () => {
      const link = page.locator(`a[href="${path}"]`).filter({ visible: true }).first()
      if (!(await link.isVisible())) await openFurther(page)
      await link.click()
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      // Choosing closes the menu, and the page that is open is marked.
      await expect(main.getByRole('link', { name: 'New pipeline' })).toBeHidden()
      await page.getByRole('banner').getByRole('link', { name: 'Wallet Capture' }).click()
      await expect(page).toHaveURL(/\/$/)
    })
  }
})

test('each popover of a session closes by Escape and by a press beside it', { tag: '@desktop' }, async ({
  page,
  request,
}) => {
  await page.goto(inspector(await createSession(request)))
  const openers = page.getByRole('main').locator('button[popovertarget]:not([popovertargetaction])')
  await expect(openers.filter({ hasText: 'Report' })).toBeVisible()
  expect(await openers.count()).toBeGreaterThan(1)
  for (const opener of await openers.all())
    for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(2, 600)]) {
      await opener.click()
      await expect(page.locator(':popover-open')).toHaveCount(1)
      await close()
      await expect(page.locator(':popover-open')).toHaveCount(0)
    }
})
