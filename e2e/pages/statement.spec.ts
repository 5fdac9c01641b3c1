import { randomUUID } from 'node:crypto'
import { expect } from 'playwright/test'
import { test } from './support/test'

test('a statement is declared on its page, and prints on A4 with all that it claims on the first sheet', {
  tag: '@day-desktop',
}, async ({ page, request }) => {
  // One that nothing is declared of yet: by night the test runs at both widths, and a second try is another one too.
  const wallet = { name: 'Quillfern', version: `on paper ${randomUUID().slice(0, 8)}` }
  await request.post('/campaigns', { data: { wallet, presets: ['sd_jwt_baseline'] } })
  await page.goto(`/inspect/coverage?${new URLSearchParams({ wallet: wallet.name, version: wallet.version })}`)
  await page.getByRole('link', { name: 'Statement' }).click()
  await expect(page.getByText('Self-assessment. No certificate, no conformity decision.')).toBeVisible()
  const declared = page.getByRole('region', { name: /^What is declared \(0 of/ })
  await declared.getByLabel('Your name (optional)').fill('Ada Quill')
  await declared.getByLabel('Presents credentials in the format mso_mdoc').selectOption('No')
  await declared.getByLabel(/^Hash algorithms of digests/).fill('sha-256\nsha-512')
  await declared.getByLabel('None at all').first().check()
  await declared.getByRole('button', { name: 'Declare' }).click()
  await expect(page.getByRole('region', { name: /^What is declared \(3 of/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Identity' })).toContainText('Ada Quill')
  await expect(page.getByLabel(/^Hash algorithms of digests/)).toHaveValue('sha-256\nsha-512')
  await expect(page.getByLabel('Presents credentials in the format mso_mdoc')).toHaveValue('no')

  await page.getByLabel(/^Hash algorithms of digests/).fill('x'.repeat(101))
  await page.getByLabel('Your name (optional)').fill('Bea Quill')
  await page.getByRole('button', { name: 'Declare' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Hash algorithms of digests' })).toContainText('at most 100')
  await expect(page.getByLabel('Your name (optional)')).toHaveValue('Bea Quill')
  await expect(page.getByLabel(/^Hash algorithms of digests/)).toHaveValue('x'.repeat(101))

  await page.getByRole('link', { name: 'HTML', exact: true }).click()
  await expect(page).toHaveURL(/\/coverage\/ics\?/)
  expect(await page.locator('script').count()).toBe(0)
  const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const boxes = [...sheets.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [
    Math.round(Number(width)),
    Math.round(Number(height)),
  ])
  expect(boxes.length).toBeGreaterThan(10)
  expect(new Set(boxes.map(String))).toEqual(new Set(['595,842']))
  // A4 without its margins of 14 mm, at 96 dots an inch.
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 688, height: 1017 })
  const next = await page.locator('.after').first().boundingBox()
  expect(next?.y).toBeLessThan(1017)
})
