import { expect, it } from 'vitest'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { verdictByCommand } from '@/lib/wallet/session-of-link'

/** What somebody tells of a wallet's screen is the result of a session of which no text says what a wallet does. */
const service = serviceForTests()
const { http } = service

interface View {
  readonly outcome: { readonly id: string; readonly detail: string; readonly success: boolean | null }
  readonly next_for_you: { readonly id: string; readonly do: string }
  readonly events: readonly { readonly type: string; readonly detail: JsonObject }[]
}

const inHeader = (path: string, value: JsonObject[string]) => ({ target: 'request_header', op: 'put', path, value })

it.each<[string, JsonObject]>([
  ['a crit that nobody knows', inHeader('/crit', ['unknown'])],
  ['the algorithm RS256', inHeader('/alg', 'RS256')],
  ['another client_id', { target: 'request_object', op: 'put', path: '/client_id', value: 'x509_hash:AAAA' }],
  ['no response mode', { target: 'request_object', op: 'put', path: '/response_mode', value: null }],
])('a stop at %s, told by driver or person, passes as an error of the wallet does', async (_, mutation) => {
  for (const [by, words] of [
    ['driver', 'the driver reported an error'],
    ['person', 'a person saw an error'],
  ] as const) {
    const { session_id, deeplink } = (
      await http(jsonPost('/openid4vp/sessions', { mutations: [mutation], expect: 'report' }))
    ).object()
    const path = `/openid4vp/sessions/${session_id}`
    await http({ path: `${path}/request` })
    expect((await http(jsonPost(`${path}/refusal`, { shown: 'error', by }))).status).toBe(200)
    const { outcome, next_for_you, events } = (await http({ path })).object() as unknown as View
    expect(outcome).toMatchObject({ id: 'passed', success: true, detail: `Request wrong on purpose: ${words}` })
    expect(next_for_you.id).toBe('test')
    expect(events.find(({ type }) => type === 'mutation_result')?.detail).toMatchObject({ did: 'stopped' })
    const printed: string[] = []
    expect(await verdictByCommand(String(deeplink), { timeout: '1' } as never, (line) => printed.push(line))).toBe(0)
    expect(printed.join()).toContain('Verdict: passed')
  }
})

it('a wallet that went on, as a person told, is told so', async () => {
  const { session_id } = (
    await http(jsonPost('/openid4vp/sessions', { mutations: [inHeader('/crit', ['unknown'])] }))
  ).object()
  const path = `/openid4vp/sessions/${session_id}`
  await http({ path: `${path}/request` })
  await http(jsonPost(`${path}/refusal`, { shown: 'went_on', by: 'person' }))
  const { outcome } = (await http({ path })).object() as unknown as View
  expect(outcome.detail).toBe('Request wrong on purpose: a person saw the wallet carry on')
})

it('silence alone still asks for somebody who saw the screen', async () => {
  const { session_id } = (
    await http(jsonPost('/openid4vp/sessions', { mutations: [inHeader('/crit', ['unknown'])] }))
  ).object()
  const path = `/openid4vp/sessions/${session_id}`
  await http({ path: `${path}/request` })
  service.advance(61)
  const { outcome, next_for_you } = (await http({ path })).object() as unknown as View
  expect(outcome).toMatchObject({ id: 'silent', success: null })
  expect(next_for_you.id).toBe('tell')
})

it('a stop at a changed offer, told by its driver, passes too', async () => {
  const { session_id } = (
    await http(
      jsonPost('/sessions', {
        issuer_configuration_id: 'eu-pid-jwt-proof-only',
        flow: 'pre_authorized_code',
        mutations: [{ target: 'offer', op: 'put', path: '/another', value: 1 }],
      }),
    )
  ).object()
  expect((await http(jsonPost(`/sessions/${session_id}/refusal`, { shown: 'error', by: 'driver' }))).status).toBe(200)
  const { outcome, next_for_you } = (await http({ path: `/sessions/${session_id}` })).object() as unknown as View
  expect(`${outcome.detail}`).toBe('Offer wrong on purpose: the driver reported an error')
  expect([outcome.id, outcome.success, next_for_you.id]).toEqual(['passed', true, 'test'])
})
