import { request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
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

  it('plain http on the https port ends without an answer, and the service goes on', async () => {
    const { port } = new URL(service.baseUrl)
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'))
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(text))
    })
    expect(answer).not.toMatch(/HTTP\/1\.1 [25]/)
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
