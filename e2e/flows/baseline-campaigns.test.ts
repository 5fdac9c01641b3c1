import { describe, expect, it } from 'vitest'
import { judgeCase } from '@/lib/core/campaigns/official-cases/case-verdict'
import { newestEdition } from '@/lib/core/campaigns/official-cases/editions'
import { readCoverage } from '@/lib/core/campaigns/official-cases/wallet-coverage'
import type { CampaignView } from '@/lib/core/campaigns/z-campaign'
import { jsonPost } from '@/lib/testing/http-client'
import { knownVerifier } from '@/lib/testing/known-verifier'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { campaignAddress, campaignClient, trustOfCampaign } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { runCommand } from '@/lib/wallet/command'
import { createNodeClient } from '@/lib/wallet/http/node-client'

const service = serviceForTests()
const { http } = service
const send = createNodeClient()

const wallet = { name: 'Quillfern', version: '2.4.1' }

/** Cases of the newest baseline that the reference wallet decides in one run, by the reviewed data. */
const decidedAtLeast = 106

describe('the wallet on the command line', () => {
  it('evaluates trust in a European session of a campaign that is not of the framework', async () => {
    const issuance = 'issue.eu-pid-jwt-proof-only.urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof.pre_authorized_code'
    const asked = { wallet, presets: [issuance, 'trusted_verifier', 'registration_bad_signature'] }
    const { campaign_id: id } = (await http(jsonPost('/campaigns', asked))).object()
    const printed: string[] = []
    const code = await runCommand(['--campaign', `${service.baseUrl}/campaigns/${id}`], {
      print: (line) => printed.push(line),
      complain: (line) => printed.push(line),
    })
    expect([code, printed.at(-2)]).toEqual([0, '3 of 3 sessions passed, 0 failed, 0 without a verdict.'])
  })
})

describe('the campaign of both baselines', () => {
  it('is passed by the reference wallet, unattended, which fails no case of the newest edition', async () => {
    const created = await http(jsonPost('/campaigns', { wallet, campaign: 'baseline' }))
    expect(created.status, created.body).toBe(201)
    const { campaign_id: id } = created.object() as unknown as CampaignView
    const client = campaignClient(campaignAddress(`${service.baseUrl}/campaigns/${id}`), {
      http: send,
      patienceMillis: 0,
    })
    const origin = service.baseUrl
    await runCampaign({
      client,
      origin,
      http: send,
      clock: service.now,
      wait: async (millis) => service.advance(millis / 1000),
      ...knownVerifier(service.container),
      trust: await trustOfCampaign({ policy: 'refuse', lists: null }, { origin, http: send }),
    })
    const { steps } = (await http({ path: `/campaigns/${id}` })).object() as unknown as CampaignView
    const wrong = steps.filter(({ verdict }) => verdict !== 'pass')
    expect(wrong.map(({ preset, broken }) => [preset, broken])).toEqual([])

    const { ports } = service.container
    const settings = { baseUrl: service.baseUrl } as never
    const { tries } = await readCoverage(wallet, { ports, settings, asker: 'anybody' })
    const runs = [...tries.values()].flatMap(([newest]) => newest?.run ?? [])
    const judged = newestEdition.cases.map((one) => ({ one, ...judgeCase(one, runs) }))
    const passed = judged.filter(({ one, verdict }) => one.baseline && verdict === 'passed')
    expect(
      judged.filter(({ verdict }) => verdict === 'failed').map(({ one, cause }) => [one.id, cause?.check]),
    ).toEqual([])
    expect(passed.length).toBeGreaterThanOrEqual(decidedAtLeast)
  }, 400_000)
})
