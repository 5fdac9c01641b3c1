import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from '@/lib/testing/raw-socket'
import { startService, type TestService } from '@/lib/testing/service'

const operatorToken = 'an-operator-token-of-this-test'
let service: TestService
let seen: { url: string | undefined; address: unknown }[] = []
beforeAll(async () => {
  service = await startService({
    env: { OPERATOR_TOKEN: operatorToken },
    pages: (request, response) => {
      seen.push({ url: request.url, address: request.headers['x-wallet-capture-client-address'] })
      response.end('a page')
    },
  })
})
afterAll(() => service.close())

async function ask(line: string, ...headers: string[]): Promise<{ status: number; text: string; pages: typeof seen }> {
  seen = []
  const text = await sendRaw(service.baseUrl, [line, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n'))
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]), text, pages: seen }
}

describe('pages behind an operator token', () => {
  it.each(['/ledger', '/ledger/rows', '/inspect/issuance/x', '/inspect/issuance/x/revision'])(
    'are closed: %s',
    async (path) => {
      expect(await ask(`GET ${path} HTTP/1.1`)).toMatchObject({ status: 401, pages: [] })
      expect(await ask(`GET ${path} HTTP/1.1`, `Authorization: Bearer ${operatorToken}`)).toMatchObject({ status: 200 })
    },
  )

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
    expect(await ask('GET http://localhost/ledger HTTP/1.1')).toMatchObject({ status: 401, pages: [] })
  })
})

describe('what pages are given', () => {
  it('is a path, also when the target was absolute', async () => {
    expect(await ask('GET http://localhost/checks?q=1 HTTP/1.1')).toMatchObject({
      status: 200,
      pages: [{ url: '/checks?q=1' }],
    })
  })

  it('is the address of the client, whatever the client says of it', async () => {
    const { pages } = await ask('GET / HTTP/1.1', 'X-Wallet-Capture-Client-Address: 10.9.8.7')
    expect(pages).toEqual([{ url: '/', address: '127.0.0.1' }])
  })

  it('is no form over the bound, and none without a length', async () => {
    expect(await ask('POST /start HTTP/1.1', 'Content-Length: 70000')).toMatchObject({ status: 413, pages: [] })
    expect(await ask('POST /start HTTP/1.1', 'Transfer-Encoding: chunked')).toMatchObject({ status: 413, pages: [] })
  })

  it('is nothing for a target that is no path', async () => {
    const { status, text, pages } = await ask('OPTIONS * HTTP/1.1')
    expect({ status, pages }).toEqual({ status: 404, pages: [] })
    expect(text).toContain('"error":"not_found"')
  })
})
