import { expect, it } from 'vitest'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp } from '@/lib/wallet/http/wire'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

const service = serviceForTests()
const { http } = service
const send = createNodeClient()

const shared = /ran another session at the same time/

/** Runs one session of a campaign, and what its cases of the newest edition came to. */
async function casesAfter(name: string, sendAs: SendHttp) {
  const wallet = { name, version: '1' }
  const created = await http(jsonPost('/campaigns', { wallet, presets: ['offer_by_value'] }))
  expect(created.status, created.body).toBe(201)
  const address = campaignAddress(`${service.baseUrl}/campaigns/${created.object().campaign_id}`)
  const client = campaignClient(address, { http: send, patienceMillis: 0 })
  await runCampaign({ client, origin: service.baseUrl, http: sendAs, clock: service.now })
  const query = new URLSearchParams({ wallet: name, version: '1', edition: '2026-09' })
  return ((await http({ path: `/coverage?${query}` })).object() as unknown as CoverageView).cases
}

/** Uses the same client for a session of its own before a request to `path`, once. */
function withAnotherBefore(path: string): SendHttp {
  let isDone = false
  return async (request) => {
    if (!isDone && request.url.includes(path)) {
      isDone = true
      const asked = { issuer_configuration_id: 'eu-pid-device-bound', flow: 'pre_authorized_code' }
      const { deeplink, tx_code: txCode } = (await http(jsonPost('/sessions', asked))).object()
      const ended = await runAtIssuer({
        deeplink: String(deeplink),
        clock: service.now,
        http: send,
        ...(typeof txCode === 'string' ? { txCode } : {}),
      })
      expect(ended.outcome, ended.reason ?? '').toBe('credential_stored')
    }
    return send(request)
  }
}

it('a case that two sessions at once leave open says so, and no other is open without a reason', async () => {
  const alone = await casesAfter('Alone', send)
  const both = await casesAfter('Both', withAnotherBefore('/token'))
  const open = both.filter(({ verdict }) => verdict === 'inconclusive')
  expect(open.filter(({ remark, cause }) => remark === null && cause === null).map(({ id }) => id)).toEqual([])
  const told = open.filter(({ remark }) => shared.test(remark ?? ''))
  expect(told.map(({ id }) => id)).not.toEqual([])
  for (const { id } of told) expect(alone.find((one) => one.id === id)?.verdict).toBe('passed')
  expect(alone.filter(({ remark }) => shared.test(remark ?? ''))).toEqual([])
})
