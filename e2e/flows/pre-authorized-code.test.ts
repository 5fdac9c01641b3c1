import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/evidence/session-view'
import { startService, type TestService } from '@/lib/testing/service'
import { runIssuance } from '@/lib/wallet/run-issuance'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

async function createSession(body: object): Promise<{ session_id: string; deeplink: string }> {
  const response = await fetch(`${service.baseUrl}/sessions`, { method: 'POST', body: JSON.stringify(body) })
  expect(response.status).toBe(201)
  return response.json()
}

const read = async (id: string): Promise<IssuanceSessionView> =>
  (await fetch(`${service.baseUrl}/sessions/${id}`)).json()

describe.each(['eu-pid-device-bound', 'eu-pid-jwt-proof-only'])('pre-authorized code flow at %s', (issuer) => {
  it.each(['credential_offer', 'credential_offer_uri'])(
    'issues a credential that the wallet can verify (%s)',
    async (mode) => {
      const created = await createSession({
        issuer_configuration_id: issuer,
        flow: 'pre_authorized_code',
        credential_offer_mode: mode,
      })
      const run = await runIssuance({ deeplink: created.deeplink })
      const session = await read(created.session_id)
      expect(run.refusal ?? run.reason).toBeNull()
      expect(run.outcome).toBe('credential_stored')
      expect(session.status).toBe('credential_accepted')
      expect(session.checks.conformance.filter(({ status }) => status === 'fail')).toEqual([])
      expect(session.checks.summary.verdict).toBe('pass')
    },
  )
})
