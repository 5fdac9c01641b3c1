import { type APIRequestContext, expect } from 'playwright/test'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { adminKey } from './scoreboard'

export const publishedName = 'Quillfern Wallet'

/** Runs a small campaign by the reference wallet, which breaks a rule in it, and returns its id. */
export async function testedWallet(request: APIRequestContext, version: string): Promise<string> {
  const wallet = { name: publishedName, version }
  const made = await request.post('/campaigns', {
    data: { wallet, presets: ['sd_jwt_baseline', 'mdoc_baseline', 'bad_signature'] },
  })
  expect(made.status(), await made.text()).toBe(201)
  const { campaign_id: id, page_url } = await made.json()
  const { origin } = new URL(page_url)
  const http = createNodeClient()
  const client = campaignClient(campaignAddress(`${origin}/campaigns/${id}`), { http, patienceMillis: 0 })
  await runCampaign({ client, origin, http, misbehave: 'vp.mdoc.device_signature' })
  return id
}

/** The evidence bundle of a wallet's official cases. */
async function bundleOf(request: APIRequestContext, version: string): Promise<Buffer> {
  const of = new URLSearchParams({ wallet: publishedName, version })
  const answer = await request.get(`/coverage/bundle?${of}`)
  expect(answer.status()).toBe(200)
  return answer.body()
}

/** Publishes a wallet as the operator, once a process, since an address may ask for few bundles; returns its slug. */
export function publishedWallet(request: APIRequestContext): Promise<string> {
  publishing ??= (async () => {
    await testedWallet(request, '2.4.0')
    const slug = `quillfern-${process.pid}`
    const answer = await request.post(
      `/wallets?slug=${slug}&organisation=Fernwood+Labs&contact=https://fernwood.example`,
      {
        headers: { 'x-api-key': adminKey(), 'content-type': 'application/x-tar' },
        data: await bundleOf(request, '2.4.0'),
      },
    )
    expect(answer.status(), await answer.text()).toBe(201)
    return slug
  })()
  return publishing
}
let publishing: Promise<string> | null = null
