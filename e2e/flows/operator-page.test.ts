import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TemporalScheduler } from '@/lib/adapters/temporal/scheduler'
import { installContainer } from '@/lib/server/container'
import { absentScoreboard } from '@/lib/server/wiring/absent-scoreboard'
import { openBuiltPages } from '@/lib/testing/built-pages'
import { openScoreboardWorld, rowOf, type ScoreboardWorld, testAdminKey } from '@/lib/testing/scoreboard'

/** The operator's page, as a browser without JavaScript uses it. */
const page = '/operator/scoreboard'
const schedules = new Map<string, number>()
let started = 0
const scheduler: TemporalScheduler = {
  startOnce: async () => {
    started += 1
    return { workflowId: 'aggregate-scoreboard', runId: `run-${started}`, alreadyRunning: false }
  },
  startEvery: async (seconds) => {
    schedules.set(`every-${seconds}`, seconds)
    return { scheduleId: `every-${seconds}`, created: true, nextRunAt: null }
  },
  list: async () =>
    [...schedules].map(([scheduleId, everySeconds]) => ({ scheduleId, everySeconds, nextRunAt: null, paused: false })),
  cancel: async (id) => schedules.delete(id),
  workflows: async () => ({ workflows: [], hasMore: false }),
  parts: async () => ({ temporal: true, worker: true }),
  pipelines: absentScoreboard.runner,
  close: async () => undefined,
}

let pages: Awaited<ReturnType<typeof openBuiltPages>>
let world: ScoreboardWorld
beforeAll(async () => {
  pages = await openBuiltPages()
  world = await openScoreboardWorld({ pages: pages.pages, scheduler })
  installContainer(world.service.container)
}, 600_000)
afterAll(async () => {
  await world.close()
})

const get = async (cookie = '', address = page) => {
  const response = await fetch(world.service.baseUrl + address, { headers: { accept: 'text/html', cookie } })
  return { status: response.status, html: (await response.text()).replaceAll('<!-- -->', '') }
}
const post = async (action: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const body = new URLSearchParams(fields)
  const init = { method: 'POST', body, headers, redirect: 'manual' } as const
  const response = await fetch(`${world.service.baseUrl}${page}/${action}`, init)
  return { status: response.status, text: await response.text(), headers: response.headers }
}
/** Posts a form and expects a refusal. */
const refused = async (action: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const answer = await post(action, fields, headers)
  const address = answer.headers.get('location') ?? ''
  expect([answer.status, answer.headers.get('set-cookie'), address]).toEqual([303, null, expect.stringContaining(page)])
  const { html } = await get(headers.cookie, address)
  const [, told = ''] = /role="alert"[^>]*>([\s\S]*?)<\/div><\/div>/.exec(html) ?? []
  return told.replaceAll(/<[^>]*>/g, '')
}
/** Enters the key; returns the browser's cookie and the fields of the forms. */
const enter = async () => {
  const { status, headers } = await post('enter', { key: testAdminKey })
  expect([status, headers.get('location')]).toEqual([303, page])
  const [set = '', ...elsewhere] = headers.getSetCookie()
  // Also for the pages of pipelines, but for no address that a wallet requests.
  expect(elsewhere).toEqual(['/hub', '/organization'].map((place) => set.replace('Path=/operator', `Path=${place}`)))
  const cookie = set.split(';')[0] ?? ''
  const [, token = ''] = /name="form_token" value="([\w-]+)"/.exec((await get(cookie)).html) ?? []
  expect(token).toMatch(/^[\w-]{43}$/)
  return { set, cookie, token }
}

describe("the operator's page", () => {
  it('asks for the key, and shows nothing before', async () => {
    const { status, html } = await get()
    expect(status).toBe(200)
    expect(html).toContain('type="password"')
    expect(html).not.toContain('Aggregate now')
  })

  it('exchanges the key for a session that no script reads and no other site can use', async () => {
    const { set, cookie } = await enter()
    expect(set).toMatch(
      /^wallet-capture-operator=[\w-]{43}; Path=\/operator; Max-Age=28800; HttpOnly; SameSite=Strict$/,
    )
    expect(set).not.toContain(testAdminKey)
    const { html } = await get(cookie)
    expect(html).toContain('Aggregate now')
    expect(html).not.toContain(testAdminKey)
    expect(html).not.toContain(cookie.split('=')[1])
    for (const wrong of ['wallet-capture-operator=', 'wallet-capture-operator=x', `x${cookie}`])
      expect((await get(wrong)).html).not.toContain('Aggregate now')
  })

  it('ends by itself, and when the operator leaves', async () => {
    const { cookie, token } = await enter()
    const { status, headers } = await post('leave', { form_token: token }, { cookie })
    expect([status, headers.get('set-cookie')]).toEqual([303, expect.stringContaining('Max-Age=0')])
    expect((await get(cookie)).html).not.toContain('Aggregate now')
    const earlier = await enter()
    // Entering again starts another session and ends the one before.
    const again = await post('enter', { key: testAdminKey }, { cookie: earlier.cookie })
    expect(again.headers.get('set-cookie')).not.toContain(earlier.cookie)
    expect((await get(earlier.cookie)).html).not.toContain('Aggregate now')
    const later = await enter()
    world.service.advance(8 * 60 * 60 + 1)
    expect((await get(later.cookie)).html).not.toContain('Aggregate now')
  })

  it('starts, schedules and cancels', async () => {
    const { cookie, token } = await enter()
    const form = { form_token: token }
    const before = started
    expect((await post('start', form, { cookie })).status).toBe(303)
    expect(started).toBe(before + 1)
    expect((await post('start', { ...form, schedule: '300' }, { cookie })).status).toBe(303)
    expect((await get(cookie)).html).toContain('every 300 s')
    expect(await refused('start', { ...form, schedule: 'soon' }, { cookie })).toMatch(
      /^Choose a whole number of seconds/,
    )
    expect((await post('cancel', { ...form, schedule_id: 'every-300' }, { cookie })).status).toBe(303)
    expect((await get(cookie)).html).toContain('No schedules.')
    expect(await refused('cancel', { ...form, schedule_id: 'every-300' }, { cookie })).toMatch(/cancelled already/)
  })

  it('takes no form of another site, of another session, or of nobody', async () => {
    const { cookie, token } = await enter()
    const other = await enter()
    const before = started
    const tries = [
      await post('start', { form_token: token }, { cookie, 'sec-fetch-site': 'cross-site' }),
      await post('start', {}, { cookie }),
      await post('start', { form_token: 'x' }, { cookie }),
      await post('start', { form_token: other.token }, { cookie }),
      await post('enter', { key: testAdminKey }, { 'sec-fetch-site': 'cross-site' }),
    ]
    expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect(await refused('start', { form_token: token })).toBe('Your session has ended. Enter the admin key again.')
    expect(started).toBe(before)
  })

  it('reports what the latest aggregations came to, names that match nothing included', async () => {
    const { id } = await world.pipeline('told')
    const last_execution = { wallet_used: ['acme/unheard-of'] }
    const rows = [rowOf(id, { last_execution }), rowOf('nobody000000000')]
    await world.save({ aggregated_pipelines: rows, failed_namespaces: ['borealia'] })
    const { html } = await get((await enter()).cookie)
    for (const words of ['partially committed', '1 row', 'borealia', 'acme/unheard-of', 'nobody000000000'])
      expect(html).toContain(words)
  })

  it('decides after how long results count as old: three times the shortest interval', async () => {
    const told = async () => {
      const html = await (await fetch(`${world.service.baseUrl}/scoreboard`)).text()
      return Number(/staleMillis[^\d]+(\d+)/.exec(html)?.[1])
    }
    const day = 24 * 60 * 60 * 1000
    expect(await told()).toBe(day)
    for (const seconds of [300, 3600, 86_400]) schedules.set(`every-${seconds}`, seconds)
    // A page does not wait for the answer, and asks once a minute.
    world.service.advance(61)
    await expect.poll(told).toBe(900_000)
    schedules.clear()
    world.service.advance(61)
    await expect.poll(told).toBe(day)
  })

  it('counts wrong keys together with those at the interface', async () => {
    const { cookie, token } = await enter()
    const told = new Set<string>()
    for (let tries = 0; tries < 22; tries++) told.add(await refused('enter', { key: 'wrong' }))
    expect([...told]).toEqual(['This is not the admin key.', expect.stringMatching(/^Too many wrong keys/)])
    expect(await refused('enter', { key: '' })).toBe('Enter the admin key.')
    // A signed-in operator can go on, and the right key is still accepted.
    const before = started
    expect((await post('start', { form_token: token }, { cookie })).headers.get('location')).toBe(page)
    expect(started).toBe(before + 1)
    await enter()
    expect(await refused('enter', { key: 'wrong' })).toMatch(/^Too many wrong keys/)
    world.service.advance(61)
    await enter()
  })
})
