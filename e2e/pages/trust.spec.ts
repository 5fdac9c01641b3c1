import { X509Certificate } from 'node:crypto'
import { expect } from 'playwright/test'
import { makeOwnCertificate } from '@/lib/testing/own-certificate'
import {
  answeredPresentation,
  createPresentation,
  createSession,
  finishedSession,
  inspector,
  presentationInspector,
} from './support/sessions'
import { test } from './support/test'
import { colourViolations, violations } from './support/violations'

test.describe('trust', () => {
  test('the page of trust says what to trust, and gives an alias whose lists are served', {
    tag: '@day-desktop',
  }, async ({ page, request }) => {
    await page.goto('/phone')
    await page.getByRole('link', { name: 'make the wallet trust our test authorities' }).click()
    await expect(page.getByText('These are test certificates.')).toBeVisible()
    const access = page.getByRole('region', { name: 'Access authority' })
    const served = await (await request.get('/trust/anchors/access-certificate-providers.pem')).text()
    await expect(access.getByRole('link', { name: 'PEM of' })).toHaveAttribute(
      'href',
      '/trust/anchors/access-certificate-providers.pem',
    )
    await expect(access).toContainText(new X509Certificate(served).fingerprint256)
    const reference = page.getByRole('region', { name: 'Reference wallet of this project' })
    await expect(reference.getByText('tried')).toHaveCount(2)
    await expect(page.getByText('tried', { exact: true })).toHaveCount(3)

    const alias = page.getByRole('region', { name: 'An address of lists of your own' })
    await alias.getByRole('button', { name: 'Get an alias' }).click()
    const address = await alias.getByText(/\/trust\/a\/[a-z0-9]{20}\/lists\/pid-providers\.jwt$/).textContent()
    expect((await request.get(address ?? '')).status()).toBe(200)

    await request.get('/trust/lists/pub-eaa-providers.jwt')
    await page.reload()
    await expect(page.getByRole('region', { name: 'Lists that this installation publishes' })).toContainText(
      /Release \d+/,
    )
  })

  test('the inspector shows what is registered against what is asked for, and each read as it happens', {
    tag: '@day-desktop',
  }, async ({ page, request }) => {
    const claim = (name: string) => ({ path: [name] })
    const asking = (...names: string[]) => ({
      credentials: [
        {
          id: 'pid',
          format: 'dc+sd-jwt',
          meta: { vct_values: ['urn:eudi:pid:1'] },
          claims: names.map((name) => claim(name)),
        },
      ],
    })
    const id = await createPresentation(request, {
      trust_framework: 'eu',
      dcql_query: asking('family_name', 'birthdate'),
      registered_query: asking('family_name', 'given_name'),
    })
    await page.goto(presentationInspector(id))
    const panel = page.getByRole('region', { name: 'Trust', exact: true })
    const rows = panel.getByRole('listitem')
    await expect(rows.filter({ hasText: 'birthdate' })).toContainText('asked for, not registered')
    await expect(rows.filter({ hasText: 'family_name' })).toContainText('asked for, registered')
    await expect(rows.filter({ hasText: 'given_name' })).toContainText('registered, not asked for')
    await expect(panel.getByText('Nothing yet.')).toBeVisible()
    const { trust } = await (await request.get(`/openid4vp/sessions/${id}`)).json()
    await request.get(`${trust.lists.base}/registration-certificate-providers.jwt`)
    await expect(panel.getByRole('link', { name: 'Providers of registration certificates' })).toBeVisible()

    await expect(page.getByText('Reads a list of trusted entities').first()).toBeVisible()

    const issuance = await createSession(request, { trust_framework: 'eu' })
    const view = await (await request.get(`/sessions/${issuance}`)).json()
    await request.get(`${view.trust.lists.base}/pid-providers.jwt`)
    await page.goto(inspector(issuance))
    await expect(panel.getByText('Wallet Capture Issuer', { exact: true }).first()).toBeVisible()
    await expect(panel.getByRole('link', { name: 'PID providers' })).toBeVisible()
    await expect(panel.getByText('Everything that is offered is registered.')).toBeVisible()

    await page.goto(inspector(await createSession(request, { fault: 'issuer_over_providing' })))
    await expect(rows.filter({ hasText: 'urn:eudi:pid:1' })).toContainText('offered, not registered')
    await expect(rows.filter({ hasText: 'urn:example:another-credential' })).toContainText('registered, not offered')
  })

  // Other tests show that the button of a page starts the wallet this way.
  test('the built-in wallet evaluates trust where a session has any', { tag: '@desktop' }, async ({ request }) => {
    const eu = { trust_framework: 'eu' }
    const right = await answeredPresentation(request, undefined, eu)
    const wrong = await answeredPresentation(request, undefined, {
      negative_test: 'registration_revoked',
      wallet_policy: 'refuse',
    })
    const issuance = await finishedSession(request, undefined, eu)
    for (const readBack of [`/openid4vp/sessions/${right}`, `/openid4vp/sessions/${wrong}`, `/sessions/${issuance}`]) {
      const told = async () => {
        const { checks, trust } = await (await request.get(readBack)).json()
        return [checks.summary.verdict, trust.reads.some(({ resource }: { resource: string }) => resource === 'status')]
      }
      await expect.poll(told).toEqual(['pass', true])
    }
  })
})

test.describe('own certificates', () => {
  const forms = [
    {
      half: 'presentation',
      region: 'Ask my wallet for a presentation',
      read: '/openid4vp/sessions',
      tag: '@day-phone',
    },
    { half: 'issuance', region: 'Issue a credential to my wallet', read: '/sessions', tag: '@day-desktop' },
  ] as const

  for (const { half, region, read, tag } of forms)
    test(`a session of ${half} is signed under a certificate that the tester enters, and nothing remembers its key`, {
      tag,
    }, async ({ page, request }) => {
      const { chain, privateKey, leaf } = await makeOwnCertificate()
      const secret = privateKey.split('\n')[1] ?? ''
      await page.goto(`/start/${half}`)
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

      await page.goto(`/start/${half}`)
      await form.getByText('Own certificates').click()
      await expect(key).toHaveValue('')
      const stored = () => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])
      expect(await page.evaluate(stored)).not.toContain(secret)
    })
})
