import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isObject } from '@/lib/core/ground/values/json'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

let service: TestService
let credentials: HeldCredential[]
const http = createNodeClient()

beforeAll(async () => {
  service = await startService({ env: { VERIFIER_CLIENT_ID_PREFIX: 'x509_san_dns' } })
  credentials = [...(await obtainCredential({ origin: service.baseUrl, http })).credentials]
})
afterAll(() => service.close())

async function created(body: object) {
  const response = await fetch(`${service.baseUrl}/openid4vp/sessions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(201)
  return response.json()
}

const read = async (id: string) => (await fetch(`${service.baseUrl}/openid4vp/sessions/${id}`)).json()

describe('a verifier that is known by the name of its host', () => {
  it('asks under that name, which its certificate and its response_uri have', async () => {
    const { authorization_request, deeplink, session_id } = await created({})
    expect(authorization_request.client_id).toBe('x509_san_dns:localhost')
    expect(new URL(authorization_request.response_uri).hostname).toBe('localhost')
    expect(new URL(deeplink).searchParams.get('client_id')).toBe('x509_san_dns:localhost')
    const jwt = await (await fetch(`${service.baseUrl}/openid4vp/sessions/${session_id}/request`)).text()
    const header: unknown = JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString())
    const x5c = isObject(header) && Array.isArray(header.x5c) ? header.x5c : []
    expect(new X509Certificate(Buffer.from(String(x5c[0]), 'base64')).subjectAltName).toContain('DNS:localhost')
  })

  it.each(['direct_post', 'direct_post.jwt'])('takes a presentation for that audience by %s', async (response_mode) => {
    const { deeplink, session_id } = await created({ response_mode })
    const run = await runAtVerifier({ deeplink, credentials, http })
    expect(run.outcome).toBe('presented')
    const { status, checks } = await read(session_id)
    expect(status).toBe('presentation_validated')
    const audience = checks.conformance.find(({ id }: { id: string }) => id === 'vp.kb.aud')
    expect(audience).toMatchObject({ status: 'pass' })
  })

  it('refuses a presentation for another audience', async () => {
    const { deeplink } = await created({})
    const run = await runAtVerifier({ deeplink, credentials, http, misbehave: 'vp.kb.aud' })
    expect(run.outcome).toBe('refused_by_verifier')
  })

  it.each(['client_id_unknown_prefix', 'client_id_wrong_hash', 'client_id_origin_prefix', 'client_id_mismatch'])(
    'can be wrong about who it is: %s',
    async (negative_test) => {
      const { deeplink } = await created({ negative_test })
      const run = await runAtVerifier({ deeplink, credentials, http })
      expect(run.outcome).not.toBe('presented')
    },
  )
})
