import { expect, test } from '@playwright/test'
import { chooseFault } from './support/choose-fault'
import { answeredPresentation, createPresentation, presentationInspector, unanswerable } from './support/sessions'
import { violations } from './support/violations'

test('the reference wallet presents with a fault from the start page, and the page says why it failed', async ({
  page,
}) => {
  await page.goto('/')
  const run = page.getByRole('group', { name: 'It presents a credential' })
  await chooseFault(run, 'vp.kb.nonce')
  await run.getByRole('button', { name: 'Run with this fault' }).click()

  await expect(page).toHaveURL(/\/inspect\/presentation\/[0-9a-f-]{36}/)
  const verdict = page.getByRole('region', { name: '1 check failed' })
  await expect(verdict.getByText('First failure that refused a request')).toBeVisible({ timeout: 20_000 })
  await expect(
    verdict.getByRole('link', { name: /^The nonce of the Key Binding JWT is not the nonce of the request/ }),
  ).toBeVisible()
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result.getByText('Not valid')).toBeVisible()
  await expect(result.getByText('Trusted', { exact: true })).toBeVisible()
  await expect(result.getByRole('row', { name: /family_name requested disclosed/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('a presentation started on the page turns into a live verdict without a reload', async ({ page, request }) => {
  await page.goto('/')
  await page.getByLabel('Question').selectOption({ label: 'two claims of a PID' })
  await page.getByLabel('Response mode').selectOption({ label: 'unencrypted' })
  await page.getByRole('button', { name: 'Start presentation' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the presentation request' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'PID as SD-JWT, 2 claims' })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { notReloaded: true }))

  const id = /presentation\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  const form = { run: 'clean' }
  expect((await request.post(`${presentationInspector(id)}/wallet`, { form, maxRedirects: 0 })).status()).toBe(303)
  await expect(page.getByRole('heading', { name: 'No check failed' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('Presentation verified', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
})

test('a query is judged while it is typed, and one that breaks the specification is not sent', async ({ page }) => {
  await page.goto('/')
  await page.getByText('View and edit the query').click()
  const query = page.getByLabel('Query dcql_query')
  await expect(page.getByText('The query conforms to the specification.')).toBeVisible()
  await query.fill('{"credentials": [{"id": "a", "format": "dc+sd-jwt", "meta": {}}]}')
  await expect(page.getByText('/credentials/0/meta', { exact: false }).first()).toBeVisible()
  await expect(page.getByLabel('Question')).toHaveValue('own')
  await page.getByRole('button', { name: 'Start presentation' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'dcql_query' })).toBeVisible()
  await page.getByText('Options of the presentation').click()
  await page.getByLabel('Send a request that breaks the specification').check()
  await page.getByRole('button', { name: 'Start presentation' }).click()
  const notes = page.getByRole('region', { name: 'About the request' })
  await expect(notes.getByText('/dcql_query/credentials/0/meta', { exact: false }).first()).toBeVisible()
})

test('what a wallet showed beyond the question stands out, claim by claim', async ({ page, request }) => {
  const id = await answeredPresentation(request, 'vp.min.only_requested_sdjwt')
  await page.goto(presentationInspector(id))
  await expect(page.getByRole('row', { name: /email not requested disclosed/ })).toBeVisible()
  await expect(page.getByText('It discloses more than was requested.')).toBeVisible()
})

test('an error of the wallet is told as its answer, and nothing is judged that did not come', async ({
  page,
  request,
}) => {
  const id = await answeredPresentation(request, undefined, unanswerable)
  await page.goto(presentationInspector(id))
  await expect(page.getByRole('heading', { name: 'The wallet declined' })).toBeVisible()
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result.getByText('access_denied')).toBeVisible()
  await expect(result.getByText('Not judged')).toHaveCount(2)
})

test('a request by value that no code holds is offered by link, with the way out', async ({ page, request }) => {
  const id = await createPresentation(request, { request_delivery: 'by_value' })
  await page.goto(presentationInspector(id))
  await expect(page.getByText(/too long for one QR code/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open on this device' })).toBeVisible()
  await page.getByRole('button', { name: 'Ask by reference' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the presentation request' })).toBeVisible()
})

test('the page marks the browser that opened it, so that a wallet on the same device can lead back to it', async ({
  page,
  request,
  context,
}) => {
  const id = await createPresentation(request, { return_redirect_uri: true })
  await page.goto(presentationInspector(id))
  const cookies = await context.cookies(new URL(`/openid4vp/sessions/${id}/complete`, page.url()).href)
  expect(cookies).toEqual([expect.objectContaining({ name: 'presentation_browser', httpOnly: true, sameSite: 'Lax' })])
  expect(await context.cookies(new URL('/', page.url()).href)).toEqual([])
})

test('profile, way back and a refusal test are chosen on the start page, and a good wallet passes the test', async ({
  page,
  request,
}) => {
  await page.goto('/')
  const panel = page.getByRole('region', { name: 'Ask my wallet for a presentation' })
  await panel.getByText('Options of the presentation').click()
  const back = panel.getByLabel('Send the wallet back to the browser')
  await expect(back).not.toBeChecked()
  await panel.getByLabel('Profile').selectOption({ label: 'HAIP 1.0' })
  await expect(back).toBeChecked()
  await expect(back).toBeDisabled()
  await panel.getByText('Refusal tests').click()
  await panel.getByLabel('What is wrong or unusual in the request').selectOption('bad_signature')
  await expect(panel.getByText('bad_signature. One bit of the signature of the request is wrong.')).toBeVisible()
  await expect(panel.getByText('The wallet passes if it sends an error or stops.', { exact: false })).toBeVisible()
  await panel.getByText('Equivalent curl command').click()
  await expect(panel.getByText('"negative_test": "bad_signature"', { exact: false })).toBeVisible()
  expect(await violations(page)).toEqual([])

  await panel.getByRole('button', { name: 'Start presentation' }).click()
  await expect(page.getByText('Refusal test bad_signature', { exact: false }).first()).toBeVisible()
  const id = /presentation\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  expect((await (await request.get(`/openid4vp/sessions/${id}`)).json()).options).toMatchObject({
    profile: 'haip',
    return_redirect_uri: true,
    negative_test: 'bad_signature',
    expect: 'refusal',
  })
  const form = { run: 'clean' }
  expect((await request.post(`${presentationInspector(id)}/wallet`, { form, maxRedirects: 0 })).status()).toBe(303)
  await expect(page.getByRole('heading', { name: 'No check failed' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('Refusal test ended: refused with error')).toBeVisible()
})

test('a refusal test is run again from what was asked for, and not from what it made of that', async ({
  page,
  request,
}) => {
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

test('an answer to a harmless request is expected to fail where the tester expects a refusal', async ({
  page,
  request,
}) => {
  await page.goto('/')
  const panel = page.getByRole('region', { name: 'Ask my wallet for a presentation' })
  await panel.getByText('Refusal tests').click()
  await panel.getByLabel('Expected behaviour').selectOption('refusal')
  await panel.getByRole('button', { name: 'Start presentation' }).click()
  await expect(page).toHaveURL(/\/inspect\/presentation\/[0-9a-f-]{36}/)
  const id = /presentation\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  expect((await (await request.get(`/openid4vp/sessions/${id}`)).json()).options).toMatchObject({
    negative_test: null,
    expect: 'refusal',
    return_redirect_uri: false,
  })
})
