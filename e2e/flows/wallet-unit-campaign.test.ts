import { describe, expect, it } from 'vitest'
import type { CampaignView } from '@/lib/core/campaigns/z-campaign'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { campaignAddress, campaignClient, trustOfCampaign } from '@/lib/wallet/campaign/campaign-client'
import { type CampaignRunOptions, runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { createNodeClient } from '@/lib/wallet/http/node-client'

const service = serviceForTests()
const { http } = service

const send = createNodeClient()

/** Runs the reference wallet through the campaign. */
async function run(wallet: string, more: Partial<CampaignRunOptions> = {}): Promise<CampaignView> {
  const answer = await http({
    method: 'POST',
    path: '/campaigns',
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify({ campaign: 'wallet_units', wallet: { name: wallet, version: '1' } }),
  })
  expect(answer.status, answer.body).toBe(201)
  const { campaign_id: id } = answer.object() as unknown as CampaignView
  const client = campaignClient(campaignAddress(`${service.baseUrl}/campaigns/${id}`), {
    http: send,
    patienceMillis: 0,
  })
  const wait = async (millis: number) => service.advance(millis / 1000)
  const asked = await client.trust()
  const trust = asked === null ? {} : { trust: await trustOfCampaign(asked, { origin: service.baseUrl, http: send }) }
  await runCampaign({ client, origin: service.baseUrl, http: send, clock: service.now, wait, ...trust, ...more })
  return (await http({ path: `/campaigns/${id}` })).object() as unknown as CampaignView
}

/** What each session is red for, by preset. */
const redIn = ({ steps }: CampaignView) =>
  Object.fromEntries(
    steps.flatMap(({ preset, verdict, broken }) =>
      verdict === 'pass' ? [] : [[preset.replace('wallet_unit.', ''), broken.map(({ id }) => id)]],
    ),
  )

/** What a careless wallet does in each session, and what it is red for. */
const careless: Readonly<Record<string, string>> = {
  // The first of two issuers cannot tell: nothing is broken here.
  good: 'vci.wallet_attestation.status_not_shared',
  demand: 'vci.wallet_attestation.client_status',
  period: 'vci.wallet_attestation.client_status_period',
  levels: 'vci.key_attestation.wscd_levels',
  batch: 'vci.key_attestation.first_key_signs',
  unbound: 'vci.key_attestation.not_sent_unbound',
  other_issuer: 'vci.wallet_attestation.status_not_shared',
  revoked: 'vci.wallet_attestation.status_valid',
}

describe('the campaign of wallet units', () => {
  it('is green with a wallet that has attestations of TS3', async () => {
    const ends: string[] = []
    const view = await run('right', { onSession: (_session, outcome) => ends.push(outcome) })
    expect(redIn(view)).toEqual({})
    expect([view.status, view.verdict, view.counts.passed]).toEqual(['finished', 'pass', 8])
    expect(ends.at(-1)).toBe('stored, then: The wallet unit is revoked')
  })

  it('is red wherever a wallet is careless', async () => {
    const view = await run('careless', {
      misbehave: ({ preset }) => careless[preset.replace('wallet_unit.', '')] ?? null,
    })
    const red = redIn(view)
    expect(Object.keys(red)).toEqual(Object.keys(careless).filter((preset) => preset !== 'good'))
    for (const [preset, broken] of Object.entries(red)) expect(broken).toContain(careless[preset])
  })

  it('stops where the first session fails, for then the others show nothing', async () => {
    const view = await run('without a version', { misbehave: 'vci.wallet_attestation.wallet_identity' })
    expect(redIn(view)).toMatchObject({ good: ['vci.wallet_attestation.wallet_identity'] })
    expect(view.counts).toMatchObject({ done: 1, failed: 1 })
    expect(view.stopped).not.toBeNull()
  })
})
