import { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { startService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { redOf, verifierSessions } from '@/lib/testing/verifier-sessions'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { readJws } from '@/lib/wallet/jose/jws'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

/** Capacity of the largest QR code. ISO/IEC 18004 */
const qrBytesMax = 2953

const service = serviceForTests()
const { http } = service
let credentials: HeldCredential[]
beforeAll(async () => {
  credentials = [...(await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })).credentials]
})

const { create, read } = verifierSessions(() => http)
const byValue = { request_delivery: 'by_value' }
const pid = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } }
/** A query whose names together are too long. */
const longQuery = {
  credentials: [
    { ...pid, claims: Array.from({ length: 60 }, (_, index) => ({ path: [`a_claim_with_a_long_name_${index}`] })) },
  ],
}
const opened = (id: string, query = '') => http({ path: `/openid4vp/sessions/${id}/open${query}` })

describe('the request of a session by value', () => {
  it('fits into a QR code, with all that a wallet needs', async () => {
    const { session_id: id, deeplink, authorization_request } = await create(byValue)
    expect(deeplink.length).toBeLessThanOrEqual(qrBytesMax)
    const request = readJws(new URL(deeplink).searchParams.get('request') ?? '')
    const x5c = request?.header.x5c as string[]
    expect(x5c).toHaveLength(1)
    const leaf = new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64'))
    expect(leaf.issuer).not.toBe(leaf.subject)
    expect(request?.claims).toMatchObject(authorization_request)
    expect(JSON.stringify(request?.claims)).not.toMatch(/intent_to_retain|alg_values/)
    const run = await runAtVerifier({ deeplink, credentials })
    expect(run.outcome, run.reason ?? '').toBe('presented')
    expect(redOf(await read(id))).toEqual([])
  })

  it('fits for a host with a name of usual length too', async () => {
    const far = await startService({ env: { BASE_URL: 'https://capture.example.org' } })
    const answer = await fetch(`${far.baseUrl}/openid4vp/sessions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(byValue),
    })
    expect((await answer.json()).deeplink.length).toBeLessThanOrEqual(qrBytesMax)
    await far.close()
  })

  it('has what a tester says of its metadata, and by reference the lists of algorithms', async () => {
    const client_metadata = { vp_formats_supported: { 'dc+sd-jwt': { 'kb-jwt_alg_values': ['ES256'] } } }
    const { authorization_request: own } = await create({ ...byValue, presentation_request: { client_metadata } })
    expect(own.client_metadata).toMatchObject(client_metadata)
    const { authorization_request: fetched } = await create({})
    expect(JSON.stringify(fetched)).toContain('intent_to_retain')
    expect(fetched.client_metadata).toMatchObject({ encrypted_response_enc_values_supported: ['A128GCM', 'A256GCM'] })
  })
})

describe('the address that leads to the link of a session', () => {
  it('redirects to it as often as it is asked, and says so where the link is too long for a code', async () => {
    const { session_id: id, deeplink } = await create({ ...byValue, dcql_query: longQuery })
    expect(deeplink.length).toBeGreaterThan(qrBytesMax)
    for (const query of ['', '?scheme=https://evil.example/&deeplink=https://evil.example']) {
      const { status, body, header } = await opened(id, query)
      expect([status, header('location'), header('cache-control'), body]).toEqual([302, deeplink, 'no-store', ''])
    }
    const { warnings, events } = await read(id)
    expect(warnings.join(' ')).toContain('with /open at its end, which leads to the link')
    expect(events.map(({ type }) => type)).toEqual(['vp_session_created'])
  })

  it('keeps the scheme of its session, and is of no other kind of session', async () => {
    const { session_id: id, deeplink } = await create({ scheme: 'haip-vp://' })
    expect(deeplink).toMatch(/^haip-vp:\/\/\?/)
    expect((await opened(id)).header('location')).toBe(deeplink)
    const issuance = await http({ method: 'POST', path: '/sessions' })
    for (const other of [String(issuance.object().session_id), 'd3b07384-d9a0-4c9b-8a6f-1a2b3c4d5e6f', 'x'])
      expect([(await opened(other)).status, (await opened(other)).object().error]).toEqual([
        404,
        'vp_session_not_found',
      ])
  })

  it('leads nowhere once the session has expired', async () => {
    const { session_id: id } = await create(byValue)
    service.advance(24 * 60 * 60)
    const answer = await opened(id)
    expect([answer.status, answer.object().error, answer.header('location')]).toEqual([400, 'session_expired', null])
  })
})
