import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TemporalScheduler } from '@/lib/adapters/temporal/scheduler'
import type { ListedWorkflow } from '@/lib/core/scoreboard/listed-workflows'
import { SchedulerUnavailable } from '@/lib/core/scoreboard/scheduler'
import { installContainer } from '@/lib/server/container'
import { absentScoreboard } from '@/lib/server/wiring/absent-scoreboard'
import { openBuiltPages } from '@/lib/testing/built-pages'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { makeOwnCertificate } from '@/lib/testing/own-certificate'
import { openScoreboardWorld, type ScoreboardWorld, testAdminKey } from '@/lib/testing/scoreboard'

/** The pages of pipelines in a browser without JavaScript. */
const list = '/organization/pipelines'
const temporal = { away: false, silent: false }
const schedule = async () => {
  if (temporal.away) throw new SchedulerUnavailable('down')
  return '2026-11-21T02:30:00.000Z'
}
/** What Temporal has in every namespace. */
const nightly: ListedWorkflow = {
  ...{ workflowId: 'nightly-<7>', runId: 'run-7', workflowType: 'NightlyRun', status: 'completed' },
  ...{ startedAt: '2026-11-20T10:00:00.000000000Z', closedAt: '2026-11-20T10:00:09.000000000Z' },
  ...{ memo: {}, attributes: {} },
}
const scheduler: TemporalScheduler = {
  ...absentScoreboard.scheduler,
  workflows: async () => {
    if (temporal.away) throw new SchedulerUnavailable('down')
    if (temporal.silent) return new Promise(() => undefined)
    return { workflows: [nightly], hasMore: false }
  },
  parts: async () => ({ temporal: true, worker: true }),
  pipelines: { ...absentScoreboard.runner, schedule, unschedule: async () => undefined },
  close: async () => undefined,
}

let pages: Awaited<ReturnType<typeof openBuiltPages>>
let world: ScoreboardWorld
let cookie = ''
beforeAll(async () => {
  pages = await openBuiltPages()
  world = await openScoreboardWorld({ pages: pages.pages, scheduler })
  installContainer(world.service.container)
  cookie = (await enter()).cookie
}, 600_000)
afterAll(async () => {
  await world.close()
})

const enter = async (fields: Record<string, string> = {}) => {
  const body = new URLSearchParams({ key: testAdminKey, ...fields })
  const init = { method: 'POST', body, redirect: 'manual' } as const
  const { status, headers } = await fetch(`${world.service.baseUrl}/operator/scoreboard/enter`, init)
  const [set = ''] = headers.getSetCookie()
  return { status, location: headers.get('location'), cookie: set.split(';')[0] ?? '', all: headers.getSetCookie() }
}

const get = async (address: string, as = cookie) => {
  const response = await fetch(world.service.baseUrl + address, { headers: { accept: 'text/html', cookie: as } })
  return { status: response.status, html: (await response.text()).replaceAll('<!-- -->', '') }
}
/** Decodes the entities in attributes and texts of a page. */
const plain = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]

/** What a browser posts for a pipeline's form, without its buttons. */
function fieldsOf(html: string): Map<string, string> {
  const [, form = ''] = /<form[^>]*enctype="multipart\/form-data"[^>]*>([\s\S]*?)<\/form>/i.exec(html) ?? []
  const fields = new Map<string, string>()
  for (const [tag, inner = ''] of form.matchAll(
    /<input[^>]*>|<textarea[^>]*>([\s\S]*?)<\/textarea>|<select[^>]*>(?:[\s\S]*?)<\/select>/g,
  )) {
    const name = attribute(tag, 'name')
    if (name === undefined) continue
    if (/type="(?:checkbox|radio)"/.test(tag) && !tag.includes('checked=')) continue
    if (tag.startsWith('<input')) fields.set(name, plain(attribute(tag, 'value') ?? ''))
    else if (tag.startsWith('<textarea')) fields.set(name, plain(inner.replace(/^\n/, '')))
    else {
      const options = [...tag.matchAll(/<option[^>]*>/g)].map(([option]) => option)
      const chosen = options.find((option) => /\sselected=/.test(option)) ?? options[0] ?? ''
      fields.set(name, plain(attribute(chosen, 'value') ?? ''))
    }
  }
  return fields
}

const post = async (
  address: string,
  fields: Iterable<readonly [string, string]>,
  headers: Record<string, string> = {},
) => {
  const body = new FormData()
  for (const [name, text] of fields) body.append(name, text)
  const init = { method: 'POST', body, redirect: 'manual', headers: { cookie, ...headers } } as const
  const response = await fetch(world.service.baseUrl + address, init)
  return { status: response.status, text: await response.text(), location: response.headers.get('location') ?? '' }
}
/** Fills in and submits a page's form with one of its buttons; returns the resulting page. */
const submit = async (at: string, html: string, typed: Record<string, string>, button: string) => {
  const fields = new Map([...fieldsOf(html), ...Object.entries(typed), ['do', button]])
  const { status, location } = await post(`${at.split('?')[0]}/save`, fields)
  expect(status).toBe(303)
  const [address = ''] = location.split('#')
  return { location, address, ...(await get(address)) }
}
const token = async () => /name="form_token" value="([\w-]+)"/.exec((await get(`${list}/new`)).html)?.[1] ?? ''
const told = (html: string) =>
  plain((/role="(?:alert|status)"[^>]*>([\s\S]*?)<\/div><\/div>/.exec(html)?.[1] ?? '').replaceAll(/<[^>]*>/g, ''))
const marked = (html: string) =>
  [...html.matchAll(/<(?:input|textarea|select)[^>]*>/g)]
    .filter(([tag]) => tag.includes('aria-invalid'))
    .map(([tag]) => attribute(tag, 'name'))

const definition = {
  version: 1,
  runner: 'built_in_wallet',
  // Members in a custom order, and one session member without a field.
  steps: [{ session: { flow: 'pre_authorized_code', note: 'kept' }, kind: 'issuance', id: 'issue' }],
}
let count = 0
const add = async (members: Record<string, unknown> = {}) => {
  const body = JSON.stringify({ organization: 'acme', name: `Made ${++count}`, definition, ...members })
  const response = await world.call('/api/pipelines', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  expect(response.status).toBe(201)
  return response.json()
}
const stored = async (id: string) => (await world.call(`/api/pipelines/${id}`)).json()

describe('who has not entered the admin key', () => {
  it('is asked for it, sees nothing of any pipeline, and comes back', async () => {
    const { id } = await add({ name: 'Secret name' })
    for (const address of [list, `${list}/new`, `${list}/${id}`, `${list}/nothing`]) {
      const { status, html } = await get(address, '')
      expect([address, status]).toEqual([address, 200])
      expect(html).toContain('type="password"')
      expect(html).toContain(`name="back" value="${address}"`)
      expect(html).toMatch(/<meta name="robots" content="noindex/)
      expect(html).not.toMatch(/Secret name|form_token/)
    }
    const { status, location, all } = await enter({ back: `${list}/${id}` })
    expect([status, location]).toEqual([303, `${list}/${id}`])
    expect(all.map((one) => /Path=([^;]+)/.exec(one)?.[1])).toContain('/organization')
    expect((await enter({ back: `${list}/new`, key: 'wrong' })).location).toBe(`${list}/new?problem=invalid_api_key`)
    expect(told((await get(`${list}?problem=invalid_api_key`, '')).html)).toBe(
      'This is neither a key of an organisation nor the admin key.',
    )
    for (const back of ['https://evil.example/', '//evil.example', '/checks', `${list}?x`, `${list}/../x`])
      expect((await enter({ back })).location).toBe('/operator/scoreboard')
  })

  it('changes nothing, from another site neither', async () => {
    const { id, name } = await add()
    const fields = new Map([
      ['form_token', await token()],
      ['name', 'Taken over'],
      ['do', 'save'],
    ])
    const other = await enter()
    for (const action of ['save', 'schedule', 'publish', 'delete']) {
      const at = `${list}/${id}/${action}`
      expect((await post(at, fields, { cookie: '' })).status).toBe(401)
      expect((await post(at, fields, { cookie: other.cookie })).status).toBe(403)
      expect((await post(at, [['do', 'published']])).status).toBe(403)
      expect((await post(at, fields, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    }
    expect(await stored(id)).toMatchObject({ name, published: false, schedule: null })
  })
})

describe('the list', () => {
  it('says of each workflow that is not counted why, for the organisation that was chosen alone', async () => {
    const plainly = async (query: string) => plain((await get(`${list}${query}`)).html)
    expect(await plainly('')).toContain('Choose an organisation')
    const shown = await plainly('?uncounted=acme')
    for (const words of [
      '1 of 1 workflow.',
      'nightly-<7>',
      'run-7',
      'NightlyRun',
      'It names no pipeline. Start it with',
    ])
      expect(shown).toContain(words)
    expect(await plainly('?uncounted=nobody')).not.toContain('nightly-<7>')
    expect((await get(`${list}?uncounted=acme`, '')).html).not.toContain('nightly')
    temporal.away = true
    expect(await plainly('?uncounted=acme')).toContain('Temporal does not respond, so nobody can say what it has.')
    temporal.away = false
    // The page of the organisation has them without being asked, and names Temporal where that is what does not respond.
    const own = async () => plain((await get('/organization?of=acme')).html)
    expect(await own()).toContain('nightly-<7>')
    temporal.silent = true
    expect(await own()).toContain('Temporal does not respond, so nobody can say what it has.')
    temporal.silent = false
  })

  it('has each pipeline with its organisation, wallet, schedule and last run, and no secret', async () => {
    const { id, path } = await add({ name: 'Listed <b>', published: true })
    await world.execute({ pipeline: path, status: 'failed' })
    await post(`${list}/${id}/schedule`, [
      ['form_token', await token()],
      ['mode', 'daily'],
      ['daily_at', '02:30'],
    ])
    await world.pipeline('broken', { published: false, definition: { version: 1 } })
    const { status, html } = await get(list)
    expect(status).toBe(200)
    const text = plain(html.replaceAll(/<[^>]*>/g, ' '))
    for (const words of [
      'Listed <b>',
      'acme',
      'public',
      'private',
      'daily at 02:30 UTC',
      'failed',
      'never',
      '2 places of its definition wrong',
    ])
      expect(text).toContain(words)
    expect(html).not.toContain(testAdminKey)
    expect(html).not.toContain(cookie.split('=')[1])
    expect((await get('/operator/scoreboard')).html).toContain(`href="${list}"`)
    const none = await fetch(`${world.service.baseUrl}/hub/pipelines/acme/none/revision`)
    expect([none.status, await none.json()]).toEqual([404, { error: 'pipeline_not_found' }])
  })
})

describe('a new pipeline', () => {
  it('is written as a form, step by step, and nothing typed is lost until it is right', async () => {
    const at = `${list}/new`
    const first = await get(at)
    const typed = { name: 'By form', description: 'two\nlines', wait_seconds: 'soon', wallet: 'acme/none' }
    const added = await submit(at, first.html, { ...typed, 'steps.0.session': '{"flow": ' }, 'add')
    expect(added.location).toMatch(/\?draft=[\w-]+#step-1$/)
    const campaign = await submit(at, added.html, { 'steps.1.kind': 'campaign' }, 'kind')
    expect(Object.fromEntries(fieldsOf(campaign.html))).toMatchObject({
      ...typed,
      'steps.0.session': '{"flow": ',
      'steps.1.id': 'step-2',
      'steps.1.kind': 'campaign',
      'steps.1.campaign': '',
    })
    const wrong = await submit(at, campaign.html, {}, 'save')
    expect(told(wrong.html)).toMatch(/^Nothing was saved: the definition is wrong/)
    expect(marked(wrong.html)).toEqual(['wait_seconds', 'wallet', 'steps.0.session', 'steps.1.campaign'])
    expect(plain(wrong.html)).toContain('must be JSON: ')
    expect(Object.fromEntries(fieldsOf(wrong.html))).toMatchObject({ ...typed, 'steps.0.session': '{"flow": ' })
    const nearly = {
      wait_seconds: '90',
      'steps.0.session': '{"flow": "pre_authorized_code"}',
      'steps.1.campaign': 'smoke',
    }
    const unknown = await submit(at, wrong.html, nearly, 'save')
    expect(marked(unknown.html)).toEqual(['wallet'])
    const saved = await submit(at, unknown.html, { wallet: '' }, 'save')
    expect(saved.address).toMatch(/\/organization\/pipelines\/\w{15}\?done=added$/)
    expect(told(saved.html)).toMatch(/^The pipeline has been added/)
    const [id = ''] = /\w{15}/.exec(saved.address.slice(list.length)) ?? []
    expect(await stored(id)).toMatchObject({
      path: 'acme/by-form',
      description: 'two\nlines',
      published: false,
      definition: {
        version: 1,
        runner: 'built_in_wallet',
        wait_seconds: 90,
        steps: [
          { id: 'issue', kind: 'issuance', session: { flow: 'pre_authorized_code' } },
          { id: 'step-2', kind: 'campaign', campaign: 'smoke' },
        ],
      },
    })
  })

  it('is not saved with a value of the service in it, and each field that holds one is marked', async () => {
    const value = await (await createHandWallet(world.service)).freshNonce()
    const at = `${list}/new`
    const wrong = await submit(at, (await get(at)).html, { name: `Run ${value}` }, 'save')
    expect(marked(wrong.html)).toEqual(['name'])
    expect(plain(wrong.html)).toContain('must hold no value that this service made and still takes')
    const inside = await submit(at, wrong.html, { name: 'Run', 'steps.0.session': `{"note": "${value}"}` }, 'save')
    expect(plain(inside.html)).toContain('note: must hold no value that this service made and still takes')
  })

  it('is written as JSON, where each wrong place is listed by its path', async () => {
    const at = `${list}/new`
    const json = await submit(at, (await get(at)).html, { name: 'By JSON' }, 'json')
    expect(JSON.parse(fieldsOf(json.html).get('json') ?? '')).toMatchObject({ version: 1, steps: [{ id: 'issue' }] })
    const broken = await submit(at, json.html, { json: '{"version": 1,' }, 'form')
    expect([fieldsOf(broken.html).get('json'), plain(broken.html)]).toEqual([
      '{"version": 1,',
      expect.stringContaining('must be JSON: '),
    ])
    const empty = await submit(at, broken.html, { json: '' }, 'form')
    expect(plain(empty.html)).toContain('is empty')
    expect(plain(empty.html)).not.toContain('must be JSON')
    const wrong = JSON.stringify({ ...definition, runner: 'robot', steps: [{ id: 'A', kind: 'custom' }] })
    const listed = await submit(at, broken.html, { json: wrong }, 'save')
    for (const path of ['runner', 'steps.0.id', 'steps.0.custom_check']) expect(listed.html).toContain(`>${path}<`)
    expect(fieldsOf(listed.html).get('json')).toBe(wrong)
    const saved = await submit(at, listed.html, { json: JSON.stringify(definition) }, 'save')
    expect(told(saved.html)).toMatch(/^The pipeline has been added/)
    const again = await submit(at, (await get(at)).html, { name: 'by json', json: '' }, 'save')
    expect(told(again.html)).toContain('has a pipeline with this path')
    expect(marked(again.html)).toEqual(['canonified_name'])
  })

  it('is made without a definition where another worker runs it, whatever its steps hold', async () => {
    const at = `${list}/new`
    const { html } = await get(at)
    expect(fieldsOf(html).get('runs')).toBe('here')
    const typed = { name: 'Elsewhere', runs: 'elsewhere', 'steps.0.session': '{"flow": ' }
    const added = await submit(at, html, typed, 'add')
    expect(fieldsOf(added.html).get('runs')).toBe('elsewhere')
    const json = await submit(at, added.html, {}, 'json')
    expect(fieldsOf(json.html).get('runs')).toBe('elsewhere')
    const saved = await submit(at, added.html, {}, 'save')
    expect(told(saved.html)).toMatch(/^The pipeline has been added/)
    expect(fieldsOf(saved.html).get('runs')).toBe('elsewhere')
    const id = /pipelines\/(\w+)/.exec(saved.address)?.[1] ?? ''
    expect(await stored(id)).toMatchObject({ name: 'Elsewhere', definition: null })
    const renamed = await submit(`${list}/${id}`, saved.html, { name: 'Still elsewhere' }, 'save')
    expect(await stored(id)).toMatchObject({ name: 'Still elsewhere', definition: null })
    await submit(`${list}/${id}`, renamed.html, { runs: 'here' }, 'save')
    expect(await stored(id)).toMatchObject({ definition: { version: 1, steps: [{ id: 'issue' }] } })
    // Its definition is not lost by a choice.
    expect(fieldsOf((await get(`${list}/${id}`)).html).has('runs')).toBe(false)
  })
})

describe('a pipeline', () => {
  it('is refused with a private key where none belongs, and comes back without it', async () => {
    const at = `${list}/new`
    const pem = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const json = await submit(at, (await get(at)).html, { name: 'With a key' }, 'json')
    const steps = [{ ...definition.steps[0], session: { flow: 'pre_authorized_code', run_name: pem } }]
    const typed = { json: JSON.stringify({ ...definition, steps }), description: `for ${pem}` }
    const refused = await submit(at, json.html, typed, 'save')
    const fields = fieldsOf(refused.html)
    expect(fields.get('name')).toBe('With a key')
    expect(fields.get('description')).toMatch(/^for \[private key, not kept\]/)
    const session = { flow: 'pre_authorized_code', run_name: '[private key, not kept]' }
    expect(JSON.parse(fields.get('json') ?? '')).toMatchObject({ steps: [{ id: 'issue', session }] })
    expect(plain(refused.html)).not.toContain(pem.split('\n')[1])
    const asForm = await submit(at, json.html, typed, 'form')
    expect(plain(asForm.html)).not.toContain(pem.split('\n')[1])
    // With a session that is over, and with an earlier one.
    for (const [as, status] of [
      ['', 401],
      [(await enter()).cookie, 403],
    ] as const) {
      const late = await post(`${at}/save`, [...new Map([...fieldsOf(json.html), ...Object.entries(typed)])], {
        cookie: as,
      })
      expect(late.status).toBe(status)
      expect(late.text).toContain('With a key')
      expect(late.text).toContain('for [private key, not kept]')
      expect(plain(late.text)).not.toContain(pem.split('\n')[1])
    }
  })

  it('takes a private key in its place from this machine, and over plain http from no other', async () => {
    const { chain, privateKey } = await makeOwnCertificate()
    const access_certificate = { chain, private_key: privateKey }
    const session = { trust_framework: 'eu', access_certificate }
    const sealed = { version: 1, runner: 'built_in_wallet', steps: [{ id: 'a', kind: 'presentation', session }] }
    const at = `${list}/new`
    const json = await submit(at, (await get(at)).html, {}, 'json')
    const typed = { name: 'With a certificate', json: JSON.stringify(sealed) }
    const saved = await submit(at, json.html, typed, 'save')
    expect(told(saved.html)).toMatch(/^The pipeline has been added/)
    expect(plain(saved.html)).not.toContain(privateKey.split('\n')[1])
    const refused = await get(`${saved.address.split('?')[0]}?problem=insecure_transport`)
    expect(told(refused.html)).toMatch(/taken over https, or from the machine that the service runs on/)
  })

  it('keeps what the form does not know, in each way of writing it', async () => {
    const { id } = await add()
    const at = `${list}/${id}`
    const renamed = await submit(at, (await get(at)).html, { name: 'Renamed', timeout_seconds: '600' }, 'save')
    expect(told(renamed.html)).toBe('Saved.')
    expect(await stored(id)).toMatchObject({ name: 'Renamed', definition: { ...definition, timeout_seconds: 600 } })
    const json = await submit(at, renamed.html, {}, 'json')
    const form = await submit(at, json.html, {}, 'form')
    await submit(at, form.html, { timeout_seconds: '' }, 'save')
    expect(JSON.stringify((await stored(id)).definition)).toBe(JSON.stringify(definition))
  })

  it('of before that has members that no definition has is told where they are, and saved without them', async () => {
    const { id } = await add()
    const [step] = definition.steps
    const before = { ...definition, runners: 'any', steps: [{ ...step, requires: 'none' }] }
    await world.client.sdk.collection('pipelines').update(id, { definition: before })
    const at = `${list}/${id}`
    const renamed = await submit(at, (await get(at)).html, { name: 'Renamed again' }, 'save')
    expect(told(renamed.html)).toBe('Saved.')
    const refused = await submit(at, renamed.html, { timeout_seconds: '600' }, 'save')
    expect(told(refused.html)).toMatch(/^Nothing was saved: the definition is wrong/)
    for (const path of ['runners', 'steps.0.requires']) expect(refused.html).toContain(`>${path}<`)
    const json = await submit(at, refused.html, {}, 'json')
    expect(JSON.parse(fieldsOf(json.html).get('json') ?? '')).toEqual({ ...before, timeout_seconds: 600 })
    const saved = await submit(at, json.html, { json: JSON.stringify(definition) }, 'save')
    expect(told(saved.html)).toBe('Saved.')
    expect((await stored(id)).definition).toEqual(definition)
  })

  it('is not written over what somebody else has written meanwhile, unless one has seen it', async () => {
    const { id } = await add()
    const at = `${list}/${id}`
    const { html } = await get(at)
    await world.client.sdk.collection('pipelines').update(id, { description: 'theirs' })
    const refused = await submit(at, html, { name: 'Mine' }, 'save')
    expect(told(refused.html)).toContain('somebody else has changed the pipeline')
    expect(fieldsOf(refused.html).get('name')).toBe('Mine')
    expect((await stored(id)).description).toBe('theirs')
    expect(refused.html).toContain(`href="${at}"`)
    // Nor on a reload after somebody else's change.
    await world.client.sdk.collection('pipelines').update(id, { description: 'theirs again' })
    const again = await submit(at, (await get(refused.address)).html, {}, 'save')
    expect(told(again.html)).toContain('somebody else has changed the pipeline')
    expect((await stored(id)).description).toBe('theirs again')
    await submit(at, again.html, {}, 'save')
    expect(await stored(id)).toMatchObject({ name: 'Mine', description: '' })
  })

  it('that is published while one types can be withdrawn, and what was typed saved or discarded', async () => {
    const { id } = await add()
    const at = `${list}/${id}`
    const { html } = await get(at)
    const body = JSON.stringify({ published: true })
    const init = { method: 'PUT', body, headers: { 'content-type': 'application/json' } }
    expect((await world.call(`/api/pipelines/${id}`, init)).status).toBe(200)
    const refused = await submit(at, html, { wait_seconds: '90' }, 'save')
    expect(fieldsOf(refused.html).get('wait_seconds')).toBe('90')
    expect(refused.html).toMatch(/<fieldset[^>]*disabled/)
    expect(refused.html).toContain('Discard what was typed')
    expect(refused.html).toContain('This is what was typed, and it is not saved')
    expect(refused.html).not.toContain('Save or discard what was typed')
    const [, panel = ''] = /<form[^>]*\/publish"[^>]*>([\s\S]*?)<\/form>/.exec(refused.html) ?? []
    const hidden = [...panel.matchAll(/<input[^>]*>/g)].map(
      ([tag]) => [attribute(tag, 'name') ?? '', attribute(tag, 'value') ?? ''] as const,
    )
    const { location } = await post(`${at}/publish`, [...hidden, ['do', 'unpublished']])
    const mine = await get(location.split('#')[0] ?? '')
    expect(told(mine.html)).toBe('The pipeline is private.')
    expect(fieldsOf(mine.html).get('wait_seconds')).toBe('90')
    const late = await submit(at, mine.html, {}, 'save')
    await submit(at, late.html, {}, 'save')
    expect(await stored(id)).toMatchObject({ published: false, definition: { wait_seconds: 90 } })
  })

  it('is published and withdrawn, is only shown meanwhile, and may show its evidence', async () => {
    const { id } = await add()
    const at = `${list}/${id}`
    const press = async (button: string) => {
      const { html } = await get(at)
      const revision = fieldsOf(html).get('revision') ?? ''
      const { location } = await post(`${at}/publish`, [
        ['form_token', await token()],
        ['revision', revision],
        ['do', button],
      ])
      return get(location.split('#')[0] ?? '')
    }
    const published = await press('published')
    expect(told(published.html)).toBe('The pipeline is public.')
    expect(published.html).toMatch(/<fieldset[^>]*disabled/)
    expect(published.html).not.toContain('Add a step')
    expect((await get(`/organization/pipelines/${id}?view=json`)).html).toContain('Show as a form')
    // Whoever still has the form open is told so.
    const before = published.html.replace('disabled=""', '').replace('name="only"', 'name="other"')
    const late = await submit(at, before, { wait_seconds: '90' }, 'save')
    expect(told(late.html)).toContain('until you unpublish it')
    // Its words are no part of what its results came from.
    const nameless = await submit(at, published.html, { name: ' ', description: 'Mended' }, 'save')
    expect(marked(nameless.html)).toEqual(['name'])
    expect(Object.fromEntries(fieldsOf(nameless.html))).toMatchObject({ description: 'Mended', only: 'words' })
    const renamed = await submit(at, nameless.html, { name: 'Renamed', wait_seconds: '90' }, 'save')
    expect(told(renamed.html)).toBe('Saved.')
    expect(await stored(id)).toMatchObject({
      ...{ name: 'Renamed', description: 'Mended', published: true },
      definition,
    })
    await press('evidence_shown')
    expect(await stored(id)).toMatchObject({ published: true, evidence_public: true })
    const hidden = await press('evidence_hidden')
    // What takes effect at once is asked for twice: the button is inside what its name opens.
    const asked = /<details[^>]*><summary[^>]*aria-label="Unpublish this pipeline…".*?<\/details>/s.exec(
      hidden.html,
    )?.[0]
    expect(asked).toContain('value="unpublished"')
    expect(asked).toContain('are gone for visitors at once')
    expect(hidden.html.split('value="unpublished"')).toHaveLength(2)
    expect(told((await press('unpublished')).html)).toBe('The pipeline is private.')
    expect(await stored(id)).toMatchObject({ published: false, evidence_public: false })
  })

  it('runs on a schedule, whose form comes back as it was typed where it is refused', async () => {
    const { id } = await add()
    const at = `${list}/${id}`
    const send = async (fields: Record<string, string>) => {
      const { location } = await post(`${at}/schedule`, [['form_token', await token()], ...Object.entries(fields)])
      return get(location.split('#')[0] ?? '')
    }
    const wrong = await send({ mode: 'daily', daily_at: '25:00', every_seconds: '7' })
    expect(told(wrong.html)).toMatch(/^Nothing was saved/)
    expect(marked(wrong.html)).toEqual(['daily_at'])
    expect(wrong.html).toMatch(/name="every_seconds"[^>]*value="7"/)
    expect((await send({ mode: 'every', every_seconds: 'soon' })).html).toContain('value="soon"')
    const long = await send({ mode: 'every', every_seconds: '99999999999' })
    expect(marked(long.html)).toEqual(['every_seconds'])
    expect(plain(long.html)).toMatch(/must be at most 2,?592,?000/)
    const right = await send({ mode: 'every', every_seconds: '3600' })
    expect(plain(right.html.replaceAll(/<[^>]*>/g, ''))).toMatch(/It runs every hour\. ?Next run: in \d/)
    await send({ mode: 'daily', daily_at: '02:30', paused: 'on' })
    expect((await stored(id)).schedule).toMatchObject({ daily_at: '02:30', every_seconds: null, paused: true })
    temporal.away = true
    expect(told((await send({ mode: 'every', every_seconds: '900' })).html)).toMatch(/^Temporal is not responding/)
    temporal.away = false
    expect(told((await send({ do: 'end' })).html)).toBe('The schedule has been removed.')
    expect((await stored(id)).schedule).toBeNull()
  })

  it('is offered no schedule without a definition, which it could not run by', async () => {
    const { id } = await add({ definition: null })
    const { html } = await get(`${list}/${id}`)
    expect(html).toContain('It has no definition')
    expect(html).not.toMatch(/id="schedule"|every_seconds/)
  })

  it('is deleted if it never ran, and otherwise not', async () => {
    const remove = async (id: string) => {
      const { html } = await get(`${list}/${id}`)
      const revision = fieldsOf(html).get('revision') ?? ''
      const { location } = await post(`${list}/${id}/delete`, [
        ['form_token', await token()],
        ['revision', revision],
      ])
      return { offered: html.includes('Delete this pipeline'), ...(await get(location.split('#')[0] ?? '')) }
    }
    const never = await add()
    const gone = await remove(never.id)
    expect([gone.offered, told(gone.html)]).toEqual([true, 'The pipeline has been deleted.'])
    const { status, html } = await get(`${list}/${never.id}`)
    expect([status, html.includes('This pipeline does not exist')]).toEqual([404, true])
    const ran = await add()
    await world.execute({ pipeline: ran.path })
    const kept = await remove(ran.id)
    expect([kept.offered, told(kept.html)]).toEqual([false, expect.stringMatching(/^The pipeline has run/)])
  })

  it('may be as long as the interface takes it, and no longer', async () => {
    const { id } = await add()
    const at = `${list}/${id}`
    const [step] = definition.steps
    const session = { ...step?.session, note: 'ü'.repeat(30_000) }
    const long = { ...definition, steps: ['a', 'b', 'c', 'd'].map((name) => ({ ...step, session, id: name })) }
    const json = await submit(at, (await get(at)).html, {}, 'json')
    const saved = await submit(at, json.html, { json: JSON.stringify(long) }, 'save')
    expect(told(saved.html)).toBe('Saved.')
    const again = await submit(at, saved.html, { wait_seconds: '60' }, 'save')
    expect(told(again.html)).toBe('Saved.')
    expect((await stored(id)).definition).toEqual({ ...long, wait_seconds: 60 })
    expect((await post(`${at}/save`, [['json', 'x'.repeat(1024 * 1024)]])).status).toBe(413)
    expect((await post('/operator/scoreboard/start', [['json', 'x'.repeat(64 * 1024)]])).status).toBe(413)
  })
})

describe('what was typed', () => {
  it('is shown to its session alone, and said to be gone where it is', async () => {
    const at = `${list}/new`
    const { address } = await submit(at, (await get(at)).html, { name: 'Only mine' }, 'add')
    expect((await get(address)).html).toContain('Only mine')
    const other = await enter()
    const { html } = await get(address, other.cookie)
    expect(html).not.toContain('Only mine')
    expect(html).toContain('no longer kept')
  })
})

describe('organisations and what they own', () => {
  const at = '/organization/entities'
  const of = (organization: string, kind: string) => `${at}?organization=${organization}&kind=${kind}`
  /** Submits a form of the page; returns the page that follows. */
  const sent = async (form: string, fields: Record<string, string>) => {
    const { status, location } = await post(`${at}/${form}`, Object.entries({ form_token: await token(), ...fields }))
    expect(status).toBe(303)
    return { location, ...(await get(location.split('#')[0] ?? '')) }
  }

  it('are shown to who has entered the admin key alone, and written by its own forms', async () => {
    await world.create('wallets', {
      name: 'Not for strangers',
      canonified_name: 'hidden',
      owner: world.organization.id,
    })
    expect((await get(of('acme', 'wallets'))).html).toContain('Not for strangers')
    const stranger = await get(of('acme', 'wallets'), '')
    expect(stranger.html).toContain('Key of your organisation')
    expect(stranger.html).not.toContain('Not for strangers')
    const { status } = await post(`${at}/organization`, [['name', 'Without a token']])
    expect(status).toBe(403)
    const anonymous = await fetch(`${world.service.baseUrl}${at}/save`, {
      method: 'POST',
      body: new URLSearchParams({ organization: 'acme', kind: 'wallets', name: 'x' }),
    })
    expect(anonymous.status).toBe(401)
  })

  it('are made, changed, published, withdrawn and deleted', async () => {
    const made = await sent('organization', { name: 'Höhle Wallets', canonified_name: '', website: '' })
    expect(made.html).toContain('The organisation has been added.')
    const organization = 'hohle-wallets'
    expect((await get(at)).html).toContain(organization)
    const target = { organization, kind: 'wallets', id: '', revision: '' }
    const added = await sent('save', { ...target, name: 'Lichen', home_url: 'https://lichen.example' })
    expect(added.html).toContain('Saved.')
    expect(added.html).toContain(`${organization}/lichen`)
    const { entities } = await (await world.call(`/api/organizations/${organization}/wallets`)).json()
    const [{ id }] = entities
    const shown = await get(`${of(organization, 'wallets')}&edit=${id}`)
    expect(shown.html).toContain('value="https://lichen.example"')
    // The form is below the list.
    expect(shown.html).toContain(`edit=${id}#record"`)
    expect(shown.html).toContain('id="record"')
    const one = { organization, kind: 'wallets', id }
    const visible = async () =>
      (await (await world.call(`/api/organizations/${organization}/wallets/${id}`)).json()).published
    expect((await sent('publish', { ...one, published: 'true' })).html).toContain('Everybody can see it now.')
    expect(await visible()).toBe(true)
    expect((await sent('publish', { ...one, published: 'false' })).html).toContain('Only its organisation')
    expect(await visible()).toBe(false)
    // A form made before that change was made changes nothing.
    const stale = await sent('save', { ...one, revision: 'another', name: 'Late' })
    expect(stale.html).toContain('somebody else has changed the record')
    expect((await sent('delete', one)).html).toContain('It has been deleted.')
  })

  it('come back as they were typed, with what is wrong beside each field', async () => {
    const wrong = await sent('save', {
      ...{ organization: 'acme', kind: 'wallets', id: '', revision: '' },
      ...{ name: 'Typed <b>', home_url: 'javascript:alert(1)' },
    })
    expect(marked(wrong.html)).toEqual(['home_url'])
    expect(wrong.html).toContain('value="Typed &lt;b&gt;"')
    expect((await get(wrong.location.split('#')[0] ?? '', (await enter()).cookie)).html).not.toContain('Typed')
    const taken = await sent('organization', { name: 'Acme', canonified_name: '', website: '' })
    expect(marked(taken.html)).toEqual(['canonified_name'])
  })

  it('are offered where a definition names them', async () => {
    await sent('save', {
      ...{ organization: 'acme', kind: 'wallets', id: '', revision: '' },
      name: 'Offered wallet',
    })
    const { html } = await get(`${list}/new`)
    expect(html).toContain('<option value="acme/offered-wallet">Offered wallet (acme/offered-wallet)</option>')
  })
})
