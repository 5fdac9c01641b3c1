import { type APIRequestContext, expect, type Page } from 'playwright/test'
import { asPhone } from './support/as-phone'
import { layoutErrors } from './support/layout'
import { signIn } from './support/pipelines'
import { adminKey } from './support/scoreboard'
import { takenOver } from './support/tab'
import { test } from './support/test'
import { colourViolations, violations } from './support/violations'

const list = '/organization/pipelines'
const definition = {
  version: 1,
  runner: 'built_in_wallet',
  entities: { wallet: 'wallet-capture/reference-wallet' },
  steps: [
    { id: 'issue', kind: 'issuance', session: { flow: 'pre_authorized_code' }, require: ['vci.dpop.htu'] },
    { id: 'present', kind: 'presentation', session: {}, on_failure: 'continue' },
    { id: 'smoke', kind: 'campaign', campaign: 'smoke' },
    { id: 'theirs', kind: 'custom', custom_check: 'wallet-capture/none' },
  ],
}

let count = 0
/** Adds a pipeline for this test alone, whose runs are never started; returns its id. */
async function add(request: APIRequestContext): Promise<string> {
  const name = `Written ${process.pid} ${Date.now()} ${++count}`
  const right = { ...definition, steps: definition.steps.slice(0, 3) }
  const data = { organization: 'wallet-capture', name, definition: right }
  const response = await request.post('/api/pipelines', { headers: { 'x-api-key': adminKey() }, data })
  expect(response.status()).toBe(201)
  return (await response.json()).id
}

/** A published pipeline. Other tests count public ones, so none is added. */
async function builtIn(request: APIRequestContext): Promise<string> {
  const response = await request.get('/api/pipelines?per_page=50', { headers: { 'x-api-key': adminKey() } })
  const { pipelines } = (await response.json()) as { pipelines: { id: string; published: boolean }[] }
  return pipelines.find(({ published }) => published)?.id ?? ''
}

/** Opens a page with the admin key entered. */
async function enter(page: Page, path: string): Promise<void> {
  await signIn(page)
  await page.goto(path)
}

/** Opens a page that asks for the admin key, and enters it there, which leads back to the page. */
async function enterThere(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByLabel('Key of your organisation').fill(adminKey())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Key of your organisation')).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe(path)
}
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).first()

/** Each state of the pages once the key is entered. */
const states: Readonly<Record<string, (page: Page, request: APIRequestContext) => Promise<void>>> = {
  list: async (page, request) => {
    await add(request)
    await enterThere(page, list)
    await expect(page.getByRole('link', { name: 'New pipeline' })).toBeVisible()
  },
  new: (page) => enter(page, `${list}/new`),
  form: async (page, request) => enterThere(page, `${list}/${await add(request)}`),
  published: async (page, request) => enter(page, `${list}/${await builtIn(request)}`),
  wrong: async (page, request) => {
    await enter(page, `${list}/${await add(request)}`)
    await page.getByLabel('Wait', { exact: true }).fill('soon')
    await page.getByLabel('Required checks').first().fill('vci.dpop.htu\nvci.no.such')
    await save(page).click()
    await expect(page.getByRole('alert').getByText('Nothing was saved')).toBeVisible()
    await expect(page.getByLabel('Wait', { exact: true })).toHaveAccessibleDescription(/must be a number/)
  },
  'wrong JSON': async (page, request) => {
    await enter(page, `${list}/${await add(request)}`)
    await page.getByRole('button', { name: 'Edit as JSON' }).click()
    const json = page.getByLabel('JSON')
    const wrong = JSON.stringify({ ...definition, runner: 'robot' })
    // The field may be drawn once more while it is filled.
    await expect(async () => {
      await json.fill(wrong)
      await expect(json).toHaveValue(wrong, { timeout: 500 })
    }).toPass()
    await save(page).click()
    await expect(page.getByText('steps.3.custom_check')).toBeVisible()
  },
}

for (const [name, open] of Object.entries(states))
  test(`no accessibility violation that a machine can find, and room for all: ${name}`, { tag: '@desktop' }, async ({
    page,
    request,
  }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await open(page, request)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    expect(await violations(page), 'light').toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await colourViolations(page), 'dark').toEqual([])
    expect(await layoutErrors(page, false)).toEqual([])
    const back = await asPhone(page)
    expect(await colourViolations(page), 'dark, on a phone').toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await violations(page), 'on a phone').toEqual([])
    expect(await layoutErrors(page, true), 'on a phone').toEqual([])
    await back()
  })

test('a pipeline is written with the keyboard alone: Enter in a field saves it', { tag: '@desktop' }, async ({
  page,
  request,
}) => {
  const id = await add(request)
  await enter(page, `${list}/${id}`)
  await page.getByRole('button', { name: 'Down step 1' }).press('Enter')
  await expect(page).toHaveURL(/#step-1$/)
  await expect(page.getByLabel('Id', { exact: true }).first()).toHaveValue('present')
  // A form led here, not `goto`, which waits for scripts.
  await takenOver(page)
  await page.getByLabel('Wait', { exact: true }).fill('90')
  await page.getByLabel('Wait', { exact: true }).press('Enter')
  await expect(page.getByRole('status').getByText('Saved.')).toBeVisible()
  const stored = await request.get(`/api/pipelines/${id}`, { headers: { 'x-api-key': adminKey() } })
  expect((await stored.json()).definition).toMatchObject({
    wait_seconds: 90,
    steps: [{ id: 'present' }, { id: 'issue' }, { id: 'smoke' }],
  })
})
