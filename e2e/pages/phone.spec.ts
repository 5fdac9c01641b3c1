import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { pageEntries } from '@/lib/pages'
import { freePort } from '@/lib/testing/free-port'
import { decode } from './support/decode'
import { cutPlaceholders } from './support/layout'
import { createSession, inspector } from './support/sessions'
import { test } from './support/test'
import { violations } from './support/violations'

test.describe('on a phone', () => {
  test('over plain http the start page and a session say that phones refuse it, and the way out', {
    tag: '@day-phone',
  }, async ({ page, request }) => {
    const id = await createSession(request)
    for (const path of ['/', inspector(id)]) {
      await page.goto(path)
      await expect(page.getByText(/Phones need https: most wallets refuse this address/)).toBeVisible()
      await page.getByRole('link', { name: 'Connect a phone' }).first().click()
      await expect(page.getByRole('heading', { level: 1, name: 'Use a wallet on a phone' })).toBeVisible()
    }
    await expect(page.getByRole('region', { name: 'In the same network: one command' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'A public address through a tunnel' })).toBeVisible()
  })

  test.describe('under the test root', { tag: '@phone' }, () => {
    // One service for all of them.
    test.describe.configure({ mode: 'default' })
    test.use({ ignoreHTTPSErrors: true })
    let start: ChildProcess
    let dataDir: string
    let origin: string
    let rootPage: string

    test.beforeAll(async () => {
      // It waits for a whole service.
      test.setTimeout(300_000)
      const [port, rootPort] = await Promise.all([freePort(), freePort()])
      dataDir = mkdtempSync(join(tmpdir(), 'wallet-capture-phone-'))
      origin = `https://localhost:${port}`
      rootPage = `http://localhost:${rootPort}`
      start = spawn(process.execPath, ['scripts/start.mjs'], {
        env: {
          ...process.env,
          PORT: String(port),
          HOST: '127.0.0.1',
          BASE_URL: origin,
          DATA_DIR: dataDir,
          LOG_LEVEL: 'warn',
          WARM_UP: 'off',
          BUILT_IN_PIPELINES: 'off',
          // Temporal and its worker cost as much as everything else, and no run is tested here.
          TEMPORAL_CLI_PATH: '/nothing/temporal',
          WALLET_CAPTURE_TEST_TLS: 'on',
          WALLET_CAPTURE_ROOT_PORT: String(rootPort),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await new Promise<void>((resolve, reject) => {
        let printed = ''
        start.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
          printed += chunk
          if (printed.includes('Ctrl-C ends it.')) resolve()
        })
        start.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)))
      })
    })

    test.afterAll(async () => {
      if (start.exitCode === null && start.signalCode === null) {
        const ended = new Promise((resolve) => start.once('exit', resolve))
        start.kill('SIGTERM')
        await ended
      }
      rmSync(dataDir, { recursive: true, force: true })
    })

    test('the page shows both addresses as codes that can be read, and the fingerprint that the root page shows', async ({
      page,
    }) => {
      await page.goto(`${origin}/phone`)
      const codes = ['QR code of the page with the root certificate', 'QR code of the service']
      const read = await Promise.all(codes.map((name) => decode(page, page.getByRole('img', { name }))))
      expect(read).toEqual([rootPage, origin])
      // The steps come after the risk.
      const risk = page.getByText('Before you trust the test root:')
      expect((await risk.boundingBox())?.y).toBeLessThan(
        (await page.getByRole('img', { name: 'QR code of the page with the root certificate' }).boundingBox())?.y ?? 0,
      )
      await expect(page.getByRole('heading', { name: 'iPhone and iPad' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Android' })).toBeVisible()
      const fingerprint = (await page.getByText(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/).textContent()) ?? ''
      await page.goto(rootPage)
      await expect(page.getByText(fingerprint)).toBeVisible()
      const first = page.getByRole('main').locator('strong, a').first()
      await expect(first).toHaveText('Before you do:')
      await expect(page.getByRole('link', { name: 'Open the service' })).toHaveAttribute('href', origin)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
      const certificate = await page.request.get(`${rootPage}/root-ca.cer`)
      expect(certificate.headers()['content-type']).toBe('application/x-x509-ca-cert')
    })

    test('a browser that refuses the certificate is noticed, on the page and in the session that waits', async ({
      page,
      browser,
    }) => {
      const session = await page.request.post(`${origin}/sessions`, { data: { flow: 'pre_authorized_code' } })
      const { session_id: id } = await session.json()
      const distrusting = await browser.newContext({ ignoreHTTPSErrors: false })
      await expect((await distrusting.newPage()).goto(origin)).rejects.toThrow(/ERR_CERT_AUTHORITY_INVALID/)
      await distrusting.close()
      for (const path of ['/phone', inspector(id)]) {
        await expect(async () => {
          await page.goto(origin + path)
          await expect(page.getByText(/rejected its certificate/)).toBeVisible({ timeout: 1000 })
        }).toPass({ timeout: 45_000 })
      }
    })

    test('the reference wallet runs from the page over https, and every request shows its TLS', async ({ page }) => {
      await page.goto(origin)
      await expect(page.getByText(/points to this machine only; on a phone it means the phone itself/)).toBeVisible()
      await page.goto(`${origin}/start/issuance`)
      await page.getByRole('button', { name: 'Start issuance' }).click()
      await page.waitForURL(/\/inspect\/issuance\//)
      await page
        .getByRole('region', { name: 'No wallet handy?' })
        .getByRole('button', { name: 'Run without misbehaviour' })
        .click()
      await expect(page.getByRole('heading', { name: /^Passed(?:, \d+ warnings?)?$/ })).toBeVisible({ timeout: 45_000 })
      const id = page.url().split('/').at(-1)
      const view = await (await page.request.get(`${origin}/sessions/${id}`)).json()
      const tls = view.checks.conformance.filter(({ id }: { id: string }) => id === 'vci.transport.tls')
      expect(tls.length).toBeGreaterThan(4)
      for (const { status, actual } of tls) expect([status, actual]).toEqual(['pass', 'TLSv1.3'])
    })
  })
})

test.describe('beside a wallet', () => {
  const tag = '@phone'

  test('each choice of a sentence fits a line, and the menu leads to every main page', {
    tag,
  }, async ({ page }) => {
    await page.goto('/start/presentation')
    await test.step('the menu stays on the screen, beside the name of the service', async () => {
      await expect(page.getByRole('banner').getByText('Wallet Capture')).toBeInViewport({ ratio: 1 })
      const main = page.getByRole('navigation', { name: 'Main' })
      await expect(main.getByRole('link')).toHaveCount(0)
      await main.getByRole('button', { name: 'Menu' }).click()
      const labels = ['main', 'read', 'tools', 'run'].flatMap((wanted) =>
        pageEntries.flatMap(([, { group, label }]) => (group === wanted ? (label ?? []) : [])),
      )
      await expect(main.getByRole('link')).toHaveText(labels)
      for (const link of await main.getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 })
      expect(await violations(page)).toEqual([])
    })

    await test.step('each choice of the sentences fits a line', async () => {
      const cut = await page.locator('form p select').evaluateAll((selects) =>
        selects.flatMap((select) => {
          const sentence = select.closest('p')
          if (!(select instanceof HTMLSelectElement) || sentence === null) throw new Error('no choice of a sentence')
          return [...select.options].flatMap(({ label }, index) => {
            select.selectedIndex = index
            return select.clientWidth < sentence.clientWidth ? [] : [label]
          })
        }),
      )
      expect(cut).toEqual([])
    })

    await test.step('a link of the menu closes it', async () => {
      const main = page.getByRole('navigation', { name: 'Main' })
      await main.getByRole('link', { name: 'Checks', exact: true }).click()
      await expect(page).toHaveURL(/\/checks$/)
      await expect(main.getByRole('link')).toHaveCount(0)
    })

    await test.step('the search of /checks says whole what it searches', () => searchSaysWhole(page))
  })

  /** On the narrowest phones too. */
  async function searchSaysWhole(page: Page): Promise<void> {
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expect(page.getByRole('searchbox')).toBeVisible()
      expect([width, ...(await cutPlaceholders(page))]).toEqual([width])
    }
  }

  test('a request in the ledger unfolds what is secondary', { tag }, async ({ page, request }) => {
    const path = '/issuers/folded-in-the-ledger/nonce'
    await request.post(path)
    await page.goto(`/ledger?q=${encodeURIComponent(path)}`)
    const row = page.locator('tbody tr').first()
    await expect(row.getByText(path)).toBeVisible()
    const duration = row.locator('[data-label="Duration"]')
    await expect(duration).toBeHidden()
    await row.getByRole('button', { name: 'More' }).click()
    await expect(duration).toBeVisible()
    await row.getByRole('button', { name: 'Less' }).click()
    await expect(duration).toBeHidden()
  })

  test('each part of the coverage folds under its heading', { tag }, async ({ page, request }) => {
    const wallet = { name: 'Foldable', version: '1' }
    await request.post('/campaigns', { data: { wallet, presets: ['sd_jwt_baseline'] } })
    await page.goto('/cases?wallet=Foldable&version=1')
    const panel = page.getByRole('region', { name: 'The wallet: required cases' })
    await expect(panel.getByRole('list').first()).toBeVisible()
    await panel.getByRole('heading').click()
    await expect(panel.getByRole('list').first()).toBeHidden()
  })

  test('the search of the scoreboard says whole what it searches, on the narrowest phones too', { tag }, async ({
    page,
  }) => {
    await page.goto('/scoreboard')
    await searchSaysWhole(page)
  })
})
