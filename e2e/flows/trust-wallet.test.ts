import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { TrustSettings } from '@/lib/wallet/trust/settings'
import { createTrustMemory } from '@/lib/wallet/trust/trust-memory'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier, type VerifierOptions } from '@/lib/wallet/verifier/run-at-verifier'

let service: TestService
let credentials: HeldCredential[]
let given: TrustSettings['anchors']
const http = createNodeClient()
beforeAll(async () => {
  service = await startService()
  credentials = (await obtainCredential({ origin: service.baseUrl, http, format: 'dc+sd-jwt' })).credentials
  given = {
    access: await anchorsOf('access-certificate-providers'),
    registrar: await anchorsOf('registration-certificate-providers'),
  }
})
afterAll(() => service.close())

const get = async (path: string) => (await fetch(`${service.baseUrl}${path}`)).text()
const anchorsOf = async (list: string) =>
  ((await get(`/trust/anchors/${list}.pem`)).match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? []).map(
    (pem) => new X509Certificate(pem),
  )

const settings = (changes: Partial<TrustSettings> = {}): TrustSettings => ({
  policy: 'refuse',
  lists: null,
  anchors: given,
  overAsking: 'warn',
  memory: createTrustMemory(),
  ...changes,
})

async function present(body: object, options: Partial<VerifierOptions> = {}) {
  const created = await fetch(`${service.baseUrl}/openid4vp/sessions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { deeplink, session_id: id } = await created.json()
  expect(created.status).toBe(201)
  const run = await runAtVerifier({ deeplink, credentials, clock: service.now, trust: settings(), ...options })
  return { run, session: JSON.parse(await get(`/openid4vp/sessions/${id}`)) }
}

describe('the reference wallet that evaluates trust', () => {
  it('presents to a session of the framework', async () => {
    const { run } = await present({ trust_framework: 'eu' })
    console.log(run.reason, run.trust, run.log.map(({ step, status, url }) => [step, status, url]))
  })
})
