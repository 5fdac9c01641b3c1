import http from 'node:http'
import https from 'node:https'
import type PocketBase from 'pocketbase'
import { ClientResponseError } from 'pocketbase'
import { StoreUnavailable } from '@/lib/core/shared/ports/errors'
import { createSuperuser, type PocketBaseCredentials } from './superuser'

interface HotPathReply {
  readonly status: number
  readonly text: string
}

/** The connection broke. Unless it was `refused`, the request may have been processed. */
class ConnectionLost extends Error {
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
  /**
   * Sends one request; `body` is JSON; `tokenHeader`: where a hook reads the token by itself. Throws ConnectionLost or
   * AnswerTimeout.
   */
  send(request: {
    readonly method: 'GET' | 'POST'
    readonly path: string
    readonly token: string
    readonly tokenHeader?: string | undefined
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
    send: ({ method, path, token, tokenHeader = 'authorization', body, timeoutMillis }) =>
      new Promise((resolve, reject) => {
        const headers: Record<string, string | number> = { [tokenHeader]: token }
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

/** A PocketBase client that acts as superuser. */
export interface PocketBaseClient {
  readonly sdk: PocketBase
  /**
   * Sends one authenticated request on the hot path. Returns any status except 401 and 403; throws StoreUnavailable if
   * no answer arrives in time. If `repeatable` is false, a request that may already have been processed is not sent
   * again.
   */
  request(request: {
    readonly method: 'GET' | 'POST'
    readonly path: string
    readonly tokenHeader?: string
    readonly body?: string | undefined
    readonly repeatable?: boolean
  }): Promise<HotPathReply>
  /**
   * Sends one authenticated request through the SDK, for rare operations. Returns parsed JSON. Throws
   * ClientResponseError, which `describeSdkError` translates.
   */
  call(
    path: string,
    options: { readonly method: 'GET' | 'POST'; readonly body?: Record<string, unknown> },
  ): Promise<unknown>
  close(): void
}

/**
 * If the connection is refused or breaks, a request is retried for half of its time limit, so that a restart of
 * PocketBase loses no answer.
 */
const reconnectPauseMillis = 100

/** How often a refused token is renewed: the first time it may be one that another caller had, and as old. */
const renewalsMax = 2

const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

/** Turns an SDK error into StoreUnavailable when storage is down, and into one sentence when it refuses. */
export function describeSdkError(error: unknown, url: string): Error {
  if (!(error instanceof ClientResponseError)) return error instanceof Error ? error : new Error(String(error))
  if (error.status === 0 || error.status >= 500)
    return new StoreUnavailable(`PocketBase at ${url} cannot be reached.`, { cause: error })
  return new Error(`PocketBase at ${url} refuses its superuser or the request with status ${error.status}.`, {
    cause: error,
  })
}

/**
 * Creates a client. It connects and signs in with the first request. `timeoutMillis` bounds each request including its
 * retries.
 */
export function createPocketBaseClient(options: {
  readonly url: string
  readonly credentials: PocketBaseCredentials
  readonly timeoutMillis: number
}): PocketBaseClient {
  const url = options.url.replace(/\/$/, '')
  const superuser = createSuperuser(url, options.credentials, options.timeoutMillis)
  const hotPath = createHotPath(url)

  const attempt = async (
    request: Parameters<PocketBaseClient['request']>[0],
    deadline: number,
  ): Promise<HotPathReply> => {
    const send = (token: string): Promise<HotPathReply> =>
      hotPath.send({ ...request, token, timeoutMillis: Math.max(1, deadline - Date.now()) })
    let token = await superuser.token()
    for (let renewals = 0; ; renewals++) {
      const reply = await send(token)
      if ((reply.status !== 401 && reply.status !== 403) || renewals === renewalsMax) return reply
      token = await superuser.renew(token)
    }
  }

  return {
    sdk: superuser.sdk,
    async request(request) {
      const started = Date.now()
      const deadline = started + options.timeoutMillis
      for (let tries = 1; ; tries++) {
        try {
          const reply = await attempt(request, deadline)
          if (reply.status === 401 || reply.status === 403)
            throw new StoreUnavailable(`PocketBase refuses its superuser with status ${reply.status}.`)
          return reply
        } catch (error) {
          const again =
            error instanceof ConnectionLost &&
            (request.repeatable !== false || error.refused) &&
            Date.now() - started < options.timeoutMillis / 2
          if (!again) throw error instanceof StoreUnavailable ? error : toUnavailable(error, url)
          // No pause before the first retry, because a stale keep-alive connection is replaced at once.
          if (tries > 1) await pause(reconnectPauseMillis)
        }
      }
    },
    async call(path, settings) {
      const token = await superuser.token()
      try {
        return await superuser.sdk.send(path, settings)
      } catch (error) {
        if (!(error instanceof ClientResponseError) || (error.status !== 401 && error.status !== 403)) throw error
        await superuser.renew(token)
        return superuser.sdk.send(path, settings)
      }
    },
    close: () => hotPath.close(),
  }
}

const toUnavailable = (error: unknown, url: string): StoreUnavailable =>
  new StoreUnavailable(error instanceof Error ? error.message : `PocketBase at ${url} cannot be reached.`, {
    cause: error,
  })
