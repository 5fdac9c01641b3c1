import { expect, it } from 'vitest'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { createNodeClient } from '@/lib/wallet/http/node-client'

const service = serviceForTests()
const { http } = service
const send = createNodeClient()

const fault = 'fault.offer_no_issuer'
const issuance =
  'issue.eu-pid-device-bound.urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required.authorization_code'
const officialCase = 'WS_AP_MS_ProtocolMessages_033b_UF'
const agent = 'wallet-capture-reference-wallet/1.0'
const metadata = '/.well-known/openid-credential-issuer'
const ofIssuer = `${metadata}/issuers/eu-pid-device-bound`

/** A campaign of both sessions, of which the wallet ran the first; `started` is called before the second is opened. */
async function campaignOf(
  name: string,
  started: () => Promise<void> = async () => {},
  misbehave: string | null = null,
) {
  const wallet = { name, version: '1' }
  const created = await http(jsonPost('/campaigns', { wallet, presets: [issuance, fault] }))
  expect(created.status, created.body).toBe(201)
  const address = campaignAddress(`${service.baseUrl}/campaigns/${created.object().campaign_id}`)
  const client = campaignClient(address, { http: send, patienceMillis: 0 })
  const ofFault: string[] = []
  await runCampaign({
    client,
    origin: service.baseUrl,
    http: send,
    clock: service.now,
    misbehave: ({ preset }) => (preset === fault ? misbehave : null),
    onStart: async ({ preset, id }) => {
      if (preset !== fault) return
      ofFault.push(id)
      await started()
    },
  })
  const query = new URLSearchParams({ wallet: name, version: '1', edition: '2026-09' })
  const { cases } = (await http({ path: `/coverage?${query}` })).object() as unknown as CoverageView
  const session = (await http({ path: `/sessions/${ofFault[0]}` })).object() as unknown as IssuanceSessionView
  const { verdict, remark, failed_check } = cases.find(({ id }) => id === officialCase) ?? {}
  return { judged: { verdict, remark, failed_check }, session }
}

const fetchOf =
  (path: string, userAgent = agent) =>
  async () => {
    await http({ path, headers: [['User-Agent', userAgent]] })
  }

it('a wallet that refuses an offer without an issuer passes, and a fetch by another client is not its own', async () => {
  const { judged } = await campaignOf('Quiet', fetchOf(ofIssuer, 'another-wallet/1.0'))
  expect(judged).toMatchObject({ verdict: 'passed', failed_check: null })
})

it.each([
  ['of the issuer that it used last', ofIssuer, 'a request for the metadata of an issuer, although'],
  ['of the referring host', metadata, 'a request for the metadata of an issuer to an address that does not exist'],
  [
    'of an authorization server',
    '/.well-known/oauth-authorization-server/issuers/eu-pid-device-bound',
    'authorization server',
  ],
])('a fetch of metadata %s between two sessions of the campaign fails the case', async (name, path, words) => {
  const { judged, session } = await campaignOf(name, fetchOf(path))
  expect(judged).toMatchObject({ verdict: 'failed', failed_check: 'vci.fault.refused' })
  const finding = session.checks.conformance.find(({ id }) => id === 'vci.fault.refused')
  expect(finding).toMatchObject({ status: 'warn', softened: 'inferred', correlation: 'inferred' })
  expect(String(finding?.actual)).toContain(words)
})

it('a fetch of anything else, or before the offer, says nothing about it', async () => {
  await fetchOf(ofIssuer)()
  const { judged } = await campaignOf('Careful', fetchOf('/issuers/eu-pid-device-bound/trust-anchor.pem'))
  expect(judged.verdict).toBe('passed')
})

it('a wallet that takes the issuer of the session before fails in a campaign too', async () => {
  const { judged, session } = await campaignOf('Careless', undefined, 'vci.fault.refused~offer_no_issuer')
  expect(judged).toMatchObject({ verdict: 'failed', failed_check: 'vci.fault.refused' })
  expect(session.checks.conformance.find(({ id }) => id === 'vci.fault.refused')).toMatchObject({ status: 'fail' })
})
