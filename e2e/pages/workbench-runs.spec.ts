import { expect, type Page } from 'playwright/test'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import { layoutErrors } from './support/layout'
import { createSession } from './support/sessions'
import { test } from './support/test'
import { violations } from './support/violations'

interface Made {
  readonly workbench_id: string
  readonly page_url: string
  readonly view_url: string
  readonly presentation: { readonly deeplink: string }
}

const rowsOf = (page: Page) => page.locator('tr[data-run]')
const idsOf = (page: Page) => rowsOf(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-run')))

test('the runs of a workbench are sorted, narrowed and ticked for a comparison, and follow what is on record', {
  tag: '@desktop',
}, async ({ page, request, browser }) => {
  const created = await request.post('/workbenches', { data: { wallet: { name: 'Quillfern', version: '2.5.0' } } })
  const made: Made = await created.json()
  const post = (body: object) =>
    request.post('/openid4vp/sessions', {
      data: { workbench: made.workbench_id, ...body },
      headers: { 'user-agent': 'curl/8.5.0' },
    })
  await runAtVerifier({ deeplink: made.presentation.deeplink })
  await runAtVerifier({ deeplink: made.presentation.deeplink })
  const at = `${made.page_url}/runs`
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(at)
  const rows = rowsOf(page)
  await expect(rows).toHaveCount(2)

  await test.step('a run that a program starts with the id of the workbench is there without a reload', async () => {
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    expect((await post({})).status()).toBe(201)
    await expect(rows).toHaveCount(3)
    await expect(rows.first()).toContainText('curl')
    await createSession(request, { workbench: made.workbench_id, started_by: 'CI #1182' })
    await expect(rows).toHaveCount(4)
    await expect(rows.first()).toContainText('CI #1182')
    await expect(rows.first()).toContainText('Quillfern 2.5.0')
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
  })

  await test.step('a row is 36 px high, and the page is accessible', async () => {
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
    expect(new Set(heights)).toEqual(new Set([36]))
    expect(await violations(page)).toEqual([])
    expect(await layoutErrors(page, false)).toEqual([])
  })

  const newestFirst = await idsOf(page)
  await test.step('a header sorts, a second press the other way, and the address keeps it', async () => {
    await page.getByRole('columnheader', { name: 'When' }).getByRole('link').click()
    await expect(page).toHaveURL(/sort=when/)
    expect(await idsOf(page)).toEqual([...newestFirst].reverse())
    await page.getByRole('columnheader', { name: 'Started by' }).getByRole('link').click()
    await expect(rows.first()).toContainText('CI #1182')
    await expect(page.getByRole('columnheader', { name: 'Started by' })).toHaveAttribute('aria-sort', 'ascending')
    await page.reload()
    await expect(rows.first()).toContainText('CI #1182')
  })

  await test.step('chips and choices narrow, equal neighbours fold', async () => {
    await page.goto(at)
    await page.getByRole('link', { name: 'Get', exact: true }).click()
    await expect(rows).toHaveCount(1)
    await page.getByRole('link', { name: 'Get', exact: true }).click()
    await page.getByLabel('Started by', { exact: true }).selectOption('scan')
    await expect(rows).toHaveCount(2)
    await page.getByRole('link', { name: 'Fold repeats' }).click()
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('×2')
    await expect(page).toHaveURL(/fold=1&by=scan/)
  })

  await test.step('two ticks, and no fewer, lead to the comparison', async () => {
    await page.goto(at)
    await rows.nth(2).getByRole('checkbox').check()
    await expect(page.getByRole('button', { name: 'Compare' })).toBeDisabled()
    await rows.nth(3).getByRole('checkbox').check()
    await expect(rows.nth(0).getByRole('checkbox')).toBeDisabled()
    await page.getByRole('link', { name: 'Compare', exact: true }).click()
    await expect(page).toHaveURL(/\/compare\?a=[\w-]{36}&b=[\w-]{36}/)
  })

  await test.step('readers see the runs, and neither id nor code', async () => {
    await page.goto(`${made.view_url}/runs`)
    await expect(rows).toHaveCount(4)
    const content = await page.content()
    const door = decodeURIComponent(made.presentation.deeplink).match(/\/d\/([\w-]{22})\//)?.[1]
    for (const secret of [made.workbench_id, door ?? 'no door']) expect(content).not.toContain(secret)
  })

  await test.step('without a script links and forms do the same', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(new URL(at, page.url()).href)
    await expect(rowsOf(plain)).toHaveCount(4)
    await expect(plain.getByText(/^As of /)).toBeVisible()
    await plain.getByRole('link', { name: 'Present', exact: true }).click()
    await expect(rowsOf(plain)).toHaveCount(3)
    await plain.getByLabel('Started by', { exact: true }).selectOption('scan')
    await plain.getByRole('button', { name: 'Show' }).click()
    await expect(plain).toHaveURL(/present=1/)
    await expect(rowsOf(plain)).toHaveCount(2)
    for (const row of await rowsOf(plain).all()) await row.getByRole('checkbox').check()
    await plain.getByRole('button', { name: 'Compare' }).click()
    await expect(plain).toHaveURL(/\/compare\?a=[\w-]{36}&b=[\w-]{36}/)
    await context.close()
  })
})
