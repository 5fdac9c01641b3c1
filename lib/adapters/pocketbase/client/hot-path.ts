import http from 'node:http'
import https from 'node:https'

export interface HotPathReply {
  readonly status: number
  readonly text: string
}

/** The connection broke. Unless it was `refused`, the request may have been processed. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
  readonly refused: boolean
  constructor(cause: Error) {
    super(`The connection to PocketBase failed: ${cause.message}`, { cause })
    this.refused = 'code' in cause && cause.code === 'ECONNREFUSED'
  }
}

/** No answer arrived within the time limit. */
class AnswerTimeout extends Error {
  override readonly name = 'AnswerTimeout'
}

export interface HotPath {
  /** Sends one request; `body` is JSON. Throws ConnectionLost or AnswerTimeout. */
  send(request: {
    readonly method: 'GET' | 'POST'
    readonly path: string
    readonly token: string
    readonly body?: string | undefined
    readonly timeoutMillis: number
  }): Promise<HotPathReply>
  close(): void
}

const socketsMax = 32

/**
 * Sends requests to PocketBase over node:http with keep-alive, for everything that runs once per exchange. Uses a
 * fraction of the CPU time of Node 20's global fetch.
 */
export function createHotPath(url: string): HotPath {
  const base = new URL(url)
  const secure = base.protocol === 'https:'
  const prefix = base.pathname.replace(/\/$/, '')
  const settings = { keepAlive: true, maxSockets: socketsMax, scheduling: 'lifo' as const }
  const agent = secure ? new https.Agent(settings) : new http.Agent(settings)
  const open = secure ? https.request : http.request

  return {
    send: ({ method, path, token, body, timeoutMillis }) =>
      new Promise((resolve, reject) => {
        const headers: Record<string, string | number> = { authorization: token }
        if (body !== undefined) {
          headers['content-type'] = 'application/json'
          headers['content-length'] = Buffer.byteLength(body)
        }
        const request = open({ agent, method, host: base.hostname, port: base.port, path: prefix + path, headers })
        const timer = setTimeout(() => {
          reject(new AnswerTimeout(`PocketBase did not respond within ${timeoutMillis} ms.`))
          request.destroy()
        }, timeoutMillis)
        const fail = (error: Error): void => {
          clearTimeout(timer)
          reject(new ConnectionLost(error))
        }
        request.on('error', fail)
        request.on('response', (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', fail)
          response.on('end', () => {
            clearTimeout(timer)
            if (response.complete)
              resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') })
            else fail(new Error('response cut short'))
          })
        })
        request.end(body)
      }),
    close: () => agent.destroy(),
  }
}
