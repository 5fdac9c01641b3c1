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
vi.mock('@/lib/server/wiring/container', () => ({
  container: () => ({
    queries: { run: () => frozen() },
    ports: { now: () => 0, scoreboard: { pipelines: { writtenOne: () => frozen() } } },
    operatorSessions: { find: () => (signedIn ? session : null) },
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
