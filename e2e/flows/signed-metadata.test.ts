import { X509Certificate } from 'node:crypto'
import { compactVerify, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { startService, type TestService } from '@/lib/testing/service'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const fetchMetadata = (accept: string) =>
  fetch(`${service.baseUrl}/.well-known/openid-credential-issuer/issuers/eu-pid-device-bound`, { headers: { accept } })

describe('signed issuer metadata', () => {
  covers('A4.3')
  it('holds every member of the JSON form as a claim and verifies with a leaf under the test root', async () => {
    const plain = await (await fetchMetadata('application/json')).json()
    const response = await fetchMetadata('application/jwt')
    expect(response.headers.get('content-type')).toBe('application/jwt')
    expect(response.headers.get('vary')).toBe('Accept, Accept-Language')
    const token = await response.text()
    const header = decodeProtectedHeader(token)
    expect(header).toMatchObject({ alg: 'ES256', typ: 'openidvci-issuer-metadata+jwt' })

    const chain = (header.x5c ?? []).map((der) => new X509Certificate(Buffer.from(der, 'base64')))
    const root = new X509Certificate(await (await fetch(`${service.baseUrl}/pki/root-ca.pem`)).text())
    const [leaf] = chain
    if (leaf === undefined) throw new Error('no x5c')
    expect(chain.some(({ fingerprint256 }) => fingerprint256 === root.fingerprint256)).toBe(false)
    expect(leaf.subject).not.toBe(leaf.issuer)
    expect(leaf.verify(root.publicKey)).toBe(true)

    const { payload } = await compactVerify(token, leaf.publicKey)
    const { iss, sub, iat, exp, ...claims } = JSON.parse(new TextDecoder().decode(payload))
    expect(claims).toEqual(plain)
    expect(sub).toBe(plain.credential_issuer)
    expect(iss).toBe(plain.credential_issuer)
    expect(exp - iat).toBe(86_400)
  })

  it.each([
    ['application/jwt;q=0.1, application/json', 'application/json'],
    ['application/jwt, application/json', 'application/jwt'],
    ['application/json, application/jwt', 'application/json'],
    ['text/html', 'application/json'],
    ['*/*', 'application/json'],
  ])('answers Accept: %s with %s', async (accept, mediaType) => {
    const response = await fetchMetadata(accept)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(mediaType)
  })
})
