import { expect } from 'playwright/test'
import { packBundle, sampleAuthority, sampleFiles } from '@/lib/testing/sample-bundle'
import { followMain } from './support/main-menu'
import { test } from './support/test'

test('a bundle is verified in the browser, and no request carries it', { tag: '@day-desktop' }, async ({ page }) => {
  const authority = await sampleAuthority()
  const bundle = Buffer.from(await packBundle(sampleFiles(authority.rootPem), authority))
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`))
  await page.goto('/')
  await followMain(page, 'Verify a bundle')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify an evidence bundle')
  await expect(page.getByText('The file is not sent:')).toBeVisible()
  const field = page.getByLabel('Evidence bundle (.tar)')
  const result = page.getByRole('status').getByRole('region', { name: /./ }).first()
  const choose = (buffer: Buffer) =>
    field.setInputFiles({ name: 'evidence-bundle.tar', mimeType: 'application/x-tar', buffer })

  await choose(bundle)
  await expect(result).toContainText('Intact, signer unknown')
  await expect(result).toContainText(/SHA-256 of the root[0-9a-f]{64}/)
  await expect(result).toContainText('That the wallet was the one that is named.')

  const root = page.getByLabel('Root certificate of another service')
  await root.setInputFiles({ name: 'root.pem', mimeType: 'text/plain', buffer: Buffer.from(authority.rootPem) })
  await expect(result).toContainText('Intact, and signed below the root that you gave')
  await expect(result).toContainText('Quillfern 2.4.1')

  const changed = Buffer.from(bundle)
  changed.write('<!DOCTYPE html>', bundle.indexOf('<!doctype html>'))
  await choose(changed)
  await expect(result).toContainText('Broken')
  await expect(result).toContainText('ics.html: Its content was changed.')

  await choose(Buffer.from('no bundle'))
  await expect(result).toContainText('Not an evidence bundle')

  await root.setInputFiles({ name: 'root.pem', mimeType: 'text/plain', buffer: Buffer.from('no root') })
  await expect(page.getByRole('status')).toContainText('The root is not one certificate in PEM form.')

  expect(sent.filter((line) => !line.startsWith('GET '))).toEqual([])
  expect(sent.filter((line) => /ics|evidence-bundle|Quillfern/.test(line))).toEqual([])
  expect(sent.length).toBeGreaterThan(0)
})

test('a bundle of this service is known as its own', { tag: '@day-phone' }, async ({ page, request }) => {
  const wallet = { name: 'Verified', version: '1' }
  const created = await request.post('/campaigns', { data: { wallet, presets: ['sd_jwt_baseline'] } })
  const answer = await request.get('/coverage/bundle?wallet=Verified&version=1')
  expect(answer.status()).toBe(200)
  await page.goto('/verify')
  const choose = (buffer: Buffer) =>
    page
      .getByLabel('Evidence bundle (.tar)')
      .setInputFiles({ name: 'evidence-bundle.tar', mimeType: 'application/x-tar', buffer })
  await choose(await answer.body())
  await expect(page.getByRole('heading', { name: 'Intact, and signed by this service' })).toBeVisible()
  await expect(page.getByText('conformance statement of a wallet, with its evidence')).toBeVisible()

  const { page_url } = await created.json()
  await page.goto(new URL(page_url).pathname)
  await page.getByText('Report', { exact: true }).click()
  const link = page.getByRole('link', { name: 'Signed bundle, all of them' })
  const bundle = await request.get((await link.getAttribute('href')) ?? '')
  expect(bundle.status()).toBe(200)
  await page.goto('/verify')
  await choose(await bundle.body())
  await expect(page.getByRole('heading', { name: 'Intact, and signed by this service' })).toBeVisible()
  await expect(page.getByText('report of a campaign, with its sessions')).toBeVisible()
})
