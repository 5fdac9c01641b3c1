import type PocketBase from 'pocketbase'
import { ClientResponseError } from 'pocketbase'
import { StoreUnavailable } from '@/lib/core/ground/ports/errors'
import type { PocketBaseCredentials } from './credentials'
import { ConnectionLost, createHotPath, type HotPathReply } from './hot-path'
import { createSuperuser } from './superuser'

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
    const token = await superuser.token()
    const reply = await send(token)
    return reply.status === 401 || reply.status === 403 ? send(await superuser.renew(token)) : reply
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
