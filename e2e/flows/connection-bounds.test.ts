import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { readRawAnswers, sendRaw } from '@/lib/testing/raw-socket'
import { startService, type TestService } from '@/lib/testing/service'

let service: TestService | null = null
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await service?.close()
  service = null
})

/** Opens a silent connection, and resolves once the service has accepted or closed it. */
async function open({ baseUrl }: TestService): Promise<'taken' | 'ended'> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(baseUrl).port) })
  sockets.push(socket)
  socket.on('error', () => undefined)
  const ended = once(socket, 'close').then(() => 'ended' as const)
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  return Promise.race([once(socket, 'data').then(() => 'taken' as const), ended])
}

describe('connections', () => {
  covers('D4')
  it('are bounded, and one that ends makes room', async () => {
    service = await startService({ connections: 3 })
    for (let count = 0; count < 3; count++) expect(await open(service)).toBe('taken')
    expect(await open(service)).toBe('ended')
    const [first] = sockets
    first?.end()
    if (first) await once(first, 'close')
    expect(await open(service)).toBe('taken')
    expect(await open(service)).toBe('ended')
  })

  it('are bounded altogether, also behind a proxy', async () => {
    service = await startService({ env: { TRUST_PROXY: '127.0.0.1' }, connections: 4 })
    for (let count = 0; count < 4; count++) expect(await open(service)).toBe('taken')
    expect(await open(service)).toBe('ended')
  })

  // The test's own timeout shows it: by default, Node checks for late requests every 30 seconds.
  it('end soon after a header section that never ends is late', { timeout: 28_000 }, async () => {
    service = await startService({ timeouts: { requestTimeout: 400, headersTimeout: 400 } })
    const answers = await Promise.all([
      sendRaw(service.baseUrl, 'POST /issuers/eu-pid-device-bound/nonce HTTP/1.1\r\nHost: localhost\r\n'),
      sendRaw(service.baseUrl),
    ])
    expect(readRawAnswers(answers[0])[0]?.status).toBe(408)
  })

  covers('D4')
  it('have their requests worked on one after the other, however many come at once', async () => {
    let atOnce = 0
    let most = 0
    const pages = async (_request: IncomingMessage, response: ServerResponse) => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await setImmediate()
      response.end()
      atOnce -= 1
    }
    service = await startService({ pages: (request, response) => pages(request, response) })
    const { host } = new URL(service.baseUrl)
    const page = `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`
    const last = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
    const answers = (await sendRaw(service.baseUrl, page.repeat(100) + last)).split('HTTP/1.1 200 OK').length - 1
    expect([answers, most]).toEqual([101, 1])
  })
})
