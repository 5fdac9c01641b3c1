import { expect } from 'playwright/test'
import {
  createSession,
  failedSession,
  finishedSession,
  inspector,
  pageBytesMax,
  passedSession,
  plainProof,
  runWallet,
} from './support/sessions'
import { test } from './support/test'
import { until } from './support/until'
import { violations } from './support/violations'

/** What the misbehaviour `vci.proof.jwt.aud` breaks. The page tells it first, so the detail has the rule. */
const wrong = 'The jwt proof is made for this issuer'

test('on paper a session has no navigation, no button and no filter; keys lead through it; its checks are filtered', {
  tag: '@day-desktop',
}, async ({ page, request }) => {
  const detail = page.locator('#detail')
  await page.goto(`${inspector(await failedSession(request))}?tab=facts`)
  await expect(detail).toContainText('/credential')

  await test.step('on paper it has two pages, with what failed and what was warned about', async () => {
    const paper = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(paper.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2)
    await page.emulateMedia({ media: 'print' })
    const checks = page.getByRole('region', { name: 'Failed and warned checks' })
    await expect(checks.locator('[data-check]').filter({ visible: true })).toHaveText([/^Failed/, /^Warning/])
    await page.emulateMedia({ media: 'screen' })
    await expect(checks).toBeHidden()
  })

  await test.step('on paper there is nothing to press', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(detail).toBeVisible()
    await expect(page.locator('header, footer, nav, form, .control, kbd').filter({ visible: true })).toHaveCount(0)
    // Nothing is cut off that a screen would scroll.
    expect(
      await page
        .locator('section:has(> #detail), section:has(#detail)')
        .first()
        .evaluate((pane) => pane.scrollHeight - pane.clientHeight),
    ).toBe(0)
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('a failure is found by keyboard', async () => {
    await until(
      () => page.keyboard.press('f'),
      // Long enough for a busy machine: a second press would lead on to the warning.
      () => expect(detail).toHaveText(wrong, { timeout: 5000 }),
    )
    await expect(page).toHaveURL(/check=vci\.proof\.jwt\.aud/)
    await expect(page.locator('[data-fix]')).toBeVisible()
  })

  await test.step('the meaning of a token member can be reached by keyboard', async () => {
    await page.getByText(/^Evidence: /).click()
    const member = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'aud', exact: true }) })
    const meaning = member.last().getByText('Intended recipient of the token')
    await expect(meaning).toBeHidden()
    await member.last().getByRole('button', { name: 'aud', exact: true }).focus()
    await expect(meaning).toBeVisible()
  })

  await test.step('the check list is filtered by status, level and text, and says so in the address', async () => {
    await page.getByText(/^All \d+ checks$/).click()
    const list = page.getByRole('region', { name: 'All checks of this session' })
    await until(
      async () => {
        await list.getByLabel('Status', { exact: true }).selectOption('fail')
      },
      () => expect(page).toHaveURL(/status=fail/, { timeout: 1000 }),
    )
    await expect(
      list.getByRole('link', { name: /^The aud claim of the proof is https:\/\/example\.com; it must be http\S+\.$/ }),
    ).toBeVisible()
    await expect(list.getByText(/^1 of \d+$/)).toBeVisible()
    await list.getByLabel('Status', { exact: true }).selectOption('')
    await list.getByLabel('Title, id or clause').fill('vci.dpop.htu')
    await expect(page).toHaveURL(/q=vci\.dpop\.htu/)
    await expect(list.getByText('vci.dpop.htu', { exact: true })).toBeVisible()
    await list.getByRole('link', { name: 'Show all' }).click()
    await expect(page).not.toHaveURL(/q=/)
  })

  await test.step('up, down and Enter go through the exchanges', async () => {
    const rows = page.getByRole('region', { name: 'Timeline' }).getByRole('link')
    await until(
      async () => {
        await rows.first().focus()
        await page.keyboard.press('ArrowDown')
      },
      () => expect(rows.nth(1)).toBeFocused({ timeout: 500 }),
    )
    await page.keyboard.press('ArrowUp')
    await expect(rows.first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(rows.first()).toHaveAttribute('aria-current', 'true')
    await expect(detail).toContainText('GET /')
  })
})

// one-verdict.spec.ts judges it with failures.
test('the page of a finished session weighs less than 150 kB before compression', { tag: '@desktop' }, async ({
  request,
}) => {
  const page = await request.get(inspector(await passedSession(request)))
  expect(page.status()).toBe(200)
  expect((await page.body()).length).toBeLessThan(pageBytesMax)
})

test('the redirect chain shows who sent each request: wallet, browser, or the service itself', {
  tag: '@day-phone',
}, async ({ page, request }) => {
  const id = await finishedSession(request, undefined, { flow: 'authorization_code' })
  await page.goto(inspector(id))
  const rows = page.getByRole('region', { name: 'Timeline' }).getByRole('link')
  await expect(rows.filter({ hasText: '…/notification' })).toHaveCount(1)
  const told = (await rows.allInnerTexts()).flatMap((text) => {
    const path = /…\/(par|authorize|redirect|token)\b/.exec(text)?.[1]
    return path === undefined ? [] : [`${path}: ${/sent by ([a-z ]*[a-z])/.exec(text)?.[1] ?? 'the wallet'}`]
  })
  expect(told).toEqual([
    'par: the wallet',
    'authorize: a browser',
    'authorize: a browser',
    'redirect: a browser',
    'token: this service itself',
    'token: the wallet',
  ])
})

test.describe('on a wide screen, which comes with a keyboard', { tag: '@desktop' }, () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('the arrows move in the timeline at once; they and the letter f can be switched off, and stay off', async ({
    page,
    request,
  }) => {
    const id = await failedSession(request)
    await page.goto(`${inspector(id)}?tab=facts`)
    const rows = page.getByRole('region', { name: 'Timeline' }).locator('[data-row]')
    const shown = await rows.evaluateAll((all) => all.findIndex((row) => row.ariaCurrent === 'true'))
    expect(shown).toBeGreaterThan(0)
    await page.keyboard.press('ArrowUp')
    await expect(rows.nth(shown - 1)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(rows.nth(shown)).toBeFocused()
    // The page shows what has the focus; keys faster than it can draw end where the last one leads.
    for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    const last = rows.nth(shown - 3)
    await expect(last).toBeFocused()
    await expect(last).toHaveAttribute('aria-current', 'true')
    const query = await last.getAttribute('href')
    await expect(page).toHaveURL(({ search }) => search === query)
    await expect(last).toBeFocused()
    await page.keyboard.press('f')
    await expect(page.locator('#detail')).toHaveText(wrong)
    await expect(rows.nth(shown)).toBeFocused()
    await page.keyboard.press('?')
    await page.getByRole('button', { name: 'Turn off these keys' }).click()
    await expect(page.getByRole('button', { name: 'Turn on these keys' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('f')
    await page.reload()
    await page.getByRole('button', { name: 'Keys ?' }).click()
    await expect(page.getByRole('button', { name: 'Turn on these keys' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowUp')
    await expect(page.locator('[data-row]:focus')).toHaveCount(0)
    await rows.first().click()
    await expect(rows.first()).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('f')
    // A key that leads somewhere changes the address, which survives a reload.
    await page.reload()
    await expect(rows.first()).toHaveAttribute('aria-current', 'true')
    await expect(page.locator('#detail')).not.toHaveText(wrong)
  })
})

test('the letter f pressed twice at once leads to the failure after the next', { tag: '@desktop' }, async ({
  page,
  request,
}) => {
  const id = await createSession(request, { ...plainProof, credential_offer_mode: 'credential_offer' })
  const { deeplink } = await (await request.get(`/sessions/${id}`)).json()
  const { grants } = JSON.parse(new URL(deeplink).searchParams.get('credential_offer') ?? '')
  const [[grant_type, grant]] = Object.entries<{ 'pre-authorized_code': string }>(grants) as [
    [string, { 'pre-authorized_code': string }],
  ]
  // Nothing proves who asks.
  for (let attempt = 0; attempt < 3; attempt++)
    await request.post('/issuers/eu-pid-jwt-proof-only/token', {
      form: { grant_type, 'pre-authorized_code': grant['pre-authorized_code'] },
    })
  await page.goto(inspector(id))
  const shown = page.getByText(/failure 1 of \d+/)
  const failures = Number(/of (\d+)/.exec((await shown.textContent()) ?? '')?.[1])
  expect(failures).toBeGreaterThan(2)
  await page.keyboard.press('f')
  await page.keyboard.press('f')
  await expect(page.getByText(`failure 3 of ${failures}`)).toBeVisible()
})

test('the report of a session fits on three screens, and on paper lists what passed', { tag: '@desktop' }, async ({
  page,
  request,
}) => {
  await page.emulateMedia({ media: 'print' })
  await page.goto(`/sessions/${await failedSession(request)}/report?format=html`)
  await expect(page.getByRole('heading', { name: /^Passed \(\d+\)$/ })).toBeVisible()
  const passed = page.getByText('vci.dpop.htu', { exact: true })
  await expect(passed).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await expect(passed).toBeHidden()
  // A third of the height when every check had its row.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(15_787 / 3)
  await expect(page.getByRole('img', { name: /^One tick per check: 1 failed/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('an exchange and a check can be linked', { tag: '@day-phone' }, async ({ page, request }) => {
  const id = await failedSession(request)
  const { exchanges } = await (await request.get(`/sessions/${id}`)).json()
  const token = exchanges.find(({ path }: { path: string }) => path.endsWith('/token'))
  await page.goto(`${inspector(id)}?exchange=${token.id}&tab=raw`)
  await expect(page.locator('#detail')).toHaveText(/POST .*\/token/)
  await expect(page.getByRole('link', { name: 'Raw', exact: true })).toHaveAttribute('aria-current', 'page')
  await page.goto(`${inspector(id)}?exchange=${token.id}&check=vci.dpop.htm`)
  await expect(page.getByText('vci.dpop.htm').first()).toBeVisible()
  await page.goto(`${inspector(id)}?exchange=nonsense&tab=nonsense&check=nonsense`)
  await expect(page.locator('#detail')).toHaveText(wrong)
})

test('a check and an exchange have an address behind #, and a target that is not there is named', {
  tag: '@day-desktop',
}, async ({ page, request }) => {
  const id = await failedSession(request)
  await page.goto(`${inspector(id)}#check=vci.dpop.htm`)
  await expect(page.locator('#detail')).toHaveText('The DPoP proof names the HTTP method of the request')
  await page.goto(`${inspector(id)}?tab=facts#exchange=1`)
  // The first one depends on what other wallets have requested meanwhile.
  await expect(page.getByText('Exchange 1', { exact: true })).toBeVisible()
  await expect(page.locator('#detail')).not.toHaveText(/\/credential$/)
  await page.goto(`${inspector(id)}#exchange=77`)
  await expect(page.getByText('This session has no exchange 77')).toBeVisible()
  await page.goto(`${inspector(id)}?check=vp.kb.nonce`)
  await expect(page.getByText('The check vp.kb.nonce did not run in this session.')).toBeVisible()
  await page.getByRole('link', { name: 'Show the session' }).click()
  await expect(page.getByText('did not run in this session')).toHaveCount(0)
})

test('a decoded proof shows the finding beside the member, and no secret', { tag: '@day-phone' }, async ({
  page,
  request,
}) => {
  const id = await failedSession(request)
  const { exchanges } = await (await request.get(`/sessions/${id}`)).json()
  const credential = exchanges.find(({ path }: { path: string }) => path.endsWith('/credential'))
  await page.goto(`${inspector(id)}?exchange=${credential.id}&tab=decoded`)
  const member = page.getByRole('listitem').filter({ hasText: /^aud/ })
  await expect(member.getByRole('link', { name: /^Failed: The jwt proof is made for this issuer/ })).toBeVisible()
  await expect(page.getByText(/redacted · string · \d+ characters/).first()).toBeVisible()
})

test('a service that answers with an error is asked again; arrivals are announced politely and the focus stays', {
  tag: '@day-desktop',
}, async ({ page, request }) => {
  const id = await createSession(request)
  const revision = '**/revision*'
  await page.route(revision, (route) => route.fulfill({ status: 503 }))
  await page.goto(inspector(id))
  await expect(page.getByText('Connection lost, trying again')).toBeVisible()
  await page.unroute(revision)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()

  const focused = page.locator('summary', { hasText: 'Session id and options' })
  await focused.focus()
  await runWallet(request, id)
  await expect(page.getByRole('status').filter({ hasText: /new exchanges?, \d+ in all/ })).toBeAttached({
    timeout: 45_000,
  })
  await expect(focused).toBeFocused()
})

test('a paused page asks for nothing', { tag: '@day-desktop' }, async ({ page, request }) => {
  const id = await createSession(request)
  await page.goto(inspector(id))
  await page.getByRole('button', { name: 'Pause live view' }).click()
  await expect(page.getByText('Paused')).toBeVisible()
  await runWallet(request, id)
  await expect
    .poll(async () => (await (await request.get(`/sessions/${id}`)).json()).status, { timeout: 45_000 })
    .toBe('credential_accepted')
  await expect(page.getByText('Waiting for a scan', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Resume live view' }).click()
  await expect(page.getByRole('heading', { name: /^Passed(?:, \d+ warnings?)?$/ })).toBeVisible()
})

test('a lost connection is said, and made up for', { tag: '@day-phone' }, async ({ page, request, context }) => {
  const id = await createSession(request)
  await page.goto(inspector(id))
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('Connection lost, trying again')).toBeVisible()
  await runWallet(request, id)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: /^Passed(?:, \d+ warnings?)?$/ })).toBeVisible({ timeout: 45_000 })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an unknown session and an unknown check are a 404 that says what to do, and leads there', {
    tag: '@day-desktop',
  }, async ({ page }) => {
    for (const [path, title, words, way, there] of [
      [
        inspector('00000000-0000-4000-8000-000000000000'),
        /^No such session/,
        'Session not found',
        'Start a new session',
        page.getByRole('button', { name: 'Open a workbench' }),
      ],
      [
        '/checks/no.such.check',
        /^No such check/,
        'Check not found',
        'Search the catalogue',
        page.getByRole('heading', { name: 'Catalogue of checks' }),
      ],
    ] as const) {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(404)
      await expect(page).toHaveTitle(title)
      await expect(page.getByRole('heading', { level: 1, name: words })).toBeVisible()
      await page.getByRole('main').getByRole('link', { name: way }).click()
      await expect(there).toBeVisible()
    }
  })
})

test('a clean run is told what to do once; a group of checks is folded until its heading or its strip is followed', {
  tag: '@day-phone',
}, async ({ page, request }) => {
  await page.goto(inspector(await passedSession(request)))
  await expect(page.getByRole('heading', { name: /^Passed(?:, \d+ warnings?)?$/ })).toBeVisible()
  await expect(page.getByText('Next for you')).toHaveCount(1)
  const list = page.getByRole('region', { name: 'All checks of this session' })
  const row = list.locator('[data-check="vci.nonce.body_empty"]')
  const heading = list.getByRole('link', { name: /^Nonce endpoint/ })
  await page.getByText(/^All \d+ checks$/).click()
  await expect(heading).toHaveAttribute('aria-expanded', 'false')
  await expect(row).toHaveCount(0)
  await heading.click()
  await expect(row).toBeVisible()
  await heading.click()
  await expect(row).toHaveCount(0)

  // On a phone the strip omits groups without failures; a URL that names one works there too.
  await page.goto(`${page.url()}#checks-vci.nonce`)
  await expect(row).toBeVisible()
  await list.getByRole('link', { name: 'Expand all' }).click()
  await expect(list.locator('a[aria-expanded=false]')).toHaveCount(0)
  await heading.click()
  await expect(row).toHaveCount(0)
  await expect(list.locator('[data-check^="vci.token."]')).not.toHaveCount(0)
})
