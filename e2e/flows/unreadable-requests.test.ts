import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { createHandWallet, type HandWallet, preAuthorizedGrant } from '@/lib/testing/hand-wallet'
import { createHttpClient, type HttpClient, type JsonRecord } from '@/lib/testing/http-client'
import { type RawAnswer, readRawAnswers, sendRaw, sendRawThen } from '@/lib/testing/raw-socket'
import { startService, type TestService } from '@/lib/testing/service'

/**
 * An incomplete or malformed HTTP request is refused with an Error that says what to send, and recorded as far as its
 * method and path can be read.
 */
let service: TestService
let http: HttpClient
beforeAll(async () => {
  service = await startService({
    env: { TRUST_PROXY: '127.0.0.1' },
    timeouts: { requestTimeout: 400, headersTimeout: 400, connectionsCheckingInterval: 50 },
    pages: (request, response) => {
      request.on('error', () => undefined).resume()
      if (request.url !== '/start/issuance/create') response.end('a page')
    },
  })
  http = createHttpClient(service.baseUrl)
})
afterAll(async () => {
  http.close()
  await service.close()
})

const path = '/issuers/eu-pid-device-bound/nonce'
let count = 0
/** A User-Agent that identifies one request. */
const newAgent = (): string => `edge-${++count}`
const recordsOf = async (agent: string): Promise<JsonRecord[]> =>
  ((await http({ path: '/oid4vci/requests' })).json() as JsonRecord[]).filter(
    ({ headers }) => (headers as JsonRecord)['user-agent'] === agent,
  )

const request = (lines: readonly string[], body = ''): string => `${lines.join('\r\n')}\r\n\r\n${body}`
const post = (agent: string, ...lines: string[]): readonly string[] => [
  `POST ${path} HTTP/1.1`,
  'Host: x',
  `User-Agent: ${agent}`,
  ...lines,
]

/** `allowOrigin` is undefined at pages and operator addresses: no page of another origin may read their responses. */
function expectLastError(
  answer: RawAnswer | undefined,
  status: number,
  { allowOrigin }: { readonly allowOrigin: '*' | undefined } = { allowOrigin: '*' },
): JsonRecord {
  expect(answer?.status).toBe(status)
  expect(answer?.headers['access-control-allow-origin']).toBe(allowOrigin)
  expect(answer?.headers).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  })
  const body = JSON.parse(answer?.body ?? '')
  expect(body).toMatchObject({ error: 'invalid_request' })
  expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]{20,}$/)
  return body
}

const chunked = 'Transfer-Encoding: chunked'
const long = (characters: number): string => `X-Long: ${'x'.repeat(characters)}`

/** Each kind of malformed HTTP: what it is, the status of the response, and its packets. */
const unreadable: readonly [string, number, (agent: string) => string[]][] = [
  ['a chunk length that is not a number', 400, (a) => [request(post(a, chunked), 'zz\r\n')]],
  ['a bad chunk in a packet of its own', 400, (a) => [request(post(a, chunked), '2\r\nab\r\n'), 'zz\r\n']],
  ['a chunk that is longer than it says', 400, (a) => [request(post(a, chunked), '1\r\nabc\r\n0\r\n\r\n')]],
  ['endless chunk extensions', 400, (a) => [request(post(a, chunked), `1;x=${'y'.repeat(40_000)}\r\na\r\n`)]],
  ['length and chunks', 400, (a) => [request(post(a, 'Content-Length: 1', chunked), '0\r\n\r\n')]],
  ['two lengths', 400, (a) => [request(post(a, 'Content-Length: 1', 'Content-Length: 2'), 'ab')]],
  ['the same length twice', 400, (a) => [request(post(a, 'Content-Length: 2', 'Content-Length: 2'), 'ab')]],
  ['a length that is not a number', 400, (a) => [request(post(a, 'Content-Length: -1'))]],
  ['a coding that is not known', 400, (a) => [request(post(a, 'Transfer-Encoding: gzip'), 'abc')]],
  ['a coding before the chunks', 400, (a) => [request(post(a, 'Transfer-Encoding: identity, chunked'), '0\r\n\r\n')]],
  [
    'chunks in HTTP/1.0, which has none',
    400,
    (a) => [
      request(
        post(a, chunked, 'Connection: keep-alive').map((line) => line.replace('HTTP/1.1', 'HTTP/1.0')),
        '0\r\n\r\n',
      ),
    ],
  ],
  ['a control character in a header', 400, (a) => [request(post(a, 'X-Odd: a\x01b'))]],
  ['a zero byte in a header', 400, (a) => [request(post(a, 'X-Odd: a\0b'))]],
  ['a header folded over two lines', 400, (a) => [request(post(a, 'X-Odd: a', ' b'))]],
  ['a header name with a blank', 400, (a) => [request(post(a, 'X Odd: a'))]],
  ['a header without a colon', 400, (a) => [request(post(a, 'X-Odd'))]],
  ['a bad header in a later packet', 400, (a) => [`${post(a).join('\r\n')}\r\n`, request(['X Odd: a'])]],
  ['lines that end in LF alone', 400, (a) => [`${post(a).join('\n')}\n\n`]],
  ['two Host headers', 400, (a) => [request(post(a, 'Host: y'))]],
  ['a Host that is none', 400, (a) => [request(post(a).map((line) => line.replace('Host: x', 'Host: a b/c')))]],
  ['no Host', 400, (a) => [request(post(a).filter((line) => line !== 'Host: x'))]],
  ...['0.9', '1.2', '2.0', '3.0'].map((version): (typeof unreadable)[number] => [
    `HTTP/${version}`,
    505,
    (a) => [request(post(a).map((line) => line.replace('HTTP/1.1', `HTTP/${version}`)))],
  ]),
  ['an expectation that is not known', 417, (a) => [request(post(a, 'Expect: a-miracle', 'Content-Length: 2'))]],
  ['40 kB of headers', 431, (a) => [request(post(a, long(40_000)))]],
  ['900 kB of headers', 431, (a) => [request(post(a, long(900_000)))]],
  ['10 000 headers', 431, (a) => [request(post(a, ...Array.from({ length: 10_000 }, () => 'a:b')))]],
  ['headers that never end', 408, (a) => [`${post(a).join('\r\n')}\r\n`]],
  ['a body that never comes', 408, (a) => [request(post(a, 'Content-Length: 5'), 'ab')]],
]

describe('a request that is malformed HTTP', () => {
  it.each(unreadable)('is refused, says what to send, and is on record: %s', async (_name, status, parts) => {
    const agent = newAgent()
    const [answer, ...more] = readRawAnswers(await sendRaw(service.baseUrl, ...parts(agent)))
    expect(more).toEqual([])
    expectLastError(answer, status)
    expect(await recordsOf(agent)).toMatchObject([
      {
        method: 'POST',
        path,
        issuer_configuration_id: 'eu-pid-device-bound',
        response: { status, content_type: 'application/json' },
      },
    ])
    expect((await http({ path: '/healthz' })).status).toBe(200)
  })

  covers('D8')
  it.each(unreadable)('is the last of its connection, whatever follows: %s', async (_name, status, parts) => {
    const [broken, next] = [newAgent(), newAgent()]
    const further = request(post(next, 'Content-Length: 0'))
    const [answer, ...more] = readRawAnswers(await sendRawThen(service.baseUrl, parts(broken), further))
    expectLastError(answer, status)
    expect(more).toEqual([])
    expect(await recordsOf(next)).toEqual([])
  })

  covers('D8')
  // Complete requests, which others can follow.
  it.each(unreadable.filter(([, status]) => status !== 408))(
    'is the last of its packet too: %s',
    async (_name, status, parts) => {
      const [broken, next] = [newAgent(), newAgent()]
      const [last = '', ...before] = parts(broken).toReversed()
      const further = request(post(next, 'Content-Length: 0'))
      const [answer, ...more] = readRawAnswers(await sendRaw(service.baseUrl, ...before.toReversed(), last + further))
      expectLastError(answer, status)
      expect(more).toEqual([])
      expect(await recordsOf(next)).toEqual([])
    },
  )

  it.each([
    ['a zero byte', '\0', '%00'],
    ['UTF-8', '\xc3\xa9', '%C3%A9'],
    ['a tab', '\t', '%09'],
  ])('is on record with its path written as it should have been: %s', async (_name, bytes, shown) => {
    const agent = newAgent()
    const text = request(post(agent).map((line) => line.replace('/nonce', `/${bytes}`)))
    const [answer] = readRawAnswers(await sendRaw(service.baseUrl, text))
    expectLastError(answer, 400)
    expect(await recordsOf(agent)).toMatchObject([{ method: 'POST', path: path.replace('nonce', shown) }])
  })

  it.each(['nonsense', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03', 'PRI * HTTP/2.0\r\n\r\nSM'])(
    'is refused without a record when no method and path can be read: %j',
    async (text) => {
      const before = (await http({ path: '/oid4vci/requests' })).body
      const [answer] = readRawAnswers(await sendRaw(service.baseUrl, `${text}\r\n\r\n`))
      expectLastError(answer, 400)
      expect((await http({ path: '/oid4vci/requests' })).body).toBe(before)
    },
  )

  it('is refused where a page would be, without reaching it', async () => {
    for (const lines of [
      ['GET /ledger HTTP/1.1'],
      ['GET /ledger HTTP/1.1', 'Host: x', 'Host: y'],
      ['GET /ledger HTTP/1.1', 'Host: x', 'X Odd: y'],
    ]) {
      const [answer] = readRawAnswers(await sendRaw(service.baseUrl, request(lines)))
      expectLastError(answer, 400, { allowOrigin: undefined })
    }
  })

  it('is refused when a form to a page never arrives', async () => {
    for (const path of ['/start/issuance/create', '/slow-page']) {
      const lines = [`POST ${path} HTTP/1.1`, `Host: ${new URL(service.baseUrl).host}`, 'Content-Length: 5']
      const [answer] = readRawAnswers(await sendRaw(service.baseUrl, request(lines, 'ab')))
      expectLastError(answer, 408, { allowOrigin: undefined })
    }
  })

  it('needs no Host as HTTP/1.0', async () => {
    const [answer] = readRawAnswers(await sendRaw(service.baseUrl, request(['GET /healthz HTTP/1.0'])))
    expect(answer).toMatchObject({ status: 200, body: '{"status":"ok"}' })
  })

  it('may have an operator’s address, whose errors have the same members', async () => {
    const lines = ['POST /api/pipeline/scoreboard/save-results HTTP/1.1', 'Host: x', 'Host: y']
    const [answer] = readRawAnswers(await sendRaw(service.baseUrl, request(lines)))
    const body = expectLastError(answer, 400, { allowOrigin: undefined })
    expect(body).toMatchObject({ message: body.error_description, request_id: expect.any(String) })
  })
})

describe('requests in one packet', () => {
  it('are answered in their order, the broken one last', async () => {
    const [first, second] = [newAgent(), newAgent()]
    const text = request(post(first, 'Content-Length: 0')) + request(post(second, 'X Odd: a'))
    const [good, bad, ...more] = readRawAnswers(await sendRaw(service.baseUrl, text))
    expect(more).toEqual([])
    expect(good?.status).toBe(200)
    expectLastError(bad, 400)
    expect(await recordsOf(first)).toMatchObject([{ response: { status: 200 } }])
    expect(await recordsOf(second)).toMatchObject([{ method: 'POST', path, response: { status: 400 } }])
  })

  covers('D8')
  it('are told apart by their lengths, so that no body gets into the record of the next one', async () => {
    const agent = newAgent()
    const next = request([`BREW ${path} HTTP/1.1`, 'Host: x', `User-Agent: ${agent}`])
    const text = request(post(newAgent(), 'Content-Length: 8'), 'password') + next
    const [good, bad] = readRawAnswers(await sendRaw(service.baseUrl, text))
    expect([good?.status, bad?.status]).toEqual([200, 405])
    expect(await recordsOf(agent)).toMatchObject([{ method: '[name:4]', path }])
  })

  it.each(['\t', ' \t ', ''])(
    'have their lengths told after %j too, so that no body is taken for a request',
    async (space) => {
      const [inside, agent] = [newAgent(), newAgent()]
      // Ends within a header field, so that what follows would continue it.
      const body = [`POST ${path} HTTP/1.1`, 'Host: x', `User-Agent: ${inside}`, 'X-Rest: '].join('\r\n')
      const next = request([`BREW ${path} HTTP/1.1`, 'Host: x', `User-Agent: ${agent}`])
      const text = request(post(newAgent(), `Content-Length:${space}${body.length}`), body) + next
      const [good, bad, ...more] = readRawAnswers(await sendRaw(service.baseUrl, text))
      expect([good?.status, bad?.status, more]).toEqual([200, 405, []])
      expect(await recordsOf(inside)).toEqual([])
      expect(await recordsOf(agent)).toMatchObject([{ method: '[name:4]', path }])
    },
  )

  it('leave no record of the last one where it cannot be told where it begins', async () => {
    const next = request([`BREW ${path} HTTP/1.1`, 'Host: x'])
    const text = request(post(newAgent(), chunked), '8\r\npassword\r\n0\r\n\r\n') + next
    const [good, bad] = readRawAnswers(await sendRaw(service.baseUrl, text))
    expect(good?.status).toBe(200)
    expectLastError(bad, 400)
  })
})

describe('a broken request that belongs to a session', () => {
  const send = async (wallet: HandWallet, lines: readonly string[], body: string) => {
    const head = [`POST ${wallet.path('token')} HTTP/1.1`, 'Content-Type: application/x-www-form-urlencoded', ...lines]
    const [answer] = readRawAnswers(await sendRaw(service.baseUrl, request(head, body)))
    return answer
  }
  const form = ({ code }: HandWallet) =>
    new URLSearchParams({ grant_type: preAuthorizedGrant, 'pre-authorized_code': code }).toString()

  it.each<[string, number, string, (body: string) => [string[], string]]>([
    ['no Host', 400, 'host_header', (body) => [[`Content-Length: ${body.length}`], body]],
    [
      'a bad chunk',
      400,
      'malformed_body',
      (body) => [['Host: x', chunked], `${body.length.toString(16)}\r\n${body}\r\nzz\r\n`],
    ],
    ['a body that stops', 408, 'request_timeout', (body) => [['Host: x', `Content-Length: ${body.length + 1}`], body]],
    [
      'a long header',
      431,
      'header_section_too_large',
      (body) => [['Host: x', long(40_000), `Content-Length: ${body.length}`], body],
    ],
  ])('is in it, and uses nothing up: %s', async (_name, status, reason, parts) => {
    const wallet = await createHandWallet(service)
    const answer = await send(wallet, ...parts(form(wallet)))
    const body = expectLastError(answer, status)
    expect(body.error_uri).toBe(`${service.baseUrl}/inspect/issuance/${wallet.created.session_id}`)
    const view = await wallet.view()
    expect(view.exchanges.at(-1)).toMatchObject({ path: wallet.path('token'), response: { status } })
    expect(view.events).toContainEqual(
      expect.objectContaining({
        type: 'token_rejected',
        detail: expect.objectContaining({ status, error: 'invalid_request', reason }),
      }),
    )
    expect(view.status).toBe('token_requested')
    expect((await wallet.requestToken()).status).toBe(200)
  })
})

describe('a client behind a trusted proxy', () => {
  it('is the same client when its request is broken', async () => {
    const lines = ['User-Agent: proxied', 'X-Forwarded-For: 203.0.113.9']
    const broken = request(['POST /issuers/eu-pid-device-bound/nonce HTTP/1.1', 'Host: x', ...lines, 'X Odd: a'])
    const good = request(['POST /issuers/eu-pid-device-bound/nonce HTTP/1.1', 'Host: x', 'Connection: close', ...lines])
    const elsewhere = good.replace('203.0.113.9', '203.0.113.10')
    for (const text of [good, broken, elsewhere]) await sendRaw(service.baseUrl, text)
    const [first, second, third] = service
      .recorded()
      .slice(-3)
      .map(({ client }) => client)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })
})

describe('a client that waits before it sends its body', () => {
  it('is asked for it', async () => {
    const text = request(post(newAgent(), 'Expect: 100-continue', 'Content-Length: 2', 'Connection: close'))
    const answers = readRawAnswers(await sendRaw(service.baseUrl, text, '{}'))
    expect(answers.map(({ status }) => status)).toEqual([100, 200])
  })

  it.each(['Content-Length: 262145', 'Content-Length: 99999999999'])(
    'is not asked for more than is taken: %s',
    async (length) => {
      const agent = newAgent()
      const answers = readRawAnswers(
        await sendRaw(service.baseUrl, request(post(agent, 'Expect: 100-continue', length))),
      )
      expect(answers).toMatchObject([{ status: 413, headers: { connection: 'close' } }])
      expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({ error: 'payload_too_large' })
      expect(await recordsOf(agent)).toMatchObject([{ response: { status: 413 } }])
    },
  )
})

describe('a request that offers another protocol', () => {
  it.each([
    [
      'h2c, as clients on the JVM do',
      ['Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'],
    ],
    [
      'a WebSocket',
      ['Connection: Upgrade, close', 'Upgrade: websocket', 'Sec-WebSocket-Key: eA==', 'Sec-WebSocket-Version: 13'],
    ],
  ])('is answered as any other, also when a framework listens for upgrades: %s', async (_name, lines) => {
    const instance = await startService({
      pages: (incoming, response) => {
        // What Next does when it renders its first page.
        const { server } = incoming.socket as unknown as { server: NodeJS.EventEmitter }
        server.on('upgrade', () => undefined)
        response.end('a page')
      },
    })
    try {
      await sendRaw(
        instance.baseUrl,
        request(['GET / HTTP/1.1', `Host: ${new URL(instance.baseUrl).host}`, 'Connection: close']),
      )
      const text = request([
        'POST /issuers/eu-pid-device-bound/nonce HTTP/1.1',
        'Host: x',
        ...lines,
        'Content-Length: 0',
      ])
      const [answer] = readRawAnswers(await sendRaw(instance.baseUrl, text))
      expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } })
    } finally {
      await instance.close()
    }
  })

  it.each([
    [path, 405],
    ['example.com:443', 404],
  ])('is refused as a tunnel: CONNECT %s', async (target, status) => {
    const agent = newAgent()
    const lines = [`CONNECT ${target} HTTP/1.1`, 'Host: x', `User-Agent: ${agent}`]
    const [answer] = readRawAnswers(await sendRaw(service.baseUrl, request(lines)))
    expect(answer?.status).toBe(status)
    expect(JSON.parse(answer?.body ?? '')).toHaveProperty('error_description')
    expect(await recordsOf(agent)).toHaveLength(status === 405 ? 1 : 0)
  })
})
