import { afterEach, describe, expect, it } from 'vitest'
import { nextStepGuard } from '@/lib/testing/next-step-guard'
import { serviceForTests } from '@/lib/testing/service-for-tests'

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
