import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemsMax } from '@/lib/core/ground/http/problem-words'
import type { Json } from '@/lib/core/ground/values/json'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'

let service: TestService
let http: HttpClient
beforeAll(async () => {
  service = await startService()
  http = createHttpClient(service.baseUrl)
})
afterAll(async () => {
  http.close()
  await service.close()
})

const create = (body: object) =>
  http({
    method: 'POST',
    path: '/openid4vp/sessions',
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify(body),
  })

/** One entry of transaction data that names so many credential queries which there are none of. */
const naming = (ids: number): Json => [
  Buffer.from(JSON.stringify({ type: 'a', credential_ids: Array.from({ length: ids }, () => 'x') })).toString(
    'base64url',
  ),
]

describe('a presentation request with as many mistakes as fit', () => {
  const many = 9900
  const body = { transaction_data: naming(many), presentation_request: { nonce: 'short' } }

  it('is sent, lists the bounded number of problems and says how many there are', async () => {
    const sent = JSON.stringify(body).length
    const answer = await create(body)
    expect(answer.status, answer.body.slice(0, 300)).toBe(201)
    const base = `/openid4vp/sessions/${String(answer.object().session_id)}`
    const whole = await http({ path: base })
    const { request_problems, events, request_conformant } = whole.json() as PresentationSessionView
    expect(request_problems).toHaveLength(problemsMax + 1)
    expect(request_problems.at(0)).toMatchObject({ code: 'weak_value' })
    expect(request_problems.at(-1)).toMatchObject({
      code: 'problems_left_out',
      severity: 'note',
      message: '500 of 9,901 problems are listed, the most of one request.',
    })
    expect(request_conformant).toBe(false)
    expect(events.find(({ type }) => type === 'vp_session_created')?.detail).toMatchObject({
      request_problems: many + 1,
    })
    // Besides the request itself, and the problems that are listed.
    expect(whole.body.length).toBeLessThan(sent + 400_000)
    for (const format of ['json', 'junit', 'md', 'html', 'har'])
      expect((await http({ path: `${base}/report?format=${format}` })).body.length).toBeLessThan(sent + 400_000)
    expect((await http({ path: `${base}/events` })).body.length).toBeLessThan(10_000)
    const stored = service.container.ports.store
    const session = await stored.session(String(answer.object().session_id) as never)
    expect(JSON.stringify(session).length).toBeLessThan(sent + 400_000)
  })

  it('is refused by a strict tester with the bounded number, and what is beyond is counted', async () => {
    const answer = await create({ ...body, allow_nonconforming_request: false })
    const { error, errors } = answer.object() as { error: string; errors: { code: string; message: string }[] }
    expect([answer.status, error]).toEqual([400, 'invalid_transaction_data'])
    // A note refuses nothing, so it is not among them.
    expect(errors).toHaveLength(problemsMax)
    expect(errors.at(-1)).toMatchObject({
      code: 'problems_left_out',
      message: '499 of 9,900 problems are listed, the most of one request.',
    })
    expect(answer.body.length).toBeLessThan(300_000)
  })

  it('repeats no long name that was sent', async () => {
    const name = 'n'.repeat(30_000)
    const answer = await create({ dcql_query: { [name]: 1, credentials: [] }, [name]: 2 })
    const view = (await http({ path: `/openid4vp/sessions/${String(answer.object().session_id)}` })).json()
    const { request_problems, events } = view as PresentationSessionView
    expect(JSON.stringify([request_problems, events]).length).toBeLessThan(5000)
  })
})

describe('scopes', () => {
  it('beyond their bound are refused by its number, and are not split', async () => {
    for (const scopes of ['a '.repeat(4097).trim(), Array.from({ length: 5000 }, (_, index) => `s${index}`)]) {
      const answer = await create({ scopes })
      expect([answer.status, answer.object().error]).toEqual([400, 'invalid_scope'])
      expect(answer.object().error_description).toContain('8192 characters')
    }
    const inner = await create({ presentation_request: { scope: 'a'.repeat(8193) } })
    const view = await http({ path: `/openid4vp/sessions/${String(inner.object().session_id)}` })
    expect((view.json() as PresentationSessionView).request_problems).toMatchObject([{ code: 'invalid_scope' }])
    expect((await create({ scopes: 'a'.repeat(8192) })).status).toBe(201)
  })
})
