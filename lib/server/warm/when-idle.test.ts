import { once } from 'node:events'
import { createServer, get, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextRound } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWhenIdle } from './when-idle'

let server: Server
let answering: ServerResponse[]
beforeEach(async () => {
  answering = []
  server = createServer((_request, response) => void answering.push(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Asks for something that is answered later. Resolves when the request has arrived. */
async function ask(): Promise<void> {
  const before = answering.length
  get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false }, (answer) =>
    answer.resume(),
  ).on('error', () => undefined)
  await vi.waitFor(() => expect(answering.length).toBe(before + 1), { timeout: 20_000, interval: 5 })
}

/** Answers the oldest request. Resolves when its answer is sent. */
async function answer(): Promise<void> {
  const response = answering.shift() as ServerResponse
  const sent = once(response, 'close')
  response.end('x')
  await sent
}

describe('the wait for an idle server', () => {
  it('is there while nobody asks, however often one waits for it', async () => {
    const whenIdle = createWhenIdle(server)
    for (let count = 0; count < 5; count++) await whenIdle()
  })

  it('comes after the last answer, and a moment later', async () => {
    const whenIdle = createWhenIdle(server)
    await ask()
    await ask()
    let isThere = false
    const waited = whenIdle().then(() => {
      isThere = true
      return performance.now()
    })
    await answer()
    for (let rounds = 0; rounds < 100; rounds++) await nextRound()
    expect(isThere).toBe(false)
    const answeredAt = performance.now()
    await answer()
    expect((await waited) - answeredAt).toBeGreaterThan(90)
  })

  it('counts a client that left as answered', async () => {
    const whenIdle = createWhenIdle(server)
    await ask()
    answering[0]?.destroy()
    await whenIdle()
  })
})
