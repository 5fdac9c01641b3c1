import { request as httpsRequest } from 'node:https'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { readRawAnswers, sendRaw } from '@/lib/testing/raw-socket'
import { startService, type TestService } from '@/lib/testing/service'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp } from '@/lib/wallet/http/wire'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

let service: TestService
let trusting: SendHttp
beforeAll(async () => {
  service = await startService({ tls: true })
  trusting = createNodeClient({ ca: [service.container.keyStore.rootPem()] })
})
afterAll(() => service.close())

const send = async (method: string, path: string, body: object | null = null) => {
  const text = body === null ? null : JSON.stringify(body)
  const answer = await trusting({ method, url: service.baseUrl + path, headers: [], body: text })
  return { status: answer.status, body: JSON.parse(answer.body) }
}
const read = async (id: string): Promise<IssuanceSessionView> => (await send('GET', `/sessions/${id}`)).body

describe('https under the test root', () => {
  it.each(['pre_authorized_code', 'authorization_code'])(
    'the reference wallet gets its credential by %s, and every address it was told is https',
    async (flow) => {
      const created = await send('POST', '/sessions', { flow, issuer_configuration_id: 'eu-pid-device-bound' })
      expect(created.status).toBe(201)
      const { deeplink, session_id } = created.body
      expect(service.baseUrl).toMatch(/^https:/)
      expect(decodeURIComponent(deeplink)).toContain(`${service.baseUrl}/issuers/`)
      const root = service.container.keyStore.rootPem()
      const run = await runAtIssuer({ deeplink, http: trusting, trustAnchors: [root] })
      expect(run.refusal ?? run.reason).toBeNull()
      expect(run.outcome).toBe('credential_stored')
      const session = await read(session_id)
      expect(session.checks.summary.verdict).toBe('pass')
      expect(session.issuer_identifier).toMatch(/^https:/)
      const tls = session.checks.conformance.filter(({ id }) => id === 'vci.transport.tls')
      expect(tls.length).toBeGreaterThan(4)
      for (const { status, actual } of tls) expect([status, actual]).toEqual(['pass', 'TLSv1.3'])
      const metadata = await send('GET', '/.well-known/openid-credential-issuer/issuers/eu-pid-device-bound')
      expect(JSON.stringify(metadata.body)).not.toMatch(/"http:\/\//)
    },
  )

  it('a wallet that does not trust the root sends no request', async () => {
    const { deeplink, session_id } = (await send('POST', '/sessions', { flow: 'pre_authorized_code' })).body
    const run = await runAtIssuer({ deeplink, http: createNodeClient({ ca: [] }) })
    expect(run.outcome).not.toBe('credential_stored')
    expect((await read(session_id)).exchanges).toEqual([])
  })

  it('a wallet that speaks TLS 1.2 is told apart, and good enough', async () => {
    const { session_id } = (await send('POST', '/sessions', { flow: 'pre_authorized_code' })).body
    const { offer_url } = await read(session_id)
    await new Promise((resolve, reject) => {
      const options = { ca: service.container.keyStore.rootPem(), maxVersion: 'TLSv1.2' as const, agent: false }
      httpsRequest(offer_url ?? '', options, resolve)
        .on('error', reject)
        .end()
    })
    const entry = (await read(session_id)).checks.conformance.find(({ id }) => id === 'vci.transport.tls')
    expect(entry).toMatchObject({ status: 'pass', actual: 'TLSv1.2' })
  })

  it('plain http on the https port is told the https address, and nothing that it sent is kept', async () => {
    const plain = async (...parts: string[]) => readRawAnswers(await sendRaw(service.baseUrl, ...parts))
    const [read] = await plain('GET /healthz?a=1 HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(read?.status).toBe(308)
    expect(read?.headers.location).toBe(`${service.baseUrl}/healthz?a=1`)
    expect(read?.body).toContain(`Use ${service.baseUrl}/healthz?a=1 instead.`)
    // A redirect would hide that a secret was sent in the clear.
    const secret = 'code=clear-text'
    const [sent] = await plain(
      `POST /issuers/eu-pid-device-bound/token HTTP/1.1\r\nHost: x\r\nContent-Length: ${secret.length}\r\n\r\n${secret}`,
    )
    expect(sent?.status).toBe(400)
    expect(sent?.headers.location).toBeUndefined()
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      error: 'invalid_request',
      error_description: `This port speaks https only. Use ${service.baseUrl} instead.`,
    })
    // In pieces, for a head, for another host, and for what is no request at all.
    expect((await plain('G', 'ET / HT', 'TP/1.1\r\n\r\n'))[0]?.headers.location).toBe(`${service.baseUrl}/`)
    expect(await sendRaw(service.baseUrl, 'HEAD / HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 308 [^{]*\r\n\r\n$/)
    const [elsewhere] = await plain('GET //evil.example/ HTTP/1.1\r\n\r\n')
    expect(new URL(elsewhere?.headers.location ?? '').origin).toBe(service.baseUrl)
    const [foreign] = await plain('GET http://evil.example/ HTTP/1.1\r\n\r\n')
    expect(foreign?.headers.location).toBe(`${service.baseUrl}/`)
    expect((await plain('x'.repeat(9000)))[0]?.status).toBe(400)
    expect(await sendRaw(service.baseUrl, '\r\n'.repeat(4))).not.toMatch(/HTTP/)
    expect((await send('GET', '/healthz')).status).toBe(200)
  })

  it('the certificate is for the host of BASE_URL and for no other', async () => {
    const { port } = new URL(service.baseUrl)
    const asked = new Promise((resolve, reject) => {
      const ca = service.container.keyStore.rootPem()
      httpsRequest({ host: '127.0.0.1', port, path: '/healthz', ca, agent: false }, resolve).on('error', reject).end()
    })
    await expect(asked).rejects.toThrow(/IP: 127\.0\.0\.1 is not in the cert/)
  })
})
