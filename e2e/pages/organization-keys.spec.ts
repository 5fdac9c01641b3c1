import { type APIRequestContext, expect, type Page, type TestInfo } from 'playwright/test'
import { png } from '../../lib/testing/artifacts'
import { asPhone } from './support/as-phone'
import { layoutErrors } from './support/layout'
import { adminKey } from './support/scoreboard'
import { takenOver } from './support/tab'
import { test } from './support/test'
import { colourViolations, violations } from './support/violations'

const scopes = ['pipelines:run', 'pipelines:write', 'executions:write', 'entities:write', 'evidence:read', 'keys:write']

/** Asks the interface with a key, the admin's unless told. */
async function ask(request: APIRequestContext, path: string, data?: object, key = adminKey()) {
  const headers = { 'x-api-key': key }
  const response =
    data === undefined ? await request.get(path, { headers }) : await request.post(path, { headers, data })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return response.json()
}

let count = 0
/** An organisation of this test alone, with a key of its own. */
async function organization(request: APIRequestContext, { workerIndex, project }: TestInfo, granted = scopes) {
  const name = `Test ${project.name} ${workerIndex} ${Date.now()} ${++count}`
  const { namespace } = await ask(request, '/api/organizations', { name })
  const { key } = await ask(request, `/api/organizations/${namespace}/keys`, { name: 'owner', scopes: granted })
  return { name, namespace, key } as { name: string; namespace: string; key: string }
}

const keyField = (page: Page) => page.getByLabel('Key of your organisation')
const press = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).first().click()
  await takenOver(page)
}
/** Says twice that it is meant, and reads in between what follows from it. */
const confirm = async (page: Page, name: string, follows: RegExp) => {
  const asked = page.locator('details', { has: page.getByLabel(`${name}…`, { exact: true }) }).first()
  await asked.locator('summary').click()
  await expect(asked.getByText(follows)).toBeVisible()
  await asked.getByRole('button', { name, exact: true }).click()
  await takenOver(page)
}
async function signIn(page: Page, key: string): Promise<void> {
  await keyField(page).fill(key)
  await press(page, 'Sign in')
}

/** No machine finds fault with the page, in either theme, and there is room for all. */
async function looksRight(page: Page, isMobile: boolean): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await violations(page), 'light').toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await colourViolations(page), 'dark').toEqual([])
  const size = page.viewportSize()
  expect(await layoutErrors(page, isMobile)).toEqual([])
  if (size !== null) await page.setViewportSize(size)
}

/** Neither the page nor what scripts can read holds a text. */
async function nowhere(page: Page, secret: string): Promise<void> {
  const seen = await page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      document.cookie,
      JSON.stringify({ ...localStorage, ...sessionStorage }),
    ].join(),
  )
  expect(seen).not.toContain(secret)
}

test('an organisation signs in with its key, makes keys that are shown once, and is signed out with its own', async ({
  page,
  request,
  isMobile,
}, info) => {
  const { name, namespace, key } = await organization(request, info)
  await test.step('who has not signed in is asked for a key, and led back', async () => {
    await page.goto('/organization/pipelines')
    await signIn(page, `wck_aaaaaaaa_${'A'.repeat(43)}`)
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'This is neither a key of an organisation nor the admin key.',
    )
    await expect(page.getByRole('main').getByRole('status')).toHaveCount(0)
    await signIn(page, key)
    await expect(page).toHaveURL(/\/organization\/pipelines$/)
    await page.goto('/organization')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await nowhere(page, key.slice(13))
    await looksRight(page, isMobile)
  })
  await test.step('a key is shown once', async () => {
    await page.getByLabel('Name', { exact: true }).first().fill('Nightly مفتاح')
    await page.getByLabel('report executions').check()
    await press(page, 'Make')
    const shown = page.locator('[data-key]')
    await expect(shown).toHaveText(/^wck_[a-z2-7]{8}_[\w-]{43}$/)
    await looksRight(page, isMobile)
    const made = (await shown.textContent()) ?? ''
    await ask(request, '/api/organizations', undefined, made)
    await page.reload()
    await expect(shown).toHaveCount(0)
    await nowhere(page, made.slice(13))
    await confirm(page, 'Revoke the key Nightly مفتاح', /^Whatever uses this key is refused from then on, for good\.$/)
    await expect(page.getByRole('main').getByRole('status')).toHaveText('The key has been revoked.')
    const refused = await request.get('/api/organizations', { headers: { 'x-api-key': made } })
    expect([refused.status(), (await refused.json()).error]).toEqual([401, 'revoked_api_key'])
  })
  await test.step('what it says of itself changes', async () => {
    const about = page.getByRole('region', { name: 'About the organisation' })
    await about.getByLabel('Website').fill('nowhere')
    await about.getByRole('button', { name: 'Save' }).click()
    await takenOver(page)
    await expect(about.getByRole('alert')).toHaveText('Nothing was saved: the places that are marked are wrong.')
    await about.getByLabel('Website').fill('https://wallets.example')
    await about
      .getByLabel('Logo')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(png()) })
    await about.getByRole('button', { name: 'Save' }).click()
    await takenOver(page)
    await expect(about.getByRole('img')).toBeVisible()
    const kept = await ask(request, `/api/organizations/${namespace}`)
    expect(kept).toMatchObject({ website: 'https://wallets.example', logo_url: expect.stringContaining('/media/') })
  })
  await test.step('revoking its own key signs it out, and the page says why', async () => {
    await confirm(
      page,
      'Revoke the key owner',
      /only the operator of this service can make one\. .*you are signed out\.$/,
    )
    await page.goto('/organization')
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(/^This key was revoked\./)
    await expect(keyField(page)).toBeVisible()
    await nowhere(page, name)
    await looksRight(page, isMobile)
  })
})

test('what an organisation owns is added, renamed, published and deleted, and a wrong logo is refused', async ({
  page,
  request,
  isMobile,
}, info) => {
  const { key, namespace } = await organization(request, info)
  const status = page.getByRole('main').getByRole('status')
  await page.goto('/organization/entities')
  await signIn(page, key)
  const add = async (kind: string, name: string) => {
    await page.getByRole('navigation', { name: 'Kinds' }).getByRole('link', { name: kind, exact: true }).click()
    await expect(page.getByRole('heading', { name: new RegExp(`^${kind}: `) })).toBeVisible()
    await takenOver(page)
    await page.getByLabel('Name', { exact: true }).fill(name)
  }
  await test.step('a wallet, whose logo is no picture at first', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Quillfern')
    const logo = page.getByLabel('Logo')
    await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await press(page, 'Add')
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'Nothing was saved: the places that are marked are wrong.',
    )
    await expect(logo).toHaveAccessibleDescription(/PNG/)
    await expect(logo).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Quillfern')
    await looksRight(page, isMobile)
    await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(png()) })
    await press(page, 'Add')
    await expect(status).toHaveText('Saved.')
  })
  await test.step('a version below it, a runner and a check', async () => {
    await add('Wallet versions', '2.4.0')
    await page.getByLabel('Belongs to').selectOption(`${namespace}/quillfern`)
    await press(page, 'Add')
    await expect(page.getByText(`${namespace}/quillfern/2-4-0`)).toBeVisible()
    await add('Runners', 'Pixel 9')
    await page.getByLabel('Type').selectOption('android_phone')
    await press(page, 'Add')
    await expect(page.getByText(`${namespace}/pixel-9`)).toBeVisible()
    await add('Conformance checks', 'Happy flow')
    await press(page, 'Add')
    await expect(page.getByText('to everybody', { exact: true })).toBeVisible()
  })
  await test.step('a credential needs an issuer, and the page leads to it', async () => {
    await add('Credentials', 'PID')
    await page.getByRole('link', { name: 'add an issuer' }).click()
    await expect(page.getByRole('heading', { name: /^Issuers: / })).toBeVisible()
  })
  await test.step('the wallet is renamed, published and withdrawn, and stays while something is below it', async () => {
    await page.goto('/organization/entities')
    await page.getByRole('link', { name: 'Change Quillfern' }).click()
    await expect(page.getByRole('heading', { name: `Change ${namespace}/quillfern` })).toBeVisible()
    await takenOver(page)
    await page.getByLabel('Name', { exact: true }).fill('محفظة')
    await press(page, 'Save')
    await expect(status).toHaveText('Saved.')
    await press(page, 'Publish محفظة')
    await expect(status).toHaveText('Everybody can see it now.')
    await confirm(page, 'Delete محفظة', /^It is gone for good, unless/)
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(/^It is used by .* Withdraw it instead/)
    await confirm(page, 'Withdraw محفظة', /^Visitors no longer see it/)
    await expect(status).toHaveText('Only its organisation can see it now.')
    await looksRight(page, isMobile)
  })
  await test.step('what nothing uses is deleted', async () => {
    await page.goto('/organization/entities?kind=mobile_runners')
    await confirm(page, 'Delete Pixel 9', /^It is gone for good, unless/)
    await expect(status).toHaveText('It has been deleted.')
    const { total } = await ask(request, `/api/organizations/${namespace}/mobile_runners`)
    expect(total).toBe(0)
  })
  await nowhere(page, key.slice(13))
})

test('a pipeline of three steps is made without a path or JSON, and names a wallet that was added on the way', async ({
  page,
  request,
  isMobile,
}, info) => {
  const { key, namespace } = await organization(request, info)
  await page.goto('/organization/pipelines/new')
  await signIn(page, key)
  await page.getByLabel('Name', { exact: true }).fill('Every night')
  await press(page, 'New wallet, for Wallet under test')
  await page.getByLabel('Name', { exact: true }).fill('Quillfern')
  await press(page, 'Add')
  await page.getByRole('link', { name: 'Go on with the pipeline' }).click()
  await expect(page.getByRole('heading', { name: 'New pipeline' })).toBeVisible()
  await takenOver(page)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Every night')
  await page
    .getByLabel('Wallet under test', { exact: true })
    .selectOption({ label: `Quillfern (${namespace}/quillfern)` })
  await page.getByLabel('Credential that it issues').selectOption({ label: 'PID as mdoc, of the device-bound issuer' })
  for (const [step, kind] of [
    [2, 'Presentation'],
    [3, 'Campaign'],
  ] as const) {
    await press(page, 'Add a step')
    await page
      .getByLabel('Kind')
      .nth(step - 1)
      .selectOption(kind)
    await page
      .getByRole('button', { name: 'Show its fields' })
      .nth(step - 1)
      .click()
    await takenOver(page)
  }
  await page.getByLabel('Issuer', { exact: true }).selectOption('jwt proof only')
  await press(page, 'Add pipeline')
  const credential = page.getByLabel('Credential that it issues')
  await expect(credential).toHaveAccessibleDescription('must be one of the issuer that is chosen beside it')
  await looksRight(page, isMobile)
  await page.getByLabel('Issuer', { exact: true }).selectOption('device-bound')
  await page.getByLabel('Question').selectOption('a PID as mdoc')
  await page.getByLabel('Campaign', { exact: true }).selectOption('smoke')
  await looksRight(page, isMobile)
  await press(page, 'Add pipeline')
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText(/^The pipeline has been added/)
  await looksRight(page, isMobile)
  const { pipelines } = await ask(request, '/api/pipelines', undefined, key)
  expect(pipelines).toMatchObject([{ path: `${namespace}/every-night` }])
  expect(await ask(request, `/api/pipelines/${pipelines[0].id}`, undefined, key)).toMatchObject({
    definition: {
      entities: { wallet: `${namespace}/quillfern` },
      steps: [
        { kind: 'issuance', session: { flow: 'pre_authorized_code', credential_configuration_id: expect.any(String) } },
        { kind: 'presentation', session: { dcql_query: { credentials: [{ format: 'mso_mdoc' }] } } },
        { kind: 'campaign', campaign: 'smoke' },
      ],
    },
  })
})

test(
  'a key that may only read is told so, before anything is typed',
  { tag: '@desktop' },
  async ({ page, request }, info) => {
    const { key } = await organization(request, info, ['evidence:read'])
    await page.goto('/organization')
    await signIn(page, key)
    await expect(page.getByRole('link', { name: 'New pipeline' })).toHaveCount(0)
    for (const [path, scope] of [
      ['/organization/pipelines/new', 'pipelines:write'],
      ['/organization/entities', 'entities:write'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByText(`that takes the scope ${scope}`)).toBeVisible()
      await expect(page.getByRole('button', { name: /^Add/ })).toHaveCount(0)
      const back = await asPhone(page)
      expect(await violations(page)).toEqual([])
      await back()
    }
  },
)
