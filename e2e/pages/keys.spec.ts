import { expect, type Page } from 'playwright/test'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { test } from './support/test'

/** Closes what is open over the page in both ways that browsers have. */
const closings = [(page: Page) => page.keyboard.press('Escape'), (page: Page) => page.mouse.click(700, 5)]

test('each key of a workbench does what its list says, none while typing, and what it opens closes again', {
  tag: '@desktop',
}, async ({ page, context, request }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const made = await (await request.post('/workbenches', { data: {} })).json()
  const scan = (misbehave: string) => runAtIssuer({ deeplink: made.issuance.deeplink, misbehave })
  for (const one of ['vci.dpop.htu', 'vci.nonce.not_reused', 'vci.dpop.htu']) await scan(one)
  const press = (key: string) => page.keyboard.press(key)
  const copied = () => page.evaluate(() => navigator.clipboard.readText())

  const run = page.getByRole('list', { name: 'Newest runs' }).locator('[aria-current]')
  await page.goto(made.page_url)
  await expect(run).toContainText('dpop.htu')
  await test.step('j and k step through the runs', async () => {
    await expect(async () => {
      await press('j')
      await expect(page).toHaveURL(/session=2/, { timeout: 1000 })
    }).toPass()
    await expect(run).toContainText('nonce')
    await press('k')
    await expect(page).toHaveURL(/session=3/)
    await expect(run).toContainText('dpop.htu')
  })

  await test.step('1 to 5 open the tabs of the exchange, f the next failure or warning', async () => {
    const tabs = page.getByRole('navigation', { name: 'Parts of the exchange' }).getByRole('link')
    await expect(tabs).toHaveCount(5)
    for (const key of ['2', '3', '5', '1', '4']) {
      await press(key)
      await expect(tabs.nth(Number(key) - 1)).toHaveAttribute('aria-current', 'page')
    }
    await press('f')
    await expect(page).toHaveURL(/check=/)
  })

  await test.step('c and m copy', async () => {
    await press('c')
    await expect.poll(copied).toMatch(/curl /)
    await press('m')
    await expect.poll(copied).toMatch(/^#+ /)
  })

  await test.step('r shows the code at 360 px, and ? the list of keys', async () => {
    const large = page.getByRole('dialog', { name: 'QR code that offers a credential, large' })
    const list = page.getByRole('group', { name: 'Keys' })
    for (const close of closings) {
      await press('r')
      await expect(large).toBeVisible()
      expect((await large.getByRole('img').boundingBox())?.width).toBe(360)
      await close(page)
      await expect(large).toBeHidden()
      await press('?')
      await expect(list).toBeVisible()
      await close(page)
      await expect(list).toBeHidden()
    }
  })

  await test.step('/ searches the checks, where keys are letters again', async () => {
    await press('/')
    const search = page.getByLabel('Title, id or clause')
    await expect(search).toBeFocused()
    await page.keyboard.type('jrc')
    await expect(search).toHaveValue('jrc')
    await expect(page).toHaveURL(/session=3/)
    await page.locator('h2#verdict').click()
  })

  for (const [key, path] of Object.entries({
    c: /^\/campaigns$/,
    r: /^\/runs$/,
    s: /^\/scoreboard$/,
    w: /^\/w$/,
  }))
    await test.step(`g ${key} opens a page`, async () => {
      await page.goto(`${made.page_url}?session=1`)
      await expect(async () => {
        await press('g')
        await press(key)
        await expect(page).toHaveURL(({ pathname, search }) => path.test(pathname) && search === '', { timeout: 1000 })
      }).toPass()
    })
})
