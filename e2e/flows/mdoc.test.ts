import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/evidence/session-view'
import { startService, type TestService } from '@/lib/testing/service'
import { type IssuanceOptions, runIssuance } from '@/lib/wallet/run-issuance'

let service: TestService
let trustAnchor: string
beforeAll(async () => {
  service = await startService()
  trustAnchor = await (await fetch(`${service.baseUrl}/issuers/eu-pid-device-bound/trust-anchor.pem`)).text()
})
afterAll(() => service.close())

const mdocOf: Record<string, string> = {
  'eu-pid-device-bound': 'urn:eu.europa.ec.eudi:pid:1.mdoc.key-attestation-required',
  'eu-pid-jwt-proof-only': 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof',
}

async function createSession(body: object): Promise<{ session_id: string; deeplink: string }> {
  const response = await fetch(`${service.baseUrl}/sessions`, { method: 'POST', body: JSON.stringify(body) })
  expect(response.status).toBe(201)
  return response.json()
}

const view = async (id: string): Promise<IssuanceSessionView> =>
  (await fetch(`${service.baseUrl}/sessions/${id}`)).json()

async function issue(issuer: string, options: Partial<IssuanceOptions> = {}) {
  const { session_id, deeplink } = await createSession({
    issuer_configuration_id: issuer,
    flow: 'pre_authorized_code',
    credential_configuration_id: mdocOf[issuer],
  })
  const run = await runIssuance({ deeplink, trustAnchors: [trustAnchor], ...options })
  return { run, session: await view(session_id) }
}

describe.each(Object.keys(mdocOf))('an mdoc of %s', (issuer) => {
  it('is verified by the wallet up to the published trust anchor, and the session passes', async () => {
    const { run, session } = await issue(issuer)
    expect(run.refusal ?? run.reason).toBeNull()
    expect(run.credentials).toMatchObject([
      {
        format: 'mso_mdoc',
        type: 'eu.europa.ec.eudi.pid.1',
        claims: { 'eu.europa.ec.eudi.pid.1': { family_name_birth: 'Brontë', issuing_country: 'IT' } },
        verified: { chainTrusted: true, disclosures: 26 },
      },
    ])
    expect(session.status).toBe('credential_accepted')
    expect(session.observed.issued).toMatchObject([{ format: 'mso_mdoc', credential_configuration_id: mdocOf[issuer] }])
    expect(session.checks.conformance.filter(({ status }) => status === 'fail')).toEqual([])
    expect(session.checks.summary.verdict).toBe('pass')
    const [{ raw } = { raw: '' }] = run.credentials
    expect(JSON.stringify(session)).not.toContain(raw.slice(0, 40))
  })
})

describe('an mdoc of the device-bound issuer', () => {
  it.each(['jwt', 'attestation'] as const)('comes once for each attested key (%s proof)', async (proof) => {
    const { run } = await issue('eu-pid-device-bound', { profile: { proof, attestedKeys: 3 } })
    const keys = run.credentials.map(({ verified }) => verified.holderThumbprint)
    expect(new Set(keys).size).toBe(3)
  })

  it('is signed by a key of its own that the credential key set publishes', async () => {
    const { keys } = await (await fetch(`${service.baseUrl}/issuers/eu-pid-device-bound/credential-jwks.json`)).json()
    expect(keys).toHaveLength(2)
    expect(new Set(keys.map(({ kid }: { kid: string }) => kid)).size).toBe(2)
    for (const key of keys) expect(key).toMatchObject({ alg: 'ES256', use: 'sig', x5c: [expect.any(String)] })
  })
})

describe('a wallet that asks for the SD-JWT VC where the mdoc was offered', () => {
  it('is answered 400 credential_request_denied (N79)', async () => {
    const { run } = await issue('eu-pid-jwt-proof-only', { misbehave: 'vci.credential.configuration_as_offered' })
    expect(run.refusal).toMatchObject({ status: 400, error: 'credential_request_denied' })
  })
})
