import { expect } from 'playwright/test'
import {
  answeredPresentation,
  createPresentation,
  declinedPresentation,
  mdocOnly,
  passedPresentation,
  presentationInspector,
} from './support/sessions'
import { test } from './support/test'
import { until } from './support/until'
import { violations } from './support/violations'

test('the reference wallet presents with a misbehaviour from the start page, and the page says why it failed', {
  tag: '@day-desktop',
}, async ({ page }) => {
  await page.goto('/start/presentation')
  const run = page.getByRole('region', { name: 'No wallet at hand?' })
  const misbehaviour = run.getByLabel('Misbehaviour of the reference wallet')
  await expect(misbehaviour).toHaveValue('vp.kb.aud')
  await misbehaviour.selectOption('vp.kb.nonce')
  await run.getByRole('button', { name: 'Run with this misbehaviour' }).click()

  await expect(page).toHaveURL(/\/inspect\/presentation\/[0-9a-f-]{36}/)
  const verdict = page.getByRole('main')
  await expect(verdict.getByText('Why request')).toBeVisible({ timeout: 45_000 })
  await expect(verdict.locator('[data-cause]')).toHaveText(
    /^The nonce of the Key Binding JWT is not the nonce of the request/,
  )
  await page.getByText('Asked and disclosed', { exact: true }).click()
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result.getByText('Not valid')).toBeVisible()
  // Nothing that was refused is green.
  await expect(result.getByText('Known issuer, refused presentation')).toBeVisible()
  await expect(result.getByRole('row', { name: /family_name requested disclosed/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('a presentation started on the page turns into a live verdict without a reload', { tag: '@day-phone' }, async ({
  page,
  request,
}) => {
  await page.goto('/start/presentation')
  await page.getByLabel('Question').selectOption({ label: 'two claims of a PID' })
  await page.getByLabel('Response mode').selectOption({ label: 'unencrypted' })
  await page.getByRole('button', { name: 'Start presentation' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the presentation request' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'PID as SD-JWT, 2 claims' })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { notReloaded: true }))

  const id = /presentation\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  const form = { run: 'clean' }
  expect((await request.post(`${presentationInspector(id)}/wallet`, { form, maxRedirects: 0 })).status()).toBe(303)
  await expect(page.getByRole('heading', { name: /^Passed(?:, \d+ warnings?)?$/ })).toBeVisible({ timeout: 45_000 })
  await expect(page.locator('[data-also]')).toHaveText('Presentation verified')
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
})

test('a query is judged while it is typed, and one that breaks the specification is sent on request alone', {
  tag: '@day-desktop',
}, async ({ page }) => {
  await page.goto('/start/presentation')
  await page.getByText('View and edit the query').click()
  const query = page.getByLabel('Query dcql_query')
  await expect(page.getByText('The query conforms to the specification.')).toBeVisible()
  const claims = '[{"path": ["birthdate", "year"]}]'
  const meta = '{"vct_values": ["urn:eudi:pid:1"]}'
  await query.fill(`{"credentials": [{"id": "a", "format": "dc+sd-jwt", "meta": ${meta}, "claims": ${claims}}]}`)
  await expect(page.getByText('but no wallet can answer all of it')).toBeVisible()
  await expect(page.getByText('/credentials/0/claims/0/path', { exact: false }).first()).toBeVisible()
  await query.fill('{"credentials": [{"id": "a", "format": "dc+sd-jwt", "meta": {}}]}')
  await expect(page.getByText('/credentials/0/meta', { exact: false }).first()).toBeVisible()
  await expect(page.getByLabel('Question')).toHaveValue('own')
  await page.getByRole('button', { name: 'Start presentation' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'dcql_query' })).toBeVisible()
  await page.getByRole('region', { name: 'Ask my wallet for a presentation' }).getByText('All options').click()
  await page.getByLabel('Send a request that breaks the specification').check()
  await page.getByRole('button', { name: 'Start presentation' }).click()
  const notes = page.getByRole('region', { name: 'About the request' })
  await expect(notes.getByText('/dcql_query/credentials/0/meta', { exact: false }).first()).toBeVisible()
})

test('what a wallet showed beyond the question stands out, claim by claim', { tag: '@day-phone' }, async ({
  page,
  request,
}) => {
  const id = await answeredPresentation(request, 'vp.min.only_requested_sdjwt')
  await page.goto(presentationInspector(id))
  await page.getByText('Asked and disclosed', { exact: true }).click()
  await expect(page.getByRole('row', { name: /email not requested disclosed/ })).toBeVisible()
  await expect(page.getByText('It discloses more than was requested.')).toBeVisible()

  const part = page.locator('details:not([data-shelf])').filter({ has: page.getByText('SD-JWT VC as decoded') })
  const type = part.getByText('dc+sd-jwt', { exact: true })
  await expect(type).toHaveCount(0)
  await part.locator('summary').first().click()
  await expect(type).toBeVisible()

  // Without JavaScript, a link leads to the page with the folded content.
  const folded = await (await request.get(presentationInspector(id))).text()
  const [, query] = /<noscript><p [^>]*><a [^>]*href="(\?[^"#]*)#result">/.exec(folded) ?? []
  expect(query).toBe('?all=1')
  const unfolded = await (await request.get(`${presentationInspector(id)}${query}`)).text()
  const shown = /<summary[^>]*>SD-JWT VC as decoded<\/summary><div [^>]*><ul class="tree">/
  expect(folded).not.toMatch(shown)
  expect(unfolded).toMatch(shown)
})

test('an error of the wallet is told as its answer, and nothing is judged that did not come', {
  tag: '@day-phone',
}, async ({ page, request }) => {
  const id = await declinedPresentation(request)
  await page.goto(presentationInspector(id))
  await expect(page.getByRole('heading', { name: 'The wallet declined' })).toBeVisible()
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result.getByText('access_denied')).toBeVisible()
  await expect(result.getByText('Not judged')).toHaveCount(2)
})

test('a request by value has a code, and one that no code holds the way out', { tag: '@day-phone' }, async ({
  page,
  request,
}) => {
  const short = await createPresentation(request, { request_delivery: 'by_value' })
  await page.goto(presentationInspector(short))
  await expect(page.getByText(/so this code is dense/)).toBeVisible()
  const claims = Array.from({ length: 60 }, (_, index) => ({ path: [`a_claim_with_a_long_name_${index}`] }))
  const credential = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims }
  const dcql_query = { credentials: [credential] }
  const id = await createPresentation(request, { request_delivery: 'by_value', dcql_query })
  await page.goto(presentationInspector(id))
  await expect(page.getByText(/too long for a QR code/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open on this device' })).toBeVisible()
  await page.getByRole('button', { name: 'Ask by reference' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the presentation request' })).toBeVisible()
})

test('a request for an element with a long name widens no page', { tag: '@phone' }, async ({ page, request }) => {
  const type = 'eu.europa.ec.eudi.pid.1'
  const id = await createPresentation(request, {
    dcql_query: {
      credentials: [
        { id: 'm', format: 'mso_mdoc', meta: { doctype_value: type }, claims: [{ path: [type, 'family_name'] }] },
      ],
    },
  })
  await page.goto(presentationInspector(id))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('family_name')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('the page marks the browser that opened it, so that a wallet on the same device can lead back to it', {
  tag: '@day-phone',
}, async ({ page, request, context }) => {
  const id = await createPresentation(request, { return_redirect_uri: true })
  await page.goto(presentationInspector(id))
  const cookies = await context.cookies(new URL(`/openid4vp/sessions/${id}/complete`, page.url()).href)
  expect(cookies).toEqual([expect.objectContaining({ name: 'presentation_browser', httpOnly: true, sameSite: 'Lax' })])
  expect(await context.cookies(new URL('/', page.url()).href)).toEqual([])
})

test('profile, way back and a refusal test are chosen on the start page, and a good wallet passes the test', {
  tag: '@day-desktop',
}, async ({ page, request }) => {
  await page.goto('/start/presentation')
  const panel = page.getByRole('region', { name: 'Ask my wallet for a presentation' })
  await panel.getByText('All options').click()
  const back = panel.getByLabel('Send the wallet back to the browser')
  await expect(back).not.toBeChecked()
  await panel.getByLabel('Profile').selectOption({ label: 'OpenID4VP 1.0 and HAIP' })
  await expect(back).toBeChecked()
  await expect(back).toBeDisabled()
  await panel.getByText('Refusal tests').click()
  await panel.getByLabel('What is wrong or unusual in the request').selectOption('bad_signature')
  await expect(panel.getByText('bad_signature. The request signature is wrong.')).toBeVisible()
  await expect(panel.getByText('The wallet passes if it sends an error or stops.', { exact: false })).toBeVisible()
  await panel.getByText(/^As curl, with these options/).click()
  await expect(panel.getByText('"negative_test": "bad_signature"', { exact: false })).toBeVisible()
  expect(await violations(page)).toEqual([])

  await panel.getByRole('button', { name: 'Start presentation' }).click()
  await expect(page.getByText(/^Wrong on purpose: The request signature is wrong\./)).toBeVisible()
  const id = /presentation\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  expect((await (await request.get(`/openid4vp/sessions/${id}`)).json()).options).toMatchObject({
    profile: 'haip',
    return_redirect_uri: true,
    negative_test: 'bad_signature',
    expect: 'refusal',
  })
  const form = { run: 'clean' }
  expect((await request.post(`${presentationInspector(id)}/wallet`, { form, maxRedirects: 0 })).status()).toBe(303)
  await expect(page.getByRole('heading', { name: /^Passed(?:, \d+ warnings?)?$/ })).toBeVisible({ timeout: 45_000 })
  // It sends nothing to an address that no authentic request names; the button says what its screen would have shown.
  await expect(page.getByText('The driver reported: it showed an error.', { exact: false })).toBeVisible()
  await expect(page.getByText('Test ended: the wallet was reported to refuse')).toBeVisible()
})

test('a refusal test is run again from what was asked for, and not from what it made of that', {
  tag: '@day-desktop',
}, async ({ page, request }) => {
  const optionsOf = async (id: string) => (await (await request.get(`/openid4vp/sessions/${id}`)).json()).options
  const first = await createPresentation(request, { negative_test: 'drop_last_claim' })
  const form = { run: 'clean' }
  await request.post(`${presentationInspector(first)}/wallet`, { form, maxRedirects: 0 })
  await page.goto(presentationInspector(first))
  await page.getByRole('button', { name: 'Run again' }).click()
  await expect(page).not.toHaveURL(new RegExp(first))
  const again = /presentation\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  const [one, other] = [await optionsOf(first), await optionsOf(again)]
  expect(other.negative_test).toBe('drop_last_claim')
  expect(other.request_before_test.dcql_query).toEqual(one.request_before_test.dcql_query)
})

test('European trust is chosen in one word, remembered by every form, and asked for again by "Run again"', {
  tag: '@day-phone',
}, async ({ page, request }) => {
  const readBack = async () => {
    const id = /presentation\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
    return { id, view: await (await request.get(`/openid4vp/sessions/${id}`)).json() }
  }
  await page.goto('/start/presentation')
  const ask = page.getByLabel('Trust framework', { exact: true })
  await expect(ask).toHaveValue('')
  await ask.selectOption({ label: 'European' })
  await page.goto('/campaigns')
  await expect(page.locator('[name=trust_framework]').first()).toHaveValue('eu')
  await page.goto('/start/presentation')
  await expect(ask).toHaveValue('eu')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Start presentation' }).click()
  await expect(page.getByText('European, with access and registration certificate')).toBeVisible()
  const first = await readBack()
  expect(first.view).toMatchObject({ options: { trust_framework: 'eu' }, trust: { over_asked: [] } })

  await page.getByRole('button', { name: 'Run again' }).click()
  await expect(page).not.toHaveURL(new RegExp(first.id))
  const { view } = await readBack()
  expect(view.options.trust_framework).toBe('eu')
  expect(view.authorization_request.verifier_info).toHaveLength(1)
  expect(view.trust.registration_certificate.claims.jti).not.toBe(first.view.trust.registration_certificate.claims.jti)
})

test('a refusal test is two clicks from the wallet that falls for it, and the page names what was wrong', {
  tag: '@day-phone',
}, async ({ page }) => {
  await page.goto('/start/presentation')
  const panel = page.getByRole('region', { name: 'Ask my wallet for a presentation' })
  await panel.getByLabel('Question').selectOption({ label: 'two claims of a PID' })
  await panel.getByText('Refusal tests').click()
  const careless = panel.getByRole('button', { name: 'Run the careless wallet' })
  await until(
    async () => {
      await panel.getByLabel('What is wrong or unusual in the request').selectOption('expired_request')
    },
    () => expect(careless).toBeVisible({ timeout: 1000 }),
  )
  expect(await violations(page)).toEqual([])
  await careless.click()
  await expect(page).toHaveURL(/\/inspect\/presentation\/[0-9a-f-]{36}/)
  // Runs the query of the sentence, not one that the misbehaviour brings.
  await expect(page.getByRole('heading', { name: 'PID as SD-JWT, 2 claims' })).toBeVisible()
  await expect(page.getByText('Waiting for a scan')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '1 check failed' })).toBeVisible()
  await expect(page.locator('[data-cause]')).toHaveText(/although the request has expired/, {
    timeout: 45_000,
  })
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByRole('link', { name: /GET .*…\/request/ })).toContainText('altered on purpose')
  await expect(timeline.getByText('Test ended: the wallet presented')).toHaveCount(1)
})

test('the page of a refusal test offers the wallet that falls for it', { tag: '@day-desktop' }, async ({
  page,
  request,
}) => {
  const id = await createPresentation(request, { negative_test: 'no_typ' })
  await page.goto(presentationInspector(id))
  const run = page.getByRole('region', { name: 'No wallet handy?' })
  await expect(run.getByRole('combobox')).toHaveValue('Presents although the request has no typ')
})

test('an exchange that is shown already comes into view when it is asked for again', { tag: '@day-desktop' }, async ({
  page,
  request,
}) => {
  await page.goto(presentationInspector(await passedPresentation(request)))
  const row = page.getByRole('region', { name: 'Timeline' }).getByRole('link', { name: /POST .*…\/response/ })
  await until(
    () => row.click(),
    () => expect(page.locator('#detail')).toBeInViewport({ timeout: 1000 }),
  )
})

test('the value of an element of an mdoc is told as a person reads it', { tag: '@day-desktop' }, async ({
  page,
  request,
}) => {
  await page.goto(presentationInspector(await answeredPresentation(request, 'vp.mdoc.device_signature', mdocOnly)))
  await page.getByText('Asked and disclosed', { exact: true }).click()
  const row = page.getByRole('row', { name: /birth_date/ })
  await expect(row).toContainText('full date')
  await expect(row).not.toContainText('cbor_tag')
  // The bytes to compare a wallet with, next to the failed check.
  await page.getByText('What it was judged by').click()
  const proof = page.getByRole('group').filter({ hasText: 'What the device had to sign' }).last()
  await expect(proof.getByText('DeviceAuthenticationBytes, which the device signs')).toBeVisible()
  await expect(proof.getByText(/^d818[0-9a-f]{100,}$/)).toBeVisible()
})

test('the way in which a wallet knows the verifier, how long it lives and that it should refuse are chosen on the start page; the session says what to register', {
  tag: '@day-phone',
}, async ({ page, request }) => {
  await page.goto('/start/presentation')
  const panel = page.getByRole('region', { name: 'Ask my wallet for a presentation' })
  await panel.getByText('All options').click()
  await until(
    () => panel.getByLabel('Expires after').fill('120'),
    () => expect(panel.locator('pre', { hasText: 'curl' })).toContainText('"expires_in": 120', { timeout: 1000 }),
  )
  await panel.getByLabel('Who asks').selectOption('pre_registered')
  await panel.getByLabel('Registered client id').fill('quillfern')
  // This request is correct: a response to it fails where the tester expects a refusal.
  await panel.getByText('Refusal tests').click()
  await panel.getByLabel('Expected behaviour').selectOption('refusal')
  await panel.getByRole('button', { name: 'Start presentation' }).click()
  await expect(page).toHaveURL(/\/inspect\/presentation\/[0-9a-f-]{36}/)
  const registration = page.getByRole('region', { name: 'What to register with the wallet' })
  await expect(registration.getByText('quillfern')).toBeVisible()
  await expect(registration.getByText(/\/openid4vp\/sessions\/.*\/response|jwks\.json/).first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  const id = /presentation\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  const session = await (await request.get(`/openid4vp/sessions/${id}`)).json()
  expect(Date.parse(session.expires_at) - Date.parse(session.created_at)).toBe(120_000)
  expect(session.options).toMatchObject({ negative_test: null, expect: 'refusal', return_redirect_uri: false })
})
