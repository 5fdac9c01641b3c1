import { afterEach, describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { jsonPost } from '@/lib/testing/http-client'
import { nextStepGuard } from '@/lib/testing/next-step-guard'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

const service = serviceForTests()
const guard = nextStepGuard(() => service)
afterEach(() => guard.compare())

const jwtOnly = { issuer_configuration_id: 'eu-pid-jwt-proof-only' }
const deferring = { ...jwtOnly, laboratory: { deferred: { pending: 0 } } }
const json = ['Content-Type', 'application/json'] as const

describe('a bound token without a DPoP proof', () => {
  it.each([
    ['credential', 'Bearer ', 'bearer_request', jwtOnly],
    ['deferred', 'Bearer ', 'bearer_request', deferring],
    ['notification', 'Bearer ', 'bearer_request', jwtOnly],
    ['notification', '', 'no_proof_either', jwtOnly],
  ])(
    'is told with the scheme as one cause at the %s endpoint, sent as "%s"',
    async (endpoint, scheme, reason, body) => {
      const wallet = await guard.wallet(service, body)
      const token = await wallet.obtainToken()
      const nonce = await wallet.freshNonce()
      const got = endpoint === 'credential' ? {} : (await wallet.requestCredential({ nonce })).object()
      const answer = await wallet.http({
        method: 'POST',
        path: wallet.path(endpoint),
        headers: [json, ['Authorization', `${scheme}${token}`]],
        body: JSON.stringify({ ...got, event: 'credential_accepted' }),
      })
      expect([answer.status, answer.object().error]).toEqual([401, 'invalid_token'])
      expect(answer.object().error_description).toContain('with the scheme DPoP and a DPoP proof')
      const { cause, next_step, next_for_you } = await wallet.view()
      expect(next_step?.operation).not.toBeNull()
      expect(next_for_you.do).toBe('Fix it, then go on in this session, or start a new one and scan again.')
      expect(cause?.reason).toBe(`vci.dpop.scheme#${reason}`)
      expect(cause?.fix).toMatch(/DPoP proof made for this address that has ath/)
    },
  )
})

it('a member that the specification took out is told before what a profile wants that nobody claims', async () => {
  const credential_configuration_id = 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof'
  const check = 'vci.credential.no_legacy_members'
  const created = await service.http(jsonPost('/sessions', { ...jwtOnly, credential_configuration_id }))
  const { session_id, deeplink } = created.object() as Record<string, string>
  const run = await runAtIssuer({
    deeplink: deeplink ?? '',

    profile: { clientAuthentication: 'none' },
    misbehave: check,
    http: createNodeClient(),
  })
  expect([run.outcome, run.reason]).toEqual(['credential_stored', null])
  const get = (path: string) => service.http({ path: `/sessions/${session_id}${path}` })
  const { cause, next_for_you, checks } = (await get('')).json() as IssuanceSessionView
  const warned = checks.conformance.filter(({ status }) => status === 'warn')
  expect([cause, next_for_you.id, next_for_you.check]).toEqual([null, 'warning', check])
  expect(warned.find(({ id }) => id === check)).toMatchObject({ reason: `${check}#beside_new`, removed: true })
  expect(warned.find(({ softened }) => softened === 'unclaimed')?.id).toBe('vci.client_auth.present')
  const says = 'of drafts before OpenID4VCI 1.0 beside the members of 1.0'
  const [markdown, junit] = await Promise.all(
    ['md', 'junit'].map(async (format) => (await get(`/report?format=${format}`)).body),
  )
  expect(markdown).toMatch(new RegExp(`First warning: [^\\n]*${says}`))
  expect(markdown?.match(/## Warnings\n\n- `([^`]+)`/)?.[1]).toBe(check)
  expect(junit).toMatch(new RegExp(`First warning: [^\\n]*${says}`))
})
