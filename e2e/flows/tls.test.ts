import { type ConnectionOptions, connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from '@/lib/testing/service'

let service: TestService
beforeAll(async () => {
  service = await startService({ tls: true })
})
afterAll(() => service.close())

/** The cipher suite that a client negotiates with the service, or OpenSSL's error if there is none. */
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

// Wallets and the conformance suite of FAPI 2.0 (section 5.2.2) test this before their first request.
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
