import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type APIRequestContext, expect, type Page, test } from 'playwright/test'
import { dashboardAddress } from '../../../scripts/live-database.mjs'
import { adminKey, madePipelines } from './scoreboard'
import { until } from './until'

let count = 0

/**
 * Publishes a pipeline of the built-in organisation, as an operator does in PocketBase's dashboard. Returns its page.
 */
export async function makePipeline(request: APIRequestContext, definition: object): Promise<string> {
  const dataDir = process.env.PAGES_DATA_DIR ?? ''
  const pocketBase = dashboardAddress(dataDir)?.replace(/\/_\/$/, '')
  const { email, password } = JSON.parse(readFileSync(join(dataDir, 'pocketbase-admin.json'), 'utf8'))
  const entered = await request.post(`${pocketBase}/api/collections/_superusers/auth-with-password`, {
    data: { identity: email, password },
  })
  const { token } = await entered.json()
  const headers = { authorization: token }
  const found = await request.get(`${pocketBase}/api/collections/organizations/records`, { headers })
  const { items } = (await found.json()) as { items: { id: string; canonified_name: string }[] }
  const owner = items.find((one) => one.canonified_name === 'wallet-capture')?.id
  const path = `${madePipelines}${test.info().workerIndex}-${++count}`
  const slug = path.slice(path.indexOf('/') + 1)
  const data = { name: slug, canonified_name: slug, owner, published: true, evidence_public: true, definition }
  const made = await request.post(`${pocketBase}/api/collections/pipelines/records`, { headers, data })
  expect(made.status()).toBe(200)
  return `/hub/pipelines/${path}`
}

/** Gives a tab an operator's session, without the form that asks for the admin key. */
export async function signIn(page: Page): Promise<void> {
  const answer = await page.request.post('/operator/scoreboard/enter', { form: { key: adminKey() }, maxRedirects: 0 })
  expect(answer.status()).toBe(303)
}

/** Starts a run on a pipeline's page. A new installation's namespace takes a few seconds to become ready. */
export const runNow = (page: Page): Promise<void> =>
  until(
    () => page.getByRole('button', { name: 'Run now' }).click(),
    () => expect(page.locator('[data-run]').first()).toBeVisible({ timeout: 2000 }),
  )

/** Records an execution of the pipeline with this page. */
export async function noteRun(
  request: APIRequestContext,
  at: string,
  { run = 'run', ...members }: Readonly<Record<string, unknown>> & { readonly run?: string },
): Promise<void> {
  const isOpen = members.status === 'running'
  const times = { started_at: '2026-11-20T10:00:00Z', ...(isOpen ? {} : { closed_at: '2026-11-20T10:00:09Z' }) }
  const names = {
    namespace: 'wallet-capture',
    pipeline: at.slice('/hub/pipelines/'.length),
    workflow_id: at,
    run_id: run,
  }
  const data = { ...names, ...times, ...members }
  const answer = await request.post('/api/pipeline/executions', { headers: { 'x-api-key': adminKey() }, data })
  expect(answer.status()).toBe(201)
}

/** The page of a pipeline with a run in each state. */
export async function pipelineWithRuns(request: APIRequestContext): Promise<string> {
  const step = { id: 'issue', kind: 'issuance', session: {} }
  const at = await makePipeline(request, { version: 1, runner: 'real_wallet_qr', steps: [step] })
  const states = ['passed', 'failed', 'running', 'waiting', 'uncounted', 'skipped']
  const steps = states.map((state) => ({
    id: state,
    kind: 'issuance',
    state,
    reason: state === 'failed' ? 'must_failed' : '',
  }))
  await noteRun(request, at, { run: 'steps', status: 'running', steps })
  await noteRun(request, at, {
    run: 'wallet',
    status: 'running',
    steps: [{ ...step, state: 'running', waits_for: 'wallet' }],
  })
  await noteRun(request, at, { run: 'worker', status: 'running' })
  for (const [status, reason] of Object.entries({ canceled: 'nobody_came', terminated: '', failed: 'must_failed' }))
    await noteRun(request, at, { run: status, status, reason })
  return at
}
