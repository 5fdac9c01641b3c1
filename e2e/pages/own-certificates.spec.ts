import { expect } from 'playwright/test'
import { makeOwnCertificate } from '@/lib/testing/own-certificate'
import { test } from './support/test'
import { violations } from './support/violations'

test('a presentation is signed under a certificate that the tester enters, and nothing remembers its key', async ({
  page,
  request,
}) => {
  const { chain, privateKey, leaf } = await makeOwnCertificate()
  const secret = privateKey.split('\n')[1] ?? ''
  await page.goto('/')
  await page.getByText('Own certificates').click()
  const key = page.getByLabel('Private key access_certificate.private_key')
  await key.fill(privateKey)
  await page.getByRole('button', { name: 'Start presentation' }).click()
  await expect(page.getByText('The private key needs the certificate chain that it belongs to.')).toBeVisible()

  await page.getByLabel('Certificate chain access_certificate.chain').fill(chain)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page)).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await page.getByRole('button', { name: 'Start presentation' }).click()
  await expect(page).toHaveURL(/\/inspect\/presentation\/[0-9a-f-]{36}/)
  const id = /presentation\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  const { trust } = await (await request.get(`/openid4vp/sessions/${id}`)).json()
  expect(trust.access_certificate.sha256).toBe(leaf.fingerprint256.replaceAll(':', '').toLowerCase())
  expect(await page.content()).not.toContain(secret)

  await page.goto('/')
  await page.getByText('Own certificates').click()
  await expect(key).toHaveValue('')
  const stored = () => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])
  expect(await page.evaluate(stored)).not.toContain(secret)
})
