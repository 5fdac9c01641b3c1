import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHandWallet } from '@/lib/testing/hand-wallet'
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
