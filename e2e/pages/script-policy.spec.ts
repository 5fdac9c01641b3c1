import { expect } from 'playwright/test'
import { pages, plainPages } from '@/lib/pages'
import { inTurn } from '@/scripts/thorough.mjs'
import { test } from './support/test'

test.use({ ownTab: true })

test('every page comes to life under a policy that lets only scripts of its own answer run', {
  tag: '@desktop',
}, async ({ page }) => {
  const refused: string[] = []
  await page.addInitScript(() => {
    localStorage.clear()
    Object.assign(window, { refused: [] })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      Reflect.get(window, 'refused').push(`${violatedDirective} ${blockedURI}`)
    })
  })
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text())
  })
  // `every-page.spec.ts` always checks that no page logs an error, as browsers do for a refused script.
  for (const path of [...inTurn(plainPages, 0, 4).map((name) => pages[name].path), '/no-such-page']) {
    const response = await page.goto(path)
    expect(await response?.headerValue('content-security-policy')).toMatch(/script-src 'self' 'nonce-[^']+';/)
    const button = page.getByRole('button', { name: /^Theme:/ })
    await expect(async () => {
      await button.click()
      await expect(button).toHaveAttribute('aria-label', /light|dark/, { timeout: 1000 })
    }).toPass()
    refused.push(...(await page.evaluate(() => Reflect.get(window, 'refused') as string[])))
  }
  expect(refused).toEqual([])
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = "document.title = 'run'"
    document.body.append(script)
  })
  await expect(page).not.toHaveTitle('run')
})
