import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageRoutes } from '@/lib/server/basics/page-routes'
import { covers } from '@/lib/testing/covers'
import { sendRaw } from '@/lib/testing/raw-socket'
import { startService, type TestService } from '@/lib/testing/service'

const operatorToken = 'an-operator-token-of-this-test'
let service: TestService
let seen: { url: string | undefined; address: unknown; headers: object; rawHeaders: string[] }[] = []
beforeAll(async () => {
  service = await startService({
    env: { OPERATOR_TOKEN: operatorToken },
    pages: (request, response) => {
      const { url, headers, rawHeaders } = request
      seen.push({ url, address: headers['x-wallet-capture-client-address'], headers, rawHeaders })
      response.end('a page')
    },
  })
})
afterAll(() => service.close())

async function ask(line: string, ...headers: string[]): Promise<{ status: number; text: string; pages: typeof seen }> {
  seen = []
  const host = headers.some((field) => field.startsWith('Host:')) ? [] : [`Host: ${new URL(service.baseUrl).host}`]
  const text = await sendRaw(service.baseUrl, [line, ...host, 'Connection: close', ...headers, '', ''].join('\r\n'))
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]), text, pages: seen }
}

describe('pages behind an operator token', () => {
  const closed = pageRoutes.filter(({ evidence, methods }) => evidence && methods.includes('GET'))
  it.each(closed.map(({ path }) => path.replaceAll(/\{\w+\}/g, 'x')))('are closed: %s', async (path) => {
    expect(await ask(`GET ${path} HTTP/1.1`)).toMatchObject({ status: 401, pages: [] })
    expect(await ask(`GET ${path} HTTP/1.1`, `Authorization: Bearer ${operatorToken}`)).toMatchObject({ status: 200 })
  })

  it.each([
    '/x/../ledger',
    '/./ledger',
    '/%2e/ledger',
    '/x/%2e%2e/ledger',
    '/_next/../ledger',
    '/ledger#',
    '/x/../inspect/issuance/y',
  ])('are not reached by another spelling of their path: %s', async (path) => {
    expect(await ask(`GET ${path} HTTP/1.1`)).toMatchObject({ status: 404, pages: [] })
  })

  it('are closed to an absolute target too', async () => {
    expect(await ask(`GET ${service.baseUrl}/ledger HTTP/1.1`)).toMatchObject({ status: 401, pages: [] })
  })
})

describe('addresses that lead on to a page', () => {
  const html = 'Accept: text/html,*/*;q=0.8'

  it('do so without the token, which the page asks for, and without drawing anything', async () => {
    const old = await ask('GET /inspect/coverage/statement?wallet=a%26b HTTP/1.1')
    expect(old).toMatchObject({
      status: 308,
      pages: [],
      text: expect.stringMatching(/^Location: \/cases\/statement\?wallet=a%26b\r$/m),
    })
    expect(await ask('GET /cases/statement?wallet=a%26b HTTP/1.1')).toMatchObject({ status: 401, pages: [] })
  })

  it('do so at the interface for a browser alone, and say so to caches', async () => {
    const [seen, read] = [
      await ask('GET /comparison?before=a HTTP/1.1', html),
      await ask('GET /comparison?before=a HTTP/1.1'),
    ]
    expect(seen).toMatchObject({ status: 303, text: expect.stringMatching(/^Location: \/compare\?before=a\r$/m) })
    expect(read).toMatchObject({ status: 401, text: expect.stringMatching(/^Content-Type: application\/json/im) })
    for (const { text } of [seen, read]) expect(text).toMatch(/^Vary: Accept\r$/m)
  })
})

describe('the policy for scripts of pages', () => {
  const policyOf = (text: string) => /^content-security-policy: (.*)$/im.exec(text)?.[1]?.trim() ?? ''

  covers('D11')
  it('names one nonce for each answer, tells it to who draws the page, and lets no other inline script run', async () => {
    const nonces = new Set<string>()
    for (const path of ['/', '/checks', '/nowhere']) {
      const { text, pages } = await ask(`GET ${path} HTTP/1.1`, 'Accept: text/html')
      const policy = policyOf(text)
      const [, scripts = ''] = /script-src ([^;]*)/.exec(policy) ?? []
      expect(scripts).toMatch(/^'self' 'nonce-[A-Za-z0-9+/]{22}=='$/)
      expect(policy).toMatch(/object-src 'none'.*base-uri 'none'.*form-action 'self'.*frame-ancestors 'none'/)
      expect(pages[0]?.headers).toMatchObject({ 'content-security-policy': policy })
      nonces.add(scripts)
    }
    expect(nonces.size).toBe(3)
  })

  it('is ours whatever a client sends under that name', async () => {
    const { pages, text } = await ask('GET / HTTP/1.1', "Content-Security-Policy: script-src 'nonce-AAAA'")
    expect(pages[0]?.headers).toMatchObject({ 'content-security-policy': policyOf(text) })
    expect(text).not.toContain('nonce-AAAA')
  })
})

covers('D3')
describe('pages under another name than ours', () => {
  it.each(['evil.example', 'evil.example:3000', 'localhost', 'localhost:1', 'localhost.evil.example', ''])(
    'are refused, whatever they show: Host %s',
    async (host) => {
      for (const path of ['/', '/checks', '/ledger', '/theme.js', '/_next/static/chunks/a.js']) {
        const headers = [`Host: ${host}`, `Authorization: Bearer ${operatorToken}`]
        const { status, text, pages } = await ask(`GET ${path} HTTP/1.1`, ...headers)
        expect({ path, status, pages }).toEqual({ path, status: 421, pages: [] })
        expect(text).toContain('"error":"misdirected_request"')
        expect(text).not.toMatch(/access-control/i)
      }
    },
  )

  it('are refused to a request that names none', async () => {
    seen = []
    const text = await sendRaw(service.baseUrl, 'GET /ledger HTTP/1.0\r\n\r\n')
    expect([text.split(' ')[1], seen]).toEqual(['421', []])
  })

  it.each(['127.0.0.1', '[::1]', 'LOCALHOST'])('but not under another name of this machine: %s', async (name) => {
    const { port } = new URL(service.baseUrl)
    expect(await ask('GET / HTTP/1.1', `Host: ${name}:${port}`)).toMatchObject({ status: 200 })
  })
})

describe('what pages are given', () => {
  it('is none of the headers by which Next takes a request elsewhere', async () => {
    const { pages } = await ask(
      'GET /checks HTTP/1.1',
      'RSC: 1',
      'Accept-Language: en',
      'X-Middleware-Subrequest: proxy',
      'X-Middleware-Rewrite: /ledger',
      'X-Nextjs-Data: 1',
      'X-Matched-Path: /ledger',
      'X-Invoke-Path: /ledger',
      'Next-Action: x',
      'X-Forwarded-Host: evil.example',
      'Cookie: __prerender_bypass=x',
    )
    expect(Object.keys(pages[0]?.headers ?? {}).sort()).toEqual([
      'accept-language',
      'content-security-policy',
      'host',
      'rsc',
      'x-wallet-capture-client-address',
    ])
    expect(pages[0]?.rawHeaders.filter((_, index) => index % 2 === 0)).toEqual(['Host', 'RSC', 'Accept-Language'])
  })

  it('is no path of theirs where a browser is lost', async () => {
    const { pages } = await ask('GET /_next/data/x/ledger.json?y HTTP/1.1', 'Accept: text/html')
    expect(pages.map(({ url }) => url)).toEqual(['/404'])
  })

  it.each(['/token', '/issuers/x/y', '/.well-known/x', '/_next/data/x/issuers/y/token.json'])(
    'is nothing near the protocol, where a program is lost: %s',
    async (path) => {
      const answer = await ask(`GET ${path} HTTP/1.1`, 'Accept: text/html')
      expect(answer).toMatchObject({ status: 404, pages: [] })
      expect(answer.text).toMatch(/access-control-allow-origin: \*/i)
    },
  )

  it('is a path, also when the target was absolute', async () => {
    const { host } = new URL(service.baseUrl)
    const { status, pages } = await ask(`GET ${service.baseUrl}/checks?q=1 HTTP/1.1`, 'Host: evil.example')
    expect([status, pages]).toMatchObject([200, [{ url: '/checks?q=1', headers: { host } }]])
    expect(pages[0]?.rawHeaders).not.toContain('evil.example')
    // An empty path is `/`. RFC 9110 section 4.2.3
    expect((await ask(`GET ${service.baseUrl}?q=1 HTTP/1.1`)).pages).toMatchObject([{ url: '/?q=1' }])
  })

  covers('D3')
  it('is none for an absolute target on another host than ours', async () => {
    expect(await ask('GET http://evil.example/checks HTTP/1.1')).toMatchObject({ status: 421, pages: [] })
    expect(await ask('POST http://evil.example/start/issuance/create HTTP/1.1')).toMatchObject({
      status: 421,
      pages: [],
    })
  })

  covers('D3')
  it('is no form of an origin that only the Host header beside an absolute target names', async () => {
    const line = `POST ${service.baseUrl}/start/issuance/create HTTP/1.1`
    const post = (origin: string) => ask(line, 'Host: evil.example', `Origin: ${origin}`, 'Content-Length: 0')
    expect(await post('http://evil.example')).toMatchObject({ status: 403, pages: [] })
    expect(await post(service.baseUrl)).toMatchObject({ status: 200, pages: [{ url: '/start/issuance/create' }] })
  })

  it('is the address of the client, whatever the client says of it', async () => {
    const { pages } = await ask('GET / HTTP/1.1', 'X-Wallet-Capture-Client-Address: 10.9.8.7')
    expect(pages).toMatchObject([{ url: '/', address: '127.0.0.1' }])
    expect(pages).toHaveLength(1)
  })

  it('is no form over the bound, and none without a length', async () => {
    expect(await ask('POST /start/issuance/create HTTP/1.1', 'Content-Length: 70000')).toMatchObject({
      status: 413,
      pages: [],
    })
    expect(await ask('POST /start/issuance/create HTTP/1.1', 'Transfer-Encoding: chunked')).toMatchObject({
      status: 413,
      pages: [],
    })
  })

  it('is nothing for a target that is not a path', async () => {
    const { status, text, pages } = await ask('OPTIONS * HTTP/1.1')
    expect({ status, pages }).toEqual({ status: 404, pages: [] })
    expect(text).toContain('"error":"not_found"')
  })
})
