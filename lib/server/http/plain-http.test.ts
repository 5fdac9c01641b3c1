import { createServer, type Server } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { answerPlainHttp } from './plain-http'

let server: Server
afterEach(() => new Promise((closed) => server.close(closed)))

/** A port that waits so long for a request line. */
async function portThatWaits(waitMillis: number): Promise<number> {
  server = createServer()
  answerPlainHttp(server, { baseUrl: 'https://capture.example', waitMillis, onPlain: () => undefined })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return (server.address() as AddressInfo).port
}

/** Sends a letter again and again until the connection ends; resolves with what came back. */
const drip = (port: number): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    const dripping = setInterval(() => socket.write('G'), 20)
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.on('error', () => undefined)
    socket.once('close', () => {
      clearInterval(dripping)
      resolve(answer)
    })
  })

describe('plain http on the https port', () => {
  it('has a time for its request line that no dripping byte extends', async () => {
    expect(await drip(await portThatWaits(100))).toBe('')
  }, 10_000)

  it('is answered when the line comes in time, in parts', async () => {
    const port = await portThatWaits(60_000)
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('G', () => socket.write('ET /a HTTP/1.1\r\n\r\n')))
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString()
      })
      socket.once('end', () => resolve(text))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 308 /)
    expect(answer).toContain('Location: https://capture.example/a\r\n')
  })
})
