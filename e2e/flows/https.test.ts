import { request as httpsRequest } from 'node:https'
import { type ConnectionOptions, connect } from 'node:tls'
import { beforeAll, describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { readRawAnswers, sendRaw } from '@/lib/testing/raw-socket'
import { startService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { redOf, verifierSessions } from '@/lib/testing/verifier-sessions'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp } from '@/lib/wallet/http/wire'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { createCredentialMaker } from '@/lib/wallet/testing/credential-maker'
import { holdCredential } from '@/lib/wallet/testing/presenting-wallet'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

describe('https', () => {
  const service = serviceForTests({ tls: true })
  let trusting: SendHttp
  beforeAll(async () => {
    trusting = createNodeClient({ ca: [service.container.keyStore.rootPem()] })
  })

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
      // In fragments, as HEAD, for another host, and as something that is no HTTP request.
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
})

describe('TLS of the installation', () => {
  const service = serviceForTests({ tls: true })

  /** The cipher suite negotiated with the service, or OpenSSL's error. */
  const handshake = (options: ConnectionOptions): Promise<string> =>
    new Promise((resolve) => {
      const { port } = new URL(service.baseUrl)
      const ca = service.container.keyStore.rootPem()
      const socket = connect({ port: Number(port), host: '127.0.0.1', servername: 'localhost', ca, ...options }, () => {
        resolve(socket.getCipher().standardName)
        socket.destroy()
      })
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    })
  const tls12 = (ciphers: string): ConnectionOptions => ({ maxVersion: 'TLSv1.2', ciphers })

  // Wallets and the FAPI 2.0 conformance suite (section 5.2.2) test this before their first request.
  describe('TLS of the service', () => {
    it('takes TLS 1.3, and of TLS 1.2 the suites that BCP 195 recommends (RFC 9325 section 4.2)', async () => {
      expect(await handshake({})).toBe('TLS_AES_256_GCM_SHA384')
      expect(await handshake(tls12('ECDHE-ECDSA-AES128-GCM-SHA256'))).toBe('TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256')
      expect(await handshake(tls12('ECDHE-ECDSA-AES256-GCM-SHA384'))).toBe('TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384')
    })

    it.each(['ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384', 'ECDHE-ECDSA-AES128-CCM'])(
      'refuses %s, which BCP 195 does not recommend',
      async (suite) => {
        expect(await handshake(tls12(suite))).toMatch(/HANDSHAKE_FAILURE|ECONNRESET/)
      },
    )

    it('refuses TLS 1.1', async () => {
      const old: ConnectionOptions = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }
      expect(await handshake(old)).toMatch(/PROTOCOL_VERSION|HANDSHAKE_FAILURE|ECONNRESET/)
    })
  })
})

describe('a request fetched over plain http', () => {
  /** The service behind a proxy that speaks both https and plain http, and says which. */
  const host = 'capture.example'
  const request = { negative_test: 'request_uri_http', refusal_wait: 5 }
  const careless = 'vp.negative.rejected~request_uri_http'

  const service = serviceForTests({ env: { BASE_URL: `https://${host}`, TRUST_PROXY: '127.0.0.1' } })
  const { http } = service
  let credentials: HeldCredential[]
  beforeAll(async () => {
    const maker = await createCredentialMaker(service.now())
    credentials = [
      await holdCredential(maker, { payload: { family_name: 'Fabbri', given_name: 'Ada', birthdate: '1985-04-12' } }),
    ]
  })

  const { create, read, post } = verifierSessions(() => http)
  const node = createNodeClient()

  /** Forwards like the proxy. One that upgrades http to https reports https for every request. */
  const through =
    (asked: string[], changesScheme = false): SendHttp =>
    (wire) => {
      asked.push(wire.url)
      const scheme = changesScheme ? 'https' : new URL(wire.url).protocol.replace(':', '')
      return node({
        ...wire,
        url: wire.url.replace(/^https?:\/\/[^/]+/, service.baseUrl),
        headers: [...wire.headers, ['X-Forwarded-Proto', scheme]],
      })
    }

  async function present(options: { readonly misbehave?: string; readonly changesScheme?: boolean } = {}) {
    const { session_id: id, deeplink } = await create(request)
    const asked: string[] = []
    const { misbehave, changesScheme } = options
    const run = await runAtVerifier({
      deeplink,
      credentials,
      clock: service.now,
      http: through(asked, changesScheme),
      ...(misbehave === undefined ? {} : { misbehave }),
    })
    return { id, run, asked, deeplink, session: await read(id) }
  }
  const statusOf = async (id: string, check: string) =>
    (await read(id)).checks.conformance.findLast((entry) => entry.id === check)?.status

  describe('a request whose address is plain http', () => {
    it('is not fetched by a wallet that behaves, and a person tells that it showed an error', async () => {
      const { id, run, asked, deeplink } = await present()
      expect(new URL(deeplink).searchParams.get('request_uri')).toMatch(/^http:\/\/capture\.example\//)
      expect([run.outcome, asked]).toEqual(['stopped_by_wallet', []])
      expect(await statusOf(id, 'vp.request.no_plain_fetch')).toBe('not_observed')
      expect((await post(`/openid4vp/sessions/${id}/refusal`, { shown: 'error' })).status).toBe(200)
      expect(await statusOf(id, 'vp.request.no_plain_fetch')).toBe('pass')
      expect(await statusOf(id, 'vp.negative.rejected')).toBe('pass')
    })

    it('is fetched and answered by a careless one, which fails for both', async () => {
      const { asked, session, run } = await present({ misbehave: careless })
      expect(asked[0]).toMatch(/^http:/)
      expect(run.refusal?.error, run.reason ?? '').toBe('request_should_have_been_rejected')
      // The credential is a stranger's, which does not matter here.
      const red = redOf(session).filter((id) => !id.startsWith('vp.sdjwt.'))
      expect(red.sort()).toEqual(['vp.negative.rejected', 'vp.request.no_plain_fetch'])
      expect(await statusOf(session.session_id, 'vp.request.no_plain_fetch')).toBe('fail')
    })

    it('is only remarked on where the fetch came by https', async () => {
      const { session } = await present({ misbehave: careless, changesScheme: true })
      expect(await statusOf(session.session_id, 'vp.request.no_plain_fetch')).toBe('warn')
    })
  })

  it('a test of the host in the client_id cannot be asked for where the service has an IP address', async () => {
    const byAddress = await startService({ env: { BASE_URL: 'https://192.0.2.7' } })
    const headers = { 'Content-Type': 'application/json' }
    const asked = { method: 'POST', headers, body: JSON.stringify({ negative_test: 'san_dns_under_haip' }) }
    const answer = await fetch(`${byAddress.baseUrl}/openid4vp/sessions`, asked)
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: 'invalid_request', pointer: '/negative_test' },
    ])
    await byAddress.close()
  })
})
