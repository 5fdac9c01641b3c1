import { expect } from 'playwright/test'
import { publishedName, testedWallet } from './support/published'
import { adminKey } from './support/scoreboard'
import { test } from './support/test'
import { violations } from './support/violations'

test('an operator makes a token, its organisation publishes a wallet, reads it on one page of paper, and removes it', {
  tag: '@desktop',
}, async ({ page, request }) => {
  const version = `2.4.1-${process.pid}`
  const slug = `fern-${process.pid}`
  const campaign = await testedWallet(request, version)
  // Other tests make tokens at the same time.
  const organisation = `Fernwood Labs ${process.pid}`
  let token = ''
  await test.step('the token is shown once', async () => {
    await page.goto('/operator/tokens')
    await page.getByLabel('Admin key').fill(adminKey())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Organisation').fill(organisation)
    await page.getByLabel('Slugs').fill(`${slug} ${slug}-beta`)
    await page.getByRole('button', { name: 'Make', exact: true }).click()
    token = (await page.locator('[data-token]').textContent()) ?? ''
    expect(token).toMatch(/^wcp_[\w-]{40}$/)
    expect(await violations(page)).toEqual([])
    await page.reload()
    await expect(page.getByRole('button', { name: 'Make', exact: true })).toBeVisible()
    await expect(page.getByText(token)).toHaveCount(0)
  })
  await test.step('the end of the campaign leads to what becomes public', async () => {
    await page.goto(`/inspect/campaign/${campaign}`)
    await page.getByRole('link', { name: 'Publish', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'What becomes public' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByLabel('Publish token').fill(token)
    await page.getByLabel('Slug', { exact: true }).fill(slug)
    await page.getByLabel('Contact (optional)').fill('mailto:wallet@fernwood.example')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${publishedName} ${version}`)
    expect(new URL(page.url()).pathname).toBe(`/wallets/${slug}`)
  })
  await test.step('the page says who published what, and prints on one page', async () => {
    for (const words of [organisation, 'a self-assessment, no certificate', '123 cases'])
      await expect(page.getByText(words).first()).toBeVisible()
    await expect(page.getByText('This service does not verify who owns a wallet’s name.')).toBeVisible()
    expect(await violations(page)).toEqual([])
    const pdf = await page.pdf({ format: 'A4' })
    expect(pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)
    expect((await request.get(`/badge/wallet/${slug}.svg`)).headers()['content-type']).toBe('image/svg+xml')
  })
  await test.step('of two editions, the one that is asked for becomes public', async () => {
    const of = new URLSearchParams({ wallet: publishedName, version, edition: '2026-07' })
    await page.goto(`/cases?${of}`)
    await page.getByRole('link', { name: 'Publish', exact: true }).click()
    await expect(page.getByText(/^edition 2026-07, \d+ cases$/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Official cases of this wallet' })).toHaveAttribute(
      'href',
      /[?&]edition=2026-07$/,
    )
    await page.getByLabel('Publish token').fill(token)
    await page.getByLabel('Slug', { exact: true }).fill(`${slug}-beta`)
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${publishedName} ${version}`)
    expect(new URL(page.url()).pathname).toBe(`/wallets/${slug}-beta`)
    for (const words of [/edition of the official cases, \d+ cases/, 'vp.mdoc.device_signature'])
      await expect(page.getByText(words).first()).toBeVisible()
  })
  await test.step('the page of wallets leads to it', async () => {
    await page.goto('/wallets')
    const line = page.getByRole('region', { name: 'Published statements' }).getByRole('listitem')
    const own = line.filter({ has: page.locator(`a[href="/wallets/${slug}"]`) })
    await expect(own).toContainText(`${publishedName} ${version}`)
    await expect(own).toContainText(`by ${organisation}`)
    expect(await violations(page)).toEqual([])
  })
  await test.step('once it is removed, its pages say so', async () => {
    const removed = await request.delete(`/wallets/${slug}/${version}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(removed.status()).toBe(204)
    for (const path of [`/wallets/${slug}`, `/wallets/${slug}/${version}`]) {
      expect((await page.goto(path))?.status()).toBe(410)
      await expect(page.getByText(/^Removed by its publisher on /)).toBeVisible()
    }
    await page.goto('/operator/tokens')
    await page.getByLabel(`Revoke the token of ${organisation}…`, { exact: true }).click()
    await page.getByRole('button', { name: `Revoke the token of ${organisation}`, exact: true }).click()
    await expect(page.getByText(/^revoked /).first()).toBeVisible()
    const refused = await request.post(`/wallets?slug=${slug}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-tar' },
      data: Buffer.from('x'),
    })
    expect(refused.status()).toBe(401)
  })
})
