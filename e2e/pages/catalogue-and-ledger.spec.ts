import { expect, type Request } from 'playwright/test'
import { followMain } from './support/main-menu'
import { createSession, finishedSession, plainProof, runWallet } from './support/sessions'
import { test } from './support/test'
import { until } from './support/until'

test('one that does not exist leads to the catalogue, where a check is found by its error code and explains itself', {
  tag: '@day-phone',
}, async ({ page }) => {
  const answer = await page.goto('/checks/no.such.check')
  expect(answer?.status()).toBe(404)
  await page.evaluate(() => Object.assign(window, { notReloaded: true }))
  await page.getByRole('link', { name: 'Search the catalogue' }).click()
  await expect(page.getByRole('heading', { name: 'Catalogue of checks' })).toBeVisible()
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
  const search = page.getByRole('searchbox')
  await until(
    async () => {
      await search.fill('')
      await search.pressSequentially('invalid_proof aud')
    },
    () => expect(page).toHaveURL(/q=invalid_proof\+aud/, { timeout: 1000 }),
  )
  await page.getByRole('link', { name: 'The jwt proof is made for this issuer' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The jwt proof is made for this issuer' })).toBeVisible()
  for (const part of ['Why it matters', 'Clause', 'When it fails', 'How it is broken, and what to do']) {
    await expect(page.getByText(part, { exact: true })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: /OpenID4VCI 1\.0 · F\.1/ })).toHaveAttribute('href', /#appendix-F\.1$/)
  const example = page.getByRole('table')
  await expect(example.getByRole('columnheader')).toHaveText(['Passed', 'Failed'])
  await expect(example.getByRole('row', { name: /claims\.aud/ })).toContainText('https://issuer.example/')
})

test('facets narrow the catalogue, and the list is the one behind /checks.json; the header asks for no page before its link is followed, and then without a reload', {
  tag: '@day-desktop',
}, async ({ page, request }) => {
  const all = await (await request.get('/checks.json')).json()
  const prefetched: string[] = []
  const note = (asked: Request) => {
    if ('next-router-prefetch' in asked.headers()) prefetched.push(asked.url())
  }
  page.on('request', note)
  await page.goto('/checks', { waitUntil: 'networkidle' })
  page.off('request', note)
  expect(prefetched).toEqual([])
  await page.evaluate(() => Object.assign(window, { notReloaded: true }))

  // The first areas show their rules, the others have one line each.
  await expect(
    page
      .getByRole('listitem')
      .getByText(/^vci\.metadata\./)
      .first(),
  ).toBeVisible()
  await expect(page.getByText(/^Showing \d\d of \d+ checks\./)).toBeVisible()
  await expect(
    page
      .getByRole('link', { name: /^Nonce endpoint/ })
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  const listAll = page.getByRole('link', { name: 'List all of them' })
  await expect(listAll).toBeVisible()
  expect(await page.evaluate(() => document.body.scrollHeight)).toBeLessThan(5000)
  await listAll.click()
  await expect(page.getByText(`Showing ${all.length} of ${all.length}`)).toBeVisible()
  // On a phone the choices are folded.
  const fold = page.getByText('Narrow down by step, level or specification')
  if (await fold.isVisible()) await fold.click()
  const levels = page.getByRole('navigation', { name: 'Level' }).getByRole('link')
  await expect(levels).toHaveText([/^All/, /^MUST/, /^SHOULD/, /^INFO/])
  await levels.filter({ hasText: 'SHOULD' }).click()
  const should = all.filter(({ level }: { level: string }) => level === 'should').length
  await expect(page.getByText(`Showing ${should} of ${all.length}`)).toBeVisible()

  await followMain(page, 'Docs')
  await expect(page).toHaveURL(/\/docs$/)
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
})

test('the ledger shows a request as it arrives, and its row opens the exchange', { tag: '@day-phone' }, async ({
  page,
  request,
}) => {
  const id = await createSession(request, plainProof)
  // Other tests fill the first screenful at the same time, so only this session's requests are shown.
  await page.goto('/ledger')
  await until(
    () => page.getByLabel('Path or session').fill(id),
    () => expect(page).toHaveURL(new RegExp(`q=${id}`), { timeout: 1000 }),
  )
  await runWallet(request, id, 'vci.proof.jwt.aud')
  const row = page.getByRole('link', { name: `Open POST /issuers/eu-pid-jwt-proof-only/credential in session ${id}` })
  await expect(row).toBeVisible()
  await row.click()
  await expect(page.locator('#detail')).toHaveText('POST /issuers/eu-pid-jwt-proof-only/credential')
})

test(
  'the ledger opens with one screenful, and the older requests follow',
  { tag: '@day-phone' },
  async ({ page, request }, { project, retry }) => {
    const path = `/issuers/older-of-${project.name}-${retry}/nonce`
    for (let count = 0; count < 51; count++) await request.post(path)
    await page.goto(`/ledger?q=${encodeURIComponent(path)}`)
    await expect(page.getByRole('main').getByText(/^51 (of \d+ )?requests$/)).toBeVisible()
    await expect(page.getByText('Page 1 of 2')).toBeVisible()
    await page.getByRole('button', { name: 'Older' }).click()
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
    await expect(page.locator('tbody tr')).toHaveCount(1)
  },
)

test.describe('on a wide screen, where the ledger is a table with headings', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('the ledger sorts by a column and says which', { tag: '@day-desktop' }, async ({ page, request }) => {
    await finishedSession(request)
    await page.goto('/ledger')
    const path = page.getByRole('columnheader', { name: 'Path' })
    await page.getByRole('button', { name: 'Path' }).click()
    await expect(path).toHaveAttribute('aria-sort', 'ascending')
    await expect(page.getByRole('columnheader', { name: 'Received' })).not.toHaveAttribute('aria-sort')
  })
})
