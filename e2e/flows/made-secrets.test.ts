import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { createHttpClient, type HttpClient, type JsonRecord } from '@/lib/testing/http-client'
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

it.each(['\n', '\r\n\t ', '\u0085', '\u2028'])(
  'a c_nonce is known in the description of a notification across %j',
  async (gap) => {
    const value = await (await createHandWallet(service)).freshNonce()
    const event_description = (value.match(/.{1,15}/g) ?? []).join(gap)
    await http({
      method: 'POST',
      path: '/issuers/eu-pid-device-bound/notification',
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify({ notification_id: 'x', event: 'credential_failure', event_description }),
    })
    const ledger = await http({ path: '/oid4vci/requests' })
    expect(ledger.body).toContain(`"event_description":"[redacted:${event_description.length}]"`)
    expect(ledger.body).not.toContain(value.slice(0, 15))
  },
)

it('a state of ours is hidden in the body, the events and the findings of another session, a state of the tester’s own is not', async () => {
  const post = (body: object) =>
    http({
      method: 'POST',
      path: '/openid4vp/sessions',
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify(body),
    })
  const created = (await post({ response_mode: 'direct_post' })).object() as JsonRecord & {
    readonly authorization_request: JsonRecord
  }
  const state = String(created.authorization_request.state)
  const chosen = `chosen-by-the-tester-${'x'.repeat(22)}`
  await post({ presentation_request: { state: chosen } })
  const wallet = await createHandWallet(service)
  for (const text of [state, chosen]) await wallet.requestToken({ form: (form) => form.set('client_id', text) })
  const texts = async (root: string): Promise<string> =>
    (await Promise.all([root, `${root}/events`].map(async (path) => (await http({ path })).body))).join('')
  const other = await texts(`/sessions/${wallet.created.session_id}`)
  expect(other).not.toContain(state)
  expect(other).toContain(chosen)
  expect(await texts(`/openid4vp/sessions/${created.session_id}`)).toContain(state)
})
