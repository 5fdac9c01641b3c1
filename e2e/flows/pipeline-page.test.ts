import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TemporalScheduler } from '@/lib/adapters/temporal/scheduler'
import type { PipelineRunner } from '@/lib/core/scoreboard/pipelines/pipeline-runner'
import { SchedulerUnavailable } from '@/lib/core/scoreboard/scheduler'
import { installContainer } from '@/lib/server/container'
import { absentScoreboard } from '@/lib/server/wiring/absent-scoreboard'
import { openBuiltPages } from '@/lib/testing/built-pages'
import { issuanceStep } from '@/lib/testing/pipeline-runs'
import { openScoreboardWorld, type ScoreboardWorld, testAdminKey } from '@/lib/testing/scoreboard'

/** The page of a pipeline and its forms in a browser without JavaScript. */
const starts: Parameters<PipelineRunner['start']>[0][] = []
const cancelled: string[] = []
let isTemporalAway = false
const known = new Map<string, string>()
const runner: PipelineRunner = {
  ...absentScoreboard.runner,
  start: async (run) => {
    if (isTemporalAway) throw new SchedulerUnavailable('Temporal is away in this test.')
    const before = known.get(run.workflowId)
    if (before === undefined) starts.push(run)
    known.set(run.workflowId, run.digest)
    return {
      ...{ workflowId: run.workflowId, runId: 'run' },
      ...{ created: before === undefined, reused: before !== undefined && before !== run.digest },
    }
  },
  find: async ({ workflowId, digest }) => {
    if (isTemporalAway) throw new SchedulerUnavailable('Temporal is away in this test.')
    const before = known.get(workflowId)
    if (before === undefined) return null
    const times = { startedAt: '2026-11-20T10:00:00.000000000Z', closedAt: '' }
    return { workflowId, runId: 'run', reused: before !== digest, status: 'running', ...times, memo: {} }
  },
  cancel: async ({ workflowId }) => {
    if (isTemporalAway) throw new SchedulerUnavailable('Temporal is away in this test.')
    cancelled.push(workflowId)
    return true
  },
}
const scheduler: TemporalScheduler = {
  ...absentScoreboard.scheduler,
  parts: async () => ({ temporal: true, worker: true }),
  pipelines: runner,
  close: async () => undefined,
}

const issuance = { ...issuanceStep, session: { ...issuanceStep.session, tx_code: true } }
const definition = {
  ...{ version: 1, runner: 'real_wallet_qr', wait_seconds: 300 },
  entities: { wallet: 'acme/moss' },
  steps: [issuance],
}

let pages: Awaited<ReturnType<typeof openBuiltPages>>
let world: ScoreboardWorld
let versions: { readonly path: string }[]
beforeAll(async () => {
  pages = await openBuiltPages()
  world = await openScoreboardWorld({ pages: pages.pages, scheduler })
  installContainer(world.service.container)
  const owner = world.organization.id
  const wallet = await world.create('wallets', { name: 'Moss', canonified_name: 'moss', owner, published: true })
  versions = []
  for (const tag of ['1.0', '2.0'])
    versions.push(
      (await world.create('wallet_versions', {
        ...{
          wallet: wallet.id,
          name: `Moss ${tag}`,
          canonified_name: `v${tag.replace('.', '-')}`,
          tag,
          published: true,
        },
      })) as unknown as { path: string },
    )
}, 600_000)
beforeEach(() => {
  isTemporalAway = false
})
afterAll(async () => {
  await world.close()
})

let count = 0
async function pipeline(members: Record<string, unknown> = {}) {
  const slug = `hub-${++count}`
  const { id } = await world.pipeline(slug, { name: `Hub ${count}`, evidence_public: true, definition, ...members })
  return { id, path: `acme/${slug}`, page: `/hub/pipelines/acme/${slug}` }
}

const get = async (address: string, cookie = '', headers: Record<string, string> = {}) => {
  const init = { headers: { accept: 'text/html', cookie, ...headers } }
  const response = await fetch(world.service.baseUrl + address, init)
  const whole = (await response.text()).replaceAll('<!-- -->', '')
  /** The rendered page without its script data. */
  const drawn = whole.replaceAll(/<script[\s\S]*?<\/script>/g, '')
  return { status: response.status, whole, drawn, text: drawn.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ') }
}
const post = async (address: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const init = { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' } as const
  const response = await fetch(world.service.baseUrl + address, init)
  return { status: response.status, location: response.headers.get('location') ?? '', headers: response.headers }
}
/** Enters the key; returns what the browser sends to pipeline pages, and the fields of their forms. */
async function enter(page: string) {
  const { headers } = await post('/operator/scoreboard/enter', { key: testAdminKey })
  const set = headers.getSetCookie().find((one) => one.includes('Path=/hub;')) ?? ''
  const [cookie = ''] = set.split(';')
  const [, token = ''] = /name="form_token" value="([\w-]+)"/.exec((await get(page, cookie)).drawn) ?? []
  expect(token).toMatch(/^[\w-]{43}$/)
  return { cookie, token, set }
}

/** Starts a run that waits for its wallet, with the session it opened. */
async function waitingRun(path: string, runner_types = ['real_wallet_qr']) {
  const body = JSON.stringify(issuance.session)
  const json = { 'content-type': 'application/json' }
  const session = await (await world.call('/sessions', { method: 'POST', body, headers: json })).json()
  const names = { workflow_id: `waiting-${++count}`, run_id: 'run', pipeline: path, runner_types }
  const step = { id: 'issue', kind: 'issuance', passed: null, reason: '', checks: 0, session_id: session.session_id }
  const note = async (members: Record<string, unknown>, status = 'running', more: Record<string, unknown> = {}) =>
    (await (await world.execute({ ...names, status, steps: [{ ...step, ...members }], ...more })).json()).id as string
  const id = await note({ state: 'running', waits_for: 'wallet' })
  const code = /pre-authorized_code%22%3A%22([\w.-]+)/.exec(session.deeplink)?.[1] ?? 'no code'
  expect(code).not.toBe('no code')
  return { id, session, code, note, names }
}

describe('a run that waits for a wallet', () => {
  it('is seen by visitors with its step, and nothing else: no button, no link, no session', async () => {
    const { path, page } = await pipeline()
    const { id, session, code } = await waitingRun(path)
    const { status, text, whole } = await get(page)
    expect(status).toBe(200)
    expect(text).toContain('Waits for a wallet: issue')
    expect(text).toMatch(/issue issuance waits for a wallet/)
    const all = [
      whole,
      (await get(page, '', { rsc: '1', accept: '*/*' })).whole,
      (await get(`${page}/revision`)).whole,
      (await get(`/api/executions/${id}`)).whole,
      (await get('/api/collections/pipeline_results/records')).whole,
      (await get(page, 'wallet-capture-operator=x')).whole,
    ]
    for (const told of all) {
      expect(told).toContain(id)
      for (const secret of [
        code,
        session.session_id,
        'credential-offer://',
        'formToken',
        'form_token',
        'Run now',
        '/run"',
      ])
        expect(told).not.toContain(secret)
      expect(told).not.toMatch(/>Cancel</)
    }
  })

  it('shows its code, with the time left, to who has entered the admin key', async () => {
    const { path, page } = await pipeline()
    const { session } = await waitingRun(path)
    const { cookie, set } = await enter(page)
    expect(set).toMatch(/; Path=\/hub; Max-Age=28800; HttpOnly; SameSite=Strict$/)
    const { drawn, text } = await get(page, cookie)
    expect(drawn).toContain(`href="${session.deeplink.replaceAll('&', '&amp;')}"`)
    expect(drawn).toContain('aria-label="QR code of this run"')
    expect(text).toMatch(/Time left: (5:00|4:5\d) /)
    expect(text.replaceAll(' ', '')).toContain(`Transactioncode${session.tx_code}`)
    expect(text).toContain('Open the session')
    expect(drawn).toMatch(/aria-label="Cancel the run \w{15}"/)
    // After leaving, one sees what visitors see.
    const [, token = ''] = /name="form_token" value="([\w-]+)"/.exec(drawn) ?? []
    const left = await post('/operator/scoreboard/leave', { form_token: token }, { cookie })
    expect(left.headers.getSetCookie().filter((one) => one.includes('Max-Age=0'))).toHaveLength(3)
    expect((await get(page, cookie)).whole).not.toContain('Run now')
  })

  it('tells pages when it goes on, and the operator when a wallet comes', async () => {
    const { path, page } = await pipeline()
    const { session, note } = await waitingRun(path)
    const { cookie } = await enter(page)
    const revisions = async () => [(await get(`${page}/revision`)).whole, (await get(`${page}/revision`, cookie)).whole]
    const [visitor, operator] = await revisions()
    expect(await revisions()).toEqual([visitor, operator])
    const at = `/issuers/${issuance.session.issuer_configuration_id}`
    await fetch(`${world.service.baseUrl}${at}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code',
        'pre-authorized_code': /pre-authorized_code%22%3A%22([\w.-]+)/.exec(session.deeplink)?.[1] ?? '',
      }),
    })
    await expect.poll(async () => (await revisions())[1]).not.toBe(operator)
    expect((await revisions())[0]).toBe(visitor)
    expect((await get(page, cookie)).text).toContain('A wallet has come.')
    await note({ state: 'passed', passed: true })
    expect((await revisions())[0]).not.toBe(visitor)
    expect((await get(page)).text).toContain('Goes on to its next step')
  })

  it('names its session to everybody once it has ended, where the evidence is public', async () => {
    const { id: pipelineId, path, page } = await pipeline()
    const { session, note } = await waitingRun(path)
    const { cookie } = await enter(page)
    const closed = { closed_at: '2026-11-20T10:00:09Z' }
    await note({ state: 'failed', passed: false, reason: 'must_failed: x' }, 'failed', {
      ...closed,
      reason: 'must_failed',
    })
    const link = `href="/inspect/issuance/${session.session_id}"`
    expect((await get(page)).text).toContain('failed: a rule with must was broken')
    expect([(await get(page)).drawn, (await get(page, cookie)).drawn].map((html) => html.includes(link))).toEqual([
      true,
      true,
    ])
    await world.client.sdk.collection('pipelines').update(pipelineId, { evidence_public: false })
    expect((await get(page)).whole).not.toContain(session.session_id)
    expect((await get(page, cookie)).drawn).toContain(link)
  })

  it('shows a program elsewhere its link and the commands, without the key', async () => {
    const { path, page } = await pipeline()
    const { id, session } = await waitingRun(path, ['external_ci'])
    const theirs = { id: 'theirs', kind: 'custom', state: 'running', passed: null, reason: '', checks: 0 }
    const names = { pipeline: path, status: 'running', runner_types: ['external_ci'] }
    const answer = await world.execute({ ...names, steps: [{ ...theirs, waits_for: 'result' }] })
    const { id: other } = await answer.json()
    const { drawn, whole } = await get(page, (await enter(page)).cookie)
    const { baseUrl } = world.service
    expect(drawn).toContain(session.deeplink.replaceAll('&', '&amp;'))
    expect(drawn).not.toContain('QR code')
    expect(drawn).toContain(`curl -H &quot;X-Api-Key: $ADMIN_API_KEY&quot; ${baseUrl}/api/executions/${id}`)
    expect(drawn).toContain(`${baseUrl}/api/executions/${other}/result`)
    expect(drawn).toContain('{&quot;step&quot;:&quot;theirs&quot;,&quot;passed&quot;:true')
    expect(whole).not.toContain(testAdminKey)
    expect((await get(page)).whole).not.toContain('curl')
  })

  it('leads to its campaign, which shows the codes', async () => {
    const { path, page } = await pipeline()
    const campaign_id = '7d9f9d9e-5f5c-4b1c-9a55-0d9a2f7d1f10'
    const step = { id: 'smoke', kind: 'campaign', state: 'running', passed: null, reason: '', checks: 0, campaign_id }
    await world.execute({ pipeline: path, status: 'running', steps: [{ ...step, waits_for: 'wallet' }] })
    const link = `href="/inspect/campaign/${campaign_id}"`
    const { drawn } = await get(page, (await enter(page)).cookie)
    expect(drawn).toContain(link)
    expect(drawn).not.toContain('operator token')
    expect((await get(page)).whole).not.toContain(campaign_id)
  })
})

describe('the forms of the page', () => {
  it('start a run once, of the version that is chosen', async () => {
    const { id, path, page } = await pipeline()
    const { cookie, token } = await enter(page)
    const { drawn } = await get(page, cookie)
    expect(drawn).toContain(`href="/organization/pipelines/${id}"`)
    expect([...drawn.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value)).toEqual([
      ...['', versions[1]?.path, versions[0]?.path],
    ])
    const [, idempotency_key = ''] = /name="idempotency_key" value="([\w-]+)"/.exec(drawn) ?? []
    const version = versions[0]?.path ?? ''
    const form = { form_token: token, idempotency_key, wallet_version: version }
    const before = starts.length
    for (let sent = 0; sent < 2; sent += 1)
      expect(await post(`${page}/run`, form, { cookie })).toMatchObject({ status: 303, location: page })
    expect(starts.length).toBe(before + 1)
    expect(starts.at(-1)).toMatchObject({
      pipelinePath: path,
      input: { pipeline_id: id, trigger: 'manual', wallet_version: version },
    })
    const { text } = await get(page)
    expect(text).toContain('Waits for a worker to take it')
    expect(text).toMatch(/issue issuance not begun/)
  })

  it('cancel a run, and say that it has been asked to end', async () => {
    const { path, page } = await pipeline()
    const { id, names, note } = await waitingRun(path)
    const { cookie, token } = await enter(page)
    const cancel = () => post(`${page}/cancel`, { form_token: token, execution_id: id }, { cookie })
    const { status, location } = await cancel()
    expect([status, cancelled.at(-1)]).toEqual([303, names.workflow_id])
    const { text, drawn } = await get(location, cookie)
    expect(text).toContain('It has been asked to end.')
    expect(drawn).not.toContain('Cancel the run')
    await note({ state: 'uncounted' }, 'canceled', { closed_at: '2026-11-20T10:00:09Z' })
    expect((await get((await cancel()).location, cookie)).text).toContain('This run had ended already.')
    const unknown = await post(`${page}/cancel`, { form_token: token, execution_id: '../x' }, { cookie })
    expect((await get(unknown.location, cookie)).text).toContain('This run does not exist any more.')
  })

  it('are refused from another site, of another session, and of nobody', async () => {
    const { path, page } = await pipeline()
    const { id } = await waitingRun(path)
    const { cookie, token } = await enter(page)
    const other = await enter(page)
    const before = [starts.length, cancelled.length]
    for (const action of ['run', 'cancel']) {
      const send = (form_token: string, headers: Record<string, string>) =>
        post(`${page}/${action}`, { form_token, execution_id: id }, headers)
      const tries = [
        await send(token, { cookie, 'sec-fetch-site': 'cross-site' }),
        await send('', { cookie }),
        await send('x', { cookie }),
        await send(other.token, { cookie }),
      ]
      expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403])
      for (const headers of [{}, { cookie: 'wallet-capture-operator=x' }, { 'x-api-key': testAdminKey }])
        expect(await send(token, headers)).toMatchObject({
          ...{ status: 303, location: '/operator/scoreboard?problem=session_over' },
        })
    }
    expect([starts.length, cancelled.length]).toEqual(before)
  })

  it('say when Temporal is away, and keep what was chosen', async () => {
    const { path, page } = await pipeline()
    const { id } = await waitingRun(path)
    const { cookie, token } = await enter(page)
    isTemporalAway = true
    const wallet_version = versions[0]?.path ?? ''
    const { location } = await post(`${page}/run`, { form_token: token, wallet_version }, { cookie })
    const { text, drawn } = await get(location, cookie)
    expect(text).toContain('Temporal is not responding, so nothing was changed.')
    expect(drawn).toMatch(new RegExp(`<option value="${wallet_version}" selected=""`))
    const cancelling = await post(`${page}/cancel`, { form_token: token, execution_id: id }, { cookie })
    expect((await get(cancelling.location, cookie)).text).toContain('Temporal is not responding')
    // A forged link shows visitors nothing.
    expect((await get(location)).drawn).not.toContain('role="alert"')
  })

  it('say which places of a definition are wrong', async () => {
    const wrong = { ...definition, steps: [{ ...issuance, kind: 'dance' }], entities: {}, wait_seconds: 5 }
    const { page } = await pipeline({ definition: wrong })
    const { cookie, token } = await enter(page)
    const before = starts.length
    const { location } = await post(`${page}/run`, { form_token: token }, { cookie })
    const { text, drawn } = await get(location, cookie)
    expect(text).toContain('the definition of this pipeline is wrong')
    expect(drawn).toContain('<code>wait_seconds</code>')
    expect(text).toContain('steps.0.kind must be one of issuance, presentation, campaign, custom')
    expect(starts.length).toBe(before)
    expect((await get(location)).drawn).not.toContain('wait_seconds</code>')
  })
})

describe('a result from elsewhere', () => {
  it('is shown with what was said of it, as text and within a bound, while the run goes on and after it', async () => {
    const { path, page } = await pipeline()
    const said = `<img src=x onerror=alert(1)> ${'é'.repeat(2000)}`
    const step = { id: 'theirs', kind: 'custom', state: 'passed', passed: true, reason: '', checks: 0, summary: said }
    const names = { pipeline: path, workflow_id: 'told', run_id: 'run' }
    const later = { ...step, id: 'later', state: 'running', passed: null, waits_for: 'result', summary: '' }
    await world.execute({ ...names, status: 'running', steps: [step, later] })
    const shown = /&lt;img src=x onerror=alert\(1\)&gt; é{200,300}…/g
    const underWay = await get(page)
    expect(underWay.text).toContain('Waits for a result from elsewhere: later')
    expect(underWay.drawn.match(shown)).toHaveLength(1)
    const { id } = await (await world.execute({ ...names, status: 'completed', steps: [step] })).json()
    const ended = await get(page)
    expect(ended.text).not.toContain('Waits for a result')
    expect(ended.drawn.match(shown)).toHaveLength(1)
    expect(ended.drawn).not.toContain('<img src=x')
    expect((await (await fetch(`${world.service.baseUrl}/api/executions/${id}`)).json()).steps[0].summary).toBe(said)
  })
})

describe('runs that could not run', () => {
  it('are grey, say why, and that they do not count', async () => {
    const { path, page } = await pipeline()
    const closed = { pipeline: path, closed_at: '2026-11-20T10:00:09Z' }
    await world.execute({ ...closed, status: 'canceled', reason: 'nobody_came' })
    await world.execute({ ...closed, status: 'canceled', reason: 'worker_lost', infra: true })
    await world.execute({ ...closed, status: 'canceled' })
    await world.execute({ ...closed, status: 'terminated' })
    await world.execute({ ...closed, status: 'completed' })
    const { text, drawn } = await get(page)
    for (const words of ['nobody came', 'our side failed', 'it was terminated'])
      expect(text).toContain(`could not run: ${words}, not counted`)
    expect(text).toContain('cancelled, not counted')
    expect(text.match(/not counted/g)).toHaveLength(4)
    const rows = drawn.match(/<li data-run[^>]*class="[^"]*"/g) ?? []
    expect(rows.filter((row) => row.includes('text-ink-3'))).toHaveLength(4)
    expect(rows).toHaveLength(5)
  })
})

describe('a pipeline that is not published', () => {
  it('has a page for who has entered the admin key, and for nobody else', async () => {
    const { path, page } = await pipeline({ published: false, name: 'Xq9HiddenName' })
    const open = await pipeline()
    const { id } = await waitingRun(path)
    const { cookie } = await enter(open.page)
    const shown = await get(page, cookie)
    expect(shown.status).toBe(200)
    for (const words of ['Xq9HiddenName', 'not published', 'Run now', 'Time left']) expect(shown.text).toContain(words)
    expect(shown.drawn).toContain('<meta name="robots" content="noindex"')
    expect((await get(`${page}/revision`, cookie)).whole).toContain(id)
    const hidden = await get(page)
    expect([hidden.status, (await get(`${page}/revision`)).status]).toEqual([404, 404])
    for (const secret of ['Xq9HiddenName', id]) expect(hidden.whole).not.toContain(secret)
  })
})
