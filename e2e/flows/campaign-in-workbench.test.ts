import { describe, expect, it } from 'vitest'
import { createHttpClient, jsonPost } from '@/lib/testing/http-client'
import { startService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

/** A campaign of a workbench: its sessions stand in the list, and the code that stays leads to the one that waits. */
const service = serviceForTests()
const { http } = service
const token = 'an-operator-token-of-some-length'
const wallet = { name: 'Lichen', version: '1.0' }

async function open() {
  const { workbench_id, issuance, presentation } = (await http(jsonPost('/workbenches', {}))).object()
  const links = { issuance, presentation } as Record<'issuance' | 'presentation', { readonly deeplink: string }>
  const sessions = async () =>
    (await http({ path: `/workbenches/${workbench_id}/sessions` })).object().sessions as {
      readonly number: number
      readonly session_id: string
      readonly started_by: string
      readonly outcome: { readonly id: string }
    }[]
  return { id: String(workbench_id), links, sessions }
}
const start = async (body: object) => (await http(jsonPost('/campaigns', { wallet, ...body }))).object()
const next = async (campaign: unknown) => (await http({ path: `/campaigns/${campaign}/next` })).object()

const trusting = () => ({ trustAnchors: [service.container.keyStore.rootPem()], clock: service.now })

describe('a campaign of a workbench', () => {
  it('is run with the two codes that stay, a step at a time', async () => {
    const { id, links, sessions } = await open()
    const presets = [
      'issue.eu-pid-jwt-proof-only.urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof.pre_authorized_code',
      'sd_jwt_baseline',
      'unknown_parameter',
      'required_unmatchable',
    ]
    const { campaign_id } = await start({ presets, workbench: id })
    let credentials: readonly HeldCredential[] = []
    for (const preset of presets) {
      const { session } = await next(campaign_id)
      const { session_id, kind } = session as {
        readonly session_id: string
        readonly kind: 'issuance' | 'presentation'
      }
      expect(session).toMatchObject({ preset })
      if (kind === 'issuance')
        credentials = (await runAtIssuer({ deeplink: links.issuance.deeplink, ...trusting() })).credentials
      else await runAtVerifier({ deeplink: links.presentation.deeplink, credentials: [...credentials], ...trusting() })
      expect((await sessions()).at(-1)).toMatchObject({ session_id, started_by: 'campaign' })
    }
    expect(await next(campaign_id)).toMatchObject({ status: 'finished', verdict: 'pass' })
    expect((await sessions()).map(({ number, outcome }) => [number, outcome.id])).toHaveLength(presets.length)
    // Over: a scan makes a session of its own again.
    await runAtVerifier({ deeplink: links.presentation.deeplink, credentials: [...credentials], ...trusting() })
    expect((await sessions()).at(-1)).toMatchObject({ number: presets.length + 1, started_by: 'scan' })
  })

  it('makes the session of a step when its code is scanned, once for all who scan at a time', async () => {
    const { id, links, sessions } = await open()
    const { campaign_id } = await start({ presets: ['sd_jwt_baseline', 'unknown_parameter'], workbench: id })
    const { session } = await next(campaign_id)
    const address = new URL(String(new URLSearchParams(links.presentation.deeplink.split('?')[1]).get('request_uri')))
    const fetched = await Promise.all(Array.from({ length: 5 }, () => http({ path: address.pathname })))
    expect(fetched.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await sessions()).toMatchObject([{ session_id: (session as { session_id: string }).session_id }])
    await runAtVerifier({ deeplink: links.presentation.deeplink, credentials: [], ...trusting() })
    const ofNext = await Promise.all(Array.from({ length: 5 }, () => http({ path: address.pathname })))
    expect(ofNext.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await sessions()).toHaveLength(2)
    const made = (await next(campaign_id)).session
    expect(made).toMatchObject({ preset: 'unknown_parameter', session_id: (await sessions()).at(-1)?.session_id })
  })

  it('leaves a step whose link says more to its own code', async () => {
    const { id, links, sessions } = await open()
    const { campaign_id } = await start({ presets: ['bad_request_uri_method'], workbench: id })
    const { session } = await next(campaign_id)
    const address = new URL(String(new URLSearchParams(links.presentation.deeplink.split('?')[1]).get('request_uri')))
    expect((await http({ path: address.pathname })).status).toBe(200)
    expect(await sessions()).toMatchObject([
      { session_id: (session as { session_id: string }).session_id },
      { started_by: 'scan' },
    ])
  })

  it('makes nothing for a wallet where the campaign is the operator’s: the page of the campaign does', async () => {
    const own = await startService({ env: { OPERATOR_TOKEN: token } })
    const send = createHttpClient(own.baseUrl)
    const asOperator = [['Authorization', `Bearer ${token}`]] as const
    const post = async (path: string, body: object) => (await send(jsonPost(path, body, asOperator))).object()
    const { workbench_id, presentation } = await post('/workbenches', {})
    const { deeplink } = presentation as { readonly deeplink: string }
    const presets = ['sd_jwt_baseline', 'unknown_parameter']
    const { campaign_id } = await post('/campaigns', { wallet, presets, workbench: workbench_id })
    await send({ path: `/campaigns/${campaign_id}/next`, headers: asOperator })
    const scan = () => runAtVerifier({ deeplink, credentials: [], clock: own.now })
    await scan()
    await scan()
    const listed = await send({ path: `/workbenches/${workbench_id}/sessions`, headers: asOperator })
    expect(listed.object().sessions).toMatchObject([{ started_by: 'campaign' }, { started_by: 'scan' }])
    send.close()
    await own.close()
  })

  it('is refused for a workbench that is not there', async () => {
    expect(await start({ campaign: 'smoke', workbench: 'x'.repeat(22) })).toMatchObject({
      error: 'invalid_request',
      pointer: '/workbench',
    })
  })
})
