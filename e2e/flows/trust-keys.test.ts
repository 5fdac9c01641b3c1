import 'reflect-metadata'
import { createHash, X509Certificate } from 'node:crypto'
import { X509Certificate as Certificate, X509Crl } from '@peculiar/x509'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from '@/lib/testing/service'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const get = async (path: string, init?: RequestInit) => {
  const response = await fetch(`${service.baseUrl}${path}`, init)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

const authorities = ['access-ca', 'registrar-ca', 'pid-ca']
const files = [
  ['/trust/anchors.pem', 'application/x-pem-file'],
  ['/trust/anchors.jwks', 'application/json'],
  ['/trust/anchors/access-certificate-providers.pem', 'application/x-pem-file'],
  ['/trust/anchors/registration-certificate-providers.cer', 'application/pkix-cert'],
  ['/trust/ca/pid-ca.cer', 'application/pkix-cert'],
  ['/trust/crl/access-ca.crl', 'application/pkix-crl'],
  ['/trust/support', 'text/plain; charset=utf-8'],
  ['/trust/privacy', 'text/plain; charset=utf-8'],
  ['/trust/policy', 'text/plain; charset=utf-8'],
] as const

describe('the documents of the trust framework', () => {
  it.each(files)('%s is there for everybody, as %s, for a minute', async (path, mediaType) => {
    const { response, bytes } = await get(path, { headers: { Origin: 'https://wallet.example' } })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, mediaType])
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
    const tag = response.headers.get('etag') ?? ''
    expect(tag).toBe(`"${createHash('sha256').update(bytes).digest('base64url')}"`)
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await get(path, { headers: { 'If-None-Match': known } })
      expect([again.response.status, again.response.headers.get('etag'), again.bytes.length]).toEqual([304, tag, 0])
    }
    const head = await get(path, { method: 'HEAD' })
    expect([head.response.status, head.response.headers.get('etag'), head.bytes.length]).toEqual([200, tag, 0])
    expect(head.response.headers.get('content-length')).toBe(String(bytes.length))
    expect((await get(path, { headers: { 'If-None-Match': '"other"' } })).response.status).toBe(200)
    expect((await get(path, { method: 'POST' })).response.status).toBe(405)
  })

  it('give the same anchors in each form, three authorities of one role each', async () => {
    const pem = (await get('/trust/anchors.pem')).bytes.toString()
    const [access, registrar, pid, ...others] = (pem.match(/-----BEGIN[\s\S]+?-----END CERTIFICATE-----\n/g) ?? []).map(
      (block) => new X509Certificate(block),
    )
    expect(others).toEqual([])
    const raws = [access, registrar, pid].map((one) => one?.raw.toString('base64'))
    expect(new Set(raws).size).toBe(3)
    const { keys } = JSON.parse((await get('/trust/anchors.jwks')).bytes.toString()) as { keys: { x5c: string[] }[] }
    expect(keys.map(({ x5c }) => x5c)).toEqual(raws.map((raw) => [raw]))
    expect(keys[0]).toMatchObject({ ...access?.publicKey.export({ format: 'jwk' }), kid: 'access-ca', use: 'sig' })
    for (const [index, ca] of authorities.entries())
      expect((await get(`/trust/ca/${ca}.cer`)).bytes.toString('base64')).toBe(raws[index])
    const lists = {
      'access-certificate-providers': access,
      'registration-certificate-providers': registrar,
      registrars: registrar,
      'pid-providers': pid,
      'pub-eaa-providers': pid,
    }
    for (const [list, anchor] of Object.entries(lists)) {
      expect((await get(`/trust/anchors/${list}.pem`)).bytes.toString()).toBe(anchor?.toString())
      expect((await get(`/trust/anchors/${list}.cer`)).bytes.equals(anchor?.raw ?? Buffer.alloc(0))).toBe(true)
    }
    const operator = new X509Certificate((await get('/trust/anchors/lists.cer')).bytes)
    expect(operator.subject).toBe('C=EU\nO=Wallet Capture Test List Operator')
    // None is the root that phones trust today.
    const root = new X509Certificate((await get('/pki/root-ca.cer')).bytes)
    expect([...raws, operator.raw.toString('base64')]).not.toContain(root.raw.toString('base64'))
  })

  it('are the revocation lists that leaves name: empty, current, signed by the authority, new each hour', async () => {
    const numbers: (string | undefined)[] = []
    for (const hour of [0, 1]) {
      if (hour > 0) service.advance(3600)
      for (const ca of [...authorities, ...authorities.map((ca) => `stranger-${ca}`)]) {
        const { bytes } = await get(`/trust/crl/${ca}.crl`)
        const list = new X509Crl(bytes)
        const certificate = new Certificate((await get(`/trust/ca/${ca}.cer`)).bytes)
        expect(await list.verify({ publicKey: certificate })).toBe(true)
        expect([list.issuer, list.entries.length]).toEqual([certificate.subject, 0])
        expect(list.thisUpdate.getTime()).toBeLessThanOrEqual(service.now())
        expect(list.nextUpdate?.getTime()).toBeGreaterThan(service.now() + 3600_000)
        expect((await get(`/trust/crl/${ca}.crl`)).bytes.equals(bytes)).toBe(true)
        const number = list.extensions.find(({ type }) => type === '2.5.29.20')
        numbers.push(Buffer.from(number?.value ?? new ArrayBuffer(0)).toString('hex'))
      }
    }
    expect(new Set(numbers).size).toBe(2)
  })

  it.each([
    '/trust/anchors/no-such-list.pem',
    '/trust/anchors/access-certificate-providers.der',
    '/trust/anchors/access-certificate-providers',
    '/trust/anchors/__proto__.pem',
    '/trust/ca/stranger-stranger-access-ca.cer',
    '/trust/ca/access-ca.pem',
    '/trust/crl/root-ca.crl',
    '/trust/crl/%00.crl',
    '/trust/nothing',
  ])('say of %s that there is none', async (path) => {
    const { response, bytes } = await get(path)
    const { error, error_description } = JSON.parse(bytes.toString()) as Record<string, string>
    expect([response.status, error]).toEqual([404, 'not_found'])
    expect(error_description).toMatch(/^[ -~]{10,}\.$/)
  })

  it('say of themselves to people that they are test data', async () => {
    for (const path of ['/trust/support', '/trust/privacy', '/trust/policy'])
      expect((await get(path)).bytes.toString()).toMatch(/test data[\s\S]+made up/)
  })
})
