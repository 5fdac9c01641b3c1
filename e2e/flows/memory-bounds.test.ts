import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { createHttpClient, type Fields, type HttpAnswer, type HttpRequest, sentFrom } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'

let service: TestService
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await service.close()
})

function open(bytes: string): Socket {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(service.baseUrl).port) })
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write(bytes)
  return socket
}

async function ask(request: HttpRequest): Promise<HttpAnswer> {
  const http = createHttpClient(service.baseUrl)
  return http(request).finally(() => http.close())
}

const form = [['Content-Type', 'application/x-www-form-urlencoded']] as const
const response = (bytes: number): HttpRequest => ({
  method: 'POST',
  path: '/openid4vp/response',
  headers: form,
  body: `vp_token=${'x'.repeat(bytes)}`,
})
const expectNoRoom = (answer: HttpAnswer) => {
  expect([answer.status, answer.header('retry-after'), answer.object().error]).toEqual([
    503,
    '5',
    'temporarily_unavailable',
  ])
}

describe('bodies that are being received', () => {
  covers('D4')
  it('are bounded altogether: another large one is asked to come again, a small one is served', async () => {
    service = await startService({ memory: { bodyRoom: { max: 400_000, small: 16_384 } } })
    expect((await ask(response(100_000))).status).toBe(400)
    const unfinished = open(
      `POST /openid4vp/response HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${form[0][1]}\r\nContent-Length: 250000\r\n\r\n${'x'.repeat(200_000)}`,
    )
    await expect.poll(async () => (await ask(response(100_000))).status).toBe(503)
    expectNoRoom(await ask(response(100_000)))
    expect((await ask(response(10_000))).status).toBe(400)
    unfinished.destroy()
    await expect.poll(async () => (await ask(response(100_000))).status).toBe(400)
  })
})

describe('memory for messages', () => {
  const token = 'a-token-of-the-operator'
  const asOperator: Fields = [['Authorization', `Bearer ${token}`]]
  const all = (max: number) => ({ max, small: max })
  const kinds: readonly (readonly [
    string,
    'bodyRoom' | 'answerRoom',
    bytes: number,
    (headers?: Fields) => HttpRequest,
  ])[] = [
    ['bodies', 'bodyRoom', 100_000, (headers = []) => ({ ...response(100_000), headers: [...form, ...headers] })],
    ['answers', 'answerRoom', 600_000, (headers = []) => ({ path: '/openapi.json', headers })],
  ]

  it.each(kinds)('is shared by network: %s', async (_name, room, bytes, request) => {
    service = await startService({ memory: { [room]: all(7 * bytes) }, env: { TRUST_PROXY: '127.0.0.1' } })
    const refused = await ask(request(sentFrom('192.0.2.1')))
    expectNoRoom(refused)
    expect(refused.object().error_description).toContain('Your network has its share')
    expect((await ask(request())).status).not.toBe(503)
  })

  it.each(kinds)('is not taken by strangers to the last quarter: %s', async (_name, room, bytes, request) => {
    service = await startService({ memory: { [room]: all(1.25 * bytes) }, env: { OPERATOR_TOKEN: token } })
    const refused = await ask(request())
    expectNoRoom(refused)
    expect(refused.object().error_description).toContain('not kept for whoever sends the operator token')
  })

  it('is given to the operator beyond that', async () => {
    service = await startService({ memory: { bodyRoom: all(160_000) }, env: { OPERATOR_TOKEN: token } })
    const create = (headers: Fields) =>
      ask({ method: 'POST', path: '/openid4vp/sessions', headers, body: JSON.stringify({ note: 'x'.repeat(100_000) }) })
    expectNoRoom(await create([['Content-Type', 'application/json']]))
    expect((await create([['Content-Type', 'application/json'], ...asOperator])).status).toBe(201)
  })
})

describe('answers that are not read', () => {
  covers('D4')
  it('are bounded altogether: a further large one is put off, a small one is given', async () => {
    service = await startService({ memory: { answerRoom: { max: 1000, small: 100 } } })
    expectNoRoom(await ask({ path: '/openapi.json' }))
    expect((await ask({ path: '/healthz' })).status).toBe(200)
    expect((await ask({ method: 'HEAD', path: '/openapi.json' })).status).toBe(200)
  })

  it('leave their room to others once they are read', async () => {
    const max = 1_000_000
    service = await startService({ memory: { answerRoom: { max, small: 100 } } })
    for (let count = 0; count < 10; count++)
      await expect.poll(async () => (await ask({ path: '/openapi.json' })).status).toBe(200)
  })

  covers('D4')
  it.each(['/openapi.json', '/'])('end their connection when their time is over: %s', async (path) => {
    service = await startService({
      connections: 1,
      memory: { answerTime: { seconds: 0.3, bytesPerSecond: Number.POSITIVE_INFINITY } },
      pages: (_request, answer) => void answer.end(Buffer.alloc(32 * 1024 * 1024)),
    })
    // More than the system's buffers hold, and the client does not read.
    open(`GET ${path} HTTP/1.1\r\nHost: ${new URL(service.baseUrl).host}\r\n\r\n`.repeat(path === '/' ? 1 : 100))
    // No other connection is accepted before that one is closed.
    await expect
      .poll(
        () =>
          ask({ path: '/healthz' }).then(
            ({ status }) => status,
            () => null,
          ),
        { timeout: 60_000 },
      )
      .toBe(200)
  })
})
