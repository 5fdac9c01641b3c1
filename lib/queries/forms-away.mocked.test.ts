import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { POST as cancel } from '@/app/(site)/hub/pipelines/[organization]/[slug]/cancel/route'
import { POST as remove } from '@/app/(site)/organization/pipelines/[id]/delete/route'
import { POST as publish } from '@/app/(site)/organization/pipelines/[id]/publish/route'
import { POST as save } from '@/app/(site)/organization/pipelines/[id]/save/route'
import { POST as schedule } from '@/app/(site)/organization/pipelines/[id]/schedule/route'
import { POST as add } from '@/app/(site)/organization/pipelines/new/save/route'
import { createOperatorDrafts } from '@/lib/server/guard/operator-drafts'

/** Storage that takes connections and never answers. */
const frozen = (): Promise<never> => new Promise(() => undefined)
const session = { formToken: 'token' }
const drafts = createOperatorDrafts()
/** Whether somebody is signed in; a test sets it. */
let signedIn = true

vi.mock('server-only', () => ({}))
vi.mock('next/headers', () => ({ headers: () => Promise.resolve(new Headers()) }))
vi.mock('@/lib/server/http/router', () => ({ answerExchange: () => frozen() }))
vi.mock('@/lib/server/container', () => ({
  container: () => ({
    queries: { run: () => frozen() },
    ports: { now: () => 0, scoreboard: { pipelines: { writtenOne: () => frozen() } } },
    operatorSessions: { find: () => (signedIn ? session : null) },
    organizationSessions: { find: () => null },
    operatorDrafts: drafts,
    adminKeys: ['key'],
    protocolSettings: { baseUrl: 'http://localhost' },
  }),
}))

const id = 'abcdefghijklmno'
const posted = (fields: Readonly<Record<string, string>>): Request => {
  const body = new URLSearchParams({ form_token: 'token', ...fields })
  return new Request('http://localhost/', { method: 'POST', body })
}
const ofId = { params: Promise.resolve({ id }) }
const ofPath = { params: Promise.resolve({ organization: 'acme', slug: 'one' }) }
/** The answer after the patience of a page. */
const answerOf = async (asked: Promise<Response>): Promise<Response> => {
  await vi.advanceTimersByTimeAsync(5000)
  return asked
}

beforeEach(() => {
  vi.useFakeTimers()
  signedIn = true
})
afterEach(() => void vi.useRealTimers())

describe('a form while storage does not respond', () => {
  it.each([
    ['publish', () => publish(posted({ do: 'published' }), ofId)],
    ['delete', () => remove(posted({}), ofId)],
    ['cancel', () => cancel(posted({ execution_id: id }), ofPath)],
  ])('is answered with 503 in five seconds: %s', async (_name, send) => {
    const { status, headers } = await answerOf(send())
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
  })

  it.each([
    ['save', id, () => save(posted({ name: 'Typed' }), ofId)],
    ['add', 'new', () => add(posted({ name: 'Typed' }))],
    ['schedule', `schedule of ${id}`, () => schedule(posted({ mode: 'daily', daily_at: '02:30' }), ofId)],
  ])('comes back in five seconds as it was typed: %s', async (_name, subject, send) => {
    const answer = await answerOf(send())
    const draft = new URL(answer.headers.get('location') ?? '', 'http://localhost').searchParams.get('draft') ?? ''
    const kept = drafts.find(session, draft, subject)
    expect([answer.status, kept?.refusal]).toEqual([303, 'store_unavailable'])
    expect(kept?.fields.map(([, text]) => text)).toContain(subject.startsWith('schedule') ? '02:30' : 'Typed')
  })
})

describe('a form of a session that has ended', () => {
  const definition = '{"version": 1, "note": "<b>"}'
  const fields = { name: 'Typed', description: 'two\nlines', view: 'json', json: definition }

  it.each([
    ['no session', 401, 'token'],
    ['another session', 403, 'other'],
  ])('gives back what was typed, as plain text: %s', async (_name, status, token) => {
    signedIn = status === 403
    const answer = await save(posted({ ...fields, form_token: token }), ofId)
    const text = await answer.text()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/plain; charset=utf-8'])
    for (const typed of ['Typed', 'two\nlines', definition]) expect(text).toContain(typed)
    expect(text).not.toContain('Go back')
  })

  it('says nothing of another site, and takes no body that is not a form', async () => {
    signedIn = false
    const init = { method: 'POST', body: new URLSearchParams(fields), headers: { 'sec-fetch-site': 'cross-site' } }
    expect(await (await save(new Request('http://localhost/', init), ofId)).text()).not.toContain('Typed')
    const other = new Request('http://localhost/', { method: 'POST', body: 'Typed' })
    const refused = await save(other, ofId)
    expect([refused.status, await refused.text()]).toEqual([401, expect.not.stringContaining('Typed')])
  })
})
