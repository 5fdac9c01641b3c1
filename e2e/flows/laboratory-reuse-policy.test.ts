import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { createHttpClient, type JsonRecord } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const daySeconds = 86_400
const onceOnly = { details: ['once_only'], batch_size: 4, reissue_trigger_unused: 1 }
const limitedTime = { details: ['limited_time'], reissue_trigger_lifetime_left: 3600 }
const request = (laboratory: JsonRecord): JsonRecord => ({
  issuer_configuration_id: 'eu-pid-jwt-proof-only',
  flow: 'pre_authorized_code',
  laboratory,
})
const post = (laboratory: JsonRecord) =>
  createHttpClient(service.baseUrl)({
    method: 'POST',
    path: '/sessions',
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify(request(laboratory)),
  })

describe('a reuse policy', () => {
  it('stands in the metadata of each configuration, and a wallet asks for as many credentials as it says', async () => {
    const policy = { id: 'arf_annex_ii', options: [onceOnly, limitedTime] }
    const wallet = await createHandWallet(
      service,
      request({ batch: { size: 5 }, reuse_policy: { options: policy.options } }),
    )
    const run = await runAtIssuer({ deeplink: wallet.created.deeplink, clock: service.now })
    expect(run.credentials).toHaveLength(4)
    const { checks } = await wallet.view()
    expect(checks.conformance.find(({ id }) => id === 'vci.batch.policy_size')).toMatchObject({ status: 'pass' })
    const metadata = await wallet.http({
      path: `/.well-known/openid-credential-issuer${new URL(wallet.created.issuer_identifier).pathname}`,
    })
    const configurations = Object.values(
      metadata.object().credential_configurations_supported as Record<string, { credential_metadata: JsonRecord }>,
    )
    expect(configurations.map((one) => one.credential_metadata.credential_reuse_policy)).toEqual([policy, policy])
  })

  it.each([
    ['before its credential ends', 13, 'pass'],
    ['after its credential has ended', 15, 'fail'],
  ] as const)('tells a wallet that comes back %s', async (_name, days, status) => {
    const own = await startService()
    try {
      const wallet = await createHandWallet(
        own,
        request({
          lifetime_seconds: 30 * daySeconds,
          refresh: { lifetime_seconds: 30 * daySeconds },
          reuse_policy: { options: [limitedTime] },
        }),
      )
      const token = String((await wallet.requestToken()).object().refresh_token)
      // The hand wallet redeems its code once, so the first credential comes with a refreshed token.
      const refreshed = async () =>
        (
          await wallet.requestToken({
            form: (form) => {
              form.delete('pre-authorized_code')
              form.set('grant_type', 'refresh_token')
              form.set('refresh_token', token)
            },
          })
        ).object()
      const issued = await wallet.requestCredential({ accessToken: String((await refreshed()).access_token) })
      expect(issued.status, issued.body).toBe(200)
      own.advance(days * daySeconds)
      await refreshed()
      const { checks } = await wallet.view()
      expect(checks.conformance.findLast(({ id }) => id === 'vci.refresh.in_time')).toMatchObject({ status })
    } finally {
      await own.close()
    }
  })
})

describe('what no reuse policy is', () => {
  it.each([
    [{ ...onceOnly, details: ['rotating-batch'] }],
    [{ ...onceOnly, details: ['once_only', 'limited_time'] }],
    [{ ...onceOnly, details: [] }],
    [{ ...onceOnly, reissue_trigger_unused: 4 }],
    [{ ...onceOnly, batch_size: undefined }],
    [{ ...limitedTime, batch_size: 2 }],
    [{ details: ['limited_time'] }],
    [{ ...limitedTime, trigger: 1 }],
  ])('%j is refused with its place', async (option) => {
    const answer = await post({ batch: {}, reuse_policy: { options: [option] } })
    expectError(answer, 400, 'unsupported_laboratory_option')
    expect(String(answer.object().member)).toMatch(/^\/laboratory\/reuse_policy\/options/)
  })

  it.each([
    [{ reuse_policy: { options: [onceOnly] } }, ['/laboratory/reuse_policy', '/laboratory/batch']],
    [
      { batch: { size: 2 }, reuse_policy: { options: [onceOnly] } },
      ['/laboratory/reuse_policy/options', '/laboratory/batch/size'],
    ],
  ])('%j contradicts itself', async (laboratory, members) => {
    const answer = await post(laboratory)
    expectError(answer, 400, 'conflicting_laboratory_options')
    expect(answer.object().members).toEqual(members)
  })

  it('a single credential needs no batch', async () => {
    expect((await post({ reuse_policy: { options: [limitedTime] } })).status).toBe(201)
  })
})
