import { expect, type Page } from 'playwright/test'
import { annexCMisbehaviours, dcApiMisbehaviours } from '@/lib/wallet/misbehaviours/verifier/dc-api'
import { formatNeeded } from '@/lib/wallet/misbehaviours/verifier/misbehaviour'
import { thorough } from '@/scripts/thorough.mjs'
import { chooseMisbehaviour } from './support/choose-misbehaviour'
import { layoutErrors } from './support/layout'
import {
  ask,
  button,
  create,
  eventsOf,
  isoMdoc,
  multisigned,
  presentPage,
  readBack,
  redChecks,
  signed,
  unsigned,
  unsupportedReasons,
} from './support/present-page'
import { answeredPresentation, mdocOnly, presentationInspector } from './support/sessions'
import { colourViolations, violations } from './support/violations'
import { credentialOf } from './support/virtual-wallet'
import { test } from './support/wallet-tab'

const recorded = (page: Page) => page.getByRole('heading', { name: 'Your wallet’s answer is recorded' })

const pidAsSdJwt = {
  credentials: [
    {
      id: 'pid',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['urn:eudi:pid:1'] },
      claims: [{ path: ['family_name'] }, { path: ['birthdate'] }],
    },
  ],
}

const ways = [
  ...[signed, unsigned, multisigned].flatMap((protocol) => [
    { protocol, format: 'dc+sd-jwt', response_mode: 'direct_post.jwt' } as const,
    { protocol, format: 'mso_mdoc', response_mode: 'direct_post.jwt' } as const,
  ]),
  { protocol: signed, format: 'dc+sd-jwt', response_mode: 'direct_post' } as const,
  { protocol: unsigned, format: 'mso_mdoc', response_mode: 'direct_post' } as const,
  { protocol: isoMdoc, format: 'mso_mdoc', response_mode: 'direct_post.jwt' } as const,
]

for (const [index, { protocol, format, response_mode }] of ways.entries())
  test(`a presentation through the browser is accepted: ${protocol}, ${format}, ${response_mode}`, {
    tag: index % 2 === 0 ? '@day-phone' : '@day-desktop',
  }, async ({ page, wallet, request, baseURL }) => {
    const origin = baseURL ?? ''
    const id = await create(request, {
      response_mode,
      dc_api_protocols: [protocol],
      ...(format === 'mso_mdoc' ? mdocOnly : { dcql_query: pidAsSdJwt }),
    })
    wallet.answer({ credentials: await credentialOf(format, origin) })
    const delivered = page.waitForResponse((answer) => answer.url().endsWith('/dc-api'))
    await page.goto(presentPage(id))
    await ask(page)
    await expect(recorded(page)).toBeVisible()
    await expect(page.getByText('Accepted.')).toBeVisible()
    await expect(page.getByRole('status')).toBeFocused()
    // The browser got what the service returned, and nothing else.
    expect(wallet.handedOn).toEqual([await (await delivered).json()])
    const view = await readBack(request, id)
    expect(view.status).toBe('presentation_validated')
    expect(view.checks.summary.counts.fail).toBe(0)
    expect(view.dc_api).toMatchObject({ origin, answered_protocol: protocol })
    expect(view.dc_api.calls.length).toBeGreaterThan(0)
    for (const call of view.dc_api.calls) expect(call).toMatchObject({ carrier: 'browser', page_origin: origin })
    expect(view.observed.carrier).toBe('browser')
    expect(await eventsOf(request, id)).toEqual(
      expect.arrayContaining(['vp_dc_api_request_delivered', 'vp_dc_api_started', 'vp_presentation_verified']),
    )
  })

test('several protocols go in one call, and the page says what the wallet answered was recorded, whichever it took', {
  tag: '@day-desktop',
}, async ({ page, wallet, request, baseURL }) => {
  const origin = baseURL ?? ''
  const id = await create(request, { ...mdocOnly, dc_api_protocols: [signed, unsigned, multisigned, isoMdoc] })
  wallet.answer({ credentials: await credentialOf('mso_mdoc', origin), protocol: multisigned })
  await page.goto(presentPage(id))
  await expect(page.getByText([signed, unsigned, multisigned, isoMdoc].join(', '))).toBeVisible()
  await ask(page)
  await expect(page.getByText('Accepted.')).toBeVisible()
  expect((await readBack(request, id)).dc_api.answered_protocol).toBe(multisigned)
})

test('a refused response is told as refused, without a word of what the wallet sent', { tag: '@day-phone' }, async ({
  page,
  wallet,
  request,
  baseURL,
}) => {
  const origin = baseURL ?? ''
  const id = await create(request, { dcql_query: pidAsSdJwt })
  wallet.answer({ credentials: await credentialOf('dc+sd-jwt', origin), misbehave: 'vp.kb.nonce' })
  await page.goto(presentPage(id))
  await ask(page)
  await expect(recorded(page)).toBeVisible()
  await expect(page.getByText('Refused.')).toBeVisible()
  const shown = await page.getByRole('main').textContent()
  expect(shown).not.toMatch(/nonce|kb\b|vp\./)
  await page.getByRole('link', { name: 'See the evidence' }).click()
  await expect(page).toHaveURL(new RegExp(presentationInspector(id)))
  expect((await readBack(request, id)).status).toBe('presentation_invalid')
})

test('a request that takes no more says that five responses were refused, and where to look', {
  tag: '@day-desktop',
}, async ({ page, wallet, request, baseURL }) => {
  const id = await create(request)
  const response = { response: 'no.such.response' }
  for (let refused = 0; refused < 4; refused++) {
    const facts = { origin: baseURL, elapsed_ms: 2000, allows: {} }
    const data = { outcome: 'answer', protocol: signed, data: response, page: facts }
    expect((await request.post(`/openid4vp/sessions/${id}/dc-api/result`, { data })).status()).toBe(400)
  }
  await wallet.behave({ action: 'respond', protocol: signed, response })
  await page.goto(presentPage(id))
  await ask(page)
  await expect(page.getByText('Refused.')).toBeVisible()
  await expect(page.getByText('Five answers were refused, so this request takes no more.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Ask/ })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('The evidence says which check refused each of them.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the evidence' })).toBeVisible()
  // Nobody requested it again.
  expect(await eventsOf(request, id)).not.toContain('vp_request_refused')
})

/**
 * What no wallet behind a browser can do: return something else than an object, post by itself, know the page's
 * addresses.
 */
const notThroughBrowser = ['vp.dcapi.result_shape', 'vp.dcapi.answered_in_browser', 'vp.dcapi.client_id_unused~mdoc']
const wrongAnswers = [...dcApiMisbehaviours, ...annexCMisbehaviours].filter(({ id }) => !notThroughBrowser.includes(id))

for (const [index, { id: misbehave, needs = {} }] of wrongAnswers.entries()) {
  const [check = ''] = misbehave.split('~')
  // A thorough test breaks the rule in every way, `npm test` in one.
  if (!thorough && check !== misbehave) continue
  test(`what a wallet does wrong is red through a browser too: ${misbehave}`, {
    tag: index % 2 === 0 ? '@day-phone' : '@day-desktop',
  }, async ({ page, wallet, request, baseURL }) => {
    const origin = baseURL ?? ''
    const id = await create(request, { ...needs.sessionOptions })
    wallet.answer({ credentials: await credentialOf(formatNeeded(needs), origin), misbehave })
    await page.goto(presentPage(id))
    await ask(page)
    await expect(recorded(page)).toBeVisible()
    expect(await redChecks(request, id)).toContain(check)
  })
}

test('a response that a wallet posts by itself is refused, and the browser is asked all the same', {
  tag: '@day-desktop',
}, async ({ page, wallet, request, baseURL }) => {
  const origin = baseURL ?? ''
  const id = await create(request, { dcql_query: pidAsSdJwt })
  const posted = await request.post(`/openid4vp/sessions/${id}/response`, { form: { response: 'in-the-wrong-place' } })
  expect(posted.status()).toBe(400)
  wallet.answer({ credentials: await credentialOf('dc+sd-jwt', origin) })
  await page.goto(presentPage(id))
  await ask(page)
  await expect(page.getByText('Accepted.')).toBeVisible()
  expect(await redChecks(request, id)).toContain('vp.dcapi.answered_in_browser')
})

test('an error of the wallet is a response: it is told as an error, and ends the session', {
  tag: '@day-desktop',
}, async ({ page, wallet, request }) => {
  const id = await create(request)
  await wallet.behave({ action: 'respond', protocol: signed, response: { error: 'access_denied' } })
  await page.goto(presentPage(id))
  await ask(page)
  await expect(page.getByText('An error.')).toBeVisible()
  expect((await readBack(request, id)).status).toBe('wallet_error')
  await page.reload()
  await expect(page.getByText('This request has ended: a wallet has answered it.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Ask/ })).toHaveCount(0)
})

test('a campaign that has gone on is followed by Next, after a rejected promise too', { tag: '@day-phone' }, async ({
  page,
  wallet,
  request,
}) => {
  const campaign = await (
    await request.post('/campaigns', {
      data: { wallet: { name: 'Quillfern', version: '2' }, presets: ['dc_bad_signature', 'dc_signed_sd_jwt'] },
    })
  ).json()
  const goOn = async (): Promise<string> => {
    const answer = await request.get(`/campaigns/${campaign.campaign_id}/next`)
    return (await answer.json()).session.session_id
  }
  await page.goto(presentPage(await goOn()))
  await wallet.behave({ action: 'decline' })
  const results = '**/dc-api/result'
  await page.route(results, (posted) => posted.abort())
  await ask(page)
  await expect(page.getByText('That is not recorded. The service cannot be reached.')).toBeVisible()
  await page.unroute(results)
  await ask(page, 'Ask again')
  // The rejection is recorded before the button can be pressed again, and only then does the campaign go on.
  await expect(button(page, 'Ask again')).toHaveAttribute('aria-disabled', 'false')
  await expect(page.getByRole('link', { name: 'Next' })).toHaveCount(0)
  const second = await goOn()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(new RegExp(`${presentPage(second)}$`))
})

test('whoever stops with the pointer, or leaves the page while the wallet is asked, is on record', {
  tag: '@day-phone',
}, async ({ page, wallet, request }) => {
  const id = await create(request)
  await wallet.behave({ action: 'wait' })
  await page.goto(presentPage(id))
  await ask(page)
  await button(page, 'Stop asking').click()
  await expect(page.getByText('You stopped asking.')).toBeVisible()
  await ask(page, 'Ask again')
  await expect(button(page, 'Stop asking')).toBeVisible()
  await page.goto('/docs')
  const calls = ['vp_dc_api_started', 'vp_dc_api_failed', 'vp_dc_api_left']
  await expect
    .poll(async () => (await eventsOf(request, id)).filter((type) => calls.includes(type)))
    .toEqual(['vp_dc_api_started', 'vp_dc_api_failed', 'vp_dc_api_started', 'vp_dc_api_left'])
})

test('a page at another origin than ours leads to ours, and calls no browser', { tag: '@day-desktop' }, async ({
  page,
  wallet,
  request,
  baseURL,
}) => {
  const origin = baseURL ?? ''
  const id = await create(request)
  await page.goto(`${origin.replace('localhost', '127.0.0.1')}${presentPage(id)}`)
  await expect(page.getByText(`Open this page at ${origin}`)).toBeVisible()
  await expect.poll(() => unsupportedReasons(request, id)).toEqual(['other_origin'])
  expect(wallet.handedOn).toEqual([])
  await page.getByRole('link', { name: origin }).click()
  await expect(button(page, 'Ask my wallet')).toBeVisible()
  expect(page.url()).toBe(`${origin}${presentPage(id)}`)
})

test('a page without https on another host says what to start', { tag: '@day-phone' }, async ({
  page,
  request,
  baseURL,
}) => {
  const origin = baseURL ?? ''
  const id = await create(request)
  // Stands in for a host name: the browser sees this origin, the service its own.
  const elsewhere = 'http://capture.example'
  await page.route(`${elsewhere}/**`, async (route) => {
    const asked = route.request()
    const { origin: _origin, ...headers } = asked.headers()
    const answer = await route.fetch({ url: asked.url().replace(elsewhere, origin), headers })
    await route.fulfill({ response: answer })
  })
  await page.goto(`${elsewhere}${presentPage(id)}`)
  expect(await page.evaluate(() => 'DigitalCredential' in window)).toBe(false)
  await expect(page.getByText('This page needs https: start with --phone.')).toBeVisible()
  await expect.poll(() => unsupportedReasons(request, id)).toEqual(['insecure_context'])
  // The page keeps polling the session.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a person may decline, stop, and ask again with keys alone; each is on record, and looks right at each width in both themes', async ({
  page,
  wallet,
  request,
  isMobile,
  baseURL,
}) => {
  const origin = baseURL ?? ''
  const id = await create(request, { dcql_query: pidAsSdJwt })
  await page.goto(presentPage(id))
  const looksRight = async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await violations(page), 'light').toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await colourViolations(page), 'dark').toEqual([])
    expect(await layoutErrors(page, isMobile)).toEqual([])
  }
  await expect(button(page, 'Ask my wallet')).toHaveAttribute('aria-disabled', 'false')
  await looksRight()
  await wallet.behave({ action: 'decline' })
  await button(page, 'Ask my wallet').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing was shared. You or the wallet declined, or no wallet fits.')).toBeVisible()
  await expect.poll(() => eventsOf(request, id)).toContain('vp_dc_api_failed')

  await wallet.behave({ action: 'wait' })
  await expect(button(page, 'Ask again')).toHaveAttribute('aria-disabled', 'false')
  await button(page, 'Ask again').focus()
  await page.keyboard.press('Enter')
  // The focus stays on the button, whose meaning has changed.
  await expect(button(page, 'Stop asking')).toBeFocused()
  await expect(page.getByText('Your browser looks for a wallet.', { exact: false })).toBeVisible()
  await looksRight()
  await page.keyboard.press('Enter')
  await expect(page.getByText('You stopped asking.')).toBeVisible()
  await expect(button(page, 'Ask again')).toBeFocused()
  await expect
    .poll(async () => (await readBack(request, id)).dc_api.calls.map((call: { error_name: string }) => call.error_name))
    .toEqual(expect.arrayContaining(['NotAllowedError', 'AbortError']))
  await looksRight()

  wallet.answer({ credentials: await credentialOf('dc+sd-jwt', origin) })
  await page.keyboard.press('Enter')
  await expect(page.getByText('Accepted.')).toBeVisible()
  await expect(page.getByRole('status')).toBeFocused()
  expect((await eventsOf(request, id)).filter((type) => type === 'vp_dc_api_failed')).toHaveLength(2)
  await looksRight()
})

/** Compressed bytes of each script that this browser fetched for the page, by address. */
const scriptsOf = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() =>
    Object.fromEntries(
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming && /\.js(\?|$)/.test(entry.name))
        .map((entry) => [entry.name, (entry as PerformanceResourceTiming).encodedBodySize]),
    ),
  )

test('the page loads at most 40 kB of scripts beyond what every page loads, and no header keeps them from the API', {
  tag: '@phone',
}, async ({ page, request }) => {
  const id = await create(request)
  await page.goto('/no-such-page', { waitUntil: 'load' })
  const everywhere = await scriptsOf(page)
  expect(Object.keys(everywhere).length).toBeGreaterThan(3)
  const answer = await page.goto(presentPage(id), { waitUntil: 'load' })
  const own = Object.entries(await scriptsOf(page)).filter(([address]) => !(address in everywhere))
  const bytes = own.reduce((sum, [, size]) => sum + size, 0)
  expect(bytes).toBeGreaterThan(1000)
  expect(bytes).toBeLessThanOrEqual(40_000)

  const headers = answer?.headers() ?? {}
  expect(headers['permissions-policy']).toBeUndefined()
  expect(headers['feature-policy']).toBeUndefined()
  // The browser tells the wallet an origin, which a sandbox would take from the page.
  expect(headers['content-security-policy']).toMatch(/script-src/)
  expect(headers['content-security-policy']).not.toMatch(/sandbox|connect-src/)
  const allowed = await page.evaluate(() => {
    const policy: unknown = Reflect.get(document, 'featurePolicy')
    return policy !== null && typeof policy === 'object' && 'allowsFeature' in policy
      ? (policy.allowsFeature as (name: string) => boolean).call(policy, 'digital-credentials-get')
      : 'this browser does not say'
  })
  expect(allowed).toBe(true)
})

test('the inspector asks through this browser, and says of each exchange who carried it', {
  tag: '@day-desktop',
}, async ({ page, wallet, request, baseURL }) => {
  const origin = baseURL ?? ''
  const id = await create(request, { dcql_query: pidAsSdJwt })
  wallet.answer({ credentials: await credentialOf('dc+sd-jwt', origin) })
  await page.goto(presentationInspector(id))
  await expect(page.getByRole('heading', { name: 'Open on a phone' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code of the presentation request' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Ask through this browser' }).click()
  await ask(page)
  const { checks } = await readBack(request, id)
  const decided = checks.conformance.flatMap(({ fcaf }: { readonly fcaf: readonly string[] }) => fcaf)
  expect(decided).not.toEqual([])
  await page.getByRole('link', { name: 'See the evidence' }).click()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  const version = page.context().browser()?.version().split('.')[0]
  await expect(timeline.getByText(new RegExp(`^through Chrome ${version}`))).toHaveCount(3)
  await page.goto(`${presentationInspector(id)}?tab=raw`)
  await expect(page.getByText('These come from the browser, not from the wallet.')).toBeVisible()
  await page.getByText('Options and facts', { exact: true }).click()
  const carried = page.getByRole('region', { name: 'Through the browser' })
  await expect(carried.getByText('Answered').locator('xpath=following-sibling::dd')).toHaveText(signed)
  expect(await violations(page)).toEqual([])
})

test('the built-in wallet answers such a request too, and its exchanges are marked as emulated', {
  tag: '@day-phone',
}, async ({ page, request }) => {
  const id = await create(request, { dcql_query: pidAsSdJwt })
  await page.goto(presentationInspector(id))
  await page.getByRole('button', { name: 'Run without misbehaviour' }).click()
  await expect(page.getByRole('heading', { name: /^Passed(?:, \d+ warnings?)?$/ })).toBeVisible({ timeout: 45_000 })
  await expect(page.getByRole('region', { name: 'Timeline' }).getByText('emulated').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Timeline' }).getByText('sent by a browser')).toHaveCount(0)
  const { observed, checks } = await readBack(request, id)
  expect(observed.carrier).toBe('emulated')
  expect(checks.conformance.flatMap(({ fcaf }: { readonly fcaf: readonly string[] }) => fcaf)).toEqual([])
  await page.goto(`${presentationInspector(id)}?check=vp.kb.aud`)
  await expect(page.getByText('Decides no case of the European framework', { exact: false })).toBeVisible()
  await expect(page.getByText(/^Decides \d+ cases? of the European framework here/)).toHaveCount(0)
})

test('the built-in wallet breaks a rule of this channel, or falls for a refusal test, as the page is told to', {
  tag: '@day-desktop',
}, async ({ page, request }) => {
  const broken = await create(request, { dcql_query: pidAsSdJwt })
  await page.goto(presentationInspector(broken))
  await chooseMisbehaviour(page.getByRole('main'), 'vp.dcapi.origin_exact')
  await page.getByRole('button', { name: 'Run with this misbehaviour' }).click()
  const told = page.locator('[data-misbehaviour-run=found]')
  await expect(told.getByText('vp.dcapi.origin_exact')).toBeVisible({ timeout: 45_000 })
  await expect(told.getByText('Not explained by the misbehaviour')).toHaveCount(0)

  const careless = 'vp.negative.rejected~dc_wrong_expected_origins'
  const fooled = await create(request, { dcql_query: pidAsSdJwt, negative_test: 'dc_wrong_expected_origins' })
  await page.goto(presentationInspector(fooled))
  await chooseMisbehaviour(page.getByRole('main'), careless)
  await page.getByRole('button', { name: 'Run with this misbehaviour' }).click()
  await expect(told.getByText(careless)).toBeVisible({ timeout: 45_000 })
  expect(await redChecks(request, fooled)).toContain('vp.negative.rejected')

  // What only a wallet behind a link can break, and what another test covers.
  for (const fault of ['vp.response.content_type', careless]) {
    const form = { run: 'fault', fault }
    const refused = await request.post(`${presentationInspector(broken)}/wallet`, { form, maxRedirects: 0 })
    expect(refused.status()).toBe(400)
    expect(await refused.text()).toContain('The reference wallet does not have this misbehaviour for this session.')
  }
})

test('the built-in wallet is one of HAIP where a session tests what HAIP alone forbids', {
  tag: '@day-desktop',
}, async ({ request }) => {
  const through = { presentation_channel: 'dc_api', dcql_query: pidAsSdJwt }
  const wrong = await answeredPresentation(request, undefined, { ...through, negative_test: 'dc_mode_plain' })
  expect(await readBack(request, wrong)).toMatchObject({
    status: 'wallet_error',
    checks: { summary: { verdict: 'pass' } },
  })
  const plain = await answeredPresentation(request, undefined, { ...through, response_mode: 'direct_post' })
  expect(await readBack(request, plain)).toMatchObject({
    status: 'presentation_validated',
    checks: { summary: { verdict: 'pass' } },
  })
})

test('a request through the browser is started from the sentence of its page', { tag: '@day-desktop' }, async ({
  page,
  request,
}) => {
  await page.goto('/start/presentation')
  const panel = page.getByRole('region', { name: 'Ask my wallet for a presentation' })
  await panel.getByLabel('How', { exact: true }).selectOption({ label: 'through the browser' })
  await expect(panel.getByLabel('Request delivery')).toHaveCount(0)
  await panel.getByLabel('Request', { exact: true }).selectOption({ label: 'ISO mdoc' })
  await expect(panel.getByLabel('Question')).toHaveValue('mdoc')
  await panel.getByLabel('Request', { exact: true }).selectOption({ label: 'multi-signed' })
  await panel.getByText(/^As curl, with these options/).click()
  await expect(panel.locator('pre', { hasText: 'curl' })).toContainText('"presentation_channel": "dc_api"')
  expect(await violations(page)).toEqual([])
  await panel.getByRole('button', { name: 'Start presentation' }).click()
  await expect(page.getByRole('link', { name: 'Ask through this browser' })).toBeVisible()
  const id = /presentation\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  expect((await readBack(request, id)).dc_api.entries).toMatchObject([{ protocol: multisigned }])
})
