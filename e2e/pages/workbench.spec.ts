import { expect } from 'playwright/test'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import { decode } from './support/decode'
import { test } from './support/test'
import { violations } from './support/violations'

test('one press opens a workbench, whose two codes stay while each scan adds a session to its list', {
  tag: '@day-desktop',
}, async ({ page, isMobile }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Open a workbench' }).click()
  await expect(page).toHaveURL(/\/w\/[\w-]{22}$/)
  const address = page.url()
  const kinds = page.getByRole('navigation', { name: 'Kind of session' })
  const show = async (summary: string) => {
    const folded = page.locator('details:not([open]) > summary').getByText(summary, { exact: true })
    if (isMobile && (await folded.isVisible())) await folded.click()
  }
  const code = async (name: string) => {
    await show('QR code and settings')
    return decode(page, page.getByRole('img', { name }))
  }
  const open = page.getByRole('link', { name: 'Open here' })

  const offer = await test.step('the code of each kind holds the link of the door', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No session yet')
    const text = await code('QR code that offers a credential')
    expect(text).toMatch(/^openid-credential-offer:\/\/\?credential_offer_uri=[^&]+%2Fd%2F[\w-]{22}%2Foffer$/)
    await expect(open).toHaveAttribute('href', text)
    return text
  })
  const request = await test.step('that of a presentation too', async () => {
    await kinds.getByRole('link', { name: 'Present one' }).click()
    await expect(page).toHaveURL(/wing=presentation/)
    await expect(open).toHaveAttribute('href', /^openid4vp:/)
    const text = await code('QR code that asks for a presentation')
    expect(text).toMatch(/^openid4vp:\/\/\?client_id=x509_hash%3A[^&]+&request_uri=[^&]+%2Fd%2F[\w-]{22}%2Frequest/)
    await expect(open).toHaveAttribute('href', text)
    return text
  })

  const rows = page.getByRole('list', { name: 'Newest runs' }).getByRole('listitem')
  await test.step('each scan is a session of its own, and the list says what broke', async () => {
    await runAtIssuer({ deeplink: offer, misbehave: 'vci.dpop.htu' })
    await expect(rows).toHaveCount(1)
    await expect(page.locator('h2#verdict')).toHaveAttribute('data-tone', 'fail')
    // It holds nothing that is asked for.
    await runAtVerifier({ deeplink: request })
    await expect(rows).toHaveCount(2)
    await show('2 runs')
    await expect(rows.nth(0)).toContainText('The wallet declined')
    await expect(rows.nth(1)).toContainText('dpop.htu')
    expect(await violations(page)).toEqual([])
  })

  await test.step('what is chosen in an older session stays in it', async () => {
    if (isMobile) {
      const steps = page.getByRole('navigation', { name: 'Sessions' })
      await expect(steps).toContainText('Session 2 of 2')
      await steps.getByRole('link', { name: 'Earlier' }).click()
    } else await rows.nth(1).getByRole('link').click()
    await expect(page).toHaveURL(/session=1/)
    await page.getByRole('main').locator('a[data-detail][href*="exchange="]').first().click()
    await expect(page).toHaveURL(/exchange=.*session=1/)
    await expect(page.locator('h2#verdict')).toContainText('failed')
  })

  await test.step('the codes are the same after all that', async () => {
    await page.goto(address)
    expect(await code('QR code that offers a credential')).toBe(offer)
  })

  await test.step('settings are chosen by name, come back, and come from a form', async () => {
    const change = page.getByRole('group', { name: 'Change the settings' })
    const choose = async (name: string) => {
      await show('QR code and settings')
      await page.getByRole('button', { name: 'Change', exact: true }).first().click()
      await change.getByRole('button', { name, exact: true }).click()
    }
    const settings = page.getByRole('complementary', { name: 'Workbench' })
    await choose('DPoP nonce required')
    await expect(page).toHaveURL(/wing=issuance/)
    await show('QR code and settings')
    await expect(settings.getByRole('paragraph').filter({ hasText: /^DPoP nonce required$/ })).toBeVisible()
    await page.goto('/start/issuance')
    await page.getByRole('combobox', { name: 'Issuer', exact: true }).selectOption({ label: 'jwt proof only issuer' })
    await page.getByRole('button', { name: 'Use in the workbench' }).click()
    await expect(page).toHaveURL(`${address}?wing=issuance`)
    await expect(settings).toContainText('jwt-proof-only')
    await show('QR code and settings')
    await page.getByRole('button', { name: 'Change', exact: true }).first().click()
    expect(await violations(page)).toEqual([])
    await change
      .getByRole('group', { name: 'Used before' })
      .getByRole('button', { name: 'PID, pre-authorised' })
      .click()
    await show('QR code and settings')
    await expect(settings.getByRole('paragraph').filter({ hasText: /^PID, pre-authorised$/ })).toBeVisible()
    expect(await code('QR code that offers a credential')).toBe(offer)
  })

  await test.step('readers get no code, and nothing once it is deleted', async () => {
    const share = page.getByRole('button', { name: 'Share or delete' })
    await share.click()
    await page.getByRole('button', { name: 'View link', exact: false }).first().click()
    await page.mouse.click(2, 400)
    await expect(page.getByRole('link', { name: 'Open the view' })).toBeHidden()
    await expect(share).toBeFocused()
    await share.click()
    const view = await page.getByRole('link', { name: 'Open the view' }).getAttribute('href')
    await page.goto(view ?? '')
    await show('2 runs')
    await expect(rows).toHaveCount(2)
    expect(await page.content()).not.toMatch(/(openid4vp|openid-credential-offer):\/\/\?/)
    const ended = async (path: string | null) => {
      await page.goto(path ?? '')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This code has ended')
    }
    await page.goto(address)
    await page.getByRole('button', { name: 'Share or delete' }).click()
    await page.getByRole('button', { name: 'New view link' }).click()
    await expect(page).toHaveURL(address)
    await ended(view)
    await page.goto(address)
    await page.getByRole('button', { name: 'Share or delete' }).click()
    const next = await page.getByRole('link', { name: 'Open the view' }).getAttribute('href')
    await page.getByRole('button', { name: 'Delete this workbench' }).click()
    await expect(page).toHaveURL(/\/w$/)
    for (const path of [next, `${address}/runs`, address]) await ended(path)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a workbench is made, its runs are read, and its tabs are links', { tag: '@day-desktop' }, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Open a workbench' }).click()
    await expect(page).toHaveURL(/\/w\/[\w-]{22}$/)
    await expect(page.getByRole('img', { name: 'QR code that offers a credential' })).toBeVisible()
    const offer = (await page.getByRole('link', { name: 'Open here' }).getAttribute('href')) ?? ''
    await runAtIssuer({ deeplink: offer, misbehave: 'vci.dpop.htu' })
    await runAtIssuer({ deeplink: offer, misbehave: 'vci.proof.jwt.aud' })
    await page.reload()
    await expect(page.getByText(/^As of /).first()).toBeVisible()
    const rows = page.getByRole('list', { name: 'Newest runs' }).getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await rows.nth(1).getByRole('link').click()
    await expect(page).toHaveURL(/session=1/)
    await expect(page.locator('h2#verdict')).toHaveAttribute('data-tone', 'fail')
    await page.getByRole('link', { name: 'Raw', exact: true }).click()
    await expect(page).toHaveURL(/tab=raw.*session=1|session=1.*tab=raw/)
    await expect(page.getByRole('link', { name: 'Raw', exact: true })).toHaveAttribute('aria-current', 'page')
    await page.goto(page.url().replace(/\?.*/, '/runs'))
    await expect(page.getByRole('table')).toContainText('dpop.htu')
  })
})
