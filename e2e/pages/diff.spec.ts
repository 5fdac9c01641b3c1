import { execFileSync } from 'node:child_process'
import { expect } from 'playwright/test'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import { failedSession, inspector } from './support/sessions'
import { test } from './support/test'
import { violations } from './support/violations'

test.describe('a message beside another one', () => {
  // Everything is links, forms and plain HTML.
  test.use({ javaScriptEnabled: false })

  test('differs in the aud alone from the last good run, and from the reference wallet', {
    tag: '@day-desktop',
  }, async ({ page, browser, request, baseURL }) => {
    const made = await (await request.post('/workbenches', { data: {} })).json()
    const [http, format] = [createNodeClient(), 'dc+sd-jwt'] as const
    const { credentials } = await obtainCredential({ origin: String(baseURL), http, format })
    const scan = (more: { misbehave?: string }) =>
      runAtVerifier({ deeplink: made.presentation.deeplink, credentials: [...credentials], http, ...more })
    await scan({})
    await scan({ misbehave: 'vp.kb.aud' })

    const rows = page.locator('[data-differs]')
    const differing = page.locator('[data-differs=true]')
    const isAud = async () => {
      await expect(differing).toHaveCount(1)
      await expect(differing.getByRole('rowheader')).toContainText('aud')
    }

    await test.step('the tab of the workbench compares with the last good session', async () => {
      await page.goto(`${made.page_url}?session=2&tab=diff`)
      await isAud()
      await expect(page.getByRole('columnheader', { name: 'Session 1' })).toBeVisible()
      await expect(rows.filter({ hasText: 'nonce' }).first()).toContainText('fresh')
      const all = await rows.count()
      await page.getByRole('link', { name: 'Only differences' }).click()
      await expect(rows).toHaveCount(1)
      await page.getByRole('link', { name: 'All members' }).click()
      await expect(rows).toHaveCount(all)
    })

    await test.step('a press has the reference wallet answer, in no row of the list', async () => {
      await page.getByRole('link', { name: 'reference wallet' }).click()
      await page.getByRole('button', { name: 'Compare with the reference wallet' }).click()
      await expect(page.getByRole('columnheader', { name: 'Reference wallet' })).toBeVisible()
      await isAud()
      const { sessions } = await (await request.get(`/workbenches/${made.workbench_id}/sessions`)).json()
      expect(sessions).toHaveLength(2)
    })

    await test.step('two sessions are compared by their messages, the earlier one first', async () => {
      const { sessions } = await (await request.get(`/workbenches/${made.workbench_id}/sessions`)).json()
      await page.goto(`/compare?a=${sessions[1].session_id}&b=${sessions[0].session_id}`)
      await isAud()
      const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
      expect(headings).toEqual(['Before', 'After', 'Messages', 'Rules'])
      await expect(differing).toContainText('x509_hash:')
    })

    await test.step('both are accessible', async () => {
      const scripted = await browser.newPage({ javaScriptEnabled: true })
      for (const address of [page.url(), `${made.page_url}?session=2&tab=diff`]) {
        await scripted.goto(address)
        expect(await violations(scripted)).toEqual([])
      }
      await scripted.close()
    })
  })
})

test('a request is copied as curl without its secrets, and a failure as Markdown for an issue', {
  tag: '@desktop',
}, async ({ page, context, request }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(inspector(await failedSession(request)))
  const copied = async (key: string) => {
    const button = page.locator(`[data-key=${key}]`)
    await button.click()
    await expect(button).toContainText('Copied')
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const curl = await copied('c')
  expect(curl).toMatch(/^# Not recorded, set before: .*DPOP_PROOF/)
  expect(curl).toContain(`-H 'dpop: '"$DPOP_PROOF"''`)
  expect(curl).not.toMatch(/eyJ|fingerprint|redacted/)
  execFileSync('sh', ['-n'], { input: curl })
  const issue = await copied('m')
  expect(issue.split('\n').length).toBeLessThanOrEqual(60)
  expect(issue).toMatch(/^- Check: `vci\..*\n- Expected: .*\n- Sent: .*\n- For the wallet: .*\n- Clause: /m)
  expect(issue).toMatch(/^- Session: .*\/inspect\/issuance\/[\w-]+$/m)

  await test.step('what is pasted is decoded in the browser, and nothing is sent', async () => {
    await page.goto(`${inspector(await failedSession(request))}?tab=decoded`)
    await page.getByText('Decode something here').click()
    // {"alg":"ES256"} and {"aud":"x"}
    await page.getByLabel(/^JWT, SD-JWT/).fill('eyJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJ4In0.c2ln')
    const sent: string[] = []
    page.on('request', (one) => sent.push(`${one.url()} ${one.postData() ?? ''}`))
    await page.getByRole('button', { name: 'Decode' }).click()
    await expect(page.getByText('A JWT. Its signature is not verified.')).toBeVisible()
    await expect(page.locator('pre', { hasText: '"aud": "x"' })).toBeVisible()
    expect(sent.join()).not.toContain('eyJhdWQ')
  })
})
