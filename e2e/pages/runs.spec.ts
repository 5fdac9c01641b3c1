import { expect, type Page } from 'playwright/test'
import { asPhone } from './support/as-phone'
import { decode } from './support/decode'
import { layoutErrors } from './support/layout'
import { makePipeline, noteRun, runNow, signIn } from './support/pipelines'
import { createPresentation, createSession, inspector, presentationInspector, remembered } from './support/sessions'
import { test } from './support/test'
import { violations } from './support/violations'

test.describe('runs', () => {
  test('a browser finds its runs again by what they test, names them, and sees nobody else’s', {
    tag: '@day-desktop',
  }, async ({ page, request, browser }) => {
    await page.goto('/start/issuance')
    // Only the operator can name what was started before this browser had its key.
    const start = page.locator('form').filter({ has: page.getByRole('button', { name: 'Start issuance' }) })
    await expect(start.locator('input[name=rename_digest]')).toHaveValue(/^[\w-]{43}$/)
    await page.getByRole('button', { name: 'Start issuance' }).click()
    await page.waitForURL(/\/inspect\/issuance\//)
    await remembered(page)
    const tabs = new Set<string>()
    for (const test of ['bad_signature', 'bad_signature', 'no_typ']) {
      await page.goto(presentationInspector(await createPresentation(request, { negative_test: test })))
      await remembered(page)
      tabs.add(await page.title())
    }
    expect(tabs.size).toBe(3)
    const stranger = await createSession(request, { name: 'Of somebody else' })

    await page.goto('/runs')
    const rows = page.locator('tr[data-run]')
    await expect(rows).toHaveCount(4)
    await expect(page.getByText('Of somebody else')).toHaveCount(0)
    // Two of them test the same.
    expect(new Set(await rows.allInnerTexts()).size).toBeGreaterThanOrEqual(3)
    expect(await violations(page)).toEqual([])

    // This browser started this one; it only opened the others, and may not name them.
    const own = rows.filter({ hasText: 'Issuance' })
    await own.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Add a name' }).click()
    await page.getByLabel('Name of the run').fill('<b>Second phone</b>')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('link', { name: '<b>Second phone</b>' })).toBeVisible()
    await expect(rows.filter({ hasText: 'no typ' })).toHaveCount(1)
    await own.getByRole('checkbox').uncheck()
    await rows.filter({ hasText: 'no typ' }).getByRole('checkbox').check()
    await expect(page.getByText('1 of 2 chosen')).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Add a name|Rename)/ })).toHaveCount(0)

    await page.getByRole('searchbox').fill('second PHONE')
    await expect(rows).toHaveCount(1)
    await page.getByRole('link', { name: 'Failed', exact: true }).click()
    await expect(page.getByText('No run matches.')).toBeVisible()
    await expect(page).toHaveURL(/failed=1/)

    const other = await browser.newContext()
    const elsewhere = await other.newPage()
    await elsewhere.goto('/runs')
    await expect(elsewhere.getByText('This browser has started and opened no session yet.')).toBeVisible()
    await elsewhere.goto(inspector(stranger))
    await remembered(elsewhere)
    await elsewhere.goto('/runs')
    await expect(elsewhere.getByRole('link', { name: 'Of somebody else' })).toBeVisible()
    await other.close()
  })

  test('a session can be drawn as a sequence, and a comparison offers the runs of this browser @desktop', async ({
    page,
    request,
  }) => {
    const first = await createSession(request, { name: 'The earlier one' })
    await page.goto(inspector(first))
    await remembered(page)
    await page.goto('/compare')
    await page.getByRole('group', { name: 'Earlier run' }).getByRole('combobox').selectOption(first)
    await expect(page.locator('input[name=before]')).toHaveValue(first)
    const answer = await request.get(`${inspector(first)}/sequence`)
    expect(answer.headers()['content-type']).toContain('image/svg+xml')
    expect(await answer.text()).toContain('<title id="title">')
  })
})

test.describe('runs of a pipeline', () => {
  /** The page of a pipeline while its runs go on: real runs, in Temporal, by the service's worker. */
  const session = {
    issuer_configuration_id: 'eu-pid-device-bound',
    flow: 'pre_authorized_code',
    credential_offer_mode: 'credential_offer',
  }
  const byQr = {
    ...{ version: 1, runner: 'real_wallet_qr', wait_seconds: 600 },
    steps: [
      { id: 'issue', kind: 'issuance', session },
      { id: 'again', kind: 'issuance', session },
    ],
  }
  const builtIn = { ...byQr, runner: 'built_in_wallet' }

  const underWay = (page: Page) => page.getByRole('region', { name: 'Runs under way' })
  const ended = (page: Page) => page.getByRole('region', { name: 'Latest executions' })

  test('the operator runs a pipeline, scans its code and cancels it; a visitor sees the steps alone', {
    tag: '@desktop',
  }, async ({ page, request, browser }) => {
    const at = await makePipeline(request, byQr)
    await signIn(page)
    await page.goto(at)
    await runNow(page)
    const runs = underWay(page)
    // Without a reload.
    await expect(runs.getByText('Waits for a wallet: issue')).toBeVisible()
    const code = runs.getByRole('img', { name: 'QR code of this run' })
    await expect(code).toBeVisible()
    const link = await runs.getByRole('link', { name: 'Open on this device' }).getAttribute('href')
    expect(link).toMatch(/^openid-credential-offer:/)
    expect(await decode(page, code)).toBe(link)
    const time = runs.getByText(/Time left: \d+:\d\d/).locator('time')
    const before = await time.textContent()
    await expect(time).not.toHaveText(before ?? '')
    expect(before).toMatch(/^(10:00|9:\d\d)$/)
    expect(await page.title()).toMatch(/^\d+:\d\d · /)
    expect(await violations(page)).toEqual([])
    expect(await layoutErrors(page, false)).toEqual([])
    await test.step('on a phone', async () => {
      const back = await asPhone(page)
      expect(await decode(page, code)).toBe(link)
      expect(await violations(page)).toEqual([])
      expect(await layoutErrors(page, true)).toEqual([])
      await back()
    })

    const visitor = await browser.newContext()
    const theirs = await visitor.newPage()
    await theirs.clock.install()
    const answers: Promise<string>[] = []
    theirs.on('response', (answer) => answers.push(answer.text().catch(() => '')))
    await theirs.goto(new URL(at, page.url()).href)
    await expect(underWay(theirs).getByText('Waits for a wallet: issue')).toBeVisible()
    await theirs.waitForResponse(/\/revision$/)
    const told = (await Promise.all(answers)).join('') + (await theirs.content())
    for (const secret of ['openid-credential-offer:', 'pre-authorized_code%22%3A%22', 'form_token', 'Run now'])
      expect(told).not.toContain(secret)
    await expect(theirs.getByRole('button', { name: /Run now|^Cancel/ })).toHaveCount(0)
    await expect(theirs.getByRole('img', { name: /QR/ })).toHaveCount(0)

    await runs.getByRole('button', { name: /^Cancel the run/ }).click()
    for (const one of [page, theirs]) {
      await expect(ended(one).getByText('cancelled, not counted')).toBeVisible()
      await expect(underWay(one).getByRole('listitem')).toHaveCount(0)
    }
    // Files may still arrive for a while; after that, the page stops polling, however long it stays open.
    const asked: string[] = []
    theirs.on('request', (one) => asked.push(new URL(one.url()).pathname))
    const askedLater = async (): Promise<string[]> => {
      asked.length = 0
      await theirs.clock.fastForward(25_000)
      await theirs.evaluate(() => fetch('/healthz'))
      return [...asked]
    }
    await expect.poll(askedLater, { timeout: 60_000 }).toEqual(['/healthz'])
    await visitor.close()
  })

  test('steps appear as they end, and the run with its evidence in the list', { tag: '@desktop' }, async ({
    page,
    request,
  }) => {
    const at = await makePipeline(request, builtIn)
    await signIn(page)
    await page.goto(at)
    await runNow(page)
    const run = ended(page).locator('[data-run]')
    await expect(run.getByText('completed')).toBeVisible()
    await run.getByRole('link', { name: 'issue' }).click()
    await expect(page).toHaveURL(/\/inspect\/issuance\//)
  })

  test('a run that is reported from elsewhere goes on and ends on the open page', {
    tag: '@phone',
  }, async ({ page, request }) => {
    const at = await makePipeline(request, builtIn)
    const note = (state: string, status = 'running') =>
      noteRun(request, at, {
        ...{ status, reason: status === 'canceled' ? 'nobody_came' : '' },
        steps: [{ id: 'theirs', kind: 'custom', state, waits_for: state === 'running' ? 'result' : null }],
      })
    await note('waiting')
    await page.goto(at)
    const step = underWay(page).locator('[data-step]')
    await expect(step).toHaveAttribute('data-step', 'waiting')
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    await note('running')
    await expect(step).toHaveText(/waits for a result/)
    await note('uncounted', 'canceled')
    await expect(ended(page).getByText('could not run: nobody came, not counted')).toBeVisible()
    await expect(underWay(page)).toHaveCount(0)
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
  })

  test('the operator sees which names of a report nothing has; a visitor does not', { tag: '@desktop' }, async ({
    page,
    request,
  }) => {
    const at = await makePipeline(request, builtIn)
    const named = {
      entities: { wallet_used: ['wallet-capture/no-such-wallet'] },
      runners: ['wallet-capture/no-runner'],
    }
    await noteRun(request, at, { run: 'ended', status: 'completed', ...named })
    await noteRun(request, at, { run: 'open', status: 'running', ...named })
    await page.goto(at)
    await expect(ended(page).getByText('completed')).toBeVisible()
    expect(await page.content()).not.toMatch(/no-such-wallet|no-runner/)
    await signIn(page)
    await page.goto(at)
    for (const region of [underWay(page), ended(page)]) {
      await expect(region.getByText('wallet-capture/no-such-wallet')).toBeVisible()
      await expect(region.getByText('wallet-capture/no-runner')).toBeVisible()
    }
    expect(await violations(page)).toEqual([])
    expect(await layoutErrors(page, false)).toEqual([])
  })
})
