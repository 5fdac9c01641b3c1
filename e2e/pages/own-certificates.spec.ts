import { expect } from 'playwright/test'
import { makeOwnCertificate } from '@/lib/testing/own-certificate'
import { test } from './support/test'
import { colourViolations, violations } from './support/violations'

const forms = [
  { half: 'presentation', region: 'Ask my wallet for a presentation', read: '/openid4vp/sessions', tag: '@day-phone' },
  { half: 'issuance', region: 'Issue a credential to my wallet', read: '/sessions', tag: '@day-desktop' },
] as const

for (const { half, region, read, tag } of forms)
  test(`a session of ${half} is signed under a certificate that the tester enters, and nothing remembers its key`, {
    tag,
  }, async ({ page, request }) => {
    const { chain, privateKey, leaf } = await makeOwnCertificate()
    const secret = privateKey.split('\n')[1] ?? ''
    await page.goto('/')
    const form = page.getByRole('region', { name: region })
    await form.getByText('Own certificates').click()
    const key = form.getByLabel('Private key access_certificate.private_key')
    await key.fill(privateKey)
    await form.getByRole('button', { name: `Start ${half}` }).click()
    await expect(form.getByText('It must be an object with chain')).toBeVisible()

    await form.getByLabel('Certificate chain access_certificate.chain').fill(chain)
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await colourViolations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: null })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await form.getByRole('button', { name: `Start ${half}` }).click()
    await expect(page).toHaveURL(new RegExp(`/inspect/${half}/[0-9a-f-]{36}`))
    const id = new URL(page.url()).pathname.split('/').at(-1)
    const { trust } = await (await request.get(`${read}/${id}`)).json()
    expect(trust.access_certificate.sha256).toBe(leaf.fingerprint256.replaceAll(':', '').toLowerCase())
    expect(await page.content()).not.toContain(secret)

    await page.goto('/')
    await form.getByText('Own certificates').click()
    await expect(key).toHaveValue('')
    const stored = () => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])
    expect(await page.evaluate(stored)).not.toContain(secret)
  })
